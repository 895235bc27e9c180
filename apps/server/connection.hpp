// One client's connection as a coroutine, and what all connections share. Asio's types stay in here and in
// the two sources that include this.
#pragma once

// Asio 1.18 knows the coroutines of GCC, but not that clang has the same.
#ifndef BOOST_ASIO_HAS_CO_AWAIT
#define BOOST_ASIO_HAS_CO_AWAIT 1
#endif

#include <array>
#include <atomic>
#include <utility>  // Asio 1.18 uses it without including it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <set>

#include "server/http_server.hpp"

namespace sfumato::server {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;
using Failure = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Duration = std::chrono::milliseconds;

class Connection;

// What all connections share.
struct Server {
  Server(const ServerLimits& given, Handlers given_handlers)
      : limits(given), handlers(std::move(given_handlers)), answerers(limits.threads) {}

  ServerLimits limits;
  Handlers handlers;
  std::set<Connection*> connections;  // those that are open
  bool draining = false;
  std::atomic<bool> ended = false;
  std::atomic<std::size_t> waiting = 0;  // requests that no thread has begun
  asio::io_context context{1};
  asio::thread_pool answerers;  // the threads that answer
};

// One client. The coroutine serve() owns it, and every operation that it waits for ends when the socket is
// closed.
class Connection {
 public:
  Connection(Server& server, tcp::socket socket, asio::ssl::context* tls)
      : server_(server), socket_(std::move(socket)), reader_(server.limits.message, server.handlers.admit) {
    if (tls != nullptr) tls_.emplace(socket_, *tls);
    server_.connections.insert(this);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { server_.connections.erase(this); }

  awaitable<void> serve(std::string client);

  // Neither answered nor written to.
  bool waits() const { return phase_ == Phase::reading || phase_ == Phase::lingering; }
  Clock::time_point last_heard() const { return last_heard_; }
  bool is_late(Clock::time_point now) const { return deadline_ <= now; }
  void time_out();
  void stop_answer() { stop_.request_stop(); }
  // Ends it unless a request has begun, or its bytes have come and are not read yet.
  void end_if_idle();
  void close() {
    Failure ignored;
    socket_.close(ignored);
    server_.connections.erase(this);
  }

 private:
  // `lingering`: the response is written, and what the client still sends is thrown away for a moment;
  // closing at once could take the response from it (RFC 9112, §9.6).
  enum class Phase { reading, answering, writing, lingering };

  void enter(Phase phase, Duration limit) {
    phase_ = phase;
    deadline_ = Clock::now() + limit;
  }
  awaitable<std::size_t> receive(Failure& failure);
  awaitable<std::size_t> send(std::string_view bytes);
  awaitable<int> read_request();
  awaitable<Response> answer(const Request& request);
  awaitable<void> send_stream(BodyStream& stream);
  awaitable<void> linger();

  Server& server_;
  tcp::socket socket_;
  std::optional<asio::ssl::stream<tcp::socket&>> tls_;
  RequestReader reader_;
  std::array<char, 32 << 10> place_;
  std::stop_source stop_;
  Phase phase_ = Phase::reading;
  bool too_slow_ = false, keep_alive_ = true;
  Clock::time_point last_heard_ = Clock::now(), deadline_ = last_heard_ + server_.limits.request;
};

}  // namespace sfumato::server
