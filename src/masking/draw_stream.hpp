// A random stream with one draw for each record, which can be taken up at any record: a record gets the draw
// of its number, in whatever order records come.
#pragma once

#include "core/rng.hpp"

namespace sfumato::masking {

class DrawStream {
 public:
  explicit DrawStream(const Rng& start) : start_(start), next_(start) {}

  // The stream at the draw of this record; the caller draws exactly once.
  Rng& record(std::uint64_t number) {
    if (number != position_) next_ = start_.at(number);
    position_ = number + 1;
    return next_;
  }

 private:
  Rng start_, next_;
  std::uint64_t position_ = 0;  // of the next draw of `next_`
};

}  // namespace sfumato::masking
