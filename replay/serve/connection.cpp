#include "replay/serve/connection.h"

#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <chrono>
#include <fmt/format.h>

namespace reprise {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::uint32_t header_bytes_max = 64 * 1024;
constexpr std::uint64_t body_bytes_max = 64 * 1024 * 1024;  // twice what a provider accepts
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
// How long a client that does not close may keep a connection that we have closed.
constexpr std::chrono::seconds farewell{2};

std::string text_of(beast::string_view view) {
  return {view.data(), view.size()};
}

HttpRequest request_of(http::request<http::string_body>&& message) {
  HttpRequest request;
  request.method = text_of(message.method_string());
  request.target = text_of(message.target());
  for (const auto& field : message) {
    request.headers.push_back({text_of(field.name_string()), text_of(field.value())});
  }
  request.body = std::move(message.body());
  return request;
}

// The client sent what is no request; anything else means that it went away.
bool is_malformed(error_code error) {
  return error.category() == http::make_error_code(http::error::bad_version).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, ServerState& state)
    : socket_(std::move(socket)), state_(state), timer_(socket_.get_executor()) {
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
}

void Connection::read_request() {
  parser_.emplace();
  parser_->header_limit(header_bytes_max);
  parser_->body_limit(body_bytes_max);
  http::async_read_header(socket_, received_, *parser_,
                          [self = shared_from_this()](error_code error, std::size_t) {
                            if (error) return self->refuse(error);
                            self->read_body();
                          });
}

// A client that asks whether its body is welcome sends it only after "100 Continue".
void Connection::read_body() {
  const auto on_read = [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->refuse(error);
    self->on_request();
  };
  if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) {
    http::async_read(socket_, received_, *parser_, on_read);
    return;
  }
  asio::async_write(socket_, asio::buffer(go_on),
                    [self = shared_from_this(), on_read](error_code error, std::size_t) {
                      if (error) return self->refuse(error);
                      http::async_read(self->socket_, self->received_, *self->parser_, on_read);
                    });
}

// Bytes that are no request are answered and the connection is closed; a connection that went away
// is only closed.
void Connection::refuse(error_code error) {
  if (!is_malformed(error)) return close_after_last_byte();
  const bool is_too_long = error == http::error::body_limit || error == http::error::header_limit;
  const std::string text = fmt::format("not a request that can be answered: {}", error.message());
  state_.options.say("refused: " + text);
  keeps_alive_ = false;
  is_recorded_ = false;
  own_answer_ = state_.book.refusal(is_too_long ? 413 : 400, text);
  begin_answer(own_answer_);
}

void Connection::on_request() {
  keeps_alive_ = parser_->get().keep_alive();
  const RequestIdentity asked = identify_request(request_of(parser_->release()));
  const PreparedAnswer* recorded = state_.book.take(asked);
  is_recorded_ = recorded != nullptr;
  if (is_recorded_) {
    ++state_.unfinished;
    return begin_answer(*recorded);
  }
  const std::string text = state_.book.miss_text(asked);
  state_.options.say(fmt::format("miss: {} {}: {}", asked.method, asked.target, text));
  own_answer_ = state_.book.miss_answer(text);
  begin_answer(own_answer_);
}

void Connection::begin_answer(const PreparedAnswer& answer) {
  answer_ = &answer;
  sent_pieces_ = 0;
  asked_at_ = asio::steady_timer::clock_type::now();
  send_due();
}

// Sends every piece whose time has come, or waits for the next (or for the end).
void Connection::send_due() {
  const auto due_at = [this](std::int64_t due_ns) {
    return asked_at_ + std::chrono::nanoseconds(paced_ns(due_ns, state_.options.pace));
  };
  const auto now = asio::steady_timer::clock_type::now();
  const auto& pieces = answer_->pieces;
  std::size_t due = sent_pieces_;
  while (due < pieces.size() && due_at(pieces[due].due_ns) <= now) ++due;
  if (due > sent_pieces_) return write(due - sent_pieces_);
  const bool is_all_sent = sent_pieces_ == pieces.size();
  const auto next = due_at(is_all_sent ? answer_->end_ns : pieces[sent_pieces_].due_ns);
  if (is_all_sent && next <= now) return end_answer();
  timer_.expires_at(next);
  timer_.async_wait([self = shared_from_this()](error_code) { self->send_due(); });
}

void Connection::write(std::size_t piece_count) {
  std::vector<asio::const_buffer> buffers;
  for (std::size_t i = 0; i < piece_count; ++i) {
    buffers.push_back(asio::buffer(answer_->pieces[sent_pieces_ + i].bytes));
  }
  asio::async_write(socket_, buffers,
                    [self = shared_from_this(), piece_count](error_code error, std::size_t) {
                      if (error) {
                        self->count_given();
                        return self->reset();
                      }
                      self->sent_pieces_ += piece_count;
                      self->send_due();
                    });
}

void Connection::end_answer() {
  switch (answer_->end) {
    case AnswerEnd::keep:
      keeps_alive_ ? read_request() : close_after_last_byte();
      break;
    case AnswerEnd::close:
      close_after_last_byte();
      break;
    case AnswerEnd::reset:
      reset();
      break;
    case AnswerEnd::silent:  // it counts as given when the client gives up
      return drain();
  }
  count_given();
}

void Connection::count_given() {
  if (!is_recorded_) return;
  is_recorded_ = false;
  --state_.unfinished;
  if (state_.unfinished == 0 && state_.book.remaining() == 0 && state_.on_all_given) {
    state_.on_all_given();
  }
}

// Ends our side, then waits for the client to close: closing with unread bytes would be a reset,
// and could take the end of the answer with it.
void Connection::close_after_last_byte() {
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  timer_.expires_after(farewell);
  timer_.async_wait([self = shared_from_this()](error_code error) {
    error_code ignored_too;
    if (!error) self->socket_.close(ignored_too);
  });
  drain();
}

void Connection::reset() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  socket_.close(ignored);
}

// Reads and drops until the client goes away.
void Connection::drain() {
  socket_.async_read_some(asio::buffer(dropped_),
                          [self = shared_from_this()](error_code error, std::size_t) {
                            if (!error) return self->drain();
                            self->timer_.cancel();
                            self->count_given();
                          });
}

}  // namespace reprise
