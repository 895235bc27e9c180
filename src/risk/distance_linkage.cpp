// Distance-based record linkage: the share of records that an intruder who holds the originals
// re-identifies by taking the nearest record on the other side.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/measure.hpp"
#include "stats/box_tree.hpp"
#include "stats/moments.hpp"
#include "stats/records.hpp"

namespace sfumato::risk {
namespace {

enum class Scale { standard, raw, domain };
enum class Direction { masked_to_original, original_to_masked };
enum class Ties { expected, hit };

// Of all records, how many (in expectation) have their partner as nearest and as second nearest.
struct Linked {
  double nearest = 0.0;
  double second = 0.0;
};

struct DistanceLinkage {
  Scale scale = Scale::standard;
  Direction direction = Direction::masked_to_original;
  Ties ties = Ties::expected;
  std::int64_t prefixes = 0;

  static MeasureInfo info() {
    return {
        .name = "distance-linkage",
        .title = "Distance-based record linkage",
        .summary = "Share of records re-identified by their nearest neighbour.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric,
        .cost = "n log n to n²",
        .reference =
            "Pagliuca, Seri (1999), Some results of individual ranking method on the system of enterprise "
            "accounts annual survey; Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of "
            "anonymized data, §4.1",
        .notes =
            "Euclidean distance after dividing each column by the original's standard deviation (`std`), by "
            "nothing (`raw`) or by the width of its declared domain (`domain`). A masked record counts as "
            "linked when the nearest original is its own; among c records at exactly the same distance it "
            "counts 1/c (`expected`) or 1 (`hit`). With `prefixes q` the share is averaged over linkages on "
            "the first 1, 2, …, q columns. `second_nearest_percent` is the share of records whose partner "
            "comes second; `counts` has the linked records of each linkage. Records with a missing value in "
            "a compared column are left out, and so are columns that are constant in the original (`std`)."};
  }

  static void params(ParamList<DistanceLinkage>& list) {
    list.choice("scale", &DistanceLinkage::scale,
                {{"std", Scale::standard}, {"raw", Scale::raw}, {"domain", Scale::domain}})
        .doc("What each column is divided by.");
    list.choice("direction", &DistanceLinkage::direction,
                {{"masked-to-original", Direction::masked_to_original},
                 {"original-to-masked", Direction::original_to_masked}})
        .doc("Whose nearest neighbour is sought on which side.");
    list.choice("ties", &DistanceLinkage::ties, {{"expected", Ties::expected}, {"hit", Ties::hit}})
        .doc("What a partner among several nearest counts.");
    list.integer("prefixes", &DistanceLinkage::prefixes)
        .range(0, 1000)
        .unit("columns")
        .doc("Average over the first 1, 2, …, q columns; 0 links on all columns at once.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    stats::CompletePairs pairs = stats::complete_pairs(original, masked, columns);
    Score result;
    stats::describe(pairs, result.details);
    const std::vector<std::size_t> kept = rescale(pairs, original, columns, result);
    if (!result.note.empty()) return result;
    if (pairs.rows.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(prefixes), kept.size());
    const std::size_t first = prefixes == 0 ? kept.size() : 1;
    const std::size_t last = prefixes == 0 ? kept.size() : most;
    const auto n = static_cast<double>(pairs.rows.size());
    Value counts = Value::array();
    Linked sum;
    for (std::size_t size = first; size <= last; ++size) {
      const Linked linked = link(pairs, std::span(kept).first(size), run);
      counts.push(linked.nearest);
      sum.nearest += linked.nearest;
      sum.second += linked.second;
    }
    const auto linkages = static_cast<double>(last - first + 1);
    result.value = 100.0 * sum.nearest / (n * linkages);
    result.details.set("counts", counts);
    result.details.set("second_nearest_percent", 100.0 * sum.second / (n * linkages));
    return result;
  }

  // Divides the columns as `scale` says; the positions of those that can be used.
  std::vector<std::size_t> rescale(stats::CompletePairs& pairs, const Table& original,
                                   const ColumnSet& columns, Score& result) const {
    std::vector<std::size_t> kept;
    Value constant = Value::array();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      double divisor = 1.0;
      if (scale == Scale::standard) divisor = stats::moments(pairs.original.column(j)).sd();
      if (scale == Scale::domain) {
        if (!info.domain) {
          result.note = "scale=domain needs a declared domain, and column '" + info.name + "' has none";
          return {};
        }
        divisor = info.domain->upper - info.domain->lower;
      }
      if (!(divisor > 0.0)) {
        constant.push(info.name);
        continue;
      }
      for (double& value : pairs.original.column(j)) value /= divisor;
      for (double& value : pairs.masked.column(j)) value /= divisor;
      kept.push_back(j);
    }
    if (!constant.as_array().empty()) result.details.set("constant_columns", constant);
    if (kept.empty()) result.note = "every compared column is constant";
    return kept;
  }

  Linked link(const stats::CompletePairs& pairs, std::span<const std::size_t> kept, const Run& run) const {
    const bool from_masked = direction == Direction::masked_to_original;
    const stats::Matrix queries = selected(from_masked ? pairs.masked : pairs.original, kept);
    const stats::Matrix points = selected(from_masked ? pairs.original : pairs.masked, kept);
    const auto nearest = stats::nearest_rows(queries, points, true, true, run);
    Linked linked;
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      const double partner = stats::squared_distance(queries, i, points, i);
      const stats::BoxTree::Nearest& found = nearest[i];
      if (partner == found.squared) {
        const double share = 1.0 / static_cast<double>(found.count);
        linked.nearest += ties == Ties::hit ? 1.0 : share;
        // Among several nearest the partner comes second as often as first.
        if (ties == Ties::expected && found.count > 1) linked.second += share;
      } else if (partner == found.second_squared && found.count == 1) {
        linked.second += ties == Ties::hit ? 1.0 : 1.0 / static_cast<double>(found.second_count);
      }
    }
    return linked;
  }

  static stats::Matrix selected(const stats::Matrix& data, std::span<const std::size_t> kept) {
    stats::Matrix result(data.rows(), kept.size());
    for (std::size_t j = 0; j < kept.size(); ++j) {
      std::copy(data.column(kept[j]).begin(), data.column(kept[j]).end(), result.column(j).begin());
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, distance_linkage, DistanceLinkage)
