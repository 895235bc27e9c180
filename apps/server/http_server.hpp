// An HTTP server of one thread that reads and writes for all clients, and a few that answer. A client that is
// slow costs a place in a list and no thread, and for a limited time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "server/http_message.hpp"
#include "server/listen_address.hpp"
#include "server/tls_context.hpp"

namespace sfumato::server {

struct ServerLimits {
  MessageLimits message;
  std::chrono::milliseconds request{10'000};  // from a request's first byte to its last; of a body that goes
                                              // to a sink between two pieces
  std::chrono::milliseconds idle{60'000};     // between requests on one connection
  std::chrono::milliseconds answer{60'000};   // then the answer is asked to stop
  std::chrono::milliseconds write{30'000};    // until the client has taken the response
  std::chrono::milliseconds linger{1'000};    // until the client has sent the rest of what is not read
  std::chrono::milliseconds drain{10'000};    // after the server was asked to stop
  std::size_t connections = 512;  // beyond that, the connection that has been idle longest is closed
  std::size_t waiting = 256;      // requests that no thread has begun; beyond that 503
  std::size_t threads = 8;
};

struct Handlers {
  // Called by several threads at once. What it throws becomes refuse(500).
  std::function<Response(const Request&, const std::stop_token&)> answer;
  // The response to what is not a request or cannot be accepted: 400, 408, 411, 413, 431, 500, 503, 505, 507.
  std::function<Response(int status)> refuse;
  // Decides about a body when its head has come; must not wait. Without it every body is kept in memory.
  RequestReader::Admit admit = {};
};

class HttpServer {
 public:
  // Listens from here on, and answers once it runs. Without TLS any address but loopback is bad input.
  HttpServer(const ListenAddress& address, const ServerLimits& limits, const std::optional<TlsFiles>& tls,
             Handlers handlers);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  // With the port that was given, or found.
  const ListenAddress& address() const;
  // Until asked to stop: then no new connection is accepted, requests that have begun are answered as long as
  // `drain` allows, and it returns.
  void run(const std::stop_token& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::server
