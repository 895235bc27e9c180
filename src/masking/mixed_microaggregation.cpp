// Categories are codes in the order of their values; a centre is written by copying a row that has it.
#include "masking/mixed_microaggregation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

using CodeCounts = std::vector<std::pair<std::int32_t, std::size_t>>;

bool is_numbers(const Table& table, ColumnId id) {
  return table.info(id).kind == Kind::numeric && !table.column(id).is_text();
}

stats::GowerColumn number_column(const Column& column) {
  stats::GowerColumn result;
  result.numbers = column.to_numbers();
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  for (const double value : result.numbers) {
    if (std::isnan(value)) continue;
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  const double range = upper > lower ? upper - lower : 1.0;
  for (double& value : result.numbers) value /= range;
  return result;
}

// The first row of each code.
std::vector<std::size_t> first_rows(const std::vector<std::int32_t>& codes, std::size_t count) {
  std::vector<std::size_t> rows(count, 0);
  for (std::size_t row = codes.size(); row-- > 0;) rows[static_cast<std::size_t>(codes[row])] = row;
  return rows;
}

stats::GowerColumn category_column(const Table& table, ColumnId id) {
  const Column& column = table.column(id);
  const ColumnInfo& info = table.info(id);
  stats::KeyColumn keys = stats::key_column(column);
  stats::GowerColumn result;
  result.categorical = true;
  result.count = static_cast<std::size_t>(keys.distinct);
  for (std::int32_t& code : keys.codes) {
    if (code != stats::KeyColumn::missing) continue;
    result.missing_code = keys.distinct;
    code = keys.distinct;
  }
  result.codes = std::move(keys.codes);
  if (result.missing_code >= 0) ++result.count;
  if (info.kind == Kind::ordinal) {
    std::vector<double> places = stats::even_places(static_cast<std::size_t>(keys.distinct));
    places.resize(result.count, std::numeric_limits<double>::quiet_NaN());
    result.distance = stats::CategoryDistance::ordinal(std::move(places));
    result.centre = stats::Centre::median;
  } else if (info.tree != nullptr) {
    std::vector<std::string> texts;
    for (const std::size_t row : first_rows(result.codes, result.count)) texts.push_back(column.text(row));
    result.distance = stats::CategoryDistance::hierarchical(texts, *info.tree);
    result.centre = stats::Centre::marginality;
  }
  return result;
}

// How often each code occurs in these rows, ascending.
CodeCounts code_counts(const stats::GowerColumn& column, const std::vector<std::uint32_t>& rows, bool fill) {
  std::vector<std::int32_t> codes;
  for (const std::uint32_t row : rows) {
    const std::int32_t code = column.codes[row];
    if (!fill || code != column.missing_code) codes.push_back(code);
  }
  std::sort(codes.begin(), codes.end());
  CodeCounts counts;
  for (const std::int32_t code : codes) {
    if (counts.empty() || counts.back().first != code) counts.emplace_back(code, 0);
    ++counts.back().second;
  }
  return counts;
}

}  // namespace

bool has_categories(const Table& table, const ColumnSet& columns) {
  return !std::all_of(columns.begin(), columns.end(), [&](ColumnId id) { return is_numbers(table, id); });
}

std::vector<stats::GowerColumn> gower_columns(const Table& table, const ColumnSet& columns) {
  std::vector<stats::GowerColumn> result;
  for (const ColumnId id : columns) {
    result.push_back(is_numbers(table, id) ? number_column(table.column(id)) : category_column(table, id));
  }
  return result;
}

std::size_t centre_groups(Table& masked, const ColumnSet& columns,
                          const std::vector<stats::GowerColumn>& coded, const stats::Grouping& grouping,
                          bool fill, const Run& run) {
  std::vector<std::size_t> changed(columns.size(), 0);
  run.parallel(columns.size(), [&](std::size_t j) {
    const stats::GowerColumn& column = coded[j];
    if (!column.categorical) return;
    std::vector<std::uint32_t> all(column.codes.size());
    std::iota(all.begin(), all.end(), 0U);
    const CodeCounts overall = code_counts(column, all, fill);
    const std::vector<std::size_t> row_of = first_rows(column.codes, column.count);
    std::vector<std::size_t> source(all.begin(), all.end());
    for (const std::vector<std::uint32_t>& group : grouping.groups) {
      CodeCounts counts = code_counts(column, group, fill);
      if (counts.empty()) counts = overall;
      if (counts.empty()) continue;  // no cell has a value
      const std::int32_t centre = stats::centre_of(column, counts);
      for (const std::uint32_t row : group) {
        source[row] = row_of[static_cast<std::size_t>(centre)];
        changed[j] += column.codes[row] == centre ? 0 : 1;
      }
    }
    masked.replace(columns[j], masked.column(columns[j]).taking(source));
  });
  return std::accumulate(changed.begin(), changed.end(), std::size_t{0});
}

std::vector<char> groups_to_fill(const Table& masked, const ColumnSet& columns,
                                 const stats::Grouping& grouping, std::int64_t k) {
  const auto has_value = [&](std::uint32_t row) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](ColumnId id) { return !masked.column(id).missing(row); });
  };
  std::vector<char> result;
  for (const std::vector<std::uint32_t>& group : grouping.groups) {
    const auto records = std::count_if(group.begin(), group.end(), has_value);
    result.push_back(records > 0 && records < k ? 1 : 0);
  }
  return result;
}

}  // namespace sfumato::masking
