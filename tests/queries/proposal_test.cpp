// Proposed catalogues: declared values are used, extremes and rare categories of the data are not published.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "queries/catalogue.hpp"
#include "queries/proposal.hpp"

namespace sfumato::queries {
namespace {

Catalogue parsed_proposal(const ProposedCatalogue& proposal) {
  return parse_catalogue(io::parse_toml(proposal.text, "the proposal"), "the proposal");
}

ColumnInfo column_info(const std::string& name, Kind kind = Kind::numeric) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

ProposedCatalogue of_numbers(const std::vector<double>& values) {
  return propose_catalogue(Table({column_info("x")}, {Numbers(values)}), "t");
}

// Ages 17 to 93: steps of 10, and 0 because no value is negative. 100 itself goes to 110.
TEST(Proposal, BoundsAreRoundedOutwards) {
  struct Case {
    std::vector<double> values;
    std::int64_t lower, upper;
  };
  const Case cases[] = {
      {{17, 93}, 0, 100},    {{0, 100}, 0, 110}, {{1900, 2024}, 1800, 2100}, {{-17, 93}, -100, 100},
      {{-93, -17}, -100, 0}, {{5, 5}, 4, 6},     {{0, 123456}, 0, 200000},   {{40000, 48000}, 39000, 49000}};
  for (const Case& one : cases) {
    const ProposedCatalogue proposal = of_numbers(one.values);
    const CatalogueColumn column = parsed_proposal(proposal).tables[0].columns[0];
    EXPECT_EQ(column.lower, one.lower) << one.values[0];
    EXPECT_EQ(column.upper, one.upper) << one.values[1];
    ASSERT_EQ(proposal.confirm.size(), 1U);
    EXPECT_EQ(proposal.confirm[0], "x: domain");
    EXPECT_NE(proposal.text.find("TO CONFIRM"), std::string::npos);
  }
}

TEST(Proposal, DeclaredValuesAreUsedAsTheyAre) {
  ColumnInfo age = column_info("age"), sex = column_info("sex", Kind::nominal);
  age.domain = Domain{0, 120};
  age.decimals = 0;
  age.role = Role::quasi_identifier;
  sex.categories = {"f", "m", "x"};
  Codes codes;
  codes.labels = {"f", "m"};
  codes.codes = {0, 1};
  const ProposedCatalogue proposal =
      propose_catalogue(Table({age, sex}, {Integers{{20, 30}, {}}, codes}), "people");
  EXPECT_TRUE(proposal.confirm.empty());
  EXPECT_EQ(proposal.text.find("TO CONFIRM:"), std::string::npos);
  const CatalogueTable table = parsed_proposal(proposal).tables[0];
  EXPECT_EQ(table.name, "people");
  EXPECT_EQ(table.columns[0].upper, 120);
  EXPECT_EQ(table.columns[0].role, Role::quasi_identifier);
  EXPECT_EQ(table.columns[1].categories, (std::vector<std::string>{"f", "m", "x"}));
}

TEST(Proposal, RareCategoriesAreNotPublished) {
  Codes codes;
  codes.labels = {"common", "rare"};
  codes.codes.assign(50, 0);
  codes.codes.push_back(1);
  codes.codes.push_back(Codes::missing);
  const ProposedCatalogue proposal =
      propose_catalogue(Table({column_info("job", Kind::nominal)}, {codes}), "t");
  EXPECT_EQ(proposal.text.find("rare\""), std::string::npos);
  const CatalogueColumn column = parsed_proposal(proposal).tables[0].columns[0];
  EXPECT_EQ(column.categories, std::vector<std::string>{"common"});
  EXPECT_TRUE(column.nullable);
  EXPECT_EQ(proposal.confirm, (std::vector<std::string>{"job: categories", "job: null"}));
}

TEST(Proposal, IdentifiersAndFreeTextsAreLeftOut) {
  ColumnInfo id = column_info("id");
  id.role = Role::identifier;
  Codes texts;
  for (int i = 0; i < 200; ++i) {
    texts.labels.push_back("text " + std::to_string(i));
    texts.codes.push_back(i);
  }
  const std::vector<std::int64_t> numbers(200, 7);
  const Table table({id, column_info("note", Kind::nominal), column_info("day"), column_info("n"),
                     column_info("not a name")},
                    {Integers{numbers, {}}, texts, Dates{std::vector<std::int32_t>(200, 3)},
                     Integers{numbers, {}}, Integers{numbers, {}}});
  const ProposedCatalogue proposal = propose_catalogue(table, "t");
  EXPECT_EQ(proposal.left_out.size(), 3U);
  const auto columns = parsed_proposal(proposal).tables[0].columns;
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_TRUE(columns[0].date);  // 1970-01-04 is in the decade that begins on day 0
  EXPECT_EQ(columns[0].lower, 0);
  EXPECT_EQ(columns[0].upper, 3651);  // 1979-12-31
  EXPECT_EQ(proposal.text.find("text 1"), std::string::npos);
  EXPECT_THROW(propose_catalogue(table.taking_columns({0}), "t"), Error);
  EXPECT_THROW(propose_catalogue(table, "select"), Error);
}

TEST(Proposal, DecimalsComeFromTheValues) {
  const CatalogueColumn column = parsed_proposal(of_numbers({0.25, 3.5, 9})).tables[0].columns[0];
  EXPECT_EQ(column.decimals, 2);
  EXPECT_EQ(column.lower, 0);
  EXPECT_EQ(column.upper, 1000);
}

TEST(Proposal, NamesComeFromFiles) {
  EXPECT_EQ(table_name_of("data/people.csv"), "people");
  EXPECT_EQ(table_name_of("my-file.csv.gz"), "my_file");
  EXPECT_EQ(table_name_of("2024.csv"), "t_2024");
  EXPECT_EQ(table_name_of("select.csv"), "t_select");
}

}  // namespace
}  // namespace sfumato::queries
