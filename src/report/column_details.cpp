// Details are read by the names that methods give them; a method without any of them has no table.
#include "report/column_details.hpp"

#include <algorithm>
#include <optional>

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

std::string cell_text(const Value& value) {
  if (value.is_null()) return "–";
  return value.is_double() ? rounded(value.as_number()) : to_text(value);
}

// One column of the table: where its numbers are, for each column of the data.
struct Fact {
  const char* member;
  const char* inner;  // of an object for each column; empty: the value itself
  const char* title;
};

constexpr Fact known[] = {{"levels", "", "level"},
                          {"suppressed_by_column", "", "suppressed cells"},
                          {"categories", "before", "categories before"},
                          {"categories", "after", "categories after"},
                          {"limits", "", "limit"},
                          {"changed_cells", "", "changed cells"}};

// The number of one column: by name, or by place in a list as long as the list of columns.
std::optional<Value> found(const Value& details, const Fact& fact, const std::vector<std::string>& columns,
                           std::size_t place) {
  const Value* all = details.find(fact.member);
  const Value* one = nullptr;
  if (all == nullptr) return std::nullopt;
  if (all->is_object()) one = all->find(columns[place]);
  if (all->is_array() && all->as_array().size() == columns.size()) one = &all->as_array()[place];
  if (one != nullptr && *fact.inner != '\0') one = one->is_object() ? one->find(fact.inner) : nullptr;
  if (one == nullptr || one->is_object() || one->is_array()) return std::nullopt;
  return *one;
}

// Details of a step as a whole, or of each stratum.
struct Part {
  std::string stratum;
  const Value* details;
};

std::vector<Part> parts_of(const Value& details) {
  std::vector<Part> parts{{"", &details}};
  const Value* strata = details.find("by_stratum");
  if (strata == nullptr || !strata->is_object()) return parts;
  for (const auto& [name, one] : strata->as_object()) {
    if (one.is_object()) parts.push_back({name, &one});
  }
  return parts;
}

std::vector<Fact> facts_of(const std::vector<Part>& parts, const std::vector<std::string>& columns) {
  std::vector<Fact> facts;
  for (const Fact& fact : known) {
    bool any = false;
    for (const Part& part : parts) {
      for (std::size_t j = 0; j < columns.size(); ++j) any = any || found(*part.details, fact, columns, j);
    }
    if (any) facts.push_back(fact);
  }
  return facts;
}

std::optional<TableBlock> table_of(const std::vector<std::string>& columns, const Value& details) {
  const std::vector<Part> parts = parts_of(details);
  const std::vector<Fact> facts = facts_of(parts, columns);
  if (facts.empty()) return std::nullopt;
  TableBlock table;
  const bool strata = parts.size() > 1;
  if (strata) table.columns.push_back({"stratum"});
  table.columns.push_back({"column"});
  for (const Fact& fact : facts) table.columns.push_back({fact.title, Align::right});
  for (const Part& part : parts) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      std::vector<std::string> row;
      if (strata) row.push_back(part.stratum.empty() ? "all" : part.stratum);
      row.push_back(columns[j]);
      bool any = false;
      for (const Fact& fact : facts) {
        const std::optional<Value> value = found(*part.details, fact, columns, j);
        any = any || value.has_value();
        row.push_back(value ? cell_text(*value) : "–");
      }
      if (any) table.rows.push_back(std::move(row));
    }
  }
  return table;
}

std::vector<std::string> listed_texts(const Value& list) {
  std::vector<std::string> result;
  for (const Value& one : list.as_array()) result.push_back(to_text(one));
  return result;
}

}  // namespace

std::vector<Block> column_details(const Value& release, const Value& details) {
  std::vector<Block> blocks;
  if (!details.is_object()) return blocks;
  const Value* steps = release.find("steps");
  const Value* of_steps = details.find("steps");
  if (steps == nullptr || of_steps == nullptr) {
    const Value* columns = release.find("columns");
    if (columns == nullptr || !columns->is_array()) return blocks;
    if (auto table = table_of(listed_texts(*columns), details)) blocks.emplace_back(std::move(*table));
    return blocks;
  }
  const std::size_t count = std::min(steps->as_array().size(), of_steps->as_array().size());
  for (std::size_t i = 0; i < count; ++i) {
    const Value& step = steps->as_array()[i];
    auto table = table_of(listed_texts(step.at("columns")), of_steps->as_array()[i]);
    if (!table) continue;
    blocks.emplace_back(Paragraph{"Step " + std::to_string(i + 1) + ", " + to_text(step.at("method")) + ":"});
    blocks.emplace_back(std::move(*table));
  }
  return blocks;
}

}  // namespace sfumato::report
