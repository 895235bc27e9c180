// Promises that hold and promises that do not, in tables as they would be read back.
#include "verify/promise_check.hpp"

#include <gtest/gtest.h>

#include "core/hierarchy.hpp"
#include "support/tables.hpp"

namespace sfumato::verify {
namespace {

Table people(const std::vector<std::array<std::string, 3>>& rows) {
  std::vector<ColumnInfo> schema(3);
  const std::array<std::string, 3> names = {"sex", "region", "illness"};
  std::vector<Column> columns;
  for (std::size_t j = 0; j < 3; ++j) {
    schema[j].name = names[j];
    schema[j].kind = Kind::nominal;
    Codes codes;
    for (const auto& row : rows) {
      if (row[j].empty()) {
        codes.codes.push_back(Codes::missing);
        continue;
      }
      auto at = std::find(codes.labels.begin(), codes.labels.end(), row[j]);
      if (at == codes.labels.end()) at = codes.labels.insert(at, row[j]);
      codes.codes.push_back(static_cast<std::int32_t>(at - codes.labels.begin()));
    }
    columns.emplace_back(codes);
  }
  return {schema, columns};
}

PromiseFinding check(const Table& table, ClassPromise promise, const Table* population = nullptr) {
  if (promise.keys.empty()) promise.keys = {"sex", "region"};
  return check_promise(table, promise, population, sfumato::Run({.seed = 1, .threads = 1}));
}

const Table& two_classes() {
  static const Table table = people(
      {{"f", "n", "flu"}, {"f", "n", "cold"}, {"m", "s", "flu"}, {"m", "s", "flu"}, {"m", "s", "flu"}});
  return table;
}

TEST(PromiseCheck, CountsTheSmallestClass) {
  EXPECT_FALSE(check(two_classes(), {.keys = {}, .models = {"k-anonymity:2"}}).broken());
  const PromiseFinding finding = check(two_classes(), {.keys = {}, .models = {"k-anonymity:3"}});
  EXPECT_TRUE(finding.broken());
  EXPECT_EQ(finding.classes, 2U);
  EXPECT_EQ(finding.category.smallest, 2U);
  EXPECT_EQ(finding.category.below, 2U);
  EXPECT_EQ(broken_words(finding),
            "k-anonymity:3 does not hold on 'sex' and 'region' (the worst class has 2)");
}

TEST(PromiseCheck, ReadsMissingCellsAsPromisedAndReportsTheOtherReading) {
  const Table table = people({{"f", "n", "a"}, {"f", "", "a"}, {"m", "s", "a"}, {"m", "s", "a"}});
  EXPECT_FALSE(check(table, {.keys = {}, .models = {"k-anonymity:2"}, .wildcard = true}).broken());
  const PromiseFinding finding = check(table, {.keys = {}, .models = {"k-anonymity:2"}});
  EXPECT_TRUE(finding.broken());
  EXPECT_EQ(finding.wildcard.below, 0U);
  EXPECT_EQ(finding.category.below, 2U);
  EXPECT_EQ(
      words(finding),
      "Checked in the file as written: on 'sex' and 'region' 2 records agree with no other when a missing "
      "key is a value of its own; every record agrees with 1 or more others when it matches anything.");
  EXPECT_EQ(words(check(two_classes(), {.keys = {}, .models = {"k-anonymity:2"}})),
            "Checked in the file as written: on 'sex' and 'region' every record agrees with 1 or more "
            "others, however "
            "missing keys are read.");
}

TEST(PromiseWords, NameEachModelWithItsValueAndColumns) {
  const PromiseFinding finding = check(
      two_classes(), {.keys = {}, .models = {"k-anonymity:2", "t-closeness:illness:equal:0.3", "odd:1"}});
  using Line = std::pair<std::string, std::string>;
  const std::vector<Line> lines = model_words(finding);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], Line("k-anonymity", "found 2, promised at least 2, on 'sex' and 'region'"));
  EXPECT_EQ(lines[1], Line("t-closeness",
                           "found 0.3, promised at most 0.3 of 'illness' (equal), on 'sex' and 'region'"));
  EXPECT_EQ(lines[2], Line("odd:1", "not checked: this model is not verified, on 'sex' and 'region'"));
}

TEST(PromiseWords, KeepListsOfColumnsShort) {
  PromiseFinding finding;
  finding.k = 3;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) finding.promise.keys.emplace_back(name);
  EXPECT_TRUE(words(finding).starts_with(
      "Checked in the file as written: on 'a', 'b', 'c', 'd', 'e', 'f' and 2 more every record"))
      << words(finding);
  finding.promise.keys.resize(3);
  finding.promise.subset = 2;
  finding.promise.within = "year";
  EXPECT_TRUE(
      words(finding).starts_with("Checked in the file as written: on every 2 of 'a', 'b' and 'c', "
                                 "inside each value of 'year', every record agrees"))
      << words(finding);
}

