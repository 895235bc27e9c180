// Distance to the closest record: how near synthetic records are to original ones, compared with records that
// the synthesizer never saw. It misses few copies among many fresh records.
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/synthetic_tables.hpp"
#include "stats/neighbours/gower_nearest.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::risk {
namespace {

// Both medians must lie in their intervals.
constexpr double median_level = 0.975;

Value distance_quantiles(const std::vector<double>& sorted) {
  Value result = Value::object();
  for (const auto& [name, p] : {std::pair("0.01", 0.01), {"0.05", 0.05}, {"0.5", 0.5}}) {
    result.set(name, stats::quantile(sorted, p));
  }
  return result;
}

// Every record to its nearest other, sorted.
std::vector<double> nearest_others(const stats::GowerSpace& space, const Run& run) {
  const stats::SpaceRecords& records = space.tables.front();
  const std::vector<double> two = stats::nearest_distances(space, records, records, 2, run);
  std::vector<double> result;
  for (std::size_t row = 0; row < records.rows; ++row) result.push_back(two[2 * row + 1]);
  std::sort(result.begin(), result.end());
  return result;
}

struct ClosestRecord {
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "closest-record",
            .title = "Distance to the closest record",
            .summary = "How near synthetic records are to original ones, compared with unseen records.",
            .side = Side::risk,
            .better = Better::higher,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "about n log n; n² where all records are equally far apart",
            .reference =
                "Platzer, Reutterer (2021), Holdout-based empirical assessment of mixed-type synthetic data, "
                "Frontiers in Big Data 4; Gower (1971), Biometrics 27",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<ClosestRecord>& list) { add_holdout(list); }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    if (!result.note.empty()) return result;
    const bool held = tables.holdout != nullptr;
    if (!held && original.rows() < 2) {
      result.note = "needs two original records, or a holdout";
      return result;
    }
    const stats::GowerSpace space = stats::gower_space(tables.all(), tables.names, run);
    const std::vector<double> each =
        stats::nearest_distances(space, space.tables[1], space.tables[0], 1, run);
    std::vector<double> near = each;
    std::sort(near.begin(), near.end());
    std::vector<double> unseen;
    if (held) {
      unseen = stats::nearest_distances(space, space.tables[2], space.tables[0], 1, run);
      std::sort(unseen.begin(), unseen.end());
    } else {
      unseen = nearest_others(space, run);
    }
    result.details.set("quantiles", distance_quantiles(near))
        .set(held ? "holdout_quantiles" : "original_quantiles", distance_quantiles(unseen));
    if (held) add_closer(space, each, run, result);
    set_ratio(near, unseen, held, result);
    return result;
  }

 private:
  static void set_ratio(const std::vector<double>& near, const std::vector<double>& unseen, bool held,
                        Score& result) {
    const std::string others = held ? "unseen records" : "original records and their nearest others";
    const double own = stats::quantile(near, 0.5), usual = stats::quantile(unseen, 0.5);
    if (usual == 0.0) {
      result.note = "half of the " + others + " are equal to an original record, so that there is no ratio";
      return;
    }
    const stats::Interval low = stats::quantile_interval(near, 0.5, median_level);
    const stats::Interval high = stats::quantile_interval(unseen, 0.5, median_level);
    const auto percent = [](double ratio) { return 100.0 * std::min(1.0, ratio); };
    result.value = percent(own / usual);
    result.details.set("interval", interval_value(percent(high.upper > 0.0 ? low.lower / high.upper : 1.0),
                                                  percent(high.lower > 0.0 ? low.upper / high.lower : 1.0)));
    set_reference(result, 100.0,
                  held ? "records as far away as those of the holdout"
                       : "records as far away as original ones from each other");
    result.reading = "the median distance to the closest original record is " + rounded(own, 3) + ", and " +
                     rounded(usual, 3) + " for " + others;
  }

  // % of synthetic records nearer to the original than to the holdout, which are sampled to equal size.
  static void add_closer(const stats::GowerSpace& space, const std::vector<double>& to_original,
                         const Run& run, Score& result) {
    const std::size_t size = std::min(space.tables[0].rows, space.tables[2].rows);
    const auto distances = [&](std::size_t table, const char* stream) {
      const stats::SpaceRecords& records = space.tables[table];
      if (records.rows == size && table == 0) return to_original;
      return stats::nearest_distances(
          space, space.tables[1],
          records.rows == size ? records : records.taking(drawn_rows(records.rows, size, stream, run)), 1,
          run);
    };
    const std::vector<double> own = distances(0, "closest-original"), other = distances(2, "closest-holdout");
    double closer = 0.0;
    for (std::size_t row = 0; row < own.size(); ++row) {
      closer += own[row] < other[row] ? 1.0 : own[row] == other[row] ? 0.5 : 0.0;
    }
    const auto all = static_cast<double>(own.size());
    Value value = Value::object();
    value.set("percent", 100.0 * closer / all)
        .set("interval", percent_interval(stats::wilson(closer, all, interval_level)));
    result.details.set("closer_to_training", 100.0 * closer / all)
        .set("closer_to_training_interval", value.at("interval"));
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, closest_record, ClosestRecord)
