// Equal risks may come in any order, since their factors are equal.
#include "risk/household_risk.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::risk {
namespace {

// ∏ (1 − r) of each household.
std::vector<double> chances_of_none(const stats::KeyColumn& household, const std::vector<double>& risks,
                                    std::span<const std::uint32_t> times) {
  std::vector<std::size_t> ascending(risks.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::sort(ascending.begin(), ascending.end(),
            [&](std::size_t a, std::size_t b) { return risks[a] < risks[b]; });
  std::vector<double> none_found(static_cast<std::size_t>(household.distinct), 1.0);
  for (const std::size_t row : ascending) {
    if (household.codes[row] == stats::KeyColumn::missing) continue;
    double& none = none_found[static_cast<std::size_t>(household.codes[row])];
    const std::uint32_t members = times.empty() ? 1 : times[row];
    for (std::uint32_t i = 0; i < members; ++i) none *= 1.0 - risks[row];
  }
  return none_found;
}

const Value& item_at(const Value& state, std::size_t place) {
  if (!state.is_array() || place >= state.as_array().size()) bad_input("a state of households is damaged");
  return state.as_array()[place];
}

std::uint64_t whole_at(const Value& state, std::size_t place) {
  const Value& item = item_at(state, place);
  if (!item.is_integer() || item.as_integer() < 0) bad_input("a state of households is damaged");
  return static_cast<std::uint64_t>(item.as_integer());
}

}  // namespace

std::vector<double> household_risks(const stats::KeyColumn& household, const std::vector<double>& risks) {
  const std::vector<double> none_found = chances_of_none(household, risks, {});
  std::vector<double> result(risks.size());
  for (std::size_t row = 0; row < risks.size(); ++row) {
    const bool alone = household.codes[row] == stats::KeyColumn::missing;
    result[row] = alone ? risks[row] : 1.0 - none_found[static_cast<std::size_t>(household.codes[row])];
  }
  return result;
}

HouseholdTally tally_households(const stats::KeyColumn& household, const std::vector<double>& risks,
                                std::span<const std::uint32_t> times, double threshold) {
  const std::vector<double> none_found = chances_of_none(household, risks, times);
  std::vector<bool> exposed(none_found.size(), false);
  HouseholdTally tally;
  for (std::size_t row = 0; row < risks.size(); ++row) {
    const std::uint32_t members = times.empty() ? 1 : times[row];
    const bool alone = household.codes[row] == stats::KeyColumn::missing;
    const auto code = static_cast<std::size_t>(alone ? 0 : household.codes[row]);
    const double together = alone ? risks[row] : 1.0 - none_found[code];
    tally.expected.add(together, members);
    tally.largest = std::max(tally.largest, together);
    if (!(together > threshold)) continue;
    tally.above += members;
    if (alone) {
      tally.households_above += members;
    } else if (!exposed[code]) {
      exposed[code] = true;
      ++tally.households_above;
    }
  }
  return tally;
}

Value HouseholdTally::state() const {
  return Value(Value::Array{expected.state(), largest, above, households_above});
}

HouseholdTally HouseholdTally::of_state(const Value& state) {
  const Value& most = item_at(state, 1);
  if (!most.is_number()) bad_input("a state of households is damaged");
  return {ExactSum::of_state(item_at(state, 0)), most.as_number(), whole_at(state, 2), whole_at(state, 3)};
}

void HouseholdTally::merge(const HouseholdTally& other) {
  expected.add(other.expected);
  largest = std::max(largest, other.largest);
  above += other.above;
  households_above += other.households_above;
}

void HouseholdTally::describe(Value& details) const {
  details.set("household_expected", expected.value())
      .set("household_largest", largest)
      .set("household_above", above)
      .set("households_above", households_above);
}

std::string HouseholdTally::words() const {
  return ", " + rounded(expected.value()) + " with the other members of their household";
}

}  // namespace sfumato::risk
