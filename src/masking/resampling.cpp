// Resampling. Each column becomes the mean of several sorted samples drawn from it with replacement,
// so that its values change slightly while its ranks stay.
#include <algorithm>

#include "core/method.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

struct Resampling {
  std::int64_t samples = 3;

  static MethodInfo info() {
    return {
        .name = "resampling",
        .title = "Resampling",
        .family = Family::swapping,
        .summary = "Replaces each column by the mean of sorted samples drawn from it.",
        .accepts = Kind::numeric,
        .reference =
            "Heer (1993), A bootstrap procedure to preserve statistical confidentiality in contingency "
            "tables, Proc. International Seminar on Statistical Confidentiality, Eurostat; Domingo-Ferrer, "
            "Mateo-Sanz (1999), On resampling for statistical confidentiality in contingency tables, "
            "Computers & Mathematics with Applications 38"};
  }

  static void params(ParamList<Resampling>& list) {
    list.integer("samples", &Resampling::samples)
        .range(1, 1000)
        .unit("samples")
        .doc("Samples drawn from each column.");
  }

  // The sums over the samples of their order statistics. A sample is drawn as the frequency of each rank of
  // the column, which gives its sorted order.
  std::vector<double> summed_samples(const std::vector<double>& sorted, Rng& rng) const {
    const std::size_t n = sorted.size();
    std::vector<double> sums(n, 0.0);
    std::vector<std::uint32_t> drawn(n);
    for (std::int64_t sample = 0; sample < samples; ++sample) {
      std::fill(drawn.begin(), drawn.end(), 0U);
      for (std::size_t i = 0; i < n; ++i) ++drawn[rng.below(n)];
      std::size_t place = 0;
      for (std::size_t rank = 0; rank < n; ++rank) {
        for (std::uint32_t times = drawn[rank]; times > 0; --times) sums[place++] += sorted[rank];
      }
    }
    return sums;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until edited
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const std::span<double> values = masked.edit_numbers(id);
      const std::vector<std::uint32_t> order = stats::ascending_order(values);
      std::vector<double> sorted(order.size());
      for (std::size_t rank = 0; rank < order.size(); ++rank) sorted[rank] = values[order[rank]];
      const std::vector<double> sums = summed_samples(sorted, rng);
      const auto count = static_cast<double>(samples);
      for (std::size_t rank = 0; rank < order.size(); ++rank) {
        // A mean of equal values may miss them by an ulp; that must not leave the range.
        values[order[rank]] = std::clamp(sums[rank] / count, sorted.front(), sorted.back());
      }
    });
    return {.tables = {masked}};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(resampling, Resampling)
