// Projection microaggregation. Records are sorted by one score of all their values, and at least k neighbours
// in that order share the means of their columns.
#include <cmath>

#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/linear/principal_component.hpp"
#include "stats/linear/records.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

struct ProjectionMicroaggregation {
  enum class Onto { component, zscores };

  std::int64_t k = 3;
  Onto onto = Onto::component;
  GroupCentre centre = GroupCentre::mean;
  bool fill = false;

  static MethodInfo info() {
    return {
        .name = "projection-microaggregation",
        .title = "Projection microaggregation",
        .family = Family::microaggregation,
        .summary = "Replaces each record by the mean of at least k neighbours along one direction.",
        .accepts = Kind::numeric,
        .reference =
            "Anwar (1993), Micro-aggregation: the small aggregates method, Eurostat; Domingo-Ferrer, "
            "Mateo-Sanz (2002), Practical data-oriented microaggregation for statistical disclosure control, "
            "IEEE Transactions on Knowledge and Data Engineering 14",
        .random = false};
  }

  static void params(ParamList<ProjectionMicroaggregation>& list) {
    group_size_param(list);
    list.choice("onto", &ProjectionMicroaggregation::onto,
                {{"component", Onto::component}, {"zscores", Onto::zscores}})
        .doc("Sort by the first principal component, or by the sum of z-scores.");
    centre_param(list);
    fill_param(list);
  }

  // The records that have a value, in the order of their scores.
  std::vector<std::uint32_t> order(const stats::Matrix& scores) const {
    const std::vector<double> weights =
        onto == Onto::component ? stats::first_component(scores) : std::vector<double>(scores.columns(), 1.0);
    const std::vector<double> all = stats::projected(scores, weights);
    std::vector<double> present;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < all.size(); ++row) {
      if (std::isnan(all[row])) continue;
      present.push_back(all[row]);
      rows.push_back(row);
    }
    std::vector<std::uint32_t> result = stats::ascending_order(present);
    for (std::uint32_t& entry : result) entry = rows[entry];
    return result;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const stats::Matrix scores = stats::standardized(stats::numbers(original, columns));
    require_group_size(k, scores);
    const std::vector<std::uint32_t> sorted = order(scores);
    const stats::Grouping grouping =
        stats::groups_of_order(sorted, stats::consecutive_starts(sorted.size(), static_cast<std::size_t>(k)));
    return aggregated(original, columns, grouping, k, fill, run, centre);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(projection_microaggregation, ProjectionMicroaggregation)
