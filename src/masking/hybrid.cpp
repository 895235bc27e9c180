// Hybrid microdata. Records are grouped by MDAV and every group is replaced by synthetic records with
// the group's own means and covariances, so that these are kept even in small parts of the data.
#include <cmath>

#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "stats/distributions/exact_normal.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct Hybrid {
  std::int64_t k = 10;
  bool fill = false;

  static MethodInfo info() {
    return {
        .name = "hybrid",
        .title = "Hybrid microdata (MDAV and IPSO)",
        .family = Family::synthesis,
        .summary =
            "Replaces groups of similar records by synthetic ones with the same means and covariances.",
        .accepts = Kind::numeric,
        .reference =
            "Domingo-Ferrer, González-Nicolás (2010), Hybrid microdata using microaggregation, Information "
            "Sciences 180",
        .practical_rows = 2'000'000};
  }

  static void params(ParamList<Hybrid>& list) {
    list.integer("k", &Hybrid::k)
        .range(3, 1e9)
        .unit("records")
        .doc("Smallest group size.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.flag("fill", &Hybrid::fill).doc("Give missing cells a synthetic value too.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    const stats::Matrix data = stats::numbers(original, columns);
    require_group_size(k, data);
    const stats::Grouping grouping = stats::mdav_groups(
        stats::standardized(data), static_cast<std::size_t>(k), stats::GroupSeeds::farthest, run);
    Table masked = original;  // columns stay shared until edited
    std::vector<std::span<double>> values;
    for (const ColumnId id : columns) values.push_back(masked.edit_numbers(id));
    run.parallel(grouping.groups.size(), [&](std::size_t g) {
      const std::vector<std::uint32_t>& group = grouping.groups[g];
      Rng rng = run.rng("group", g);
      const stats::Matrix synthetic = synthesised(filled(stats::taking_rows(data, group)), rng);
      for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i < group.size(); ++i) {
          double& value = values[j][group[i]];
          if (fill || !std::isnan(value)) value = synthetic(i, j);
        }
      }
    });
    return {.tables = {masked},
            .details = grouping_details(original, masked, columns, grouping.groups.size())};
  }

  // Missing cells at the mean of their column; at 0 where all of it is missing.
  static stats::Matrix filled(stats::Matrix group) {
    for (std::size_t j = 0; j < group.columns(); ++j) {
      const double mean = stats::mean(group.column(j));
      for (double& value : group.column(j)) value = std::isnan(value) ? mean : value;
    }
    return group;
  }

  static stats::Matrix synthesised(const stats::Matrix& group, Rng& rng) {
    stats::Matrix ones(group.rows(), 1);
    for (double& one : ones.column(0)) one = 1.0;
    stats::Matrix result = stats::exact_normal(ones, stats::covariance_root(stats::covariance(group)), rng);
    for (std::size_t j = 0; j < group.columns(); ++j) {
      const double mean = stats::mean(group.column(j));
      for (double& value : result.column(j)) value += mean;
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(hybrid, Hybrid)
