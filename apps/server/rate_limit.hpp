// Token buckets by name: each holds up to `burst` tokens and fills at `rate` per second; a request without a
// token must wait. The number of names is bounded, because clients choose them.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace sfumato::server {

class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  RateLimit(double rate, double burst, std::size_t max_names = 4096)
      : rate_(rate), burst_(burst), max_names_(max_names) {}

  // Takes a token if there is one.
  bool take(const std::string& name, Time now) { return use(name, now, true); }
  // Is there a token? Takes none.
  bool has(const std::string& name, Time now) { return use(name, now, false); }
  std::size_t names() const;

 private:
  struct Bucket {
    double tokens = 0;
    Time time;
  };
  bool use(const std::string& name, Time now, bool take);
  double tokens_at(const Bucket& bucket, Time now) const;
  void evict(Time now);

  double rate_, burst_;
  std::size_t max_names_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;  // a missing bucket is full
};

}  // namespace sfumato::server
