// Equal records are compared once. For a class of originals each column has a table of its agreement with
// every value of the masked column, so that a pair costs one look-up per column.
#include "stats/linkage/cover_patterns.hpp"

#include <algorithm>
#include <numeric>

namespace sfumato::stats {
namespace {

std::vector<bool> lacking_columns(const std::vector<PatternColumn>& columns) {
  std::vector<bool> result;
  for (const PatternColumn& column : columns) {
    result.push_back(std::find(column.masked.begin(), column.masked.end(), -1) != column.masked.end());
  }
  return result;
}

}  // namespace

CoverPatterns::Classes CoverPatterns::classes_of(const std::vector<PatternColumn>& columns, bool masked) {
  const std::size_t rows = masked ? columns.front().masked.size() : columns.front().original.size();
  const auto value = [&](std::size_t j, std::uint32_t row) {
    return masked ? columns[j].masked[row] : columns[j].original[row];
  };
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (value(j, a) != value(j, b)) return value(j, a) < value(j, b);
    }
    return false;
  };
  std::sort(order.begin(), order.end(), before);
  Classes result{std::vector<std::uint32_t>(rows), {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    if (i == 0 || before(order[i - 1], order[i])) {
      result.first.push_back(order[i]);
      result.size.push_back(0);
    }
    ++result.size.back();
    result.row[order[i]] = static_cast<std::uint32_t>(result.first.size() - 1);
  }
  return result;
}

CoverPatterns::CoverPatterns(const std::vector<PatternColumn>& columns, const Run& run)
    : columns_(columns),
      layout_(lacking_columns(columns)),
      originals_(classes_of(columns, false)),
      masked_(classes_of(columns, true)),
      cells_(columns.size()) {
  run.check_stop();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (const std::uint32_t row : masked_.first) cells_[j].push_back(columns[j].masked[row]);
  }
}

std::uint32_t CoverPatterns::state(std::size_t column, std::int32_t original, std::int32_t masked) const {
  if (masked < 0) return layout_.unknown(column);
  return original >= 0 && columns_[column].agree(original, masked) ? layout_.agreement(column) : 0U;
}

std::uint32_t CoverPatterns::pattern(std::size_t i, std::size_t k) const {
  std::uint32_t result = 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    result |= state(j, columns_[j].original[i], columns_[j].masked[k]);
  }
  return result;
}

void CoverPatterns::class_patterns(std::uint32_t original, std::vector<std::uint32_t>& patterns) const {
  patterns.assign(masked_.first.size(), 0U);
  std::vector<std::uint32_t> states;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const std::int32_t value = columns_[j].original[originals_.first[original]];
    states.assign(columns_[j].masked_values + 1,
                  layout_.unknown(j));  // the first is that of suppressed cells
    for (std::size_t cell = 0; cell < columns_[j].masked_values; ++cell) {
      states[cell + 1] = state(j, value, static_cast<std::int32_t>(cell));
    }
    for (std::size_t v = 0; v < patterns.size(); ++v) {
      patterns[v] |= states[static_cast<std::size_t>(std::int64_t{cells_[j][v]} + 1)];
    }
  }
}

void CoverPatterns::row(std::size_t i, std::span<std::uint32_t> patterns) const {
  std::vector<std::uint32_t> of_class;
  class_patterns(originals_.row[i], of_class);
  for (std::size_t k = 0; k < patterns.size(); ++k) patterns[k] = of_class[masked_.row[k]];
}

void CoverPatterns::for_each_row(const Visit& visit, const Run& run) const {
  std::vector<std::vector<std::uint32_t>> members(originals_.first.size());
  for (std::uint32_t row = 0; row < originals_.row.size(); ++row) members[originals_.row[row]].push_back(row);
  constexpr std::size_t block = 64;
  run.expect((members.size() + block - 1) / block);
  run.blocks(members.size(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    run.check_stop();
    std::vector<std::uint32_t> patterns, seen, counts(std::size_t{1} << layout_.bits());
    std::vector<PatternCount> found;
    for (std::size_t original = begin; original < end; ++original) {
      class_patterns(static_cast<std::uint32_t>(original), patterns);
      for (std::size_t v = 0; v < patterns.size(); ++v) {
        if (counts[patterns[v]] == 0) seen.push_back(patterns[v]);
        counts[patterns[v]] += masked_.size[v];
      }
      std::sort(seen.begin(), seen.end());
      found.clear();
      for (const std::uint32_t pattern : seen) found.push_back({pattern, counts[pattern]});
      for (const std::uint32_t pattern : seen) counts[pattern] = 0;
      seen.clear();
      for (const std::uint32_t row : members[original]) visit(row, found);
    }
    run.advance();
  });
}

}  // namespace sfumato::stats
