// Individual ranking. Each column is sorted separately and divided into groups of at least k neighbours,
// whose mean replaces their values; the loss is small, and so is the protection.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/optimal_partition.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

struct IndividualRanking {
  std::int64_t k = 3;
  bool optimal = false;
  bool fill = false;

  static MethodInfo info() {
    return {.name = "individual-ranking",
            .title = "Individual ranking",
            .family = Family::microaggregation,
            .summary = "Replaces each value by the mean of at least k neighbours in its sorted column.",
            .accepts = Kind::numeric,
            .reference =
                "Defays, Nanopoulos (1993), Panels of enterprises and confidentiality: the small aggregates "
                "method, Proc. Symposium on Design and Analysis of Longitudinal Surveys, Statistics Canada",
            .random = false};
  }

  static void params(ParamList<IndividualRanking>& list) {
    group_size_param(list);
    list.flag("optimal", &IndividualRanking::optimal)
        .doc("Divide each column where the sum of squares within groups is smallest.");
    list.flag("fill", &IndividualRanking::fill).doc("Give missing cells the mean of their column.");
  }

  void require_values(const Table& original, const ColumnSet& columns) const {
    for (const ColumnId id : columns) {
      const std::size_t present = original.rows() - original.column(id).missing_count();
      if (present == 0 || static_cast<std::uint64_t>(k) <= present) continue;
      bad_input("column '" + original.info(id).name + "' has " + std::to_string(present) +
                    " values, fewer than k = " + std::to_string(k),
                "choose a smaller k, or leave the column out");
    }
  }

  // Replaces the present values by group means; returns the number of groups.
  std::size_t aggregate(std::span<double> values) const {
    const double column_mean = stats::moments(values).mean;
    std::vector<double> present;
    present.reserve(values.size());
    std::copy_if(values.begin(), values.end(), std::back_inserter(present),
                 [](double value) { return !std::isnan(value); });
    if (present.empty()) return 0;

    const std::vector<std::uint32_t> order = stats::ascending_order(present);
    std::vector<double> ascending(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) ascending[place] = present[order[place]];
    const auto size = static_cast<std::size_t>(k);
    const std::vector<std::uint32_t> starts =
        optimal ? stats::optimal_starts(ascending, size) : stats::consecutive_starts(ascending.size(), size);
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      // Counted from the least value, so that equal values have exactly that value as their mean.
      double sum = 0.0;
      for (std::size_t place = starts[group]; place < starts[group + 1]; ++place)
        sum += ascending[place] - ascending[starts[group]];
      const double mean =
          ascending[starts[group]] + sum / static_cast<double>(starts[group + 1] - starts[group]);
      for (std::size_t place = starts[group]; place < starts[group + 1]; ++place)
        present[order[place]] = mean;
    }
    auto next = present.begin();
    for (double& value : values) {
      if (!std::isnan(value)) {
        value = *next++;
      } else if (fill) {
        value = column_mean;
      }
    }
    return starts.size() - 1;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    require_group_size(k, original.rows());
    require_values(original, columns);
    Table masked = original;  // columns stay shared until edited
    std::vector<std::size_t> groups(columns.size(), 0);
    run.expect(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) {
      groups[j] = aggregate(masked.edit_numbers(columns[j]));
      run.advance();
    });
    std::size_t sum = 0;
    for (const std::size_t count : groups) sum += count;
    return {.tables = {masked}, .details = grouping_details(original, masked, columns, sum)};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(individual_ranking, IndividualRanking)
