// Identifiers are never released, so they are never compared.
#include "compare/comparison_columns.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"

namespace sfumato::compare {
namespace {

constexpr double many = 0.05;  // of the records

// The largest share of the records that have the same value in a column.
double tied_share(const Column& column) {
  Numbers values = column.to_numbers();
  std::sort(values.begin(), values.end());  // missing values are equal to nothing
  std::size_t longest = 0, run = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    run = i > 0 && values[i] == values[i - 1] ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return values.empty() ? 0.0 : static_cast<double>(longest) / static_cast<double>(values.size());
}

}  // namespace

std::vector<std::string> tied_columns(const Subject& subject) {
  std::vector<std::string> names;
  for (const ColumnId id : subject.columns.columns) {
    if (tied_share(subject.original.column(id)) > many) names.push_back(subject.original.info(id).name);
  }
  return names;
}

ColumnChoice comparison_columns(const Table& table, const std::vector<std::string>& named,
                                Warnings& warnings) {
  ColumnChoice choice = choose_columns(table, named);
  for (const ColumnId id : choice.columns) {
    if (table.info(id).role != Role::identifier) continue;
    bad_param("columns", "column '" + table.info(id).name + "' is an identifier, which no release contains",
              "leave it out of ‹columns›, or declare another role");
  }
  const bool numbers = std::any_of(choice.columns.begin(), choice.columns.end(),
                                   [&](ColumnId id) { return table.info(id).kind == Kind::numeric; });
  if (!choice.named && numbers) {
    ColumnSet left_out;
    std::erase_if(choice.columns, [&](ColumnId id) {
      if (table.info(id).kind == Kind::numeric) return false;
      left_out.push_back(id);
      return true;
    });
    if (!left_out.empty()) {
      warnings.push_back("compared are the numeric columns; left as they are: " +
                         quoted_names(table.names(left_out)));
    }
  }
  if (choice.columns.empty()) {
    bad_param(
        "columns", "there is no column to protect",
        "name columns with ‹columns›; without it the numeric quasi-identifiers and confidential columns "
        "are compared, or those with categories where none is numeric, and without roles every numeric "
        "column");
  }
  return choice;
}

}  // namespace sfumato::compare
