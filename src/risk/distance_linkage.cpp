// Distance-based record linkage: the share of records that an intruder who holds the originals
// re-identifies by taking the nearest record on the other side.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/mixed_linkage.hpp"
#include "risk/nearest_linkage.hpp"
#include "risk/searched_pairs.hpp"
#include "risk/searched_records.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/exact_scale.hpp"

namespace sfumato::risk {
namespace {

using CoarseColumns = std::vector<std::optional<stats::CoveredColumn>>;

enum class Scale { standard, raw, domain, mahalanobis };
enum class Direction { masked_to_original, original_to_masked };

// The records that are searched for, and the side that is searched.
struct Sides {
  stats::Matrix queries;
  stats::Matrix points;  // the partners of all records, in their order; the rest are further candidates
};

// The weight of each of the columns; 1 where none is given. A weight is a number of at least 0, and the
// column must be one of these: anything else is an error with an example.
std::vector<double> column_weights(const ColumnTexts& given, const Table& table, const ColumnSet& columns) {
  std::vector<double> weights(columns.size(), 1.0);
  for (const auto& [name, text] : given) {
    const std::optional<double> weight = parse_number(text);
    if (!weight || *weight < 0.0) {
      bad_input("weights: '" + name + "=" + text + "' is not a column and its weight",
                "type NAME=2,OTHER=0.5");
    }
    const auto place = std::find(columns.begin(), columns.end(), table.require(name));
    if (place == columns.end()) {
      bad_input("weights: column '" + name + "' is not compared", "leave it out, or compare it too");
    }
    weights[static_cast<std::size_t>(place - columns.begin())] = *weight;
  }
  return weights;
}

struct DistanceLinkage {
  Scale scale = Scale::standard;
  Direction direction = Direction::masked_to_original;
  Ties ties = Ties::expected;
  std::int64_t prefixes = 0;
  ColumnTexts weights;
  std::int64_t sample = 0;

  static MeasureInfo info() {
    return {
        .name = "distance-linkage",
        .title = "Distance-based record linkage",
        .summary = "Share of records re-identified by their nearest neighbour.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n log n to n²",
        .reference =
            "Pagliuca, Seri (1999), Some results of individual ranking method on the system of enterprise "
            "accounts annual survey; Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of "
            "anonymized data, §4.1",
        .covers = true};
  }

  static void params(ParamList<DistanceLinkage>& list) {
    list.choice("scale", &DistanceLinkage::scale,
                {{"std", Scale::standard},
                 {"raw", Scale::raw},
                 {"domain", Scale::domain},
                 {"mahalanobis", Scale::mahalanobis}})
        .doc("What each column is divided by, or Mahalanobis' distance.");
    list.choice("direction", &DistanceLinkage::direction,
                {{"masked-to-original", Direction::masked_to_original},
                 {"original-to-masked", Direction::original_to_masked}})
        .doc("From which file to which file the nearest neighbour is searched.");
    list.choice("ties", &DistanceLinkage::ties, {{"expected", Ties::expected}, {"hit", Ties::hit}})
        .doc("How a partner among several nearest is counted.");
    list.integer("prefixes", &DistanceLinkage::prefixes)
        .range(0, 1000)
        .unit("columns")
        .doc("Average over the first 1, 2, …, q columns; 0 links on all columns at once.");
    list.pairs("weights", &DistanceLinkage::weights)
        .doc("Weights of squared differences, as NAME=2,OTHER=0.5; a column without one has 1.");
    list.integer("sample", &DistanceLinkage::sample).range(0, 1e9).unit("records").doc(sample_doc);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const std::vector<double> column_weight = column_weights(weights, original, columns);
    const bool categories = has_categories(original, masked, columns);
    CoarseColumns coarse(columns.size());
    if (categories || scale != Scale::mahalanobis) {
      coarse = stats::coarse_columns(original, masked, columns, true);
    }
    if (const std::string reason = stats::cover_reason(coarse); !reason.empty()) {
      return {.value = std::nullopt, .note = reason};
    }
    const bool any =
        std::any_of(coarse.begin(), coarse.end(), [](const auto& one) { return one.has_value(); });
    if (categories || any) return mixed_score(original, masked, columns, coarse, column_weight, run);
    stats::CompletePairs pairs = stats::complete_pairs(original, masked, columns);
    Score result;
    stats::describe(pairs, result.details);
    if (pairs.rows.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    const bool from_masked = direction == Direction::masked_to_original;
    stats::Matrix others = from_masked ? stats::without_partner(original, masked, columns)
                                       : stats::without_partner(masked, original, columns);
    if (others.rows() > 0) result.details.set("candidates_without_partner", others.rows());
    const std::optional<DistanceSpace> used =
        space(original, columns, column_facts(pairs, others, original, columns), result);
    if (!used) return result;
    rescale(*used, pairs, others);
    const stats::RecordSample searched = searched_records(sample, pairs.rows.size(), run);
    summarize(used->sizes, searched, result, [&](std::size_t at) {
      const std::span<const std::size_t> kept = std::span(used->columns).first(used->sizes[at]);
      const Sides both = sides(pairs, others, kept, column_weight, searched);
      return nearest_links(both.queries, both.points, searched.rows, ties, run);
    });
    result.per_record =
        stats::at_rows(result.per_record, searched_rows(pairs.rows, searched), original.rows());
    return result;
  }

  // All columns at once, or the first 1, 2, … of them.
  std::vector<std::size_t> sizes(std::size_t columns) const {
    if (prefixes == 0) return {columns};
    std::vector<std::size_t> result;
    const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(prefixes), columns);
    for (std::size_t size = 1; size <= most; ++size) result.push_back(size);
    return result;
  }

