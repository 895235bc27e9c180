// The risk of households: that some member of the household of a record is re-identified.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/value.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {

// For each record 1 − ∏ (1 − r) over the members of its household, as if members were found independently. A
// record without a household is one by itself. Factors are multiplied in ascending order of the risks, so
// that the order of the records does not matter.
std::vector<double> household_risks(const stats::KeyColumn& household, const std::vector<double>& risks);

// What households give together. Whole households may be counted apart and merged.
struct HouseholdTally {
  ExactSum expected;                   // of the risks of all records
  double largest = 0.0;                // of them
  std::uint64_t above = 0;             // records above the threshold
  std::uint64_t households_above = 0;  // households, and records without one, above it

  Value state() const;
  static HouseholdTally of_state(const Value& state);
  void merge(const HouseholdTally& other);
  // "household_expected" and its like.
  void describe(Value& details) const;
  // What is added to the reading of the measure.
  std::string words() const;
};

// A row stands for `times` members with one risk; empty: each for one.
HouseholdTally tally_households(const stats::KeyColumn& household, const std::vector<double>& risks,
                                std::span<const std::uint32_t> times, double threshold);

}  // namespace sfumato::risk
