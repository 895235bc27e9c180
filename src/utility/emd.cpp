// Earth mover's distance: how far records must move, on average, for the original file to become the
// masked one. It detects any difference between the two distributions, whatever the method.
#include <algorithm>
#include <numeric>
#include <span>

#include "core/fingerprint.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/unpaired_rows.hpp"
#include "stats/transport/fitted_clusters.hpp"
#include "stats/transport/transport.hpp"

namespace sfumato::utility {
namespace {

struct Emd {
  static constexpr std::size_t exact_up_to = 5000;  // records a side
  static constexpr std::size_t usual_clusters = 500;
  static constexpr int most_rounds = 20;   // of k-means: later ones change the result little
  static constexpr int shared_rounds = 5;  // of each file from the same centres
  // Beyond so many records of either file clusters are fitted to a sample of so many a cluster.
  static constexpr std::size_t fitted_to_all = 100'000;
  static constexpr std::size_t fitted_to_each = 100;

  std::int64_t clusters = 0;
  std::int64_t fitted = 0;

  static MeasureInfo info() {
    return {.name = "emd",
            .title = "Earth mover's distance",
            .summary =
                "Mean distance over which records must move to turn the original file into the masked one.",
            .side = Side::utility,
            .better = Better::lower,
            .range = "from 0 (columns on the original's range)",
            .accepts = Kind::numeric,
            .needs_mapping = false,
            .cost = "n² to n³ in time, n in memory (up to 5,000 records); n·clusters beyond",
            .reference =
                "Rubner, Tomasi, Guibas (2000), The earth mover's distance as a metric for image retrieval, "
                "International Journal of Computer Vision 40",
            .covers = true};
  }

