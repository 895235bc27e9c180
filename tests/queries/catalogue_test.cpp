// The catalogue: read as declared, written and read back, and refused if a declaration is not valid.
#include "queries/catalogue.hpp"

#include <gtest/gtest.h>

#include "language_catalogue.hpp"
#include "support/complaint.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::queries {
namespace {

Catalogue parse(const std::string& text) { return parse_catalogue(io::parse_toml(text, "c.toml"), "c.toml"); }

TEST(Catalogue, IsWhatWasDeclared) {
  const Catalogue read = parse(R"(
[table.patients]
person = "patient id"
rows-per-person = 5
[table.patients.column.age]
kind = "number"
domain = [0.25, 120]
decimals = 2
null = true
outside = "clamp"
role = "quasi-identifier"
[table.patients.column.Sex]
kind = "category"
categories = ["f", "m"]
)");
  ASSERT_EQ(read.tables.size(), 1U);
  const CatalogueTable& table = read.tables[0];
  EXPECT_EQ(table.person, "patient id");
  EXPECT_EQ(table.rows_per_unit, 5);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.column(0).lower, 25);
  EXPECT_EQ(table.column(0).upper, 12000);
  EXPECT_TRUE(table.column(0).nullable);
  EXPECT_EQ(table.column(0).outside, Outside::clamp);
  EXPECT_EQ(table.column(0).role, Role::quasi_identifier);
  EXPECT_EQ(table.column(1).last(), 1);
  EXPECT_FALSE(table.column(1).nullable);
  EXPECT_EQ(table.column(1).outside, Outside::refuse);
  EXPECT_EQ(table.find("SEX"), 1U);
  EXPECT_EQ(table.find("patient id"), std::nullopt);
  EXPECT_EQ(read.find("Patients"), 0U);
}

TEST(Catalogue, IsReadBackFromItsText) {
  const Catalogue catalogue = sfumato::testing::language_catalogue();
  EXPECT_EQ(parse(catalogue_text(catalogue)), catalogue);
  const sfumato::testing::TemporaryFolder folder;
  const std::string path = folder.write("catalogue.toml", catalogue_text(catalogue));
  EXPECT_EQ(read_catalogue(path), catalogue);
}

// Every bound in TOML is written such that the same units are read.
TEST(Catalogue, KeepsAwkwardBounds) {
  for (const char* bound : {"0.1", "0.30000000000000004", "12345678.12345678", "1e-15", "9007199254740992",
                            "4503599627370497.5", "2.5e9", "1e15"}) {
    for (const char* decimals : {"0", "1", "8", "15"}) {
      const std::string text = std::string("[table.t.column.c]\nkind = \"number\"\ndomain = [-0.0, ") +
                               bound + "]\ndecimals = " + decimals + "\n";
      try {
        const Catalogue read = parse(text);
        EXPECT_EQ(parse(catalogue_text(read)), read) << text;
      } catch (const Error& error) {
        EXPECT_EQ(error.code, ErrorCode::bad_input);
      }
    }
  }
}

TEST(Catalogue, RefusesInvalidDeclarations) {
  const std::string number = "[table.t.column.c]\nkind = \"number\"\n";
  const std::string category = "[table.t.column.c]\nkind = \"category\"\n";
  const std::string good = number + "domain = [0, 1]\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "'table' is missing"},
      {"tables = 3", "unknown key 'tables'"},
      {"table = 3", "the catalogue has no tables"},
      {"[table.t]", "'column' is missing"},
      {"[table.t.column]", "the table has no columns"},
      {"[table.t.column.c]", "'kind' is missing"},
      {"[table.t.column.c]\nkind = \"numeric\"", "kind cannot be 'numeric'"},
      {"[table.t]\ncolumn.c = 3", "must be a table"},
      {number, "'domain' is missing"},
      {number + "domain = 3", "domain must be two numbers"},
      {number + "domain = [0, 1, 2]", "domain must be two numbers"},
      {number + "domain = [0, \"1\"]", "domain must be two numbers"},
      {number + "domain = [0, inf]", "domain must be finite"},
      {number + "domain = [nan, 1]", "domain must be finite"},
      {number + "domain = [1, 1]", "must be above the lower one"},
      {number + "domain = [0, 0.5]", "0.5 has more than 0 decimals"},
      {number + "domain = [0, 9007199254740993]", "more than 2^53 units"},
      {number + "domain = [-1e300, 0]", "more than 2^53 units"},
      {number + "domain = [0, 9007199254740992]\ndecimals = 1", "more than 2^53 units"},
      {number + "domain = [0, 1]\ndecimals = 16", "decimals must be an integer from 0 to 15"},
      {number + "domain = [0, 1]\ndecimals = -1", "decimals must be"},
      {number + "domain = [0, 1]\ncategories = [\"a\"]", "of kind number: unknown key 'categories'"},
      {category, "'categories' is missing"},
      {category + "categories = []", "categories must be a list of 1"},
      {category + "categories = [1, 2]", "categories must be texts"},
      {category + "categories = [\"a\", \"a\"]", "'a' is listed twice"},
      {category + "categories = [\"\"]", "cannot be empty"},
      {category + "categories = [\"a\"]\ndomain = [0, 1]", "of kind category: unknown key 'domain'"},
      {category + "categories = [\"a\"]\noutside = \"clamp\"", "is for numbers"},
      {good + "outside = \"null\"", "needs null = true"},
      {good + "outside = \"keep\"", "outside cannot be 'keep'"},
      {good + "null = \"yes\"", "null must be true or false"},
      {good + "role = \"secret\"", "role cannot be 'secret'"},
      {good + "nul = true", "unknown key 'nul'"},
      {good + "[table.T.column.c]\nkind = \"number\"\ndomain = [0, 1]", "the name 'T' occurs twice"},
      {good + "[table.t.column.C]\nkind = \"number\"\ndomain = [0, 1]", "the name 'C' occurs twice"},
      {"[table.t.column.\"a b\"]\nkind = \"number\"\ndomain = [0, 1]", "'a b' cannot be a name in a query"},
      {"[table.t.column.1a]\nkind = \"number\"\ndomain = [0, 1]", "'1a' cannot be a name in a query"},
      {"[table.t.column.\"\"]\nkind = \"number\"\ndomain = [0, 1]", "cannot be a name in a query"},
      {"[table.t.column.Count]\nkind = \"number\"\ndomain = [0, 1]", "is a word of the query language"},
      {"[table.select.column.c]\nkind = \"number\"\ndomain = [0, 1]", "is a word of the query language"},
      {"[table.t]\nperson = \"id\"\n" + good, "given together"},
      {"[table.t]\nrows-per-person = 3\n" + good, "given together"},
      {"[table.t]\nperson = \"id\"\nrows-per-person = 0\n" + good, "from 1 to 1000000"},
      {"[table.t]\nperson = \"C\"\nrows-per-person = 2\n" + good, "cannot be queried"},
  };
  EXPECT_NO_THROW(parse(good));
  for (const auto& [text, words] : wrong) {
    const std::string said = sfumato::testing::complaint([&] { parse(text); });
    EXPECT_NE(said.find(words), std::string::npos) << text << "\n  message: " << said;
  }
  EXPECT_THROW(parse_catalogue(Value(3), "c.toml"), Error);
}

}  // namespace
}  // namespace sfumato::queries
