// Patterns of agreement where masked cells may stand for several values: a label agrees with the values that
// it covers, and of a suppressed cell it is not known whether it agrees.
#pragma once

#include <cstdint>
#include <vector>

#include "stats/linkage/pair_patterns.hpp"

namespace sfumato::stats {

// One column: the places of the values of both files, and which pairs of them agree.
struct PatternColumn {
  std::vector<std::int32_t> original;  // by record; −1: missing, which agrees with nothing
  std::vector<std::int32_t> masked;    // by record; −1: suppressed
  std::size_t masked_values = 0;
  std::function<bool(std::int32_t original, std::int32_t masked)> agree;
};

class CoverPatterns : public PairPatterns {
 public:
  static constexpr std::size_t most_bits = 20;

  // The columns must outlive this, and their patterns have at most most_bits bits.
  CoverPatterns(const std::vector<PatternColumn>& columns, const Run& run);

  const PatternLayout& layout() const override { return layout_; }
  std::uint64_t pairs() const override { return std::uint64_t{originals_.row.size()} * masked_.row.size(); }
  std::uint32_t pattern(std::size_t i, std::size_t k) const override;
  void row(std::size_t i, std::span<std::uint32_t> patterns) const override;
  void for_each_row(const Visit& visit, const Run& run) const override;

 private:
  // Records that are equal in all columns.
  struct Classes {
    std::vector<std::uint32_t> row;    // the class of each record
    std::vector<std::uint32_t> first;  // a record of each class
    std::vector<std::uint32_t> size;   // records of each class
  };
  static Classes classes_of(const std::vector<PatternColumn>& columns, bool masked);

  std::uint32_t state(std::size_t column, std::int32_t original, std::int32_t masked) const;
  // The pattern of a class of originals with each class of masked records.
  void class_patterns(std::uint32_t original, std::vector<std::uint32_t>& patterns) const;

  const std::vector<PatternColumn>& columns_;
  PatternLayout layout_;
  Classes originals_, masked_;
  std::vector<std::vector<std::int32_t>> cells_;  // by column: of each class of masked records
};

}  // namespace sfumato::stats
