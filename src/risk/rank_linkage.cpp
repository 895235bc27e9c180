// Rank linkage: the distance, in ranks, of every original record to its nearest masked record. It does not
// depend on units or on any monotone change of a column, so it is comparable across methods and data.
#include <algorithm>
#include <cmath>

#include "core/exact_sum.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/searched_pairs.hpp"
#include "risk/searched_records.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/ranks/rank_pairs.hpp"
#include "stats/ranks/rank_values.hpp"

namespace sfumato::risk {
namespace {

enum class Zero { report, floor };
enum class Form { mean_log, log_mean, printed };

struct RankLinkage {
  Zero zero = Zero::report;
  Form form = Form::mean_log;
  std::int64_t sample = 0;

  static MeasureInfo info() {
    return {
        .name = "rank-linkage",
        .title = "Rank linkage",
        .summary = "Mean logarithm of the rank distance from each original record to its nearest masked one.",
        .side = Side::risk,
        .better = Better::higher,
        .range =
            "from -ln(2)/m with files of equal length, any number else; null when a record is matched "
            "exactly",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n log n to n²",
        .reference =
            "Domingo-Ferrer, Ricci, Soria-Comas: a methodology to compare anonymization methods regarding "
            "their "
            "risk-utility trade-off, Eq. (3), in the form that gives its published values",
        .covers = true};
  }

  static void params(ParamList<RankLinkage>& list) {
    list.choice("zero", &RankLinkage::zero, {{"report", Zero::report}, {"floor", Zero::floor}})
        .doc("How a distance of 0 is treated: no value with a note, or counted as half a rank.");
    list.choice("form", &RankLinkage::form,
                {{"mean-log", Form::mean_log}, {"log-mean", Form::log_mean}, {"printed", Form::printed}})
        .doc("(1/(nm)) Σ ln d; (1/m) ln of the mean of d; or (1/n) ln Σ d, as the paper prints it.");
    list.integer("sample", &RankLinkage::sample).range(0, 1e9).unit("records").doc(sample_doc);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const Sides sides = ranked_sides(original, masked, columns, result.details, run);
    result.note = sides.reason;
    if (!result.note.empty()) return result;
    if (sides.original.rows() == 0 || sides.masked.rows() == 0) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    const stats::RecordSample searched = searched_records(sample, sides.original.rows(), run);
    const std::vector<double> distances = nearest_distances(sides, searched, run);
    result.per_record = stats::at_rows(distances, searched_rows(sides.rows, searched), original.rows());
    summarize(distances, columns.size(), searched, sides.note, result);
    return result;
  }

  void summarize(const std::vector<double>& distances, std::size_t columns,
                 const stats::RecordSample& searched, const std::string& labels, Score& result) const {
    const auto zeros = static_cast<std::size_t>(std::count(distances.begin(), distances.end(), 0.0));
    const double mean = exact_sum(distances) / static_cast<double>(distances.size());
    result.details.set("mean_distance", mean);
    result.details.set(searched.all() ? "zero_distances" : "zero_distances_in_sample", zeros);
    result.note = note_of(zeros, labels);
    estimate(distances, static_cast<double>(columns), searched, result);
    if (!result.value) return;
    result.reading = "the nearest masked record is " + rounded(mean, 3) + " ranks away on average";
  }

  struct Sides {
    stats::Matrix original, masked;
    std::vector<std::size_t> rows;  // of the original's records
    std::string reason = {};        // why there are no ranks
    std::string note = {};          // what labels stand for
  };

  // The distance of each searched original to its nearest masked record.
  static std::vector<double> nearest_distances(const Sides& sides, const stats::RecordSample& searched,
                                               const Run& run) {
    const bool paired = sides.original.rows() == sides.masked.rows();
    const auto nearest =
        searched.all() ? stats::nearest_rows(sides.original, sides.masked, paired, false, run)
                       : stats::nearest_rows(stats::taking_rows(sides.original, searched.rows), sides.masked,
                                             paired ? searched.rows : std::vector<std::size_t>{}, false, run);
    std::vector<double> distances;
    distances.reserve(nearest.size());
    for (const auto& neighbour : nearest) distances.push_back(std::sqrt(neighbour.squared));
    return distances;
  }

