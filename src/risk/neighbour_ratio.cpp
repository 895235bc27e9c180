// Nearest neighbour distance ratio: a synthetic record that is much nearer to one original record than to the
// next points at that one. The low end of the ratios shows it, not their middle.
#include <algorithm>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/synthetic_tables.hpp"
#include "stats/neighbours/gower_nearest.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::risk {
namespace {

constexpr double low_end = 0.05;

// Of each query the ratio of two consecutive distances, from the `skipped`-th on; sorted. 0/0 is 1.
std::vector<double> distance_ratios(const stats::GowerSpace& space, const stats::SpaceRecords& queries,
                                    std::size_t skipped, const Run& run) {
  const std::size_t count = skipped + 2;
  const std::vector<double> found =
      stats::nearest_distances(space, queries, space.tables.front(), count, run);
  std::vector<double> result;
  for (std::size_t row = 0; row < queries.rows; ++row) {
    const double first = found[row * count + skipped], second = found[row * count + skipped + 1];
    result.push_back(second == 0.0 ? 1.0 : first / second);
  }
  std::sort(result.begin(), result.end());
  return result;
}

Value low_end_interval(const std::vector<double>& sorted) {
  const stats::Interval found = stats::quantile_interval(sorted, low_end, interval_level);
  return interval_value(found.lower, found.upper);
}

struct NeighbourRatio {
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "neighbour-ratio",
            .title = "Nearest neighbour distance ratio",
            .summary = "How clearly the nearest synthetic records point at one original record.",
            .side = Side::risk,
            .better = Better::higher,
            .range = "0 to 1",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "about n log n; n² where all records are equally far apart",
            .reference =
                "Zhao, Kunar, Birke, Chen (2021), CTAB-GAN: effective table data synthesizing, ACML; Gower "
                "(1971), Biometrics 27",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<NeighbourRatio>& list) { add_holdout(list); }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    if (result.note.empty() && original.rows() < 2) result.note = "needs two original records";
    if (!result.note.empty()) return result;
    const stats::GowerSpace space = stats::gower_space(tables.all(), tables.names, run);
    const std::vector<double> ratios = distance_ratios(space, space.tables[1], 0, run);
    result.value = stats::quantile(ratios, low_end);
    result.details.set("interval", low_end_interval(ratios)).set("median", stats::quantile(ratios, 0.5));
    const bool held = tables.holdout != nullptr;
    if (held || original.rows() > 2) {
      // An original record finds itself first.
      const std::vector<double> unseen =
          distance_ratios(space, space.tables[held ? 2 : 0], held ? 0 : 1, run);
      const Value interval = low_end_interval(unseen);
      Value chance = Value::object();
      chance.set("value", stats::quantile(unseen, low_end))
          .set("interval", interval)
          .set("median", stats::quantile(unseen, 0.5));
      result.details.set(held ? "holdout" : "original", chance);
      set_reference(result, stats::quantile(unseen, low_end),
                    held ? "records of the holdout" : "original records and their two nearest others",
                    interval);
    }
    result.reading = "for 5 % of the synthetic records the nearest original record is at most " +
                     rounded(*result.value, 3) + " times as far away as the second nearest";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, neighbour_ratio, NeighbourRatio)
