// Pseudonyms: equal for equal identifiers, different for others, and without information on either.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

ColumnInfo people_named(const std::string& name, Kind kind, std::optional<Role> role = {}) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

Table visits() {
  return {{people_named("patient", Kind::nominal, Role::identifier), people_named("number", Kind::numeric),
           people_named("cost", Kind::numeric)},
          {Codes{{0, 1, 0, 2, -1, 1}, {"Anna", "Bert", "Carla", "Nobody"}},
           Integers{{7, 8, 7, 9, 0, 8}, {0, 0, 0, 0, 1, 0}}, Numbers{1, 2, 3, 4, 5, 6}}};
}

// A key as its file is read: a single line, which is the name of a column.
Table key_line(const std::string& key) { return {{people_named(key, Kind::nominal)}, {Codes{}}}; }

Masked pseudonyms(const Table& table, const std::string& how, const ColumnSet& columns = {0, 1},
                  const Table& key = key_line("correct horse battery staple"), std::uint64_t seed = 1) {
  ParamValues params{{"how", how}};
  if (how == "keyed") params.emplace_back("key", "secret.txt");
  return masking::method("pseudonyms")
      .apply(table, columns, params, sfumato::Run({.seed = seed}).with_table("secret.txt", key));
}

TEST(Pseudonyms, AreEqualForEqualIdentifiersAndNoOthers) {
  const Table original = visits();
  for (const std::string how : {"random", "keyed", "sequential"}) {
    const Masked masked = pseudonyms(original, how);
    for (const ColumnId id : {0U, 1U}) {
      const Column &before = original.column(id), &after = masked.tables[0].column(id);
      for (std::size_t a = 0; a < before.size(); ++a) {
        EXPECT_EQ(after.missing(a), before.missing(a));
        for (std::size_t b = 0; b < before.size(); ++b) {
          EXPECT_EQ(after.text(a) == after.text(b), before.text(a) == before.text(b)) << how;
        }
      }
      EXPECT_EQ(after.get_if<Codes>()->labels.size(), 3U);  // labels of other records are removed
    }
    EXPECT_EQ(masked.details.at("units").at("patient").as_integer(), 3);
    EXPECT_EQ(masked.tables[0].column(2), original.column(2));
  }
}

// HMAC-SHA-256 by Python's hmac module, first 32 digits.
TEST(Pseudonyms, KeyedOnesAreTheHashOfTheText) {
  const Table masked = pseudonyms(visits(), "keyed").tables[0];
  EXPECT_EQ(masked.column(0).text(0), "6bada7f54f41749a9478a87ae5829043");
  EXPECT_EQ(masked.column(1).text(0), "2f44b79788b639c3741e796765da6618");
}

TEST(Pseudonyms, KeyedOnesAreEqualAcrossFilesAndTypesWithTheSameKey) {
  const Table other = testing::numbers_table({{"id", {9, 7}}});
  const Table here = pseudonyms(visits(), "keyed", {1}).tables[0];
  const Table there = pseudonyms(other, "keyed", {0}, key_line("correct horse battery staple"), 99).tables[0];
  EXPECT_EQ(there.column(0).text(0), here.column(1).text(3));
  EXPECT_EQ(there.column(0).text(1), here.column(1).text(0));
  const Table changed = pseudonyms(other, "keyed", {0}, key_line("correct horse battery stable")).tables[0];
  EXPECT_NE(changed.column(0).text(0), there.column(0).text(0));
}

TEST(Pseudonyms, AKeyMayStandInACell) {
  const Table cell({people_named("key", Kind::nominal)}, {Codes{{0}, {"correct horse battery staple"}}});
  EXPECT_TRUE(pseudonyms(visits(), "keyed", {0}, cell)
                  .tables[0]
                  .same_data(pseudonyms(visits(), "keyed", {0}).tables[0]));
}

