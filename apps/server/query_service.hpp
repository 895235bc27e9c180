// The server's response to each request, without sockets: authentication, authorisation and result.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "core/value.hpp"
#include "queries/answer.hpp"
#include "queries/tokens.hpp"
#include "server/access_log.hpp"
#include "server/http_message.hpp"
#include "server/metrics.hpp"
#include "server/rate_limit.hpp"

namespace sfumato::server {

using queries::Permission;
using queries::Permissions;
using queries::TokenFile;
using queries::TokenHolder;

struct ServiceLimits {
  double requests_per_second = 100;  // of a user
  double burst = 200;
  // Of an address: requests with no token or a wrong one. Above this rate every request of the address is
  // refused, also one with a valid token: otherwise guessing could continue.
  double failures_per_second = 0.5;
  double failure_burst = 20;
};

// Who may use a route: every client; every client with a token; or a token with this permission.
enum class Access : std::uint8_t { open, any_token, permission };

struct Route {
  std::string_view method, path, summary;
  Access access = Access::open;
  Permission permission = Permission::admin;
  std::string name() const { return std::string(method) + " " + std::string(path); }
};
// All routes. The OpenAPI description is also generated from this.
std::span<const Route> routes();

// OpenAPI 3.1.
Value openapi_document();

class QueryService {
 public:
  // `log` gets lines of JSON. Session and tokens must outlive the service.
  QueryService(queries::QuerySession& session, TokenFile& tokens, const ServiceLimits& limits,
               std::function<void(const std::string&)> log);

  // Thread-safe.
  Response answer(const Request& request, const std::stop_token& stop);
  // The response to input that is not a valid request, or when the server is overloaded.
  Response refuse(int status);

 private:
  struct RequestState;
  Response handle(const Request& request, RequestState& state);
  std::optional<Response> authorise(const Request& request, RequestState& state);
  Response dispatch(const Request& request, RequestState& state);
  Response ask(const Request& request, RequestState& state);
  Response explain(const Request& request);
  std::string next_number();
  bool notice_change();

  queries::QuerySession& session_;
  TokenFile& tokens_;
  RateLimit users_, failures_;
  Metrics metrics_;
  AccessLog log_;
  std::string series_;  // random for each start, so that request numbers are unique
  std::atomic<std::uint64_t> requests_{0};
  std::atomic<bool> change_logged_ = false;
};

}  // namespace sfumato::server
