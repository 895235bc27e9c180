// Means are computed once per label.
#include "stats/covers/label_means.hpp"

#include <numeric>

#include "core/number_limits.hpp"
#include "core/text_list.hpp"
#include "stats/covers/covered_column.hpp"

namespace sfumato::stats {
namespace {

double mean_of(const std::vector<double>& values) {
  return values.empty()
             ? nan
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Over the records that have the values of these runs.
double covered_mean(const CoveredColumn& column, const std::vector<CoverRun>& runs) {
  double sum = 0.0, count = 0.0;
  for (const CoverRun& run : runs) {
    for (std::int32_t place = run.first; place <= run.last; ++place) {
      const auto at = static_cast<std::size_t>(place);
      sum += static_cast<double>(column.counts[at]) * column.numbers[at];
      count += static_cast<double>(column.counts[at]);
    }
  }
  return count > 0.0 ? sum / count : nan;
}

double number_of(const CoveredColumn& column, const MaskedCell& cell) {
  switch (cell.kind) {
    case MaskedCell::Kind::value:
      return column.numbers[static_cast<std::size_t>(cell.place)];
    case MaskedCell::Kind::number:
      return cell.number;
    case MaskedCell::Kind::label:
      return cell.runs.empty() ? mean_of(cell.ends) : covered_mean(column, cell.runs);
    case MaskedCell::Kind::suppressed:
      return covered_mean(column, {{0, static_cast<std::int32_t>(column.counts.size()) - 1}});
    case MaskedCell::Kind::unknown:
      break;
  }
  return nan;
}

Numbers numbers_of(const CoveredColumn& column, const Column& masked) {
  std::vector<double> of_cell;
  for (const MaskedCell& cell : column.cells) {
    // A value of the column that no record has is not used.
    const bool unused = cell.kind == MaskedCell::Kind::value && cell.place < 0;
    of_cell.push_back(unused ? nan : number_of(column, cell));
  }
  Numbers result(column.masked.size(), nan);
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (column.masked[row] < 0 || masked.missing(row)) continue;
    result[row] = of_cell[static_cast<std::size_t>(column.masked[row])];
  }
  return result;
}

}  // namespace

LabelMeans with_label_means(const Table& original, const Table& masked, const ColumnSet& columns) {
  LabelMeans result{masked};
  const bool paired = original.rows() == masked.rows();
  std::vector<std::string> names;
  for (const ColumnId id : columns) {
    if (original.info(id).kind != Kind::numeric || original.column(id).is_text()) continue;
    const auto column = coarse_column(original, masked, id, paired);
    if (!column) continue;
    if (result.reason.empty()) result.reason = column->reason;
    result.masked.replace(id, numbers_of(*column, masked.column(id)));
    ColumnInfo info = result.masked.info(id);
    info.kind = Kind::numeric;
    result.masked.set_info(id, std::move(info));
    if (masked.column(id).is_text()) names.push_back(column->name);
  }
  if (!names.empty()) {
    result.note = "labels of " + quoted_names(names) + " count as the mean of what they cover";
  }
  return result;
}

std::string joined_notes(const std::string& first, const std::string& second) {
  if (first.empty() || second.empty()) return first + second;
  return first + "; " + second;
}

}  // namespace sfumato::stats
