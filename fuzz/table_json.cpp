// Tables as JSON: an accepted table is valid JSON for the general parser too, and is written and read again
// as the same table.
#include "tables/formats/table_json.hpp"

#include "io/json.hpp"
#include "target.hpp"

FUZZ_TARGET(table_json) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto written = [](const tables::CellTable& table) {
    std::string out;
    tables::write_table_json(table, [&](std::string_view part) { out += part; });
    return out;
  };
  const auto table = fuzz::accepted([&] { return tables::parse_table_json(text, "fuzz.json"); });
  if (!table) return 0;
  std::string refusal;
  const auto general = fuzz::accepted([&] { return io::parse_json(text, "fuzz.json"); }, &refusal);
  fuzz::require(general.has_value(), "a table that is not JSON", refusal);
  const std::string once = written(*table);
  const auto again = fuzz::accepted([&] { return tables::parse_table_json(once, "written.json"); }, &refusal);
  fuzz::require(again.has_value(), "our own JSON is refused", refusal);
  fuzz::require(*again == *table, "a table is not read back", once);
  fuzz::require(written(*again) == once, "the text of a table changes", once);
  fuzz::accepted([&] { return check_table(*table), true; });
  return 0;
}
