#include "server/rate_limit.hpp"

#include <algorithm>

namespace sfumato::server {

std::size_t RateLimit::names() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

double RateLimit::tokens_at(const Bucket& bucket, Time now) const {
  const double seconds = std::max(0.0, std::chrono::duration<double>(now - bucket.time).count());
  return std::min(burst_, bucket.tokens + rate_ * seconds);
}

// A full bucket need not be kept. If none is full, the fullest is removed: this changes least.
void RateLimit::evict(Time now) {
  if (buckets_.size() < max_names_) return;
  std::erase_if(buckets_, [&](const auto& one) { return tokens_at(one.second, now) >= burst_; });
  if (buckets_.size() < max_names_) return;
  buckets_.erase(std::max_element(buckets_.begin(), buckets_.end(), [&](const auto& one, const auto& other) {
    return tokens_at(one.second, now) < tokens_at(other.second, now);
  }));
}

bool RateLimit::use(const std::string& name, Time now, bool take) {
  const std::lock_guard lock(mutex_);
  const auto found = buckets_.find(name);
  const double tokens = found == buckets_.end() ? burst_ : tokens_at(found->second, now);
  if (!take || tokens < 1) return tokens >= 1;
  if (found != buckets_.end()) {
    found->second = {tokens - 1, now};
    return true;
  }
  evict(now);
  buckets_.emplace(name, Bucket{tokens - 1, now});
  return true;
}

}  // namespace sfumato::server
