// The p % rule on tau-Argus's own test data, Size × Region: nine primary cells, with the values and levels
// that its JJ file has. The records are read and grouped here in the simplest way.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "io/byte_source.hpp"
#include "support/reference_data.hpp"
#include "tables/rules/rules.hpp"
#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \r") - first + 1);
}

// Each code with all codes above it, from a file in which every level has one '@' more.
std::map<std::string, std::vector<std::string>> codes_above(const std::string& path) {
  std::map<std::string, std::vector<std::string>> above;
  std::vector<std::string> chain;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    line = trimmed(line);
    const std::size_t depth = std::min(line.find_first_not_of('@'), line.size());
    if (depth > chain.size() || depth == line.size()) continue;
    chain.resize(depth);
    above[trimmed(line.substr(depth))] = chain;
    chain.push_back(trimmed(line.substr(depth)));
  }
  return above;
}

// Status, value and level of every cell that the JJ file calls primary.
std::multiset<std::string> primary_cells(const std::string& path) {
  std::multiset<std::string> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string index, value, cost, status, lower, upper, lower_level, upper_level;
    words >> index >> value >> cost >> status >> lower >> upper >> lower_level >> upper_level;
    if (status != "u") continue;
    found.insert(sfumato::testing::decimal(value).trimmed().text() + " " +
                 sfumato::testing::decimal(upper_level).trimmed().text());
  }
  return found;
}

TEST(RulesReference, PPercentFindsTheNinePrimaryCellsOfTauTestW) {
  SFUMATO_REQUIRE_REFERENCE(records, "tables/tau_testW/tau_testW.asc.gz");
  SFUMATO_REQUIRE_REFERENCE(hierarchy, "tables/tau_testW/region2.hrc");
  SFUMATO_REQUIRE_REFERENCE(expected, "tables/tau_testW_SizeRegion_p15.jj");
  const auto above = codes_above(hierarchy);
  std::map<std::pair<std::string, std::string>, std::vector<sfumato::testing::Given>> cells;
  const io::ByteSource source(records);
  std::istringstream lines{std::string(source.bytes())};
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 38) continue;
    const std::string region = trimmed(line.substr(11, 2));
    std::vector<std::string> regions = {"", region};
    if (const auto found = above.find(region); found != above.end())
      regions.insert(regions.end(), found->second.begin(), found->second.end());
    for (const std::string& size : {std::string(), trimmed(line.substr(8, 2))}) {
      for (const std::string& code : regions) cells[{size, code}].push_back({trimmed(line.substr(27, 10))});
    }
  }
  CellTable table;
  for (const auto& [codes, contributions] : cells) sfumato::testing::add_cell(table, contributions);
  const CellTable checked = apply_rules(table, sfumato::testing::rules({"p-percent=15"})).table;
  std::multiset<std::string> primary;
  for (const Cell& cell : checked.cells) {
    if (cell.status != CellStatus::primary) continue;
    EXPECT_EQ(cell.lower_level, cell.upper_level);
    primary.insert(cell.value.trimmed().text() + " " + cell.upper_level.text());
  }
  EXPECT_EQ(primary.size(), 9U);
  EXPECT_EQ(primary, primary_cells(expected));
}

}  // namespace
}  // namespace sfumato::tables
