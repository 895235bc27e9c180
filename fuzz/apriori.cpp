// A-priori files over a small table with dimensions and over cells without: only statuses, costs, bounds and
// levels change, and a refused file changes nothing.
#include "tables/formats/apriori.hpp"

#include "target.hpp"

namespace {

using namespace sfumato;

tables::CellTable small_table() {
  tables::CellTable table;
  table.dimensions = {tables::make_dimension("town", "Total", {"A", "B"}, {}),
                      tables::make_dimension("size", "All", {"1", "2"}, {})};
  table.responses = {{.name = "sum", .counts = false, .mean_of = ""}};
  table.views = {{{0, 1}, 0}};
  tables::lay_out_cells(table);
  return table;
}

void check(tables::CellTable table, const std::string& text) {
  const tables::CellTable before = table;
  const bool taken = fuzz::accepted([&] {
                       tables::parse_apriori(table, text, "fuzz.hst");
                       return true;
                     }).has_value();
  if (!taken) return fuzz::require(table == before, "a refused file changed the table");
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    fuzz::require(table.cells[cell].value == before.cells[cell].value, "a value changed");
    fuzz::require(!table.cells[cell].cost.is_negative(), "a negative cost");
  }
  tables::check_table(table);
}

}  // namespace

FUZZ_TARGET(apriori) {
  const std::string text = fuzz::text_of(data, size);
  static const tables::CellTable with_dimensions = small_table();
  check(with_dimensions, text);
  tables::CellTable cells;
  cells.cells.resize(4);
  check(cells, text);
  return 0;
}
