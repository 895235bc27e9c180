// Distribution fit. Each column is replaced by draws from the family of distributions that fits it best, so
// that its shape is kept while no released value is an original one.
#include <algorithm>

#include "core/method.hpp"
#include "stats/distributions/distribution_fits.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t draws_between_stops = 100'000;

struct DistributionFit {
  static MethodInfo info() {
    return {.name = "distribution-fit",
            .title = "Distribution fit",
            .family = Family::synthesis,
            .summary = "Replaces each column by a sample from the distribution that fits it best.",
            .accepts = Kind::numeric,
            .reference =
                "Liew, Choi, Liew (1985), A data distortion by probability distribution, ACM Transactions on "
                "Database Systems 10(3)"};
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until edited
    std::vector<Value> fits(original.column_count());
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const Numbers values = original.column(id).to_numbers();
      const std::vector<std::uint32_t> order = stats::ascending_order(values);
      std::vector<double> sorted(order.size());
      for (std::size_t rank = 0; rank < order.size(); ++rank) sorted[rank] = values[order[rank]];
      if (sorted.empty() || sorted.front() == sorted.back()) return;
      const stats::Fit fit = stats::best_fit(sorted, &run);
      fits[id] = fit.distribution.to_value();
      fits[id].set("distance", fit.distance);
      for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
        if (rank % draws_between_stops == 0) run.check_stop();
        sorted[rank] = fit.distribution.draw(rng);
      }
      std::sort(sorted.begin(), sorted.end());
      const std::span<double> edited = masked.edit_numbers(id);
      for (std::size_t rank = 0; rank < order.size(); ++rank) edited[order[rank]] = sorted[rank];
    });
    Value by_column = Value::object();
    for (const ColumnId id : columns) by_column.set(original.info(id).name, fits[id]);
    Masked result{.tables = {masked}};
    result.details.set("fits", by_column);  // null for a column that stays
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(distribution_fit, DistributionFit)
