// Catalogues of databases: any input is accepted or refused; an accepted catalogue is read back from its own
// text, and each of its columns can be queried by name.
#include "io/toml.hpp"
#include "queries/query.hpp"
#include "target.hpp"

FUZZ_TARGET(query_catalogue) {
  using namespace sfumato;
  using namespace sfumato::queries;
  const std::string text = fuzz::text_of(data, size);
  const auto parse = [](const std::string& toml) {
    return fuzz::accepted([&] { return parse_catalogue(io::parse_toml(toml, "fuzz.toml"), "fuzz.toml"); });
  };
  const auto catalogue = parse(text);
  if (!catalogue) return 0;
  const std::string written = catalogue_text(*catalogue);
  const auto again = parse(written);
  fuzz::require(again.has_value(), "its own text is refused", written);
  fuzz::require(*again == *catalogue, "its own text means something else", written);
  for (std::size_t t = 0; t < catalogue->tables.size(); ++t) {
    const CatalogueTable& table = catalogue->tables[t];
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      fuzz::require(table.column(c).first() <= table.column(c).last(), "an empty domain", written);
      const std::string asked = "SELECT COUNT(DISTINCT " + table.column(c).name + ") FROM " + table.name;
      const auto query = fuzz::accepted([&] { return parse_query(asked, *catalogue); });
      fuzz::require(query.has_value(), "a column cannot be asked about", asked);
      fuzz::require(query->table == t && query->column == c, "another column is asked about", asked);
    }
  }
  return 0;
}
