// Specifications of hierarchies, built over numbers, days, towns and awkward texts: what is accepted covers
// every value, nests, and ends in one root. Cuts are chosen for columns of numbers, which they cover.
#include "io/toml.hpp"
#include "masking/automatic_cuts.hpp"
#include "masking/hierarchy_builder.hpp"
#include "target.hpp"

namespace {

using Leaves = std::vector<std::string>;

const std::vector<Leaves>& samples() {
  static const std::vector<Leaves> all{
      {},
      {"0", "17", "-3", "2.5", "1e300", "120"},
      {"2021-03-31", "1999-12-01", "2020-02-29"},
      {"Reus", "Valls", "Salou", "Falset"},
      {"a", "*", "a*", "*a", "\xC3\xA9t\xC3\xA9", " ", "[0, 10)"},
  };
  return all;
}

const std::vector<sfumato::Column>& number_columns() {
  static const std::vector<sfumato::Column> all = [] {
    sfumato::Numbers ramp, ties(40, 0.0), wild{1e300, -1e300, 1e-300, 0.0, 5.0, 1e17, 1e17 + 64, 1e150, 7.5};
    for (int i = -20; i < 80; ++i) ramp.push_back(i * 1.5);
    for (int i = 0; i < 30; ++i) ties.push_back(i * i);
    return std::vector<sfumato::Column>{ramp, ties, wild, sfumato::Numbers{}};
  }();
  return all;
}

}  // namespace

FUZZ_TARGET(hierarchy_specification) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto document = fuzz::accepted([&] { return io::parse_toml(text, "fuzz.toml"); });
  if (!document) return 0;
  const Value* named = document->find("values");
  for (const Leaves& leaves : samples()) {
    const auto tree =
        fuzz::accepted([&] { return masking::build_hierarchy(*document, leaves, "fuzz.toml"); });
    if (!tree || tree->leaves() == 0) continue;
    fuzz::require(tree->levels() >= 2, "a hierarchy without a root", text);
    for (const auto& row : tree->rows()) fuzz::require(row.back() == "*", "another root", text);
    if (named == nullptr) fuzz::require(tree->uncovered(leaves).empty(), "a value is not covered", text);
  }
  for (const Column& column : number_columns()) {
    const std::vector<std::string> leaves = masking::distinct_texts(column);
    const auto tree = fuzz::accepted([&] {
      return masking::build_hierarchy(masking::settled_specification(*document, column, "fuzz.toml"), leaves,
                                      "fuzz.toml");
    });
    if (tree && named == nullptr)
      fuzz::require(tree->uncovered(leaves).empty(), "a number is not covered", text);
  }
  return 0;
}
