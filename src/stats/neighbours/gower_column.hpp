// Columns of numbers and categories as Gower's distance uses them, and their centres.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "stats/neighbours/category_distance.hpp"

namespace sfumato::stats {

// The centre of categories: the mode, the median in their order (the lower of two), or the one with the
// smallest sum of distances to all others.
enum class Centre { mode, median, marginality };

// Numbers scaled to a range of 1, NaN where missing; or codes of categories, where `missing_code` (if not −1)
// stands for missing cells and is a category like others.
struct GowerColumn {
  bool categorical = false;
  std::vector<double> numbers = {};
  std::vector<std::int32_t> codes = {};
  std::size_t count = 0;  // of codes
  CategoryDistance distance = CategoryDistance::nominal();
  Centre centre = Centre::mode;
  std::int32_t missing_code = -1;
};

// A record, or the centre of several: a number or a code for each column.
struct GowerPoint {
  std::vector<double> numbers;
  std::vector<std::int32_t> codes;
};

// A point that was found, and its distance.
using GowerCandidate = std::pair<double, std::uint32_t>;
constexpr std::uint32_t no_point = ~std::uint32_t{0};

// The centre of categories and how often each occurs, ascending by code; one at least. Of equals the lowest.
// A median is missing where more than half are.
std::int32_t centre_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts);

}  // namespace sfumato::stats
