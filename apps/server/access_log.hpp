// The server's log: a line of JSON for each request. It has user, time, route, status and the cause of a
// failure, but no question and no answer: the constants of a question can be confidential.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace sfumato::server {

struct AccessEntry {
  std::string request;              // its number, also in the response
  std::optional<std::string> user;  // after authentication
  std::string route;                // "POST /v1/query", or "none"
  int status = 0;
  std::chrono::duration<double, std::milli> took{};
  std::string failure = {};  // the cause of a status 500: for administrators, it can name paths
};

// {"time":"2026-01-31T12:00:00.000Z","request":"…","user":"anna","route":"POST
// /v1/query","status":200,"milliseconds":1.234}; after a failure also "error".
std::string access_line(const AccessEntry& entry, std::chrono::system_clock::time_point time);

class AccessLog {
 public:
  // `write` gets complete lines, one call at a time.
  explicit AccessLog(std::function<void(const std::string&)> write) : write_(std::move(write)) {}
  void add(const AccessEntry& entry);
  // {"time":"…","event":"database changed","what":"terms.toml"}; texts without characters that JSON escapes.
  void add_event(const std::string& event, const std::string& what);

 private:
  std::mutex mutex_;
  std::function<void(const std::string&)> write_;
};

}  // namespace sfumato::server
