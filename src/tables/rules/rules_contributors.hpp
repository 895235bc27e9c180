// The contributors of a cell as the rules count them: respondents or holdings, weighted or not. Rules and
// descriptions of attacks use the same two numbers: how many, and the sum of the largest.
#pragma once

#include <array>
#include <optional>

#include "tables/cell_table.hpp"
#include "tables/rules/rules_fraction.hpp"

namespace sfumato::tables {

// Sums are of absolute values |amount|, so that negative contributions count by their size.
class CountedContributors {
 public:
  // With `weighted` a contribution of weight w is w respondents of that amount each. Without, it is one
  // respondent of w times the amount. Both add up to the same total, Σ weight · |amount|.
  CountedContributors(const Contributors& contributors, bool holdings, bool weighted);

  std::int64_t count() const { return count_; }
  const Fraction& total() const { return total_; }
  bool complete() const { return static_cast<std::int64_t>(kept_) >= count_; }
  std::size_t kept() const { return kept_; }
  bool has_negative() const { return negative_; }
  // The largest part with this request code, 0 or 1.
  const Fraction& request(std::size_t code) const { return requests_[code]; }

  // The sum of the `number` largest respondents; with fractional weights the last one counts in part. The sum
  // of all where there are fewer. Empty where too few contributions were kept.
  std::optional<Fraction> sum_of_largest(std::int64_t number) const;

 private:
  struct Part {
    Fraction size;
    Fraction respondents;
  };
  std::vector<Part> parts_;  // by size descending
  std::int64_t count_ = 0;
  std::size_t kept_ = 0;
  Fraction total_;
  std::array<Fraction, 2> requests_;
  bool negative_ = false;
};

}  // namespace sfumato::tables
