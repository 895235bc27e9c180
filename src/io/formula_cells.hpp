// Cells of text that a spreadsheet may run as a formula when it opens a CSV file ("CSV injection"). As OWASP
// recommends, an apostrophe in front prevents it; that changes the text, so it is done on request only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace sfumato::io {

enum class Formulas { keep, quote };

// "keep" and "quote".
std::vector<std::string> formulas_names();
// An error names the parameter ‹formulas›.
Formulas parse_formulas(std::string_view text);

// Begins with = + - @, a tab or a line end, and is not a plain number such as -3.5 or +4.
bool begins_like_formula(std::string_view text);

// With an apostrophe in front where the text begins like a formula, possibly after apostrophes; so different
// texts stay different, and formula_unquoted undoes it exactly.
std::string formula_quoted(std::string_view text);
std::string formula_unquoted(std::string_view text);

struct FormulaCells {
  std::string column;
  std::size_t cells = 0;
  bool operator==(const FormulaCells&) const = default;
};
// Columns with such cells, the name of the column counted as one.
std::vector<FormulaCells> formula_cells(const Table& table);

// One warning with columns and numbers, without values; none where there are no such cells.
std::vector<std::string> formula_warnings(const std::vector<FormulaCells>& found);

// An error for a name that begins like a formula: other files refer to it, so it is not changed.
void refuse_formula_name(const std::string& name);

// Labels, and the categories that are declared for them.
Table with_formulas_quoted(Table table);
Table with_formulas_unquoted(Table table);

}  // namespace sfumato::io
