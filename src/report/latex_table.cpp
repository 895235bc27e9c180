// Exponents are written as powers of ten, and infinities as signs.
#include "report/latex_table.hpp"

#include <cmath>
#include <optional>

#include "core/number_text.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

const char* latex_letter(char letter) {
  switch (letter) {
    case '&':
      return "\\&";
    case '%':
      return "\\%";
    case '$':
      return "\\$";
    case '#':
      return "\\#";
    case '_':
      return "\\_";
    case '{':
      return "\\{";
    case '}':
      return "\\}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '\\':
      return "\\textbackslash{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '"':
      return "\\textquotedbl{}";
    case '\n':
    case '\r':
    case '\t':
      return " ";
    default:
      return nullptr;
  }
}

// "12.5", "$-3$", "$2.5\cdot10^{-7}$".
std::string latex_number(double value, int digits) {
  if (std::isinf(value)) return value > 0.0 ? "$\\infty$" : "$-\\infty$";
  const std::string text = rounded(value, digits);
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text.starts_with('-') ? "$" + text + "$" : text;
  const std::optional<std::int64_t> power = parse_integer(text.substr(exponent + 1));
  return "$" + text.substr(0, exponent) + "\\cdot10^{" + std::to_string(power.value_or(0)) + "}$";
}

// Infinities stand in CSV files as texts.
std::optional<double> number_in(const Column& column, std::size_t row) {
  if (column.missing(row)) return std::nullopt;
  if (!column.is_text()) return column.is_calendar() ? std::nullopt : parse_number(column.text(row));
  const std::string text = column.text(row);
  if (text == "-inf" || text == "inf") return text == "inf" ? HUGE_VAL : -HUGE_VAL;
  return parse_number(text);
}

bool is_numeric(const Column& column) {
  bool any = false;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    if (!number_in(column, row)) return false;
    any = true;
  }
  return any;
}

struct LatexColumn {
  std::string name;
  const Column* values;
  bool numeric;
  const Column* error = nullptr;  // standard errors
};

std::vector<LatexColumn> latex_columns(const Table& table) {
  std::vector<LatexColumn> shown;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Column& column = table.column(id);
    if (table.rows() > 0 && column.missing_count() == table.rows()) continue;
    const bool numeric = is_numeric(column);
    const bool error = numeric && !shown.empty() && shown.back().numeric && shown.back().error == nullptr &&
                       table.info(id).name == shown.back().name + "_se";
    if (error) {
      shown.back().error = &column;
    } else {
      shown.push_back({table.info(id).name, &column, numeric});
    }
  }
  return shown;
}

std::string latex_cell(const LatexColumn& column, std::size_t row) {
  if (column.values->missing(row)) return "--";
  if (!column.numeric) return latex_text(column.values->text(row));
  const std::string text = latex_number(*number_in(*column.values, row), 5);
  const auto error = column.error == nullptr ? std::nullopt : number_in(*column.error, row);
  return error.value_or(0.0) > 0.0 ? text + " $\\pm$ " + latex_number(*error, 2) : text;
}

std::string latex_row(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (text.empty() ? "" : " & ") + cell;
  return text + " \\\\\n";
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  for (const char letter : plain_text(text)) {
    const char* instead = latex_letter(letter);
    instead == nullptr ? result += letter : result += instead;
  }
  return result;
}

std::string latex_table(const Table& table) {
  const std::vector<LatexColumn> shown = latex_columns(table);
  std::vector<std::string> titles;
  std::string alignment;
  for (const LatexColumn& column : shown) {
    titles.push_back(latex_text(column.name));
    alignment += column.numeric ? 'r' : 'l';
  }
  std::string text = "% Needs \\usepackage{booktabs}.\n\\begin{tabular}{" + alignment + "}\n\\toprule\n" +
                     latex_row(titles) + "\\midrule\n";
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> cells;
    for (const LatexColumn& column : shown) cells.push_back(latex_cell(column, row));
    text += latex_row(cells);
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace sfumato::report
