// One connection of the stand-in provider. Only server.cpp includes this: Asio and Beast stay in
// this pair of files and in server.cpp.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>

#include "replay/serve/answer_book.h"
#include "replay/serve/server.h"

namespace reprise {

// What all connections of a server share. Single-threaded.
struct ServerState {
  AnswerBook& book;
  ServeOptions options;
  std::size_t unfinished = 0;            // answers that are taken but not given to the end
  std::function<void()> on_all_given{};  // after the last recorded answer
};

// Reads a request, answers it, reads the next. It lives as long as one of its handlers waits.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, ServerState& state);
  void read_request();

 private:
  void read_body();
  void on_request();
  void refuse(boost::system::error_code error);
  void begin_answer(const PreparedAnswer& answer);
  void send_due();
  void write(std::size_t piece_count);
  void end_answer();
  void count_given();
  void close_after_last_byte();
  void reset();
  void drain();

  boost::asio::ip::tcp::socket socket_;
  ServerState& state_;
  boost::beast::flat_buffer received_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  boost::asio::steady_timer timer_;
  boost::asio::steady_timer::time_point asked_at_;
  PreparedAnswer own_answer_;               // to a miss or a refusal
  const PreparedAnswer* answer_ = nullptr;  // being sent
  std::size_t sent_pieces_ = 0;
  bool is_recorded_ = false;  // answer_ comes from the book
  bool keeps_alive_ = false;
  std::array<char, 4096> dropped_{};
};

}  // namespace reprise
