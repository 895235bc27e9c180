// The test data of tau-Argus: Var2 by Size and Region, against a table made from them by another program, in
// JJ format.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "io/gzip.hpp"
#include "support/reference_data.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::tables {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(" \r") + 1);
  return text;
}

// Fixed-width records: Size at 9 (2 wide), Region at 12 (2), Var2 at 28 (10), counted from 1.
Table fixed_width(const std::string& text) {
  Codes size, region;
  Numbers amounts;
  const auto push = [](Codes& codes, const std::string& label) {
    const auto found = std::find(codes.labels.begin(), codes.labels.end(), label);
    codes.codes.push_back(static_cast<std::int32_t>(found - codes.labels.begin()));
    if (found == codes.labels.end()) codes.labels.push_back(label);
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (trimmed(line).empty()) continue;
    push(size, trimmed(line.substr(8, 2)));
    push(region, trimmed(line.substr(11, 2)));
    amounts.push_back(std::stod(trimmed(line.substr(27, 10))));
  }
  std::vector<ColumnInfo> schema(3);
  schema[0].name = "Size";
  schema[1].name = "Region";
  schema[0].kind = schema[1].kind = Kind::nominal;
  schema[2].name = "Var2";
  return {schema, {size, region, amounts}};
}

CodeTree tree_of(const std::string& text) {
  CodeTree tree;
  tree.source = "region2.hrc";
  std::istringstream lines(text);
  std::optional<std::size_t> group;
  for (std::string line; std::getline(lines, line);) {
    if (trimmed(line).empty()) continue;
    const bool below = line.front() == '@';
    tree.nodes.push_back({trimmed(line.substr(below ? 1 : 0)), below ? group : std::nullopt});
    if (!below) group = tree.nodes.size() - 1;
  }
  return tree;
}

TEST(TabulationReference, MakesTheCellsAndRelationsOfTauArgus) {
  SFUMATO_REQUIRE_REFERENCE(records_path, "tables/tau_testW/tau_testW.asc.gz");
  SFUMATO_REQUIRE_REFERENCE(tree_path, "tables/tau_testW/region2.hrc");
  SFUMATO_REQUIRE_REFERENCE(table_path, "tables/tau_testW_SizeRegion_p15.jj");
  const Table records = fixed_width(io::gunzipped(contents(records_path), records_path));
  Specification specification;
  specification.dimensions = {{"Size", "Total", {}, {}},
                              {"Region", "Total", {tree_of(contents(tree_path))}, {}}};
  specification.tables = {{"Size", "Region"}};
  specification.sums = {"Var2"};
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  check_table(table);

  std::istringstream jj(contents(table_path));
  std::size_t zero = 0, count = 0, relations = 0;
  jj >> zero >> count;
  ASSERT_EQ(table.cells.size(), count);
  std::string line;
  std::getline(jj, line);
  std::size_t primary = 0, p_percent = 0;
  for (std::size_t cell = 0; cell < count; ++cell) {
    std::getline(jj, line);
    std::istringstream fields(line);
    std::string index, value, cost, status;
    fields >> index >> value >> cost >> status;
    EXPECT_EQ(table.cells[cell].value, Decimal::parse(value)) << cell_name(table, cell);
    primary += status == "u" ? 1 : 0;
    // p % with p = 15: the total minus the two largest is below 15 % of the largest.
    const Contributors& behind = table.contributors[cell];
    const std::size_t kept = behind.largest.size();
    const Decimal first = kept > 0 ? behind.largest[0].amount : Decimal();
    const Decimal second = kept > 1 ? behind.largest[1].amount : Decimal();
    const bool unsafe = behind.total - first - second < Decimal(15, 2) * first;
    EXPECT_EQ(unsafe, status == "u") << cell_name(table, cell) << ": " << line;
    p_percent += unsafe ? 1 : 0;
  }
  EXPECT_EQ(primary, 9U);
  EXPECT_EQ(p_percent, 9U);
  jj >> relations;
  EXPECT_EQ(table.relations.count(), relations);
}

}  // namespace
}  // namespace sfumato::tables
