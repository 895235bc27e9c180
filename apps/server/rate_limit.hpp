// Token buckets by name: each holds up to `burst` tokens and fills at `rate` a second; who finds none must
// wait. How many names are kept is bounded, whoever makes them up.
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

  RateLimit(double rate, double burst, std::size_t most_names = 4096)
      : rate_(rate), burst_(burst), most_names_(most_names) {}

  // Takes a token where there is one.
  bool take(const std::string& name, Time now) { return use(name, now, true); }
  // Would there be one?
  bool has(const std::string& name, Time now) { return use(name, now, false); }
  std::size_t names() const;

 private:
  struct Bucket {
    double tokens = 0;
    Time time;
  };
  bool use(const std::string& name, Time now, bool take);
  double tokens_at(const Bucket& bucket, Time now) const;
  void make_room(Time now);

  double rate_, burst_;
  std::size_t most_names_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;  // one that is not here is full
};

}  // namespace sfumato::server
