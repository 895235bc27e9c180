// Who may use the app: the browser that opened the printed address, and pages of the app itself. Other users'
// programs, other sites and names that were bound to loopback (DNS rebinding) are refused.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "app/responses.hpp"
#include "server/listen_address.hpp"

namespace sfumato::app {

class Access {
 public:
  Access();

  // Where the server listens; before the first request.
  void listens_at(const server::ListenAddress& address);
  // "http://127.0.0.1:8080/start?token=…".
  std::string start_url() const;

  // The response to /start: a cookie for the token, which is valid once, and the way to the first page.
  Response start(const Request& request);

  // The status to refuse a request to any other route with; 0: it may go on.
  int refusal(const Request& request) const;

 private:
  int foreign(const Request& request) const;
  bool has_cookie(const Request& request) const;

  server::ListenAddress address_;
  std::string token_, cookie_;
  std::mutex mutex_;
  bool token_used_ = false;
};

}  // namespace sfumato::app
