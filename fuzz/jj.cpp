// JJ files: an accepted table is written and read again as the same table, and its text does not change.
#include "tables/formats/jj.hpp"

#include "target.hpp"

FUZZ_TARGET(jj) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto written = [](const tables::CellTable& table) {
    std::string out;
    const auto notes = tables::write_jj(table, [&](std::string_view part) { out += part; });
    fuzz::require(notes.empty(), "JJ cannot store a table that was read from JJ");
    return out;
  };
  const auto table = fuzz::accepted([&] { return tables::parse_jj(text, "fuzz.jj"); });
  if (!table) return 0;
  const std::string once = written(*table);
  const auto again = fuzz::accepted([&] { return tables::parse_jj(once, "written.jj"); });
  fuzz::require(again.has_value(), "our own JJ is refused", once);
  fuzz::require(*again == *table, "a table is not read back", once);
  fuzz::require(written(*again) == once, "the text of a table changes", once);
  const auto checked = fuzz::accepted([&] { return check_table(*table), true; });
  fuzz::require(!checked || *checked, "");
  return 0;
}
