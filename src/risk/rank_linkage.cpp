// Rank linkage: the distance, in ranks, of every original record to its nearest masked record. It does not
// depend on units or on any monotone change of a column, so it is comparable across methods and data.
#include <cmath>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
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
    const bool paired = sides.original.rows() == sides.masked.rows();
    const auto nearest = stats::nearest_rows(sides.original, sides.masked, paired, false, run);
    std::vector<double> distances;
    distances.reserve(nearest.size());
    std::size_t zeros = 0;
    for (const auto& neighbour : nearest) {
      distances.push_back(std::sqrt(neighbour.squared));
      zeros += neighbour.squared == 0.0 ? 1 : 0;
    }
    result.per_record = stats::at_rows(distances, sides.rows, original.rows());
    const double mean =
        std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(distances.size());
    result.details.set("mean_distance", mean);
    result.details.set("zero_distances", zeros);
    result.note = note_of(zeros, sides.note);
    if (zeros > 0 && zero == Zero::report && form == Form::mean_log) return result;
    if (zero == Zero::floor) {
      for (double& distance : distances) distance = distance == 0.0 ? 0.5 : distance;
    }
    const double value = combine(distances, static_cast<double>(columns.size()));
    if (!std::isfinite(value)) return result;
    result.value = value;
    result.reading = "the nearest masked record is " + rounded(mean, 3) + " ranks away on average";
    return result;
  }

  std::string note_of(std::size_t zeros, const std::string& labels) const {
    if (zeros == 0) return labels;
    const std::string exact = std::to_string(zeros) +
                              " original records are matched exactly (rank distance 0)" +
                              (zero == Zero::floor ? ", counted as 0.5" : "");
    return labels.empty() ? exact : exact + "; " + labels;
  }

  struct Sides {
    stats::Matrix original, masked;
    std::vector<std::size_t> rows;  // of the original's records
    std::string reason = {};        // why there are no ranks
    std::string note = {};          // what labels stand for
  };

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

  double combine(const std::vector<double>& distances, double columns) const {
    const auto n = static_cast<double>(distances.size());
    double sum = 0.0;
    for (const double distance : distances) sum += form == Form::mean_log ? std::log(distance) : distance;
    switch (form) {
      case Form::mean_log:
        return sum / (n * columns);
      case Form::log_mean:
        return std::log(sum / n) / columns;
      case Form::printed:
        return std::log(sum) / n;
    }
    return 0.0;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, rank_linkage, RankLinkage)
