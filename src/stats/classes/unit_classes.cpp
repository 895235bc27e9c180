// With wildcards, a unit that has records in several classes may match more than once and counts once. Only
// such units are collected one by one; all others are summed by class.
#include "stats/classes/unit_classes.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>

#include "core/exact_sum.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t classes_at_once = 2048;

Units renumbered(const std::vector<std::uint32_t>& of_row, std::size_t largest) {
  constexpr std::uint32_t none = 0xffffffffU;
  Units result{std::vector<std::uint32_t>(of_row.size()), 0};
  std::vector<std::uint32_t> numbers(largest, none);
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    std::uint32_t& number = numbers[of_row[row]];
    if (number == none) number = result.count++;
    result.of_row[row] = number;
  }
  return result;
}

// Whole numbers, so that the order of units does not matter.
struct UnitAmount {
  std::int64_t units = 0;
  BinaryUnits::Wide weight = 0;

  void add(const UnitAmount& other) {
    units += other.units;
    weight += other.weight;
  }
};

// Classes that are equal on the columns which two patterns both have.
struct MatchingClasses {
  UnitAmount settled;                  // units with records in one class only
  std::vector<std::uint32_t> classes;  // those with other units
};

using Codes32 = std::vector<std::int32_t>;

struct CodesHash {
  std::size_t operator()(const Codes32& codes) const {
    std::uint64_t mixed = 0x9e3779b97f4a7c15ULL;
    for (const std::int32_t code : codes) {
      mixed = (mixed ^ static_cast<std::uint32_t>(code)) * 0xbf58476d1ce4e5b9ULL;
      mixed ^= mixed >> 29U;
    }
    return mixed;
  }
};

using MatchTable = std::unordered_map<Codes32, MatchingClasses, CodesHash>;
using Known = std::vector<bool>;  // which columns are not missing

class UnitMatching {
 public:
  UnitMatching(const KeyTable& keys, const Units& units, std::span<const double> weights, double alpha,
               const Run& run)
      : keys_(keys),
        units_(units),
        weights_(weights),
        alpha_(alpha),
        run_(run),
        classes_(equal_classes(keys, run)),
        members_(class_units(classes_, units)),
        classes_of_unit_(units.count, 0),
        settled_(classes_.count()),
        totals_(classes_.count()),
        own_(members_.units.size(), alpha),
        grid_(weights, static_cast<double>(weights.size())) {
    for (const std::uint32_t unit : members_.units) ++classes_of_unit_[unit];
    for (std::uint32_t number = 0; number < classes_.count(); ++number) {
      Known known;
      for (const KeyColumn& column : keys.columns) {
        known.push_back(column.codes[classes_.first[number]] != KeyColumn::missing);
      }
      patterns_[known].push_back(number);
      for (const std::uint32_t unit : members_.of(number)) {
        if (classes_of_unit_[unit] > 1) continue;
        settled_[number].add(amount(unit));
      }
    }
  }

  WildcardCounts counted() {
    for (const auto& [known, classes] : patterns_) {
      if (is_blank(known)) {
        const Total all = everything();
        for (const std::uint32_t number : classes) set_all(number, all);
      } else {
        count(known, classes);
      }
    }
    WildcardCounts result;
    result.records.resize(keys_.rows);
    if (!weights_.empty()) result.weights.resize(keys_.rows);
    for (std::size_t row = 0; row < keys_.rows; ++row) {
      const std::uint32_t number = classes_.of_row[row], unit = units_.of_row[row];
      const auto members = members_.of(number);
      const auto place = std::lower_bound(members.begin(), members.end(), unit) - members.begin();
      const double missed = 1.0 - own_[members_.begin[number] + static_cast<std::size_t>(place)];
      result.records[row] = totals_[number].units + missed;
      if (!weights_.empty()) result.weights[row] = totals_[number].weight + missed * weights_[unit];
    }
    return result;
  }

 private:
  static bool is_blank(const Known& known) {
    return std::find(known.begin(), known.end(), true) == known.end();
  }
  static bool is_complete(const Known& known) {
    return std::find(known.begin(), known.end(), false) == known.end();
  }