  // Linkages by `link(place)`, one for each of the sizes; values, details and probabilities.
  template <class Link>
  void summarize(const std::vector<std::size_t>& sizes, const stats::RecordSample& searched, Score& result,
                 const Link& link) const {
    Value counts = Value::array();
    NearestLinks sum;
    for (std::size_t at = 0; at < sizes.size(); ++at) {
      const NearestLinks linked = link(at);
      counts.push(linked.nearest);
      sum.add(linked);
    }
    const auto linkages = static_cast<double>(sizes.size());
    const double all = linkages * static_cast<double>(sum.probability.size());
    result.value = 100.0 * sum.nearest / all;
    result.details.set(searched.all() ? "counts" : "counts_in_sample", counts);
    result.details.set("second_nearest_percent", 100.0 * sum.second / all);
    for (double& probability : sum.probability) probability /= linkages;
    result.per_record = std::move(sum.probability);
    result.reading = linkage_reading(*result.value, "their nearest neighbour");
    if (searched.all()) return;
    for (double& counted : sum.counted) counted /= linkages;
    mark_sampled(result, searched.rows.size(), searched.of, error_of_percent(sum.counted, searched));
  }

  Score mixed_score(const Table& original, const Table& masked, const ColumnSet& columns,
                    const CoarseColumns& coarse, const std::vector<double>& column_weight,
                    const Run& run) const {
    Score result;
    result.details.set("records", original.rows());
    const std::size_t lacking = records_lacking(original, masked, columns);
    if (lacking > 0) result.details.set("incomplete_records", lacking);
    if (original.rows() == 0) result.note = "there are no records";
    if (scale == Scale::mahalanobis) result.note = "scale=mahalanobis needs numbers in every compared column";
    if (!result.note.empty()) return result;
    std::vector<stats::MixedColumn> used;
    Value constant = Value::array();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const bool number = coarse[j] ? original.info(columns[j]).kind == Kind::numeric
                                    : !is_category(original, masked, columns[j]);
      const std::optional<double> divisor = mixed_divisor(original, columns[j], number, result);
      if (!divisor) return result;
      if (!(*divisor > 0.0)) {
        constant.push(original.info(columns[j]).name);
      } else if (column_weight[j] > 0.0) {
        const bool from_masked = direction == Direction::masked_to_original;
        used.push_back(
            coarse[j] ? coarse_mixed_column(*coarse[j], original.info(columns[j]), *divisor, column_weight[j],
                                            from_masked)
                      : mixed_column(original, masked, columns[j], *divisor, column_weight[j], from_masked));
      }
    }
    if (!constant.as_array().empty()) result.details.set("constant_columns", constant);
    if (used.empty()) {
      const bool all_constant = constant.as_array().size() == columns.size();
      result.note = all_constant ? "every compared column is constant" : "no column that varies has a weight";
      return result;
    }
    const stats::RecordSample searched = searched_records(sample, original.rows(), run);
    result.note = stats::cover_note(coarse);
    const std::vector<std::size_t> prefixes_of_used = sizes(used.size());
    summarize(prefixes_of_used, searched, result, [&](std::size_t at) {
      const auto size = static_cast<std::ptrdiff_t>(prefixes_of_used[at]);
      return mixed_links({used.begin(), used.begin() + size}, searched.rows, ties, run);
    });
    result.per_record = stats::at_rows(result.per_record, searched.rows, original.rows());
    return result;
  }

  // What a column is divided by: 1 for categories, 0 where it is constant, nothing with a note where it is
  // not defined.
  std::optional<double> mixed_divisor(const Table& original, ColumnId id, bool number, Score& result) const {
    const ColumnInfo& info = original.info(id);
    if (!number) return varies(original.column(id)) ? 1.0 : 0.0;
    if (scale == Scale::raw) return 1.0;
    if (scale == Scale::standard) return stats::exact_moments(original.column(id).to_numbers()).sd();
    if (!info.domain) {
      result.note = "scale=domain needs a declared domain, and column '" + info.name + "' has none";
      return std::nullopt;
    }
    return info.domain->upper - info.domain->lower;
  }

  // With Mahalanobis' distance weights come after the whitening's covariances.
  double scale_factor(double divisor, double column_weight) const {
    return (scale == Scale::mahalanobis ? 1.0 : std::sqrt(column_weight)) / divisor;
  }

