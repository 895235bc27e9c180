// Input perturbation: all stored records were masked, and nothing bypasses the recipe.
#include "queries/database/masked_records.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/error.hpp"

namespace sfumato::queries {
namespace {

Table incomes() {
  ColumnInfo info;
  info.name = "income";
  Numbers values;
  for (int i = 0; i < 12; ++i) values.push_back(100.0 * i * i);
  return {{info}, {values}};
}

DatabaseTerms masked_by(const std::string& recipe) {
  DatabaseTerms terms;
  terms.protection = Protection::input;
  terms.recipe = recipe;
  return terms;
}

MaskedRecords masked(const std::string& recipe) {
  return mask_records({{.table = incomes(), .sidecar = {}, .missing_token = {}}}, masked_by(recipe),
                      {"table 'all'"}, sfumato::Run({.seed = 1}));
}

TEST(MaskedRecords, AreNotStoredWithoutARecipe) { EXPECT_THROW(masked(""), Error); }

TEST(MaskedRecords, AreMaskedByTheRecipe) {
  const MaskedRecords result = masked("[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 4\n");
  ASSERT_EQ(result.tables.size(), 1U);
  const Numbers values = result.tables[0].column(0).to_numbers();
  EXPECT_NE(values, incomes().column(0).to_numbers());
  EXPECT_EQ(std::set<double>(values.begin(), values.end()).size(), 3U);
}

TEST(MaskedRecords, KeepWarningsAndPromises) {
  const MaskedRecords result = masked("[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 4\n");
  ASSERT_FALSE(result.promises.empty());
  EXPECT_FALSE(result.promises.front().broken());
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings.front().text.find("seed"), std::string::npos);
}

// A dropped column that the catalogue names would be stored unmasked.
TEST(MaskedRecords, TakeNoRecipeThatDropsColumns) {
  EXPECT_THROW(masked("drop = [\"income\"]\n[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 5\n"),
               Error);
}

TEST(MaskedRecords, NeedExactlyOneCopy) {
  EXPECT_THROW(masked("[[steps]]\nmethod = \"multiple-imputation\"\ncolumns = [\"income\"]\ncopies = 2\n"),
               Error);
}

// Noise moved the first value below the domain and the last above it: both stay, at the bounds. The third was
// outside before, and is left to the rule of the catalogue.
TEST(MaskedRecords, StayInsideTheDomainWhereNoiseMovedThem) {
  ColumnInfo info;
  info.name = "income";
  const Table original({info}, {Numbers{0, 50, 200, 100}});
  Table masked({info}, {Numbers{-3, 55, 190, 104}});
  CatalogueTable table;
  CatalogueColumn column;
  column.name = "income";
  column.decimals = 1;
  column.lower = 0;
  column.upper = 1000;
  table.columns.push_back(column);
  const auto moved = clamp_moved(original, masked, table);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved.front().second, 2U);
  EXPECT_EQ(masked.column(0).to_numbers(), (Numbers{0, 55, 190, 100}));
}

}  // namespace
}  // namespace sfumato::queries
