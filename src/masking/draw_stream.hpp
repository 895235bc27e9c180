// A random stream with one draw for each record, which can be taken up at any record: blocks that come one
// after the other go on where the last one ended.
#pragma once

#include "core/rng.hpp"

namespace sfumato::masking {

class DrawStream {
 public:
  explicit DrawStream(const Rng& start) : start_(start), next_(start) {}

  // The stream of records `first` … `first + count − 1`; the caller draws exactly once for each of them.
  Rng& records(std::uint64_t first, std::uint64_t count) {
    if (first < position_) {
      next_ = start_;
      position_ = 0;
    }
    for (; position_ < first; ++position_) next_.bits();
    position_ += count;
    return next_;
  }

 private:
  Rng start_, next_;
  std::uint64_t position_ = 0;  // draws that `next_` has made
};

}  // namespace sfumato::masking
