// Tables as CSV, behind their sidecar if the text has a line of ten equal signs: an accepted table is written
// with a sidecar and read again as the same table.
#include "tables/formats/table_csv.hpp"

#include "io/toml.hpp"
#include "target.hpp"

FUZZ_TARGET(table_csv) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  constexpr std::string_view border = "==========\n";
  const std::size_t at = text.find(border);
  const std::string rows = at == std::string::npos ? text : text.substr(at + border.size());
  const auto read = [](const std::string& csv, const std::string& sidecar) {
    tables::CsvTableOptions options;
    options.sidecar_source = "fuzz.toml";
    if (!sidecar.empty()) options.sidecar = io::parse_toml(sidecar, "fuzz.toml");
    return tables::parse_table_csv(csv, "fuzz.csv", options);
  };
  const auto table =
      fuzz::accepted([&] { return read(rows, at == std::string::npos ? "" : text.substr(0, at)); });
  if (!table) return 0;
  std::string once;
  tables::write_table_csv(*table, [&](std::string_view part) { once += part; });
  const std::string sidecar = tables::csv_sidecar_text(*table);
  std::string refusal;
  const auto again = fuzz::accepted([&] { return read(once, sidecar); }, &refusal);
  fuzz::require(again.has_value(), "our own CSV is refused", refusal + "\n" + once);
  fuzz::require(*again == *table, "a table is not read back", once);
  fuzz::accepted([&] { return check_table(*table), true; });
  return 0;
}
