// tau-Argus's .rda files: positions and widths can be added without overflow, every level has characters, and
// names are distinct. Code lists are read from the same bytes.
#include "tables/formats/argus_metadata.hpp"

#include <set>

#include "tables/formats/argus_dimension.hpp"
#include "tables/formats/codelist.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

void check_variables(const tables::ArgusMetadata& metadata) {
  std::set<std::string> names;
  for (const tables::ArgusVariable& variable : metadata.variables) {
    fuzz::require(names.insert(variable.name).second, "a name twice", variable.name);
    fuzz::require(variable.start <= 1'000'000'000 && variable.width <= 1'000'000'000, "a huge position");
    fuzz::require(!variable.total.empty() && !variable.lead.empty(), "an empty total or lead");
    for (const std::size_t level : variable.levels) fuzz::require(level > 0, "a level without characters");
    if (variable.levels.empty()) continue;
    const auto tree = fuzz::accepted([&] {
      return tables::tree_of_levels({"15131", "15132", "2", "äöü", ""}, variable.levels, "fuzz");
    });
    for (std::size_t i = 0; tree && i < tree->nodes.size(); ++i) {
      fuzz::require(!tree->nodes[i].parent || *tree->nodes[i].parent < i, "a child before its parent");
    }
  }
}

}  // namespace

FUZZ_TARGET(argus_metadata) {
  const std::string text = fuzz::text_of(data, size);
  for (const tables::ArgusUse use : {tables::ArgusUse::microdata, tables::ArgusUse::table}) {
    const auto metadata = fuzz::accepted([&] { return tables::parse_argus_metadata(text, "fuzz.rda", use); });
    if (metadata) check_variables(*metadata);
  }
  const auto labels = fuzz::accepted([&] { return tables::parse_codelist(text, "fuzz.cdl"); });
  std::set<std::string> codes;
  for (std::size_t i = 0; labels && i < labels->size(); ++i) {
    fuzz::require(codes.insert((*labels)[i].first).second, "a code has two labels", (*labels)[i].first);
  }
  return 0;
}
