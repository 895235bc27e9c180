// With wildcards a unit may agree by several of its records, and counts once: the units that agree with a
// class are collected, from few of them on only as far as the result needs.
#include "verify/unit_records.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace sfumato::verify {
namespace {

using DistinctUnits = std::vector<std::uint32_t>;  // ascending

DistinctUnits distinct_units(const Rows& rows, const UnitCodes& units) {
  DistinctUnits result;
  for (const std::uint32_t row : rows) result.push_back(units[row]);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// Classes with wildcards, by the values of each key.
class AgreeingUnits {
 public:
  AgreeingUnits(const KeyTexts& keys, const std::vector<Rows>& classes, const UnitCodes& units)
      : keys_(keys), classes_(classes), by_value_(keys.codes.size()), without_(keys.codes.size()) {
    for (std::uint32_t number = 0; number < classes.size(); ++number) {
      units_.push_back(distinct_units(classes[number], units));
      if (is_blank(keys, classes[number].front())) continue;
      for (std::size_t key = 0; key < keys.codes.size(); ++key) {
        const std::uint32_t value = code(number, key);
        (value == KeyTexts::missing ? without_[key] : by_value_[key][value]).push_back(number);
      }
    }
  }

  const DistinctUnits& of(std::uint32_t number) const { return units_[number]; }

  // How many units agree with the class, or `enough` where there are as many or more.
  std::size_t agreeing(std::uint32_t number, std::size_t enough) const {
    std::unordered_set<std::uint32_t> found(units_[number].begin(), units_[number].end());
    const auto [having, missing] = candidates(number);
    for (const std::vector<std::uint32_t>* others : {having, missing}) {
      for (const std::uint32_t other : *others) {
        if (found.size() >= enough) return enough;
        if (agree(number, other)) found.insert(units_[other].begin(), units_[other].end());
      }
    }
    return std::min(found.size(), enough);
  }

 private:
  std::uint32_t code(std::uint32_t number, std::size_t key) const {
    return keys_.codes[key][classes_[number].front()];
  }
  // The classes that agree in the key which leaves fewest of them.
  using Candidates = std::pair<const std::vector<std::uint32_t>*, const std::vector<std::uint32_t>*>;
  Candidates candidates(std::uint32_t number) const {
    Candidates best;
    std::size_t fewest = SIZE_MAX;
    for (std::size_t key = 0; key < keys_.codes.size(); ++key) {
      if (code(number, key) == KeyTexts::missing) continue;
      const auto& having = by_value_[key].at(code(number, key));
      if (having.size() + without_[key].size() >= fewest) continue;
      fewest = having.size() + without_[key].size();
      best = {&having, &without_[key]};
    }
    return best;
  }
  bool agree(std::uint32_t a, std::uint32_t b) const {
    for (std::size_t key = 0; key < keys_.codes.size(); ++key) {
      const std::uint32_t of_a = code(a, key), of_b = code(b, key);
      if (of_a != of_b && of_a != KeyTexts::missing && of_b != KeyTexts::missing) return false;
    }
    return true;
  }

  const KeyTexts& keys_;
  const std::vector<Rows>& classes_;
  std::vector<DistinctUnits> units_;
  std::vector<std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>> by_value_;  // [key][value]
  std::vector<std::vector<std::uint32_t>> without_;                                      // by key
};

}  // namespace

UnitCodes unit_codes(const Table& table, ColumnId column) {
  UnitCodes codes = key_texts(table, {column}).codes.front();
  auto next = static_cast<std::uint32_t>(codes.size());  // there are at most as many values
  for (std::uint32_t& code : codes) {
    if (code == KeyTexts::missing) code = next++;
  }
  return codes;
}

std::size_t count_units(const UnitCodes& units, const Rows& rows) {
  return distinct_units(rows, units).size();
}

Agreement category_unit_agreement(const std::vector<Rows>& classes, const UnitCodes& units, std::size_t k) {
  Agreement result;
  std::set<std::uint32_t> below;
  for (const Rows& members : classes) {
    const DistinctUnits own = distinct_units(members, units);
    if (result.smallest == 0 || own.size() < result.smallest) result.smallest = own.size();
    if (own.size() < k) below.insert(own.begin(), own.end());
  }
  result.below = below.size();
  return result;
}

Agreement wildcard_unit_agreement(const KeyTexts& keys, const std::vector<Rows>& classes,
                                  const UnitCodes& units, std::size_t k, const Run& run) {
  const AgreeingUnits agreeing(keys, classes, units);
  std::set<std::uint32_t> below, all;
  for (std::uint32_t number = 0; number < classes.size(); ++number) {
    all.insert(agreeing.of(number).begin(), agreeing.of(number).end());
  }
  std::vector<std::uint32_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return agreeing.of(a).size() < agreeing.of(b).size(); });
  std::size_t smallest = SIZE_MAX;
  for (const std::uint32_t number : order) {
    run.check_stop();
    const std::size_t enough = std::max(k, smallest);
    if (agreeing.of(number).size() >= enough) break;  // and so have all that follow
    const std::size_t found =
        is_blank(keys, classes[number].front()) ? all.size() : agreeing.agreeing(number, enough);
    smallest = std::min(smallest, found);
    if (found < k) below.insert(agreeing.of(number).begin(), agreeing.of(number).end());
  }
  return {classes.empty() ? 0 : smallest, below.size()};
}

}  // namespace sfumato::verify
