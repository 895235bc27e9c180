// In which columns two records agree, for every pair of records of two files: what probabilistic linkage
// needs to know of them, however agreement is decided.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/models/latent_classes.hpp"

namespace sfumato::stats {

struct PatternCount {
  std::uint32_t pattern;
  std::uint32_t count;
};

class PairPatterns {
 public:
  virtual ~PairPatterns() = default;

  // The bits of a pattern.
  virtual const PatternLayout& layout() const = 0;
  virtual std::uint64_t pairs() const = 0;
  virtual std::uint32_t pattern(std::size_t i, std::size_t k) const = 0;
  // The patterns of row i with every row of the other file; there are as many places in `patterns`.
  virtual void row(std::size_t i, std::span<std::uint32_t> patterns) const = 0;

  // Calls visit(i, patterns) once for each row of the first file, with the patterns that it makes with the
  // rows of the other, ascending. In any order and from several threads at once.
  using Visit = std::function<void(std::size_t, std::span<const PatternCount>)>;
  virtual void for_each_row(const Visit& visit, const Run& run) const = 0;

  // How many of all pairs make each pattern.
  std::vector<std::uint64_t> counts(const Run& run) const;
};

// The counts of patterns of the first `bits` bits, from those of more.
std::vector<std::uint64_t> first_columns(std::span<const std::uint64_t> counts, std::size_t bits);

}  // namespace sfumato::stats
