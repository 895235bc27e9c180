// Each file is coded by itself first; the texts of its few categories are then matched.
#include "stats/categories/category_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/number_text.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::stats {
namespace {

// A column's own codes and their texts.
struct CodedTexts {
  KeyColumn keys;
  std::vector<std::string> texts;
};

CodedTexts coded_texts(const Column& column) {
  CodedTexts result{key_column(column), {}};
  result.texts.resize(static_cast<std::size_t>(result.keys.distinct));
  std::vector<bool> seen(result.texts.size(), false);
  for (std::size_t row = 0; row < result.keys.codes.size(); ++row) {
    const std::int32_t code = result.keys.codes[row];
    if (code == KeyColumn::missing || seen[static_cast<std::size_t>(code)]) continue;
    seen[static_cast<std::size_t>(code)] = true;
    result.texts[static_cast<std::size_t>(code)] = column.text(row);
  }
  return result;
}

// Codes by text: known texts have theirs, others get the next.
class TextCodes {
 public:
  explicit TextCodes(std::vector<std::string>& texts) : texts_(texts) {}

  std::vector<std::int32_t> of(const CodedTexts& column) {
    std::vector<std::int32_t> code_of;
    for (const std::string& text : column.texts) code_of.push_back(code(text));
    std::vector<std::int32_t> codes(column.keys.codes.size(), CategoryPair::missing);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      const std::int32_t own = column.keys.codes[row];
      if (own != KeyColumn::missing) codes[row] = code_of[static_cast<std::size_t>(own)];
    }
    return codes;
  }

 private:
  std::int32_t code(const std::string& text) {
    if (text == suppressed_text) return CategoryPair::missing;
    const auto [found, fresh] = code_of_.try_emplace(text, static_cast<std::int32_t>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return found->second;
  }

  std::vector<std::string>& texts_;
  std::unordered_map<std::string, std::int32_t> code_of_;
};

std::vector<double> inner_deciles(Numbers values, const RecordCounts& counts) {
  std::vector<double> cuts;
  if (counts.one_each()) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    std::sort(values.begin(), values.end());
  }
  double largest = std::nan("");
  for (const double value : values)
    largest = value <= largest ? largest : std::isnan(value) ? largest : value;
  if (std::isnan(largest)) return cuts;
  for (int tenth = 1; tenth < 10; ++tenth) {
    const double p = tenth / 10.0;
    cuts.push_back(counts.one_each() ? quantile(values, p) : counts.quantile(values, p));
  }
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  // Nothing lies above the largest value.
  if (cuts.back() == largest) cuts.pop_back();
  return cuts;
}

std::vector<std::int32_t> cut_at(const Numbers& values, const std::vector<double>& cuts) {
  std::vector<std::int32_t> codes(values.size(), CategoryPair::missing);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (std::isnan(values[row])) continue;
    codes[row] =
        static_cast<std::int32_t>(std::lower_bound(cuts.begin(), cuts.end(), values[row]) - cuts.begin());
  }
  return codes;
}

}  // namespace

CategoryPair text_categories(const Column& original, const Column& masked) {
  CategoryPair result;
  TextCodes codes(result.texts);
  result.original = codes.of(coded_texts(original));
  result.masked = codes.of(coded_texts(masked));
  return result;
}

CategoryPair decile_categories(const Column& original, const Column& masked, const RecordCounts& counts) {
  CategoryPair result;
  const Numbers values = original.to_numbers();
  const std::vector<double> cuts = inner_deciles(values, counts);
  for (const double cut : cuts) result.texts.push_back("up to " + shortest(cut));
  result.texts.push_back(cuts.empty() ? "any" : "above " + shortest(cuts.back()));
  result.original = cut_at(values, cuts);
  if (masked.is_text()) {
    TextCodes codes(result.texts);
    result.masked = codes.of(coded_texts(masked));
  } else {
    result.masked = cut_at(masked.to_numbers(), cuts);
  }
  return result;
}

CategoryPair categories(const Table& original, const Table& masked, ColumnId column) {
  const bool numbers = original.info(column).kind == Kind::numeric && !original.column(column).is_text();
  return numbers ? decile_categories(original.column(column), masked.column(column), record_counts(original))
                 : text_categories(original.column(column), masked.column(column));
}

std::vector<CategoryPair> categories(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run) {
  std::vector<CategoryPair> result(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) { result[j] = categories(original, masked, columns[j]); });
  return result;
}

std::size_t rows_lacking(const std::vector<CategoryPair>& columns,
                         const std::vector<std::int32_t> CategoryPair::*side, const RecordCounts& counts) {
  if (columns.empty()) return 0;
  std::vector<bool> lacking((columns.front().*side).size(), false);
  for (const CategoryPair& column : columns) {
    for (std::size_t row = 0; row < lacking.size(); ++row) {
      if ((column.*side)[row] == CategoryPair::missing) lacking[row] = true;
    }
  }
  return counts.count_if(lacking, [](bool one) { return one; });
}

void describe(const std::vector<CategoryPair>& columns, Value& details) { describe(columns, {}, details); }

void describe(const std::vector<CategoryPair>& columns, const RecordCounts& counts, Value& details) {
  details.set("records", columns.empty() ? 0 : counts.records(columns.front().original.size()));
  const std::size_t lacking = rows_lacking(columns, &CategoryPair::original, counts);
  if (lacking > 0) details.set("incomplete_records", lacking);
}

}  // namespace sfumato::stats
