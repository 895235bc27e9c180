// Common parts of microaggregation methods: a smallest group size, means in place of values, and the share of
// the variation that is lost.
#pragma once

#include "core/method.hpp"
#include "core/params.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/groups/grouping.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::masking {

template <class T>
void group_size_param(ParamList<T>& list) {
  list.integer("k", &T::k)
      .range(1, 1e9)
      .unit("records")
      .doc("Smallest group size.")
      .dial(Dial::more_is_safer)
      .logarithmic();
}

// What values of a group become. The median of an even number is the mean of the two in the middle.
enum class GroupCentre { mean, median };

template <class T>
void centre_param(ParamList<T>& list) {
  list.choice("centre", &T::centre, {{"mean", GroupCentre::mean}, {"median", GroupCentre::median}})
      .doc("What numbers of a group become: their mean, or their median.");
}

template <class T>
void fill_param(ParamList<T>& list) {
  list.flag("fill", &T::fill).doc("Give missing cells the mean of their group too.");
}

// An error unless there are k records, or none at all.
void require_group_size(std::int64_t k, std::size_t records);
// The same, counting only records that have a value.
void require_group_size(std::int64_t k, const stats::Matrix& points);

// Every value becomes the mean, or another centre, of its group in raw units, over the values present and in
// row order. The mean is computed once per group: recomputing it per record would break ties by an ulp. A
// missing value stays missing, unless `fill`; then it becomes the mean of its group, or that of the
// column where the group has none. Records without any value are in no group: fewer than k of them become as
// the group that is nearest to the means, so that they are not a class of their own; more become the means.
// Groups that are marked in `filled` (none where it is empty) get their means in place of missing values,
// too. Returns how many of the means rest on fewer than k values, because others are missing: these protect
// less than k promises.
std::size_t average_groups(Table& masked, const ColumnSet& columns, const stats::Grouping& grouping,
                           std::int64_t k, bool fill, const Run& run, GroupCentre centre = GroupCentre::mean,
                           const std::vector<char>& filled = {});

// 100·SSE/SST on the z-scores of the original, over cells of numeric columns that both have; 0 where nothing
// varies.
double sse_percent(const Table& original, const Table& masked, const ColumnSet& columns);

// "groups" and "sse_percent", which the details of every microaggregation have, and "thin_means" where
// there are any.
Value grouping_details(const Table& original, const Table& masked, const ColumnSet& columns,
                       std::size_t groups, std::size_t thin_means = 0);

// What groups promise: k records that agree in these columns, where a missing cell agrees with anything.
ClassPromise group_promise(const Table& original, const ColumnSet& columns, std::int64_t k);

// The release of one grouping of all columns: means in place of values, the details and the promise.
Masked aggregated(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                  std::int64_t k, bool fill, const Run& run, GroupCentre centre = GroupCentre::mean);

}  // namespace sfumato::masking
