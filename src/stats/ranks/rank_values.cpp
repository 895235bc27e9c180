// Categories are matched by label, since two files may number them differently.
#include "stats/ranks/rank_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/hierarchy.hpp"
#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

// `values` has one number per label of the column.
Numbers by_code(const Codes& column, const Numbers& values) {
  Numbers result(column.codes.size(), nan);
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (column.codes[i] != Codes::missing) result[i] = values[static_cast<std::size_t>(column.codes[i])];
  }
  return result;
}

Numbers places(const Codes& column, const Codes& reference) {
  std::unordered_map<std::string_view, double> place;
  for (const std::string& label : reference.labels) place.emplace(label, static_cast<double>(place.size()));
  Numbers values;
  for (const std::string& label : column.labels) {
    const auto found = place.find(label);
    values.push_back(found == place.end() ? nan : found->second);
  }
  return by_code(column, values);
}

// 1 − share, for a category that `count` of `total` values have.
double marginality(std::size_t count, std::size_t total) {
  return total == 0 ? 1.0 : 1.0 - static_cast<double>(count) / static_cast<double>(total);
}

// The distance of two categories: the level of their common ancestor, as a share of all levels above the
// leaves; 1 where they have none. Without a hierarchy all are equally far.
double semantic_distance(const std::string& a, const std::string& b, const Hierarchy* tree) {
  if (a == b) return 0.0;
  if (tree == nullptr || !tree->has(a) || !tree->has(b)) return 1.0;
  const std::size_t top = tree->levels() - 1;
  for (std::size_t level = 1; level < top; ++level) {
    if (tree->at(a, level) == tree->at(b, level))
      return static_cast<double>(level) / static_cast<double>(top);
  }
  return 1.0;
}

Numbers label_marginality(const Codes& column, const Codes& reference, const Hierarchy* tree) {
  std::vector<std::size_t> counts(reference.labels.size());
  std::size_t total = 0;
  for (const std::int32_t code : reference.codes) {
    if (code == Codes::missing) continue;
    ++counts[static_cast<std::size_t>(code)];
    ++total;
  }
  std::unordered_map<std::string_view, std::size_t> count_of;
  for (std::size_t code = 0; code < counts.size(); ++code)
    count_of.emplace(reference.labels[code], counts[code]);
  Numbers values;
  for (const std::string& label : column.labels) {
    const auto found = count_of.find(label);
    if (tree == nullptr || total == 0) {
      values.push_back(marginality(found == count_of.end() ? 0 : found->second, total));
      continue;
    }
    double sum = 0.0;
    for (std::size_t code = 0; code < counts.size(); ++code) {
      sum += static_cast<double>(counts[code]) * semantic_distance(label, reference.labels[code], tree);
    }
    values.push_back(sum / static_cast<double>(total));
  }
  return by_code(column, values);
}

// Of categories that are written as numbers.
Numbers number_marginality(Numbers values, const Numbers& reference) {
  std::map<double, std::size_t> counts;
  std::size_t total = 0;
  for (const double value : reference) {
    if (std::isnan(value)) continue;
    ++counts[value];
    ++total;
  }
  for (double& value : values) {
    if (std::isnan(value)) continue;
    const auto found = counts.find(value);
    value = marginality(found == counts.end() ? 0 : found->second, total);
  }
  return values;
}

}  // namespace

Numbers rank_values(const Column& column, const ColumnInfo& info, const Column& reference) {
  const Codes* codes = column.get_if<Codes>();
  const Codes* reference_codes = reference.get_if<Codes>();
  const bool both = codes != nullptr && reference_codes != nullptr;
  if (info.kind == Kind::nominal) {
    return both ? label_marginality(*codes, *reference_codes, info.tree.get())
                : number_marginality(column.to_numbers(), reference.to_numbers());
  }
  return info.kind == Kind::ordinal && both ? places(*codes, *reference_codes) : column.to_numbers();
}

Numbers rank_values(const Column& column, const ColumnInfo& info) {
  return rank_values(column, info, column);
}

Matrix rank_values(const Table& table, const Table& original, const ColumnSet& columns) {
  Matrix result(table.rows(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = table.column(columns[j]);
    const ColumnInfo& info = original.info(columns[j]);
    const Numbers* plain = info.kind == Kind::numeric ? column.get_if<Numbers>() : nullptr;
    const Numbers values =
        plain == nullptr ? rank_values(column, info, original.column(columns[j])) : Numbers{};
    const Numbers& source = plain == nullptr ? values : *plain;
    std::copy(source.begin(), source.end(), result.column(j).begin());
  }
  return result;
}

}  // namespace sfumato::stats
