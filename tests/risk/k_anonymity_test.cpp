// k-anonymity by hand, under both readings of missing keys, and on a public survey.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/categories.hpp"
#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;
const double gap = std::nan("");

TEST(KAnonymity, ByHand) {
  const Table table = numbers_table({{"a", {1, 1, 1, 2, 2, 3, 3}}, {"b", {5, 5, 5, 5, 5, 6, 6}}});
  const Score score = measure(table, table, "k-anonymity");
  EXPECT_EQ(score.value, 2.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{3, 3, 3, 2, 2, 2, 2}));
  EXPECT_EQ(score.details.at("below").at("wildcard").at("2"), Value(0));
  EXPECT_EQ(score.details.at("below").at("category").at("3"), Value(4));
  EXPECT_EQ(score.details.at("below").at("category").at("5"), Value(7));
  EXPECT_EQ(score.reading, "every record is one of 2 or more with its keys");
}

TEST(KAnonymity, TheMaskedTableCounts) {
  const Table original = numbers_table({{"a", {1, 2, 3, 4}}});
  const Table masked = numbers_table({{"a", {0, 0, 0, 0}}});
  EXPECT_EQ(measure(original, masked, "k-anonymity").value, 4.0);
  EXPECT_EQ(measure(masked, original, "k-anonymity").value, 1.0);
  // No mapping is needed, nor equal numbers of records.
  EXPECT_EQ(measure(original, numbers_table({{"a", {7, 7}}}), "k-anonymity").value, 2.0);
}

// (1,5) (1,?) (1,5) (2,?) (?,6): the fourth is like the last alone, and no record has the last's second key.
TEST(KAnonymity, GivesBothReadingsOfMissingKeys) {
  const Table table = numbers_table({{"a", {1, 1, 1, 2, gap}}, {"b", {5, gap, 5, gap, 6}}});
  const Score wild = measure(table, table, "k-anonymity");
  EXPECT_EQ(wild.per_record, (std::vector<double>{3, 4, 3, 2, 3}));
  EXPECT_EQ(wild.value, 2.0);
  const Score category = measure(table, table, "k-anonymity", {{"missing-as", "category"}});
  EXPECT_EQ(category.per_record, (std::vector<double>{2, 1, 2, 1, 1}));
  EXPECT_EQ(category.value, 1.0);
  EXPECT_EQ(wild.details, category.details);
  EXPECT_EQ(wild.details.at("smallest").at("category"), Value(1.0));
  EXPECT_EQ(wild.details.at("incomplete_records"), Value(3));
  EXPECT_EQ(
      wild.reading,
      "every record is one of 2 or more with its keys when a missing key matches anything; 3 of 5 records "
      "are unique when it is a value of its own");
  // Records 2 and 4 miss the same key, but differ in the other; with alpha = 0 nothing changes for them.
  EXPECT_EQ(measure(table, table, "k-anonymity", {{"alpha", 0.0}}).per_record, wild.per_record);
}

TEST(KAnonymity, RecordsThatMissTheSameKeyCountAlpha) {
  const Table table = numbers_table({{"a", {1, 1, 1}}, {"b", {gap, gap, 6}}});
  EXPECT_EQ(measure(table, table, "k-anonymity", {{"alpha", 0.25}}).per_record,
            (std::vector<double>{2.25, 2.25, 3}));
}

TEST(KAnonymity, KeysAreQuasiIdentifiersOrThoseNamed) {
  const Table plain = numbers_table({{"a", {1, 1, 2, 2}}, {"b", {1, 2, 3, 4}}});
  EXPECT_EQ(measure(plain, plain, "k-anonymity").value, 1.0);
  const Table roles = testing::with_role(plain, "a", Role::quasi_identifier);
  EXPECT_EQ(measure(roles, roles, "k-anonymity").value, 2.0);
  EXPECT_EQ(measure(roles, roles, "k-anonymity").details.at("keys"), Value::array_of({"a"}));
  const Value named = Value::array_of({"b"});
  EXPECT_EQ(measure(roles, roles, "k-anonymity", {{"keys", named}}).value, 1.0);
  EXPECT_THROW(measure(roles, roles, "k-anonymity", {{"keys", Value::array_of({"c"})}}), Error);
  EXPECT_THROW(measure(roles, roles, "k-anonymity", {{"keys", Value::array_of({"b", "b"})}}), Error);
}

TEST(KAnonymity, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "k-anonymity");
  EXPECT_EQ(score.value, 1.0);
  for (const char* reading : {"wildcard", "category"}) {
    EXPECT_EQ(score.details.at("below").at(reading).at("2"), Value(157));
    EXPECT_EQ(score.details.at("below").at(reading).at("3"), Value(281));
  }
}

// Two different people and eight without any key: as wildcards the eight would hide both.
TEST(KAnonymity, RecordsWithoutKeysHideNoOther) {
  std::vector<std::string> town{"Reus", "Valls"}, sex{"m", "f"};
  town.resize(10), sex.resize(10);
  const Table table = testing::texts_table({{"town", town}, {"sex", sex}});
  const Score score = testing::measure(table, table, "k-anonymity");
  EXPECT_EQ(score.value, 1.0);
  EXPECT_EQ(score.details.at("blank_records").as_integer(), 8);
  EXPECT_EQ(score.details.at("below").at("wildcard").at("2").as_integer(), 2);
  EXPECT_EQ(score.per_record.back(), 10.0);
  EXPECT_NE(score.reading.find("8 records miss every key"), std::string::npos);
}

}  // namespace
}  // namespace sfumato
