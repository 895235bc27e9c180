// Counts for whoever watches over the server, in the text format of Prometheus (version 0.0.4). Nothing in
// them is about records or questions.
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
  void begin();  // a request is under way
  // `route` is one of a few names of ours, never a path that a client has made up.
  void end(const std::string& route, int status, std::chrono::duration<double> took);
  // What came in and was no request.
  void refused(int status);
  void count_failed_authentication();
  void count_limited();

  std::string text(const queries::Balance& balance) const;

 private:
  struct Durations {
    std::array<std::uint64_t, 8> at_most{};  // by bound, not yet summed up
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
