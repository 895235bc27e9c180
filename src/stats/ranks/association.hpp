// How strongly two columns of any kinds go together, from 0 to 1 (numbers: −1 to 1): what an analysis of a
// synthetic file should find as it is in the original.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sfumato::stats {

// A column for one of its rows each: numbers, NaN where missing, or codes 0 … categories − 1, −1 where
// missing.
struct AssociatedColumn {
  bool categorical = false;
  std::vector<double> numbers = {};
  std::vector<std::int32_t> codes = {};
  std::size_t categories = 0;
  std::vector<double> ranks =
      {};  // of numbers of which none is missing, so that they are ranked once; or empty

  std::size_t size() const { return categorical ? codes.size() : numbers.size(); }
  bool missing(std::size_t row) const;
};

// Over rows where both are present: Spearman's rank correlation of two numbers, Cramér's V of two categories
// (√(χ²/(n·(min(rows, columns) − 1))), of those that occur), the correlation ratio η of a number by a
// category (√ of the between-group share of the sum of squares). None where one is constant there.
std::optional<double> association(const AssociatedColumn& a, const AssociatedColumn& b);

}  // namespace sfumato::stats