  UnitAmount amount(std::uint32_t unit) const {
    return {1, weights_.empty() ? BinaryUnits::Wide{0} : grid_.units(weights_[unit])};
  }
  // What matches with a column that is missing on both sides counts alpha.
  struct Total {
    double units = 0.0;
    double weight = 0.0;
  };
  Total total_of(const UnitAmount& whole, const UnitAmount& sharing) const {
    return {static_cast<double>(whole.units) + alpha_ * static_cast<double>(sharing.units),
            grid_.number(whole.weight) + alpha_ * grid_.number(sharing.weight)};
  }

  Total everything() const {
    UnitAmount all;
    for (std::uint32_t unit = 0; unit < units_.count; ++unit) all.add(amount(unit));
    return total_of(all, {});
  }

  void set_all(std::uint32_t number, const Total& all) {
    totals_[number] = all;
    for (std::size_t i = members_.begin[number]; i < members_.begin[number + 1]; ++i) own_[i] = 1.0;
  }

  Codes32 codes_of(std::uint32_t number, const std::vector<std::size_t>& columns) const {
    Codes32 codes;
    for (const std::size_t j : columns) codes.push_back(keys_.columns[j].codes[classes_.first[number]]);
    return codes;
  }

  // The classes of one pattern by the columns that it shares with another.
  struct Side {
    std::vector<std::size_t> common;
    double factor = 1.0;
    MatchTable table;
  };
  Side side(const Known& known, const Known& other, const std::vector<std::uint32_t>& classes) const {
    Side result;
    bool both_miss = false;
    for (std::size_t j = 0; j < known.size(); ++j) {
      if (known[j] && other[j]) result.common.push_back(j);
      both_miss = both_miss || (!known[j] && !other[j]);
    }
    result.factor = both_miss ? alpha_ : 1.0;
    for (const std::uint32_t number : classes) {
      MatchingClasses& same = result.table[codes_of(number, result.common)];
      same.settled.add(settled_[number]);
      if (static_cast<std::size_t>(settled_[number].units) < members_.count(number))
        same.classes.push_back(number);
    }
    return result;
  }

  void count(const Known& known, const std::vector<std::uint32_t>& classes) {
    std::vector<Side> sides;
    for (const auto& [other, members] : patterns_) {
      run_.check_stop();
      if (!is_blank(other)) sides.push_back(side(known, other, members));
    }
    const bool complete = is_complete(known);
    run_.blocks(classes.size(), classes_at_once, [&](std::size_t, std::size_t begin, std::size_t end) {
      run_.check_stop();
      std::vector<double> factors(units_.count, -1.0);
      for (std::size_t i = begin; i < end; ++i) count_class(classes[i], complete, sides, factors);
    });
  }

  // `factors` is −1 for every unit before and after.
  void count_class(std::uint32_t number, bool complete, const std::vector<Side>& sides,
                   std::vector<double>& factors) {
    UnitAmount whole, sharing;
    std::vector<std::uint32_t> several;
    for (const Side& one : sides) {
      const auto found = one.table.find(codes_of(number, one.common));
      if (found == one.table.end()) continue;
      (one.factor == 1.0 ? whole : sharing).add(found->second.settled);
      for (const std::uint32_t other : found->second.classes) {
        for (const std::uint32_t unit : members_.of(other)) {
          if (classes_of_unit_[unit] < 2) continue;
          if (factors[unit] < 0.0) several.push_back(unit);
          factors[unit] = std::max(factors[unit], one.factor);
        }
      }
    }
    for (const std::uint32_t unit : several) (factors[unit] == 1.0 ? whole : sharing).add(amount(unit));
    totals_[number] = total_of(whole, sharing);
    for (std::size_t i = members_.begin[number]; i < members_.begin[number + 1]; ++i) {
      const double factor = factors[members_.units[i]];
      own_[i] = factor >= 0.0 ? factor : complete ? 1.0 : alpha_;
    }
    for (const std::uint32_t unit : several) factors[unit] = -1.0;
  }

  const KeyTable& keys_;
  const Units& units_;
  std::span<const double> weights_;
  double alpha_;
  const Run& run_;
  KeyClasses classes_;
  ClassUnits members_;
  std::vector<std::uint32_t> classes_of_unit_;
  std::vector<UnitAmount> settled_;  // by class: its units that are in no other class
  std::map<Known, std::vector<std::uint32_t>> patterns_;
  std::vector<Total> totals_;  // by class
  std::vector<double> own_;    // what a unit of a class counts there, in the order of `members_`
  BinaryUnits grid_;           // of weights
};

