// Records of a space that are equal in all columns, together: searches take each of them once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/gower_space.hpp"

namespace sfumato::stats {

// In ascending order of their values, column by column; rows of a class ascend.
class EqualRecords {
 public:
  EqualRecords(const SpaceRecords& records, const Run& run);

  std::size_t count() const { return starts_.size() - 1; }
  std::span<const std::uint32_t> rows(std::size_t number) const {
    return std::span(order_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> starts_;  // of each class in it, and the end
};

}  // namespace sfumato::stats
