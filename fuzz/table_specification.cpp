// Specifications of tables: every file is accepted or refused; an accepted one crosses columns that are its
// dimensions, each once, and keeps at most the allowed number of contributions.
#include "tables/tabulation/specification_file.hpp"

#include <algorithm>

#include "io/toml.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

tables::SpecificationReaders no_files() {
  return {[](const std::string& path, const std::string&) {
            return tables::CodeTree{{}, path};
          },
          [](const std::string&) { return std::vector<std::pair<std::string, std::string>>(); }};
}

}  // namespace

FUZZ_TARGET(table_specification) {
  const std::string text = fuzz::text_of(data, size);
  const auto read = fuzz::accepted([&] {
    return tables::parse_specification(io::parse_toml(text, "fuzz.toml"), "fuzz.toml", no_files());
  });
  if (!read) return 0;
  fuzz::require(!read->tables.empty(), "nothing to tabulate", text);
  fuzz::require(read->kept <= tables::most_kept, "too much to keep", text);
  fuzz::require(!read->decimals || (*read->decimals >= 0 && *read->decimals <= 18), "decimals", text);
  for (const std::vector<std::string>& by : read->tables) {
    fuzz::require(!by.empty(), "a table without columns", text);
    for (const std::string& column : by) {
      const auto same = [&](const tables::DimensionSpecification& one) { return one.column == column; };
      fuzz::require(std::count(by.begin(), by.end(), column) == 1, "a column twice in a table", text);
      fuzz::require(std::count_if(read->dimensions.begin(), read->dimensions.end(), same) == 1,
                    "a column that is not exactly one dimension", text);
    }
  }
  return 0;
}
