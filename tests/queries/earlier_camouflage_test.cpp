// A second camouflage of the same records beside the first: found in any order and with some changes, and not
// claimed for other records.
#include <gtest/gtest.h>

#include <filesystem>
#include <span>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::queries {
namespace {

struct Earner {
  std::int64_t age, ward, income;
};

std::vector<Earner> earners(std::uint64_t seed, int count = 100) {
  Rng rng({seed, 3});
  std::vector<Earner> all;
  for (int i = 0; i < count; ++i) {
    all.push_back({static_cast<std::int64_t>(rng.below(60)) + 20, static_cast<std::int64_t>(rng.below(3)),
                   static_cast<std::int64_t>(rng.below(90'000)) + 5'000});
  }
  return all;
}

Catalogue earner_catalogue() {
  CatalogueTable table;
  table.name = "people";
  table.columns = {number_column("age", 0, 100, Outside::refuse),
                   category_column("ward", {"a", "b", "c"}, Outside::refuse),
                   number_column("income", 0, 100'000, Outside::refuse)};
  table.columns[0].role = table.columns[1].role = Role::quasi_identifier;
  table.columns[2].role = Role::confidential;
  return {{table}};
}

class EarlierCamouflage : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(created("first", earners(1)), ""); }

  // The error of `query init`, or empty.
  std::string created(const std::string& name, const std::vector<Earner>& people,
                      const Catalogue& catalogue = earner_catalogue(), const std::string& key = {},
                      const std::string& accepted = {}) const {
    Integers ages, incomes;
    Codes wards;
    wards.labels = {"a", "b", "c"};
    for (const Earner& one : people) {
      ages.values.push_back(one.age);
      wards.codes.push_back(static_cast<std::int32_t>(one.ward));
      incomes.values.push_back(one.income);
    }
    ages.missing.assign(people.size(), 0);
    incomes.missing.assign(people.size(), 0);
    std::vector<ColumnInfo> schema(3);
    schema[0].name = "age";
    schema[1].name = "ward";
    schema[2].name = "income";
    DatabaseTerms terms;
    terms.protection = Protection::camouflage;
    try {
      create_database(folder_.file(name), catalogue, terms, {Table(schema, {ages, wards, incomes})},
                      sfumato::Run(), key, accepted);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_FALSE(folder_.has(name)) << "nothing is left";
      return error.message;
    }
    return "";
  }
  void expect_found(const std::string& message) const {
    EXPECT_NE(message.find("first' already camouflages these records"), std::string::npos) << message;
  }

  sfumato::testing::TemporaryFolder folder_;
};

TEST_F(EarlierCamouflage, IsFoundInAnyOrderAndWithSomeChanges) {
  std::vector<Earner> people = earners(1);
  expect_found(created("second", people));
  Rng order({7, 7});
  order.shuffle(std::span(people));
  expect_found(created("second", people));
  for (const Earner& one : earners(2, 20)) people.push_back(one);
  expect_found(created("second", people));
  people = earners(1);
  people.resize(50);
  people[0].income = 99'000;
  people[1].age = 99;
  expect_found(created("second/", people));
}

TEST_F(EarlierCamouflage, IsFoundWithAnotherCatalogue) {
  Catalogue catalogue = earner_catalogue();
  catalogue.tables[0].columns[2].decimals = 2;
  catalogue.tables[0].columns[2].upper = 20'000'000;
  catalogue.tables[0].columns[1].categories = {"c", "b", "a"};
  catalogue.tables[0].columns.erase(catalogue.tables[0].columns.begin());
  catalogue.tables[0].name = "persons";
  expect_found(created("second", earners(1), catalogue));
}

TEST_F(EarlierCamouflage, OtherRecordsAndOtherFoldersAreAllowed) {
  EXPECT_EQ(created("second", earners(2)), "");
  std::filesystem::create_directory(folder_.file("elsewhere"));
  EXPECT_EQ(created("elsewhere/second", earners(1)), "");
}

TEST_F(EarlierCamouflage, WithoutItsKeyPublicColumnsAreCompared) {
  std::filesystem::rename(folder_.file("first.key"), folder_.file("kept.key"));
  EXPECT_NE(created("second", earners(1)).find("its key cannot be read"), std::string::npos);
  EXPECT_EQ(created("other", earners(2)), "");
  std::vector<Earner> next_year = earners(1);
  Rng rng({8, 8});
  for (Earner& one : next_year) one.income = static_cast<std::int64_t>(rng.below(90'000)) + 5'000;
  EXPECT_NE(created("third", next_year), "");
  EXPECT_EQ(created("third", next_year, earner_catalogue(), folder_.file("kept.key")), "")
      << "the key shows that the values are others";
}

TEST_F(EarlierCamouflage, AReasonIsRecorded) {
  EXPECT_EQ(created("second", earners(1), earner_catalogue(), {}, "a test"), "");
  EXPECT_EQ(Ledger(folder_.file("second/ledger.sqlite")).notes(),
            std::vector<std::string>{"a second camouflage was accepted: a test"});
}

TEST_F(EarlierCamouflage, AFolderThatCannotBeReadDoesNotPreventANewDatabase) {
  folder_.write("first/terms.toml", "damaged");
  EXPECT_EQ(created("second", earners(1)), "");
}

}  // namespace
}  // namespace sfumato::queries
