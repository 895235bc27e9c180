// Counters for monitoring the server, in the text format of Prometheus (version 0.0.4). They contain nothing
// about records or questions.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "queries/ledger.hpp"

namespace sfumato::server {

class Metrics {
 public:
  void begin();  // a request starts
  // `route` is one of our fixed names, never a path chosen by a client.
  void end(const std::string& route, int status, std::chrono::duration<double> took);
  // Input that was not a valid request.
  void refused(int status);
  void count_failed_authentication();
  void count_limited();

  std::string text(const queries::Balance& balance) const;

 private:
  struct Durations {
    std::array<std::uint64_t, 8> at_most{};  // by bound, not cumulative
    std::uint64_t count = 0;
    double seconds = 0;
  };
  mutable std::mutex mutex_;
  std::int64_t under_way_ = 0;
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;
  std::map<std::string, Durations> durations_;
  std::uint64_t failed_authentications_ = 0, limited_ = 0;
};

}  // namespace sfumato::server
