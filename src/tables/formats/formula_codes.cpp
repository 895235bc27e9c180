#include "tables/formats/formula_codes.hpp"

namespace sfumato::tables {
namespace {

io::FormulaCells counted(const CellTable& table, std::size_t dimension, const std::string& name,
                         const std::vector<std::string>& texts) {
  io::FormulaCells result{name, io::begins_like_formula(name) ? std::size_t{1} : 0};
  std::vector<bool> like(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) like[i] = io::begins_like_formula(texts[i]);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (like[table.codes_of(cell)[dimension]]) ++result.cells;
  }
  return result;
}

}  // namespace

std::vector<io::FormulaCells> formula_cells(const CellTable& table) {
  std::vector<io::FormulaCells> found;
  if (table.coordinates.empty()) return found;
  const auto add = [&](io::FormulaCells one) {
    if (one.cells > 0) found.push_back(std::move(one));
  };
  for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
    const Dimension& dimension = table.dimensions[d];
    add(counted(table, d, dimension.name, dimension.codes));
    if (!dimension.labels.empty()) add(counted(table, d, dimension.name + " label", dimension.labels));
  }
  if (table.responses.size() < 2) return found;
  std::vector<std::string> responses;
  for (const Response& response : table.responses) responses.push_back(response.name);
  add(counted(table, table.dimensions.size(), "response", responses));
  return found;
}

CellTable with_formulas_quoted(CellTable table) {
  for (Dimension& dimension : table.dimensions) {
    io::refuse_formula_name(dimension.name);
    for (std::string& code : dimension.codes) code = io::formula_quoted(code);
    for (std::string& label : dimension.labels) label = io::formula_quoted(label);
  }
  for (const Response& response : table.responses) io::refuse_formula_name(response.name);
  return table;
}

}  // namespace sfumato::tables
