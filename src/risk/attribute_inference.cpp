// Attribute inference: an attacker who knows the keys of a person guesses the target from the nearest
// synthetic record. Being right more often for people in the data than for others is the leak; the rest is
// statistics.
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/synthetic_tables.hpp"
#include "stats/categories/joint_codes.hpp"
#include "stats/neighbours/gower_nearest.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::risk {
namespace {

constexpr double tolerance_share = 0.05;  // of the width that a guess of a number may be wrong by

// The target of all files: numbers, NaN where missing, or codes. Two are the same guess within `tolerance`.
struct Wanted {
  std::vector<std::vector<double>> values;  // by file
  double tolerance = 0.0;
};

double width_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const double middle = stats::quantile(values, 0.95) - stats::quantile(values, 0.05);
  return middle > 0.0 ? middle : values.back() - values.front();
}

Wanted wanted_values(const SyntheticTables& tables, const std::string& target) {
  std::vector<const Column*> columns;
  bool text = false;
  for (const Table* table : tables.all()) {
    columns.push_back(&table->column(table->require(target)));
    text = text || columns.back()->is_text();
  }
  Wanted result;
  const ColumnInfo& info = tables.original.info(tables.original.require(target));
  if (info.kind == Kind::numeric && !text) {
    for (const Column* column : columns) result.values.push_back(column->to_numbers());
    result.tolerance = tolerance_share * width_of(result.values.front());
    return result;
  }
  for (const std::vector<std::int32_t>& codes : stats::joint_codes(columns).codes) {
    std::vector<double>& values = result.values.emplace_back();
    for (const std::int32_t code : codes) values.push_back(code < 0 ? std::nan("") : code);
  }
  return result;
}

// How often the nearest synthetic record is right about the records of one file; those whose target is
// missing are not asked for.
struct Rate {
  double right = 0.0, asked = 0.0;

  double share() const { return asked > 0.0 ? right / asked : 0.0; }
  Value value() const {
    Value result = Value::object();
    result.set("percent", asked > 0.0 ? Value(100.0 * share()) : Value())
        .set("interval", percent_interval(stats::wilson(right, asked, interval_level)))
        .set("records", asked);
    return result;
  }
};

// By record: the share of the nearest synthetic records that are right, NaN where the target is missing.
std::vector<double> chances_right(const stats::GowerSpace& space, std::size_t file, const Wanted& wanted,
                                  const Run& run) {
  std::vector<double> result(space.tables[file].rows, std::nan(""));
  stats::for_nearest_records(
      space, space.tables[file], space.tables[1], run,
      [&](std::span<const std::uint32_t> rows, std::span<const std::uint32_t> nearest) {
        std::vector<double> guesses;
        for (const std::uint32_t row : nearest) {
          if (!std::isnan(wanted.values[1][row])) guesses.push_back(wanted.values[1][row]);
        }
        std::sort(guesses.begin(), guesses.end());
        for (const std::uint32_t row : rows) {
          const double truth = wanted.values[file][row];
          if (std::isnan(truth)) continue;
          // The same comparison for all, since sums round.
          const auto low = std::partition_point(
              guesses.begin(), guesses.end(), [&](double guess) { return truth - guess > wanted.tolerance; });
          const auto high = std::partition_point(
              low, guesses.end(), [&](double guess) { return guess - truth <= wanted.tolerance; });
          result[row] = static_cast<double>(high - low) / static_cast<double>(nearest.size());
        }
      });
  return result;
}

Rate rate_of(const std::vector<double>& chances) {
  Rate result;
  for (const double chance : chances) {
    if (std::isnan(chance)) continue;
    result.right += chance;
    ++result.asked;
  }
  return result;
}

struct AttributeInference {
  std::vector<std::string> keys;
  std::string target;
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "attribute-inference",
            .title = "Attribute inference",
            .summary = "How much better the target of a person in the data is guessed than of another.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "-100 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "about n log n, times the records that are equally near",
            .reference =
                "Giomi, Boenisch, Wehmeyer, Tasnádi (2023), A unified framework for quantifying privacy risk "
                "in synthetic data, PoPETs 2023(2); Newcombe (1998), Statistics in Medicine 17",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<AttributeInference>& list) {
    add_keys(list);
    add_target(list);
    add_holdout(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    const std::optional<KnownAndWanted> chosen = known_and_wanted(original, columns, keys, target, result);
    if (result.note.empty() && tables.holdout == nullptr) result.note = holdout_needed();
    if (!result.note.empty()) return result;
    const stats::GowerSpace space = stats::gower_space(tables.all(), chosen->known, run);
    const Wanted wanted = wanted_values(tables, chosen->wanted);
    result.per_record = chances_right(space, 0, wanted, run);
    describe(rate_of(result.per_record), rate_of(chances_right(space, 2, wanted, run)), wanted, *chosen,
             result);
    return result;
  }

 private:
  static void describe(const Rate& own, const Rate& other, const Wanted& wanted, const KnownAndWanted& chosen,
                       Score& result) {
    result.details.set("original", own.value()).set("holdout", other.value());
    if (wanted.tolerance > 0.0) result.details.set("tolerance", wanted.tolerance);
    if (own.asked == 0.0 || other.asked == 0.0) {
      result.note = "the target '" + chosen.wanted + "' is missing in all records of a file";
      return;
    }
    result.value = 100.0 * (own.share() - other.share());
    result.details
        .set("interval", percent_interval(
                             stats::newcombe(own.right, own.asked, other.right, other.asked, interval_level)))
        .set("relative",
             other.share() < 1.0 ? Value((own.share() - other.share()) / (1.0 - other.share())) : Value());
    set_reference(result, 0.0, "a file that says as much about people who are not in the data");
    result.reading = "the nearest synthetic record gives the right '" + chosen.wanted + "' for " +
                     rounded(100.0 * own.share(), 3) + " % of the original records and " +
                     rounded(100.0 * other.share(), 3) + " % of the holdout";
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, attribute_inference, AttributeInference)