  static void params(ParamList<Emd>& list) {
    list.integer("clusters", &Emd::clusters)
        .range(0, 50000)
        .unit("clusters")
        .doc(
            "Clusters of each file between which mass is moved; 0 is exact up to 5,000 records and 500 "
            "beyond, as many as there are records is exact.");
    list.integer("fitted", &Emd::fitted)
        .range(0, 1e9)
        .unit("records")
        .doc(
            "Records of each file that clusters are fitted to, and that all records join; 0 is all up to "
            "100,000 records and 100 for each cluster beyond.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    if (!means.reason.empty()) return {.value = std::nullopt, .note = means.reason};
    const stats::UnpairedRows records = stats::unpaired_rows(original, means.masked, columns);
    Score result;
    stats::describe(records, result.details);
    if (records.original.empty() || records.masked.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    Sides sides{stats::taking_rows(stats::numbers(original, columns), records.original),
                stats::taking_rows(stats::numbers(means.masked, columns), records.masked)};
    const std::vector<std::size_t> constant = scale(sides);
    if (!constant.empty()) {
      ColumnSet left_out;
      for (const std::size_t j : constant) left_out.push_back(columns[j]);
      result.details.set("left_out", Value::array_of(original.names(left_out)));
    }
    if (sides.original.columns() == 0) {
      result.note = "the compared columns do not vary in the original";
      return result;
    }
    result.value = distance(sides, result, run);
    result.note = stats::joined_notes(means.note, result.note);
    result.reading = "a record moves by " + rounded(*result.value, 3) +
                     " on average, where 1 is the whole range of one column";
    return result;
  }

 private:
  struct Sides {
    stats::Matrix original;
    stats::Matrix masked;
  };

  // Divides by the original's ranges; the columns without one are taken out, and returned.
  static std::vector<std::size_t> scale(Sides& sides) {
    std::vector<std::size_t> kept, constant;
    std::vector<double> widths;
    for (std::size_t j = 0; j < sides.original.columns(); ++j) {
      const auto [low, high] = std::ranges::minmax(sides.original.column(j));
      (high > low ? kept : constant).push_back(j);
      if (high > low) widths.push_back(high - low);
    }
    const auto scaled = [&](const stats::Matrix& side) {
      stats::Matrix result(side.rows(), kept.size());
      for (std::size_t j = 0; j < kept.size(); ++j) {
        for (std::size_t i = 0; i < side.rows(); ++i) result(i, j) = side(i, kept[j]) / widths[j];
      }
      return result;
    };
    sides = {scaled(sides.original), scaled(sides.masked)};
    return constant;
  }

  // How many clusters to make; 0 for none.
  std::size_t clusters_for(const Sides& sides) const {
    const std::size_t records = std::max(sides.original.rows(), sides.masked.rows());
    if (clusters > 0)
      return static_cast<std::size_t>(clusters) < records ? static_cast<std::size_t>(clusters) : 0;
    return records <= exact_up_to || sides.original.columns() == 1 ? 0 : usual_clusters;
  }

  // How many records of either file the clusters are fitted to.
  std::size_t fitted_for(const Sides& sides, std::size_t count) const {
    const std::size_t records = std::max(sides.original.rows(), sides.masked.rows());
    if (fitted > 0) return std::min(records, std::max(static_cast<std::size_t>(fitted), count));
    return records <= fitted_to_all ? records : std::min(records, fitted_to_each * count);
  }

  // The clusters of each file come from the same centres, those of the original: files that differ little
  // then have clusters that differ little. Centres drawn for each file are apart by more than most methods
  // move records.
  struct OriginalClusters {
    stats::Matrix common_centres;
    stats::Clusters own;
  };

  // They are the same for every masked file of a run.
  static std::shared_ptr<const OriginalClusters> original_clusters(const stats::Matrix& points,
                                                                   std::size_t count, std::size_t fit,
                                                                   const Run& run) {
    Fingerprint made_of;
    made_of.add("emd").add(points.rows()).add(points.columns()).add(count).add(fit);
    for (std::size_t j = 0; j < points.columns(); ++j) {
      const std::span<const double> column = points.column(j);
      made_of.add_bytes({reinterpret_cast<const char*>(column.data()), column.size_bytes()});
    }
    return run.kept<OriginalClusters>(made_of, [&]() -> OriginalClusters {
      stats::Matrix centres = stats::fitted_clusters(points, count, most_rounds, fit, run).centres;
      stats::Clusters own = stats::fitted_clusters_from(centres, points, count, shared_rounds, fit, run);
      return {std::move(centres), std::move(own)};
    });
  }

  static stats::PointMasses weighted(stats::Clusters clusters, std::int64_t weight) {
    for (std::int64_t& size : clusters.sizes) size *= weight;
    return {std::move(clusters.centres), std::move(clusters.sizes)};
  }

  double distance(Sides& sides, Score& result, const Run& run) const {
    const std::size_t count = clusters_for(sides), fit = fitted_for(sides, count);
    Value& details = result.details;
    details.set("exact", count == 0);
    const auto original_records = static_cast<std::int64_t>(sides.original.rows()),
               masked_records = static_cast<std::int64_t>(sides.masked.rows());
    // The mass of a record is the number of records of the other file, divided by the common divisor.
    const std::int64_t shared = std::gcd(original_records, masked_records);
    run.expect(3);
    stats::PointMasses from, to;
    if (count == 0) {
      from = {std::move(sides.original),
              std::vector<std::int64_t>(static_cast<std::size_t>(original_records), masked_records / shared)};
      to = {std::move(sides.masked),
            std::vector<std::int64_t>(static_cast<std::size_t>(masked_records), original_records / shared)};
      run.advance(2);
    } else {
      const auto clustered = original_clusters(sides.original, count, fit, run);
      from = weighted(clustered->own, masked_records / shared);
      run.advance();
      to = weighted(stats::fitted_clusters_from(clustered->common_centres, sides.masked, count, shared_rounds,
                                                fit, run),
                    original_records / shared);
      run.advance();
    }
    if (count > 0) {
      Value used = Value::object().set("original", from.mass.size()).set("masked", to.mass.size());
      const auto records = static_cast<std::size_t>(std::max(original_records, masked_records));
      if (fit < records) {
        used.set("fitted_to", fit);
        result.note = "clusters are fitted to " + std::to_string(fit) + " of " + std::to_string(records) +
                      " records, and all records join them";
      }
      details.set("clusters", used);
    }
    const double found = stats::transport(from, to, run).distance;
    run.advance();
    return found;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, emd, Emd)
