#include "replay/serve/server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <csignal>
#include <fmt/format.h>

#include "replay/serve/connection.h"

namespace reprise {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// How long to wait when no connection can be accepted (too many open files).
constexpr std::chrono::milliseconds accept_pause{100};

}  // namespace

struct StandInServer::Parts {
  Parts(AnswerBook& book, ServeOptions options)
      : state{book, std::move(options)}, acceptor(io), signals(io), pause(io) {}

  error_code listen() {
    const tcp::endpoint loopback(asio::ip::address_v4::loopback(), state.options.port);
    error_code error;
    acceptor.open(loopback.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(loopback, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
  }

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      std::make_shared<Connection>(std::move(socket), state)->read_request();
      accept();
    });
  }

  void accept_later() {
    pause.expires_after(accept_pause);
    pause.async_wait([this](error_code) { accept(); });
  }

  ServerState state;
  asio::io_context io{1};
  tcp::acceptor acceptor;
  asio::signal_set signals;
  asio::steady_timer pause;
};

StandInServer::StandInServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
StandInServer::StandInServer(StandInServer&&) noexcept = default;
StandInServer& StandInServer::operator=(StandInServer&&) noexcept = default;
StandInServer::~StandInServer() = default;

Result<StandInServer> StandInServer::listen(AnswerBook& book, ServeOptions options) {
  auto parts = std::make_unique<Parts>(book, std::move(options));
  if (const error_code error = parts->listen()) {
    return fail(ErrorCode::network,
                fmt::format("cannot listen, 127.0.0.1:{}: {}: choose another --port",
                            parts->state.options.port, error.message()));
  }
  if (parts->state.options.once) {
    parts->state.on_all_given = [&io = parts->io] { io.stop(); };
  }
  parts->accept();
  return StandInServer(std::move(parts));
}

std::uint16_t StandInServer::port() const {
  error_code ignored;
  return parts_->acceptor.local_endpoint(ignored).port();
}

void StandInServer::stop_on_signals() {
  error_code ignored;
  parts_->signals.add(SIGINT, ignored);
  parts_->signals.add(SIGTERM, ignored);
  parts_->signals.async_wait([this_io = &parts_->io](error_code error, int) {
    if (!error) this_io->stop();
  });
}

void StandInServer::run() {
  parts_->io.run();
}

void StandInServer::stop() {
  parts_->io.stop();
}

}  // namespace reprise
