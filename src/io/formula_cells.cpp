// The list of first characters is that of the OWASP page "CSV Injection".
#include "io/formula_cells.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

bool is_plain_number(std::string_view text) {
  return text.find_first_not_of("+-.,eE0123456789") == std::string_view::npos &&
         (cell_number(text, '.') || cell_number(text, ','));
}

// After the apostrophes in front.
bool is_quotable(std::string_view text) {
  const std::size_t first = text.find_first_not_of('\'');
  return first != std::string_view::npos && begins_like_formula(text.substr(first));
}

template <class Change>
Table with_changed_texts(Table table, const Change& change) {
  const auto all = [&](std::vector<std::string>& texts) {
    for (std::string& text : texts) text = change(text);
  };
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (!table.column(id).is_text()) continue;
    Codes codes = *table.column(id).get_if<Codes>();
    all(codes.labels);
    ColumnInfo info = table.info(id);
    all(info.order);
    all(info.categories);
    for (auto& [code, meaning] : info.value_labels) code = change(code);
    table.replace(id, std::move(codes));
    table.set_info(id, std::move(info));
  }
  return table;
}

}  // namespace

std::vector<std::string> formulas_names() { return {"keep", "quote"}; }

Formulas parse_formulas(std::string_view text) {
  if (text == "keep") return Formulas::keep;
  if (text == "quote") return Formulas::quote;
  bad_param("formulas", "‹formulas› cannot be '" + shown(text) + "'", "choose keep or quote");
}

bool begins_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos &&
         !is_plain_number(text);
}

std::string formula_quoted(std::string_view text) {
  return is_quotable(text) ? "'" + std::string(text) : std::string(text);
}

std::string formula_unquoted(std::string_view text) {
  return std::string(text.starts_with('\'') && is_quotable(text) ? text.substr(1) : text);
}

std::vector<FormulaCells> formula_cells(const Table& table) {
  std::vector<FormulaCells> found;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    FormulaCells one{table.info(id).name, begins_like_formula(table.info(id).name) ? std::size_t{1} : 0};
    if (const Codes* codes = table.column(id).get_if<Codes>()) {
      std::vector<bool> like(codes->labels.size());
      for (std::size_t i = 0; i < like.size(); ++i) like[i] = begins_like_formula(codes->labels[i]);
      one.cells += static_cast<std::size_t>(std::count_if(
          codes->codes.begin(), codes->codes.end(),
          [&](std::int32_t code) { return code != Codes::missing && like[static_cast<std::size_t>(code)]; }));
    }
    if (one.cells > 0) found.push_back(std::move(one));
  }
  return found;
}

std::vector<std::string> formula_warnings(const std::vector<FormulaCells>& found) {
  if (found.empty()) return {};
  constexpr std::size_t most = 12;
  std::string columns;
  for (std::size_t i = 0; i < std::min(most, found.size()); ++i) {
    columns += (i == 0 ? "'" : ", '") + shown(found[i].column) + "' (" + std::to_string(found[i].cells) + ")";
  }
  if (found.size() > most) columns += " and " + std::to_string(found.size() - most) + " more columns";
  return {"a spreadsheet may run cells as formulas, because they begin with = + - @, a tab or a line end: " +
          columns + "; set ‹formulas› to quote to write them with an apostrophe in front"};
}

void refuse_formula_name(const std::string& name) {
  if (!begins_like_formula(name)) return;
  bad_input("the name '" + shown(name) + "' begins like a formula, and a name cannot be quoted", "rename it");
}

Table with_formulas_quoted(Table table) {
  for (const std::string& name : table.names()) refuse_formula_name(name);
  return with_changed_texts(std::move(table), formula_quoted);
}

Table with_formulas_unquoted(Table table) { return with_changed_texts(std::move(table), formula_unquoted); }

}  // namespace sfumato::io
