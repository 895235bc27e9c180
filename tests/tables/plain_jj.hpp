// A small reader of JJ files for tests of the audit, independent of the real one. It does not check its
// input: the reference files are well formed.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::testing {

inline tables::CellTable read_plain_jj(const std::string& path) {
  std::ifstream file(path);
  const auto decimal = [&] {
    std::string text;
    file >> text;
    return tables::Decimal::parse(text).value();
  };
  tables::CellTable table;
  std::size_t zero = 0, cells = 0, relations = 0;
  file >> zero >> cells;
  for (std::size_t i = 0; i < cells; ++i) {
    std::size_t index = 0;
    char status = 's';
    tables::Cell cell;
    file >> index;
    cell.value = decimal();
    cell.cost = decimal();
    file >> status;
    cell.status = tables::status_of_letter(status).value();
    cell.lower = decimal();
    cell.upper = decimal();
    cell.lower_level = decimal();
    cell.upper_level = decimal();
    cell.sliding_level = decimal();
    table.cells.push_back(cell);
  }
  file >> relations;
  for (std::size_t i = 0; i < relations; ++i) {
    const tables::Decimal right = decimal();
    std::size_t count = 0;
    char mark = ':';
    file >> count >> mark;
    std::vector<tables::Term> terms(count);
    for (tables::Term& term : terms) file >> term.cell >> mark >> term.coefficient >> mark;
    table.relations.add(right, terms);
  }
  return table;
}

}  // namespace sfumato::testing