  std::vector<PairedColumn> column_facts(const stats::CompletePairs& pairs, const stats::Matrix& others,
                                         const Table& original, const ColumnSet& columns) const {
    std::vector<PairedColumn> facts(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      facts[j].name = info.name;
      facts[j].domain = info.domain;
      facts[j].sd = stats::exact_moments(pairs.original.column(j)).sd();
      const std::array sides{pairs.original.column(j), pairs.masked.column(j), others.column(j)};
      for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const double value : sides[side]) facts[j].sides[side].observe(value);
      }
    }
    return facts;
  }

  // How columns are scaled, as `scale` and their weights say; those that can be used.
  std::optional<DistanceSpace> space(const Table& original, const ColumnSet& columns,
                                     std::span<const PairedColumn> facts, Score& result) const {
    const std::vector<double> column_weight = column_weights(weights, original, columns);
    DistanceSpace used;
    used.from_masked = direction == Direction::masked_to_original;
    Value constant = Value::array();
    for (std::size_t j = 0; j < facts.size(); ++j) {
      double divisor = 1.0;
      if (scale == Scale::standard || scale == Scale::mahalanobis) divisor = facts[j].sd;
      if (scale == Scale::domain) {
        if (!facts[j].domain) {
          result.note = "scale=domain needs a declared domain, and column '" + facts[j].name + "' has none";
          return std::nullopt;
        }
        divisor = facts[j].domain->upper - facts[j].domain->lower;
      }
      if (!(divisor > 0.0)) {
        constant.push(facts[j].name);
        continue;
      }
      if (!(column_weight[j] > 0.0)) continue;
      used.scales.emplace_back(facts[j].sides, scale_factor(divisor, column_weight[j]));
      used.columns.push_back(j);
    }
    const bool all_constant = constant.as_array().size() == facts.size();
    if (!constant.as_array().empty()) result.details.set("constant_columns", constant);
    if (used.columns.empty()) {
      result.note = all_constant ? "every compared column is constant" : "no column that varies has a weight";
      return std::nullopt;
    }
    used.sizes = sizes(used.columns.size());
    return used;
  }

  static void rescale(const DistanceSpace& used, stats::CompletePairs& pairs, stats::Matrix& others) {
    for (std::size_t at = 0; at < used.columns.size(); ++at) {
      const std::size_t j = used.columns[at];
      for (const std::span<double> side :
           {pairs.original.column(j), pairs.masked.column(j), others.column(j)}) {
        for (double& value : side) value = used.scales[at](value);
      }
    }
  }

  Sides sides(const stats::CompletePairs& pairs, const stats::Matrix& others,
              std::span<const std::size_t> kept, std::span<const double> column_weight,
              const stats::RecordSample& searched) const {
    const bool from_masked = direction == Direction::masked_to_original;
    const auto selected = [&](const stats::Matrix& data) {
      stats::Matrix result(data.rows(), kept.size());
      for (std::size_t j = 0; j < kept.size(); ++j) {
        const double factor = scale == Scale::mahalanobis ? std::sqrt(column_weight[kept[j]]) : 1.0;
        const auto values = data.column(kept[j]);
        for (std::size_t i = 0; i < values.size(); ++i) result(i, j) = factor * values[i];
      }
      return result;
    };
    const stats::Matrix& from = from_masked ? pairs.masked : pairs.original;
    stats::Matrix queries = selected(searched.all() ? from : stats::taking_rows(from, searched.rows));
    stats::Matrix points =
        stats::stacked(selected(from_masked ? pairs.original : pairs.masked), selected(others));
    // One column needs no whitening, which would round its exact values.
    if (scale != Scale::mahalanobis || kept.size() == 1) return {std::move(queries), std::move(points)};
    // The columns have unit variance already, so that the root is one of correlations: what counts as
    // singular does not depend on units.
    const stats::Matrix whitening =
        stats::symmetric_inverse_root(stats::covariance(stats::taking_columns(pairs.original, kept)));
    return {stats::product(queries, whitening), stats::product(points, whitening)};
  }
};

DistanceLinkage bound(const ParamValues& parameters) {
  return param_list<DistanceLinkage>().bind(parameters);
}

}  // namespace

bool scales_columns(const ParamValues& distance_linkage) {
  return bound(distance_linkage).scale != Scale::mahalanobis;
}

bool searches_originals(const ParamValues& distance_linkage) {
  return bound(distance_linkage).direction == Direction::masked_to_original;
}

std::optional<DistanceSpace> distance_space(const ParamValues& distance_linkage, const Table& original,
                                            const ColumnSet& columns, std::span<const PairedColumn> facts,
                                            Score& result) {
  return bound(distance_linkage).space(original, columns, facts, result);
}

void set_distance_linkage(const ParamValues& distance_linkage, const DistanceSpace& space,
                          std::span<const FoundNearest> found, const stats::RecordSample& searched,
                          Score& result) {
  const DistanceLinkage linkage = bound(distance_linkage);
  linkage.summarize(space.sizes, searched, result, [&](std::size_t at) {
    return links_of(found[at].nearest, found[at].partner, linkage.ties);
  });
}

}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, distance_linkage, DistanceLinkage)
