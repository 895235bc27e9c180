// Membership inference: how well an attacker who has a synthetic file tells the records it was made from from
// others of the same population, by how near they are to it.
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "risk/synthetic_tables.hpp"
#include "stats/neighbours/gower_nearest.hpp"
#include "stats/ranks/roc_area.hpp"
#include "stats/samples/whole_groups.hpp"

namespace sfumato::risk {
namespace {

constexpr double area_level = 0.975;  // of each of two areas: 95 % for both together
constexpr double area_quantile = 2.241402727604947;
constexpr double few_false = 0.01;
constexpr double mean_of_larger =
    0.3989422804014327;  // 1/√(2π): of the larger of two, in sds of their difference

// Scores of members and others, by distance and by the ratio of distances.
struct MemberScores {
  std::vector<double> near, ratio;
};

MemberScores member_scores(const stats::GowerSpace& space, const stats::SpaceRecords& records,
                           const stats::SpaceRecords& reference, const Run& run) {
  const std::vector<double> to_synthetic = stats::nearest_distances(space, records, space.tables[1], 1, run);
  const std::vector<double> to_reference = stats::nearest_distances(space, records, reference, 1, run);
  MemberScores result;
  for (std::size_t row = 0; row < records.rows; ++row) {
    result.near.push_back(-to_synthetic[row]);
    const double other = to_reference[row], own = to_synthetic[row];
    result.ratio.push_back(own > 0.0 ? other / own : other > 0.0 ? infinity : 1.0);
  }
  return result;
}

// Half of the holdout. A record is nearer to its relatives than to others, so that households are not
// divided, where they are known; nearly half of the records, then.
std::vector<std::size_t> half_of(const Table& holdout, const Run& run) {
  const std::size_t half = holdout.rows() / 2;
  if (const auto households = stats::groups_by_role(holdout)) {
    std::vector<std::size_t> rows = stats::drawn_groups(*households, half, run.rng("membership-holdout"));
    if (!rows.empty()) return rows;
  }
  return drawn_rows(holdout.rows(), half, "membership-holdout", run);
}

// Without variance, as at 0 or 1, the interval is Wilson's.
Value area_interval(double area, double variance, double records) {
  if (!(variance > 0.0)) return percent_interval(stats::wilson(area * records, records, area_level));
  const double half = area_quantile * std::sqrt(variance);
  return percent_interval({std::max(0.0, area - half), std::min(1.0, area + half)});
}

Value attack_value(double area, double variance, const std::vector<double>& members,
                   const std::vector<double>& others) {
  const auto count = static_cast<double>(members.size());
  const double rate = stats::true_positive_rate(members, others, few_false);
  Value result = Value::object();
  result.set("area", 100.0 * area)
      .set("interval", area_interval(area, variance, count))
      .set("true_positives_at_1", 100.0 * rate)
      .set("true_positives_interval", percent_interval(stats::wilson(rate * count, count, interval_level)));
  return result;
}

struct Membership {
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "membership",
            .title = "Membership inference",
            .summary = "How well an attacker tells records the file was made from from others.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "about n log n; n² where all records are equally far apart",
            .reference =
                "Stadler, Oprisanu, Troncoso (2022), Synthetic data: anonymisation groundhog day, USENIX "
                "Security; van Breugel, Sun, Qian, van der Schaar (2023), Membership inference attacks "
                "against synthetic data through overfitting detection, AISTATS; DeLong, DeLong, "
                "Clarke-Pearson (1988), Biometrics 44",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<Membership>& list) { add_holdout(list); }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    if (result.note.empty() && tables.holdout == nullptr) result.note = holdout_needed();
    if (result.note.empty() && tables.holdout->rows() < 2) result.note = "needs two records in the holdout";
    if (!result.note.empty()) return result;
    const stats::GowerSpace space = stats::gower_space(tables.all(), tables.names, run);
    const std::size_t unseen = space.tables[2].rows;
    std::vector<std::size_t> others = half_of(*tables.holdout, run), reference;
    for (std::size_t row = 0; row < unseen; ++row) {
      if (!std::binary_search(others.begin(), others.end(), row)) reference.push_back(row);
    }
    const std::size_t half = std::min(others.size(), space.tables[0].rows);
    if (others.size() > half) {
      std::vector<std::size_t> fewer;
      for (const std::size_t i : drawn_rows(others.size(), half, "membership-others", run))
        fewer.push_back(others[i]);
      others = std::move(fewer);
    }
    const stats::SpaceRecords apart = space.tables[2].taking(reference);
    const MemberScores in = member_scores(
        space, space.tables[0].taking(drawn_rows(space.tables[0].rows, half, "membership-original", run)),
        apart, run);
    describe(in, member_scores(space, space.tables[2].taking(others), apart, run), result);
    return result;
  }

 private:
  static void describe(const MemberScores& in, const MemberScores& out, Score& result) {
    const stats::RocAreas areas = stats::roc_areas(in.near, out.near, in.ratio, out.ratio);
    const double chance = 0.5 + mean_of_larger * std::sqrt(areas.difference_variance());
    const Value near = attack_value(areas.first, areas.first_variance, in.near, out.near);
    const Value ratio = attack_value(areas.second, areas.second_variance, in.ratio, out.ratio);
    const bool by_ratio = areas.second > areas.first;
    result.value = 100.0 * std::max(areas.first, areas.second);
    result.details.set("members", in.near.size())
        .set("interval", (by_ratio ? ratio : near).at("interval"))
        .set("attack", by_ratio ? "ratio" : "distance")
        .set("distance", near)
        .set("ratio", ratio)
        .set("chance", 100.0 * chance);
    set_reference(result, 100.0 * chance, "the better of two random guesses");
    result.reading =
        "of a record the file was made from and one that it was not, an attacker picks the right one in " +
        rounded(*result.value, 3) + " % of pairs, where 50 is guessing";
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, membership, Membership)
