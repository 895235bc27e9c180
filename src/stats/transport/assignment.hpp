// Linear sum assignment: the one-to-one pairing of rows and columns with the largest total weight.
// Weights take few values, so a pair is stored as a short code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"

namespace sfumato::stats {

struct CodedWeights {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint16_t> codes = {};  // row by row
  std::vector<double> levels = {};        // the weight of each code

  double weight(std::size_t row, std::size_t column) const { return levels[codes[row * columns + column]]; }
};

constexpr std::size_t most_assignment_columns = 65536;

// The column of each row, no column twice. Needs at least as many columns as rows. Of several best
// pairings it gives one that depends on the order of rows and columns: a caller that needs an unbiased choice
// shuffles both. Weights are rounded to 2⁻⁴⁰ of the largest, and for these the total is exactly the largest.
// Takes two more bytes for each pair.
std::vector<std::uint32_t> assignment(const CodedWeights& weights, const Run& run);

}  // namespace sfumato::stats
