// Attribution probability: how likely an intruder is right who knows the keys of an original record and draws
// the target from a synthetic record with the same keys.
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/synthetic_keys.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {
namespace {

struct AttributionProbability {
  std::vector<std::string> keys;
  std::string target;
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "attribution-probability",
            .title = "Attribution probability",
            .summary = "The chance that a synthetic record with the same keys has the right target.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n",
            .reference =
                "Elliot (2014), Final report on the disclosure risk associated with the synthetic data "
                "produced by the SYLLS team, University of Manchester; Taub, Elliot, Pampaka, Smith (2018), "
                "Differential correct attribution probability for synthetic data, PSD, LNCS 11126",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<AttributionProbability>& list) {
    add_keys(list);
    add_target(list);
    add_holdout(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    const std::optional<KnownAndWanted> chosen = known_and_wanted(original, columns, keys, target, result);
    if (!chosen) return result;
    const SyntheticKeys found(tables, chosen->known, chosen->wanted, run);
    const std::vector<std::size_t> rows = found.originals();
    std::size_t matched = 0;
    double sum = 0.0;
    for (const std::size_t row : rows) {
      result.per_record.push_back(chance(found, row));
      matched += found.synthetic_key(row) > 0 ? 1 : 0;
      sum += result.per_record.back();
    }
    const auto all = static_cast<double>(rows.size());
    result.value = 100.0 * sum / all;
    result.details.set("interval", percent_interval(stats::wilson(sum, all, interval_level)))
        .set("of_matched", matched > 0 ? Value(100.0 * sum / static_cast<double>(matched)) : Value())
        .set("matched", 100.0 * static_cast<double>(matched) / all)
        .set("baseline", baseline(original.column(original.require(chosen->wanted))));
    add_holdout_value(
        found, tables, run,
        [&](const std::vector<std::size_t>& some) {
          double total = 0.0;
          for (const std::size_t row : some) total += chance(found, row);
          return total / static_cast<double>(some.size());
        },
        result);
    result.reading = "an intruder who knows the keys and draws '" + chosen->wanted +
                     "' from a synthetic record with the same keys is right for " +
                     rounded(*result.value, 3) + " % of the original records";
    return result;
  }

 private:
  static double chance(const SyntheticKeys& found, std::size_t row) {
    const std::uint32_t synthetic = found.synthetic_key(row);
    return synthetic == 0 ? 0.0 : static_cast<double>(found.synthetic_both(row)) / synthetic;
  }

  // 100·Σ(d_t/N)²; a missing target is a value of its own.
  static double baseline(const Column& column) {
    const stats::KeyColumn codes = stats::key_column(column);
    std::vector<double> counts(static_cast<std::size_t>(codes.distinct) + 1, 0.0);
    for (const std::int32_t code : codes.codes) ++counts[static_cast<std::size_t>(code + 1)];
    const auto all = static_cast<double>(codes.codes.size());
    return 100.0 * std::accumulate(counts.begin(), counts.end(), 0.0, [&](double sum, double count) {
             return sum + count / all * (count / all);
           });
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, attribution_probability, AttributionProbability)
