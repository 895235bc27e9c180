// Interval disclosure by standard deviations: how often an original value lies within a small interval
// around its masked value, whose width is a share of the column's standard deviation.
#include "core/measure.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/interval_shares.hpp"

namespace sfumato::risk {
namespace {

std::vector<int> least_sd_widths(std::span<const double> original, std::span<const double> masked) {
  const double sd = stats::exact_moments(original).sd();
  std::vector<int> result(original.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = stats::least_sd_width(original[i], masked[i], sd);
  }
  return result;
}

struct IntervalDisclosureSd {
  static MeasureInfo info() {
    return {
        .name = "interval-disclosure-sd",
        .title = "Interval disclosure by standard deviations",
        .summary =
            "Share of original values within a few hundredths of a standard deviation of their masked value.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric,
        .cost = "n",
        .reference =
            "Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §6 (ID2)",
        .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    if (!means.reason.empty()) return {.value = std::nullopt, .note = means.reason};
    Score result = stats::interval_score(original, means.masked, columns, run, least_sd_widths, false);
    result.note = stats::joined_notes(result.note, means.note);
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, interval_disclosure_sd, IntervalDisclosureSd)
