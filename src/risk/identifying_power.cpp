// Identifying power: which columns identify records uniquely, alone, together, and in addition to all others.
// It shows which column to generalize first.
#include <algorithm>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "stats/classes/unique_counts.hpp"

namespace sfumato::risk {
namespace {

using stats::ColumnPositions;

constexpr double most_sets = 200'000;

// C(columns, 1) + … + C(columns, largest).
double set_count(std::size_t columns, std::size_t largest) {
  double sets = 0.0, of_size = 1.0;
  for (std::size_t size = 1; size <= std::min(columns, largest); ++size) {
    of_size *= static_cast<double>(columns - size + 1) / static_cast<double>(size);
    sets += of_size;
  }
  return sets;
}

// What each column adds to sets of the others: the mean over sizes of the mean over sets of that size.
std::vector<double> average_gains(const std::vector<ColumnPositions>& sets, const std::vector<double>& power,
                                  std::size_t columns) {
  const auto before = [](const ColumnPositions& a, const ColumnPositions& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;  // as column_sets orders them
  };
  std::vector<double> gains(columns, 0.0);
  const std::size_t sizes = sets.back().size();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const double size = static_cast<double>(sets[i].size());
    // C(columns − 1, size − 1) sets of that size have a given column.
    double same_size = 1.0;
    for (double step = 1.0; step < size; step += 1.0)
      same_size *= (static_cast<double>(columns) - step) / step;
    for (const std::size_t position : sets[i]) {
      ColumnPositions rest = sets[i];
      std::erase(rest, position);
      const auto place = std::lower_bound(sets.begin(), sets.end(), rest, before) - sets.begin();
      const double gain = power[i] - (rest.empty() ? 0.0 : power[static_cast<std::size_t>(place)]);
      gains[position] += gain / (same_size * static_cast<double>(sizes));
    }
  }
  return gains;
}

struct IdentifyingPower {
  std::vector<std::string> keys;
  std::int64_t order = 3;
  std::int64_t top = 10;

  static MeasureInfo info() {
    return {
        .name = "identifying-power",
        .title = "Identifying power of sets of columns",
        .summary = "Share of records that are unique on all keys, and which sets of keys make them unique.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "distinct keys times sets of keys",
        .reference =
            "Sweeney (2000), Simple demographics often identify people uniquely, Carnegie Mellon University; "
            "Motwani, Xu (2007), Efficient algorithms for masking and finding quasi-identifiers, VLDB",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<IdentifyingPower>& list) {
    add_keys(list);
    list.integer("order", &IdentifyingPower::order)
        .range(1, 20)
        .unit("keys")
        .doc("Largest size of the sets of keys that are counted.");
    list.integer("top", &IdentifyingPower::top).range(1, 1000).unit("sets").doc("How many sets are listed.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const KeyedRecords keyed = keyed_records(original, masked, columns, keys, run);
    const auto& [used, kept, table, units] = keyed;
    Score result = described(original, keyed);
    if (!result.note.empty()) return result;
    const auto largest = static_cast<std::size_t>(order);
    if (const double sets = set_count(used.size(), largest); sets > most_sets) {
      result.note = std::to_string(used.size()) + " keys have " + rounded(sets, 15) + " sets of up to " +
                    std::to_string(order) + "; at most " + rounded(most_sets, 15) + " are counted";
      return result;
    }
    const KeyFrequencies found = key_frequencies(keyed, {}, MissingAs::category, 1.0, run);
    for (const double size : found.category) result.per_record.push_back(size == 1.0 ? 1.0 : 0.0);
    const std::vector<double> alone = risks_by_subject(result.per_record, keyed);
    result.per_record = kept.of_all(std::move(result.per_record), 0.0);
    const auto subjects = static_cast<double>(keyed.subjects());
    result.value = 100.0 * keyed.all_subjects().sum(alone) / subjects;
    if (units) {
      const stats::KeyClasses classes = stats::equal_classes(table, run);
      const auto uniques = std::count(classes.sizes.begin(), classes.sizes.end(), 1U);
      Value by_records = Value::object();
      by_records.set("percent", 100.0 * static_cast<double>(uniques) / static_cast<double>(kept.all()));
      result.details.set("by_records", by_records);
    }
    const std::vector<ColumnPositions> sets = stats::column_sets(used.size(), largest);
    const std::vector<double> power = percentages(keyed, sets, run);
    const std::vector<std::string> names = original.names(used);
    result.details.set("looked_at", sets.size()).set("sets", top_sets(sets, power, names));
    result.details.set("contributions", contributions(keyed, sets, power, *result.value, names, run));
    result.reading =
        rounded(*result.value, 3) + " % of the " + keyed.subjects_word() + " are unique on all their keys";
    const Value& first = result.details.at("sets").as_array().front();
    result.reading += ", and " + rounded(first.at("percent").as_number(), 3) + " % with " +
                      to_text(first.at("keys")) + " alone";
    return result;
  }

  static std::vector<double> percentages(const KeyedRecords& keyed, const std::vector<ColumnPositions>& sets,
                                         const Run& run) {
    std::vector<double> result;
    const std::vector<std::uint32_t> counts =
        keyed.units ? stats::unique_unit_counts(keyed.table, keyed.units->kept, sets, run)
                    : stats::unique_counts(keyed.table, sets, run);
    for (const std::uint32_t uniques : counts) {
      result.push_back(100.0 * uniques / static_cast<double>(keyed.subjects()));
    }
    return result;
  }

  Value top_sets(const std::vector<ColumnPositions>& sets, const std::vector<double>& power,
                 const std::vector<std::string>& names) const {
    std::vector<std::size_t> by_power(sets.size());
    std::iota(by_power.begin(), by_power.end(), std::size_t{0});
    std::stable_sort(by_power.begin(), by_power.end(),
                     [&](std::size_t a, std::size_t b) { return power[a] > power[b]; });
    by_power.resize(std::min(by_power.size(), static_cast<std::size_t>(top)));
    Value result = Value::array();
    for (const std::size_t i : by_power) {
      Value columns = Value::array(), one = Value::object();
      for (const std::size_t position : sets[i]) columns.push(names[position]);
      one.set("keys", columns).set("percent", power[i]);
      result.push(one);
    }
    return result;
  }

  static Value contributions(const KeyedRecords& keyed, const std::vector<ColumnPositions>& sets,
                             const std::vector<double>& power, double of_all,
                             const std::vector<std::string>& names, const Run& run) {
    std::vector<ColumnPositions> without(names.size());
    for (std::size_t j = 0; j < names.size(); ++j) {
      for (std::size_t other = 0; other < names.size(); ++other) {
        if (other != j) without[j].push_back(other);
      }
    }
    const std::vector<double> left = percentages(keyed, without, run);
    const std::vector<double> average = average_gains(sets, power, names.size());
    Value result = Value::object();
    for (std::size_t j = 0; j < names.size(); ++j) {
      Value one = Value::object();
      one.set("alone", power[j]).set("average", average[j]).set("last", of_all - left[j]);
      result.set(names[j], one);
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, identifying_power, IdentifyingPower)