TEST(Pseudonyms, RandomOnesAreIndependentOfTheIdentifier) {
  const Table one = pseudonyms(visits(), "random", {0}, key_line(""), 1).tables[0];
  const Table two = pseudonyms(visits(), "random", {0}, key_line(""), 2).tables[0];
  EXPECT_NE(one.column(0).text(0), two.column(0).text(0));
  EXPECT_EQ(one.column(0).text(0).size(), 32U);
  const Method& method = masking::method("pseudonyms");
  const Table fresh = method.apply(visits(), {0}, {}, sfumato::Run()).tables[0];
  const Table again = method.apply(visits(), {0}, {}, sfumato::Run()).tables[0];
  EXPECT_NE(fresh.column(0).text(0), again.column(0).text(0));
}

TEST(Pseudonyms, SequentialOnesRevealNothingAboutThePosition) {
  // Ten identifiers in file order, ascending: each number is as likely for the first as any other.
  const Table original = testing::numbers_table({{"id", {10, 11, 12, 13, 14, 15, 16, 17, 18, 19}}});
  std::map<std::string, int> first;
  constexpr int draws = 5000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Table masked = pseudonyms(original, "sequential", {0}, key_line(""), seed).tables[0];
    std::set<std::string> numbers;
    for (std::size_t row = 0; row < 10; ++row) numbers.insert(masked.column(0).text(row));
    ASSERT_EQ(numbers, (std::set<std::string>{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}));
    ++first[masked.column(0).text(0)];
  }
  for (const auto& [number, count] : first) {
    EXPECT_NEAR(count, draws / 10.0, 5.0 * std::sqrt(draws * 0.09)) << number;
  }
}

TEST(Pseudonyms, MakeAnIdentifierPartOfTheRelease) {
  Table original = visits();
  ColumnInfo info = original.info(1);
  info.role = Role::household;
  info.domain = Domain{0, 10};
  info.value_labels = {{"7", "Miller"}};
  original.set_info(1, info);
  const Table masked = pseudonyms(original, "random").tables[0];
  EXPECT_EQ(masked.info(0).role, Role::non_confidential);
  EXPECT_EQ(masked.info(1).role, Role::household);
  EXPECT_EQ(masked.info(1).kind, Kind::nominal);
  EXPECT_FALSE(masked.info(1).domain.has_value());
  EXPECT_TRUE(masked.info(1).value_labels.empty());
}

TEST(Pseudonyms, HouseholdsDoNotKeepThemFromTheirColumns) {
  Table original = visits();
  ColumnInfo info = original.info(1);
  info.role = Role::household;
  original.set_info(1, info);
  const masking::Step step{&masking::method("pseudonyms"), {}, {0, 1}, std::nullopt, false};
  const Table masked = masking::apply_step(original, step, sfumato::Run({.seed = 1})).tables[0];
  EXPECT_EQ(masked.info(0).role, Role::non_confidential);
  EXPECT_EQ(masked.column(1).text(0), masked.column(1).text(2));
}

TEST(Pseudonyms, RefuseKeysThatAreMissingShortOrNumbers) {
  const Method& method = masking::method("pseudonyms");
  EXPECT_THROW(method.apply(visits(), {0}, {{"how", "keyed"}}, sfumato::Run()), Error);
  EXPECT_THROW(method.apply(visits(), {0}, {{"key", "secret.txt"}}, sfumato::Run()), Error);
  EXPECT_FALSE(method.refused({{"how", "keyed"}}).empty());
  EXPECT_THROW(pseudonyms(visits(), "keyed", {0}, key_line("fifteen letters")), Error);
  // Digits alone are read as a number, which has lost some of them.
  EXPECT_THROW(pseudonyms(visits(), "keyed", {0}, testing::numbers_table({{"key", {1e40}}})), Error);
  EXPECT_THROW(pseudonyms(visits(), "keyed", {0}, Table()), Error);
}

}  // namespace
}  // namespace sfumato