TEST(PromiseCheck, LeavesSuppressedRecordsOut) {
  const Table table = people({{"f", "n", "a"}, {"f", "n", "b"}, {"*", "*", "b"}});
  EXPECT_TRUE(check(table, {.keys = {}, .models = {"k-anonymity:2"}}).broken());
  const PromiseFinding finding = check(table, {.keys = {}, .models = {"k-anonymity:2"}, .suppressed = "*"});
  EXPECT_FALSE(finding.broken());
  EXPECT_EQ(finding.suppressed, 1U);
}

// There is no class to count, and each record agrees with the other two.
TEST(PromiseCheck, SaysThatEveryRecordIsSuppressed) {
  const Table table = people({{"*", "*", "a"}, {"*", "*", "b"}, {"*", "*", "b"}});
  const ClassPromise promise{
      .keys = {}, .models = {"k-anonymity:3", "l-diversity:illness:distinct:2"}, .suppressed = "*"};
  const PromiseFinding finding = check(table, promise);
  EXPECT_FALSE(finding.broken());
  EXPECT_EQ(finding.models[0].found, 3.0);
  EXPECT_FALSE(finding.models[1].found);
  EXPECT_EQ(words(finding),
            "Checked in the file as written: on 'sex' and 'region' every record is suppressed: it has '*' in "
            "each of them.");
  EXPECT_EQ(model_words(finding)[0].second,
            "every record is suppressed: found 3, promised at least 3, on 'sex' and 'region'");
  EXPECT_EQ(model_words(finding)[1].second,
            "every record is suppressed, promised at least 2 of 'illness' (distinct), on 'sex' and 'region'");
  const Value document = to_value(finding);
  EXPECT_EQ(document.at("models").as_array()[0].at("found").as_number(), 3.0);
  EXPECT_TRUE(document.at("models").as_array()[0].at("kept").as_bool());
  EXPECT_EQ(document.at("category").at("smallest").as_integer(), 3);
  EXPECT_EQ(document.at("wildcard").at("smallest").as_integer(), 3);
  EXPECT_EQ(document.at("suppressed_records").as_integer(), 3);
  EXPECT_EQ(document.at("classes").as_integer(), 0);
  // Inside each illness: one record of "a", which no promise of three can count.
  const PromiseFinding within =
      check(table, {.keys = {}, .models = {"k-anonymity:3"}, .suppressed = "*", .within = "illness"});
  EXPECT_FALSE(within.broken());
  EXPECT_FALSE(within.models[0].found);
}

TEST(PromiseCheck, ChecksEverySubsetOfKeysAndEveryStratum) {
  const Table table = people({{"f", "n", "a"}, {"f", "s", "a"}, {"m", "n", "a"}, {"m", "s", "b"}});
  EXPECT_TRUE(check(table, {.keys = {}, .models = {"k-anonymity:2"}}).broken());
  EXPECT_FALSE(check(table, {.keys = {}, .models = {"k-anonymity:2"}, .subset = 1}).broken());
  // Of "b" there is one record, so inside illness no class of two.
  const PromiseFinding within =
      check(table, {.keys = {"sex"}, .models = {"k-anonymity:2"}, .within = "illness"});
  EXPECT_TRUE(within.broken());
  EXPECT_EQ(within.category.below, 2U);  // the m among "a", and the m of "b"
}

TEST(PromiseCheck, ChecksConfidentialValues) {
  const PromiseFinding finding =
      check(two_classes(), {.keys = {}, .models = {"k-anonymity:2", "l-diversity:illness:distinct:2"}});
  EXPECT_TRUE(finding.broken());
  EXPECT_FALSE(finding.models[0].broken);
  EXPECT_TRUE(finding.models[1].broken);
  EXPECT_EQ(finding.models[1].found, 1.0);
  // Shares: flu 4/5, cold 1/5; in the first class 1/2 and 1/2, in the second 1 and 0.
  const PromiseFinding close =
      check(two_classes(), {.keys = {}, .models = {"t-closeness:illness:equal:0.3"}});
  EXPECT_FALSE(close.broken());
  EXPECT_NEAR(close.models[0].found.value(), 0.3, 1e-12);
  EXPECT_TRUE(check(two_classes(), {.keys = {}, .models = {"t-closeness:illness:equal:0.29"}}).broken());
  EXPECT_TRUE(check(two_classes(), {.keys = {}, .models = {"prosecutor-risk:0.4"}}).broken());
  EXPECT_FALSE(check(two_classes(), {.keys = {}, .models = {"average-risk:0.4"}}).broken());
}

TEST(PromiseCheck, CountsThePopulationThatGeneralizedValuesCover) {
  Table table = people({{"f", "south", "a"}, {"m", "n1", "a"}});
  ColumnInfo info = table.info(1);
  info.tree = std::make_shared<const Hierarchy>(
      std::vector<std::vector<std::string>>{{"s1", "south"}, {"s2", "south"}, {"n1", "north"}});
  table.set_info(1, info);
  const Table population = people({{"f", "s1", ""}, {"f", "s2", ""}, {"f", "n1", ""}, {"m", "n1", ""}});
  EXPECT_FALSE(check(table, {.keys = {}, .models = {"k-map:1"}}, &population).broken());
  const PromiseFinding finding = check(table, {.keys = {}, .models = {"k-map:2"}}, &population);
  EXPECT_TRUE(finding.broken());
  EXPECT_EQ(finding.models[0].found, 1.0);
  EXPECT_FALSE(check(table, {.keys = {}, .models = {"delta-presence:0.5:1"}}, &population).broken());
  EXPECT_TRUE(check(table, {.keys = {}, .models = {"delta-presence:0.5:0.9"}}, &population).broken());
  EXPECT_EQ(check(table, {.keys = {}, .models = {"k-map:2"}}).models[0].note,
            "the population file is not available");
}