template <class Better>
std::vector<double> best_of_units(const std::vector<double>& of_row, const Units& units, Better better) {
  std::vector<double> result(units.count);
  std::vector<bool> seen(units.count, false);
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    const std::uint32_t unit = units.of_row[row];
    if (!seen[unit] || better(of_row[row], result[unit])) result[unit] = of_row[row];
    seen[unit] = true;
  }
  return result;
}

}  // namespace

Units units_of(const Column& column) {
  const KeyColumn keys = key_column(column);
  std::vector<std::uint32_t> of_row(keys.codes.size());
  auto next = static_cast<std::uint32_t>(keys.distinct);
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    of_row[row] =
        keys.codes[row] == KeyColumn::missing ? next++ : static_cast<std::uint32_t>(keys.codes[row]);
  }
  return renumbered(of_row, next);
}

Units units_of(const Units& units, std::span<const std::size_t> rows) {
  std::vector<std::uint32_t> of_row;
  for (const std::size_t row : rows) of_row.push_back(units.of_row[row]);
  return renumbered(of_row, units.count);
}

std::vector<double> smallest_of_units(const std::vector<double>& of_row, const Units& units) {
  return best_of_units(of_row, units, std::less<>());
}

std::vector<double> largest_of_units(const std::vector<double>& of_row, const Units& units) {
  return best_of_units(of_row, units, std::greater<>());
}

std::vector<std::uint32_t> text_places(const Column& column, const KeyColumn& codes) {
  std::vector<std::string> texts(static_cast<std::size_t>(codes.distinct));
  std::vector<bool> seen(texts.size(), false);
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    if (codes.codes[row] == KeyColumn::missing) continue;
    const auto code = static_cast<std::size_t>(codes.codes[row]);
    if (!seen[code]) texts[code] = column.text(row);
    seen[code] = true;
  }
  std::vector<std::uint32_t> order(texts.size()), places(texts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return texts[a] < texts[b]; });
  for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

ClassUnits class_units(const KeyClasses& classes, const Units& units) {
  std::vector<std::uint64_t> pairs;
  pairs.reserve(classes.of_row.size());
  for (std::size_t row = 0; row < classes.of_row.size(); ++row) {
    pairs.push_back(std::uint64_t{classes.of_row[row]} << 32U | units.of_row[row]);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  ClassUnits result{{0}, {}};
  result.units.reserve(pairs.size());
  for (const std::uint64_t pair : pairs) {
    while (result.begin.size() <= pair >> 32U) result.begin.push_back(result.units.size());
    result.units.push_back(static_cast<std::uint32_t>(pair));
  }
  result.begin.resize(classes.count() + 1, result.units.size());
  return result;
}

WildcardCounts wildcard_unit_counts(const KeyTable& keys, const Units& units, std::span<const double> weights,
                                    double alpha, const Run& run) {
  return UnitMatching(keys, units, weights, alpha, run).counted();
}

std::vector<std::uint32_t> unique_unit_counts(const KeyTable& keys, const Units& units,
                                              const std::vector<std::vector<std::size_t>>& sets,
                                              const Run& run) {
  std::vector<std::uint32_t> result(sets.size(), 0);
  run.parallel(sets.size(), [&](std::size_t i) {
    run.check_stop();
    const KeyClasses classes = equal_classes(keys, sets[i], run);
    std::vector<bool> shared(classes.count(), false), unique(units.count, false);
    for (std::size_t row = 0; row < keys.rows; ++row) {
      const std::uint32_t number = classes.of_row[row];
      if (units.of_row[row] != units.of_row[classes.first[number]]) shared[number] = true;
    }
    for (std::size_t row = 0; row < keys.rows; ++row) {
      if (!shared[classes.of_row[row]]) unique[units.of_row[row]] = true;
    }
    result[i] = static_cast<std::uint32_t>(std::count(unique.begin(), unique.end(), true));
  });
  return result;
}

}  // namespace sfumato::stats
