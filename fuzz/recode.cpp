// Global recodes (.grc) over a tree and over flat codes: no record is lost, cut trees stay trees, and codes
// below a cut are gone.
#include "tables/formats/recode_file.hpp"

#include <algorithm>

#include "target.hpp"

namespace {

using namespace sfumato;

Table records() {
  const Codes codes{{0, 1, 2, 3, 4, -1}, {"11", "12", "2", "b-c", "äö"}};
  ColumnInfo info;
  info.name = "R";
  info.kind = Kind::nominal;
  return {{info}, {Column(codes)}};
}

void check(tables::DimensionSpecification dimension, const tables::Recode& recode) {
  Table changed = records();
  const Table before = changed;
  const bool taken = fuzz::accepted([&] {
                       tables::apply_recode(dimension, changed, recode);
                       return true;
                     }).has_value();
  if (!taken) return fuzz::require(changed.same_data(before), "a refused recode changed the records");
  fuzz::require(changed.rows() == before.rows(), "a record is lost");
  fuzz::require(changed.column(0).missing(5), "a missing code came back");
  for (const tables::CodeTree& tree : dimension.hierarchies) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const auto parent = tree.nodes[i].parent;
      fuzz::require(!parent || *parent < i, "a child before its parent");
      const bool below_cut =
          parent && std::any_of(recode.cuts.begin(), recode.cuts.end(),
                                [&](const auto& cut) { return cut.first == tree.nodes[*parent].code; });
      fuzz::require(!below_cut, "a code below a cut is left");
    }
  }
}

}  // namespace

FUZZ_TARGET(recode) {
  const std::string text = fuzz::text_of(data, size);
  auto recode = fuzz::accepted([&] { return tables::parse_recode(text, "fuzz.grc"); });
  if (!recode) return 0;
  recode->code_list.clear();  // bytes name no files here
  tables::DimensionSpecification dimension;
  dimension.column = "R";
  check(dimension, *recode);
  dimension.hierarchies = {
      {{{"1", std::nullopt}, {"11", 0}, {"12", 0}, {"2", std::nullopt}, {"b-c", std::nullopt}, {"äö", 4}},
       "tree"}};
  check(dimension, *recode);
  return 0;
}