// The m of the south have a flu or a missing value: that is one value.
TEST(PromiseCheck, CountsNoMissingConfidentialValue) {
  const Table table = people({{"m", "s", "flu"}, {"m", "s", ""}, {"f", "n", "cold"}, {"f", "n", "flu"}});
  const PromiseFinding one = check(table, {.keys = {}, .models = {"l-diversity:illness:distinct:2"}});
  EXPECT_TRUE(one.broken());
  EXPECT_EQ(one.models[0].found, 1.0);
  // Flu 2/3, cold 1/3; the m have 1 and 0, the f 1/2 and 1/2.
  const PromiseFinding close = check(table, {.keys = {}, .models = {"t-closeness:illness:equal:0.34"}});
  EXPECT_FALSE(close.broken());
  EXPECT_NEAR(close.models[0].found.value(), 1.0 / 3.0, 1e-12);
  const Table without = people({{"m", "s", "flu"}, {"m", "s", "cold"}, {"f", "n", ""}, {"f", "n", ""}});
  for (const char* variant : {"distinct:1", "entropy:1", "recursive:3:1"}) {
    const PromiseFinding none =
        check(without, {.keys = {}, .models = {std::string("l-diversity:illness:") + variant}});
    EXPECT_TRUE(none.broken()) << variant;
    EXPECT_EQ(none.models[0].found, 0.0) << variant;
  }
  EXPECT_FALSE(check(without, {.keys = {}, .models = {"t-closeness:illness:ordered:0"}}).broken());
  EXPECT_FALSE(check(without, {.keys = {}, .models = {"delta-disclosure:illness:0"}}).broken());
}

// Suppressed records are of no class, but their illness is published: flu 2/4 and cold 2/4 in all.
TEST(PromiseCheck, ComparesClassesWithAllRecords) {
  const Table table = people({{"m", "s", "flu"}, {"m", "s", "flu"}, {"*", "*", "cold"}, {"*", "*", "cold"}});
  const PromiseFinding finding =
      check(table, {.keys = {}, .models = {"t-closeness:illness:equal:0.5"}, .suppressed = "*"});
  EXPECT_FALSE(finding.broken());
  EXPECT_NEAR(finding.models[0].found.value(), 0.5, 1e-12);
}

// A person of an unknown region is somewhere: in "land", which is above every region, and in "*".
TEST(PromiseCheck, CountsPeopleOfMissingKeysWhereOneValueIsAboveAll) {
  const Table population = people({{"f", "s1", ""}, {"f", "", ""}, {"m", "n1", ""}, {"", "n1", ""}});
  Table table = people({{"f", "land", "a"}, {"m", "land", "a"}});
  ColumnInfo info = table.info(1);
  info.tree = std::make_shared<const Hierarchy>(
      std::vector<std::vector<std::string>>{{"s1", "south", "land"}, {"n1", "north", "land"}});
  table.set_info(1, info);
  EXPECT_EQ(check(table, {.keys = {"region"}, .models = {"k-map:2"}}, &population).models[0].found, 4.0);
  EXPECT_EQ(check(table, {.keys = {}, .models = {"k-map:2"}}, &population).models[0].found, 1.0);
  const Table stars = people({{"*", "s1", "a"}, {"*", "n1", "a"}});
  EXPECT_EQ(check(stars, {.keys = {}, .models = {"k-map:2"}}, &population).models[0].found, 1.0);
  EXPECT_EQ(
      check(people({{"*", "n1", "a"}}), {.keys = {}, .models = {"k-map:2"}}, &population).models[0].found,
      2.0);
  // Above the leaves alone: "s1" as the only region does not contain everyone.
  Table leaf = people({{"f", "s1", "a"}});
  info.tree = std::make_shared<const Hierarchy>(std::vector<std::vector<std::string>>{{"s1", "land"}});
  leaf.set_info(1, info);
  EXPECT_EQ(check(leaf, {.keys = {}, .models = {"k-map:1"}}, &population).models[0].found, 1.0);
}

TEST(PromiseCheck, SaysWhatItDoesNotCheck) {
  const PromiseFinding finding = check(two_classes(), {.keys = {}, .models = {"population-uniqueness:0.1"}});
  EXPECT_FALSE(finding.broken());
  EXPECT_NE(words(finding).find("population-uniqueness:0.1 was not checked"), std::string::npos);
  EXPECT_TRUE(to_value(finding).at("models").as_array().front().at("kept").is_null());
}

}  // namespace
}  // namespace sfumato::verify
