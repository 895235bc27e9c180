#include "tables/view_table.hpp"

#include "core/error.hpp"

namespace sfumato::tables {

ViewTable table_of_view(const CellTable& whole, std::size_t view) {
  const View& wanted = whole.views.at(view);
  ViewTable result;
  CellTable& table = result.table;
  table.title = whole.title;
  table.responses = {whole.responses.at(wanted.response)};
  table.rules = whole.rules;
  table.kept_contributions = whole.kept_contributions;
  View own;
  for (const std::size_t dimension : wanted.dimensions) {
    own.dimensions.push_back(table.dimensions.size());
    table.dimensions.push_back(whole.dimensions[dimension]);
  }
  table.views = {std::move(own)};
  lay_out_cells(table);
  const CellIndex index(whole);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    std::vector<std::uint32_t> key(whole.dimensions.size() + 1, 0);
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t d = 0; d < wanted.dimensions.size(); ++d) key[wanted.dimensions[d]] = codes[d];
    key.back() = static_cast<std::uint32_t>(wanted.response);
    const std::optional<std::size_t> place = index.find(key);
    if (!place) throw Error(ErrorCode::internal, "a view has a cell that its table does not have");
    result.cells.push_back(*place);
    table.cells[cell] = whole.cells[*place];
    if (!whole.contributors.empty()) table.contributors.push_back(whole.contributors[*place]);
    if (!whole.hits.empty()) table.hits.push_back(whole.hits[*place]);
    if (!whole.keys.empty()) table.keys.push_back(whole.keys[*place]);
  }
  return result;
}

}  // namespace sfumato::tables