  // The value with its standard error; no value where a distance of 0 is reported.
  void estimate(std::vector<double> distances, double columns, const stats::RecordSample& searched,
                Score& result) const {
    const bool zeros = std::find(distances.begin(), distances.end(), 0.0) != distances.end();
    const bool none = zeros && zero == Zero::report && form == Form::mean_log;
    if (zero == Zero::floor) std::replace(distances.begin(), distances.end(), 0.0, 0.5);
    if (!none) result.value = combine(distances, columns, searched.of);
    if (searched.all()) return;
    mark_sampled(result, searched.rows.size(), searched.of,
                 none ? 0.0 : standard_error(distances, columns, searched.of));
  }

  // By the delta method where the value is the logarithm of a mean: the error of the mean divided by it.
  double standard_error(std::vector<double> distances, double columns, std::size_t of) const {
    if (form == Form::mean_log) {
      for (double& distance : distances) distance = std::log(distance);
      return stats::error_of_mean(distances, of) / columns;
    }
    const double relative = stats::error_of_mean(distances, of) / stats::mean(distances);
    return relative / (form == Form::log_mean ? columns : static_cast<double>(of));
  }

  std::string note_of(std::size_t zeros, const std::string& labels) const {
    if (zeros == 0) return labels;
    const std::string exact = std::to_string(zeros) +
                              " original records are matched exactly (rank distance 0)" +
                              (zero == Zero::floor ? ", counted as 0.5" : "");
    return labels.empty() ? exact : exact + "; " + labels;
  }

  static Sides ranked_sides(const Table& original, const Table& masked, const ColumnSet& columns,
                            Value& details, const Run& run) {
    if (original.rows() == masked.rows()) {
      stats::RankPairs pairs = stats::rank_pairs(original, masked, columns, run);
      stats::describe(pairs, details);
      return {std::move(pairs.original), std::move(pairs.masked), std::move(pairs.rows), pairs.reason,
              pairs.note};
    }
    stats::UnpairedRanks ranks = stats::unpaired_ranks(original, masked, columns, false, run);
    const std::vector<std::size_t> rows =
        stats::complete_rows(stats::rank_values(original, original, columns));
    stats::describe(static_cast<const stats::UnpairedRecords&>(ranks), details);
    details.set("masked_records", ranks.masked.rows());
    rescale(ranks.masked, ranks.original.rows(), ranks.placed);
    return {std::move(ranks.original), std::move(ranks.masked), rows, ranks.reason, ranks.note};
  }

  // Ranks among n′ records as ranks among n.
  static void rescale(stats::Matrix& ranks, std::size_t rows, const std::vector<char>& placed) {
    if (ranks.rows() == rows) return;
    const double factor = static_cast<double>(rows) / static_cast<double>(ranks.rows());
    for (std::size_t j = 0; j < ranks.columns(); ++j) {
      if (placed[j] != 0) continue;  // positions are among the n already
      for (double& rank : ranks.column(j)) rank = (rank - 0.5) * factor + 0.5;
    }
  }

  // `of`: how many records the distances stand for, a sample's too.
  double combine(const std::vector<double>& distances, double columns, std::size_t of) const {
    const auto n = static_cast<double>(distances.size()), all = static_cast<double>(of);
    ExactSum added;  // the same for any order of the records
    for (const double distance : distances) {
      added.add(form == Form::mean_log ? std::log(distance) : distance);
    }
    const double sum = added.value();
    switch (form) {
      case Form::mean_log:
        return sum / (n * columns);
      case Form::log_mean:
        return std::log(sum / n) / columns;
      case Form::printed:
        return std::log(n == all ? sum : sum / n * all) / all;
    }
    return 0.0;
  }
};

}  // namespace

void set_rank_linkage(const ParamValues& rank_linkage, std::vector<double> distances, std::size_t columns,
                      const stats::RecordSample& searched, const std::string& labels, Score& result) {
  param_list<RankLinkage>().bind(rank_linkage).summarize(distances, columns, searched, labels, result);
}

}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, rank_linkage, RankLinkage)
