#include "jobs/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

ColumnSet shown_columns(const Table& original, const Table& masked, const std::vector<std::string>& named) {
  ColumnSet columns;
  for (const std::string& name : named) {
    columns.push_back(original.require(name));
    static_cast<void>(masked.require(name));
  }
  for (ColumnId id = 0; named.empty() && id < original.column_count(); ++id) {
    const bool identifier = original.info(id).role == Role::identifier;
    if (!identifier && masked.find(original.info(id).name)) columns.push_back(id);
  }
  return columns;
}

// One column of both tables, and how far apart two values are.
struct Pair {
  const Column* before;
  const Column* after;
  bool numeric = false;
  double sd = 0.0;
  Numbers before_numbers = {}, after_numbers = {};

  double distance(std::size_t row) const {
    const bool gone = before->missing(row), absent = after->missing(row);
    if (gone || absent) return gone == absent ? 0.0 : 1.0;
    if (!numeric) return before->text(row) == after->text(row) ? 0.0 : 1.0;
    const double difference = std::fabs(before_numbers[row] - after_numbers[row]);
    if (difference == 0.0) return 0.0;
    return sd > 0.0 ? difference / sd : 1.0;
  }
};

std::vector<Pair> pairs_of(const Table& original, const Table& masked, const ColumnSet& columns,
                           const profile::BeforeAfter& changes) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Pair pair{&original.column(columns[i]), &masked.column(masked.require(original.info(columns[i]).name))};
    pair.numeric =
        original.info(columns[i]).kind == Kind::numeric && !pair.before->is_text() && !pair.after->is_text();
    if (pair.numeric) {
      pair.sd = changes.columns[i].before.sd.value_or(0.0);
      pair.before_numbers = pair.before->to_numbers();
      pair.after_numbers = pair.after->to_numbers();
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::vector<ChangedRecord> most_changed(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                                        std::size_t rows, std::size_t most, const Run& run) {
  std::vector<double> distances(rows, 0.0);
  run.blocks(rows, 4096, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (const Pair& pair : pairs) distances[row] += pair.distance(row);
    }
  });
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t shown = std::min(rows, most);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return distances[a] != distances[b] ? distances[a] > distances[b] : a < b;
                    });
  std::vector<ChangedRecord> result;
  for (std::size_t i = 0; i < shown && distances[order[i]] > 0.0; ++i) {
    const std::size_t row = order[i];
    ChangedRecord record{row + 1, distances[row] / static_cast<double>(pairs.size()), {}};
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (pairs[k].distance(row) == 0.0) continue;
      record.cells.push_back({names[k], pairs[k].before->text(row), pairs[k].after->text(row)});
    }
    result.push_back(std::move(record));
  }
  return result;
}

}  // namespace

JobInfo DistributionsRequest::info() {
  return {
      .name = "distributions",
      .title = "Distributions before and after",
      .summary = "Shows each column before and after masking, and the records that changed most.",
      .inputs = {{"original", "The original data."},
                 {"masked", "The masked data; without it the original alone.", InputKind::records, false}}};
}

void DistributionsRequest::params(ParamList<DistributionsRequest>& list) {
  list.columns("columns", &DistributionsRequest::columns)
      .doc("Columns to show; without it those of both tables, without identifiers.");
  list.integer("changed", &DistributionsRequest::changed)
      .range(0, 1000)
      .doc(
          "How many of the records that changed most are listed, where records are known to correspond by "
          "row.");
}

DistributionsResult distributions(const DistributionsRequest& request, const Run& run) {
  const Table& original = request.original.file.table;
  const Table& masked = request.masked ? *request.masked : original;
  const ColumnSet columns = shown_columns(original, masked, request.columns);
  if (columns.empty()) bad_param("columns", "there is no column to show", "name some with ‹columns›");
  DistributionsResult result;
  result.masked = request.masked.has_value();
  result.changes = profile::before_after(original, masked, columns, run);
  if (result.masked && original.rows() == masked.rows()) {
    result.changed =
        most_changed(pairs_of(original, masked, columns, result.changes), original.names(columns),
                     original.rows(), static_cast<std::size_t>(request.changed), run);
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(distributions_job, sfumato::jobs::DistributionsRequest)
