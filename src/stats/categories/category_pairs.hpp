// A column of two files as categories of one list, so that measures of categorical data can compare them
// however each file stores its values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::stats {

// The text of a suppressed cell that is not missing.
inline constexpr std::string_view suppressed_text = "*";

struct CategoryPair {
  static constexpr std::int32_t missing = -1;  // a missing cell, or one with the text "*"
  std::vector<std::int32_t> original;          // code of each row
  std::vector<std::int32_t> masked;
  std::vector<std::string> texts;  // of each code: those of the original first

  std::size_t count() const { return texts.size(); }
};

// Values with equal text are one category, whatever their types. The original's come in ascending order,
// labels in theirs; then those that only the masked column has.
CategoryPair text_categories(const Column& original, const Column& masked);

// Numbers cut at the deciles of the original (type 7, equal ones once): a category holds the numbers above
// one decile, up to and with the next. Texts of a masked column that has become text are categories of
// their own.
// Deciles are those of all records, of which the original's rows stand for so many.
CategoryPair decile_categories(const Column& original, const Column& masked, const RecordCounts& counts = {});

// Deciles where the original is numeric, else texts.
CategoryPair categories(const Table& original, const Table& masked, ColumnId column);
std::vector<CategoryPair> categories(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run);

// How many records miss one of the values.
std::size_t rows_lacking(const std::vector<CategoryPair>& columns,
                         const std::vector<std::int32_t> CategoryPair::*side,
                         const RecordCounts& counts = {});

// Adds "records" and, where some lack a value, "incomplete_records", both of the original.
void describe(const std::vector<CategoryPair>& columns, Value& details);
// The same, where its rows stand for several records.
void describe(const std::vector<CategoryPair>& columns, const RecordCounts& counts, Value& details);

}  // namespace sfumato::stats
