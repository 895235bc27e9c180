// Values are put in order by number or place and then by text, separately from the code that masks.
#include "verify/unit_values.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace sfumato::verify {
namespace {

// The different values of each unit among these rows.
using ValuesOfUnits = std::map<std::uint32_t, std::set<std::size_t>>;

ValuesOfUnits values_of_units(const ConfidentialColumn& values, const UnitCodes& units, const Rows& rows) {
  ValuesOfUnits result;
  for (const std::uint32_t row : rows) {
    if (values.code_of_row[row]) result[units[row]].insert(*values.code_of_row[row]);
  }
  return result;
}

}  // namespace

ConfidentialColumn confidential_column(const Table& table, ColumnId id, const std::string& variant) {
  const Column& column = table.column(id);
  const Numbers places = column.to_numbers();  // numbers, or the places of ordinal values
  std::map<std::pair<double, std::string>, std::size_t> order;
  const auto entry = [&](std::size_t row) {
    const bool ordered = !column.is_text() || table.info(id).kind == Kind::ordinal;
    return std::pair(ordered ? places[row] : 0.0, column.text(row));
  };
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) order.emplace(entry(row), 0);
  }
  std::vector<std::string> texts;
  for (auto& [value, code] : order) {
    code = texts.size();
    texts.push_back(value.second);
  }
  ConfidentialColumn result{.code_of_row = {}, .distinct = texts.size(), .texts = texts, .levels = {}};
  for (std::size_t row = 0; row < column.size(); ++row) {
    result.code_of_row.push_back(column.missing(row) ? std::nullopt : std::optional(order.at(entry(row))));
  }
  const auto& tree = table.info(id).tree;
  if (variant != "hierarchical" || !tree) return result;
  for (std::size_t level = 0; level < tree->levels(); ++level) {
    std::map<std::string, std::size_t> code_of;
    std::vector<std::size_t>& codes = result.levels.emplace_back();
    for (const std::string& text : texts) {
      codes.push_back(
          code_of.try_emplace(tree->has(text) ? tree->at(text, level) : text, code_of.size()).first->second);
    }
  }
  result.levels.emplace_back(texts.size(), 0);  // one root, if it was not there
  const std::vector<std::size_t>& last = result.levels[result.levels.size() - 2];
  if (std::all_of(last.begin(), last.end(), [](std::size_t code) { return code == 0; })) {
    result.levels.pop_back();
  }
  return result;
}

std::vector<double> counts_in_parts(const ConfidentialColumn& values, const UnitCodes& units,
                                    const Rows& rows) {
  std::vector<double> counts(values.distinct, 0.0);
  for (const auto& [unit, codes] : values_of_units(values, units, rows)) {
    for (const std::size_t code : codes) counts[code] += 1.0 / static_cast<double>(codes.size());
  }
  return counts;
}

std::vector<double> commonest_counts(const ConfidentialColumn& values, const UnitCodes& units,
                                     const Rows& rows) {
  const ValuesOfUnits of_units = values_of_units(values, units, rows);
  std::vector<double> having(values.distinct, 0.0), counts(values.distinct, 0.0);
  for (const auto& [unit, codes] : of_units) {
    for (const std::size_t code : codes) ++having[code];
  }
  for (const auto& [unit, codes] : of_units) {
    std::size_t best = *codes.begin();
    for (const std::size_t code : codes) {
      const bool first = values.texts[code] < values.texts[best];
      if (having[code] > having[best] || (having[code] == having[best] && first)) best = code;
    }
    ++counts[best];
  }
  return counts;
}

}  // namespace sfumato::verify
