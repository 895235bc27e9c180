// Permutation distance: the largest change of rank of a record in any column. In the permutation model this
// change is the only protection of a record.
#include <algorithm>
#include <numeric>

#include "core/exact_sum.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/searched_pairs.hpp"
#include "risk/searched_records.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/neighbours/partner_search.hpp"
#include "stats/ranks/quantiles.hpp"
#include "stats/ranks/rank_pairs.hpp"

namespace sfumato::risk {
namespace {

struct PermutationDistance {
  std::int64_t sample = 0;

  static MeasureInfo info() {
    return {
        .name = "permutation-distance",
        .title = "Permutation distance",
        .summary = "Mean over records of the largest change of rank in any column.",
        .side = Side::risk,
        .better = Better::higher,
        .range = "0 to n - 1 ranks",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n log n to n²",
        .reference =
            "Domingo-Ferrer, Muralidhar (2016), New directions in anonymization: permutation paradigm, "
            "verifiability by subjects and intruders, transparency to users, Information Sciences 337-338",
        .covers = true};
  }

  static void params(ParamList<PermutationDistance>& list) {
    list.integer("sample", &PermutationDistance::sample)
        .range(0, 1e9)
        .unit("records")
        .doc(std::string("For the linkage in the details. ") + sample_doc);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const stats::RankPairs pairs = stats::rank_pairs(original, masked, columns, run);
    Score result;
    stats::describe(pairs, result.details);
    result.note = pairs.reason;
    if (!result.note.empty()) return result;
    if (pairs.rows.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    std::vector<double> distances = stats::largest_differences(pairs.original, pairs.masked);
    result.per_record = stats::at_rows(distances, pairs.rows, original.rows());
    const auto n = static_cast<double>(distances.size());
    const double mean = std::accumulate(distances.begin(), distances.end(), 0.0) / n;
    std::sort(distances.begin(), distances.end());
    Value quantiles = Value::object();
    for (const int percent : permutation_percents) {
      quantiles.set(std::to_string(percent), stats::quantile(distances, percent / 100.0));
    }
    const stats::RecordSample searched = searched_records(sample, pairs.rows.size(), run);
    const std::vector<double> linked =
        stats::nearest_partners(pairs.original, pairs.masked, searched.rows, run);
    set_permutation_distance(mean, quantiles, distances.size(), linked, searched, pairs.note, result);
    return result;
  }
};

}  // namespace

void set_permutation_distance(double mean, const Value& quantiles, std::size_t records,
                              std::span<const double> linked, const stats::RecordSample& searched,
                              const std::string& labels, Score& result) {
  const double linkage = 100.0 * exact_sum(linked) / static_cast<double>(linked.size());
  result.value = mean;
  result.note = labels;
  result.details.set("mean", mean)
      .set("mean_percent", 100.0 * mean / static_cast<double>(records))
      .set("quantiles", quantiles);
  result.details.set("linkage_percent", linkage);
  if (!searched.all()) {
    result.details.set("linkage_sampled", Value::object()
                                              .set("records", searched.rows.size())
                                              .set("of", searched.of)
                                              .set("standard_error", error_of_percent(linked, searched)));
    result.note = stats::joined_notes(result.note, "the share that is nearest to its own is estimated from " +
                                                       std::to_string(searched.rows.size()) + " of " +
                                                       std::to_string(searched.of) + " records");
  }
  result.reading = "records moved by " + rounded(mean, 3) + " of " + std::to_string(records) +
                   " ranks in the column that moved them most; " + rounded(linkage, 3) +
                   " % are still nearest to their own";
}

}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, permutation_distance, PermutationDistance)
