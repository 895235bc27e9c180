// What an intruder with several releases can link, counted by hand: the example of docs/next-months-file.md,
// links by other columns than units, several earlier releases, and suppressed records.
#include "release/earlier_releases.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/generalized_tables.hpp"

namespace sfumato::testing {
namespace {

using MonthRows = std::vector<std::vector<std::string>>;

Table month(const std::vector<std::string>& names, const MonthRows& rows, const std::string& unit = "") {
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (std::size_t j = 0; j < names.size(); ++j) {
    ColumnInfo info;
    info.name = names[j];
    info.kind = Kind::nominal;
    if (info.name == unit) info.role = Role::unit;
    infos.push_back(info);
    std::vector<std::string> texts;
    for (const auto& row : rows) texts.push_back(row[j]);
    columns.push_back(text_column(texts));
  }
  return Table(infos, columns);
}

release::MaskingResult kept_promise(const Table& table, const std::vector<std::string>& keys, std::size_t k) {
  release::MaskingResult result{.masked = {}, .release = Value::object(), .warnings = {}, .original = table};
  result.masked.tables = {table};
  if (k > 0) {
    result.masked.promises.push_back(
        {.keys = keys, .models = {"k-anonymity:" + std::to_string(k)}, .suppressed = "*"});
  }
  return result;
}

const std::vector<std::string> example_columns{"person", "age", "region"};
const MonthRows example_january{{"a", "30-39", "N"}, {"b", "30-39", "N"}, {"c", "30-39", "N"},
                                {"d", "40-49", "N"}, {"e", "40-49", "N"}, {"f", "40-49", "N"}};
const MonthRows example_february{{"a", "30-39", "N"}, {"b", "30-39", "N"}, {"g", "30-39", "N"},
                                 {"c", "40-49", "N"}, {"d", "40-49", "N"}, {"e", "40-49", "N"},
                                 {"f", "40-49", "N"}};

sfumato::Run one_thread() { return sfumato::Run({.seed = 1, .threads = 1}); }

// a and b: {a, b, c} of January and {a, b, g} of February leave two; c is alone, since it changed its class;
// d, e and f stay three; g is the only one that is new.
TEST(EarlierReleases, ClassesAreIntersectedByUnits) {
  const auto result = kept_promise(month(example_columns, example_february, "person"), {"age", "region"}, 3);
  const release::EarlierFindings found =
      compare_with_earlier(result, {{"january", month(example_columns, example_january)}}, {}, one_thread());
  EXPECT_EQ(found.unit, "person");
  EXPECT_EQ(found.link, std::vector<std::string>{"person"});
  EXPECT_EQ(found.k, 3U);
  EXPECT_EQ(found.k_new, 3U);    // {a, b, g}
  EXPECT_EQ(found.k_union, 4U);  // {a, b, c, g} and {c, d, e, f}
  EXPECT_EQ(found.unique_new, 0U);
  EXPECT_EQ(found.unique_union, 0U);
  ASSERT_EQ(found.links.size(), 1U);
  EXPECT_EQ(found.links[0].records, 6U);
  EXPECT_EQ(found.links[0].linked, 6U);
  EXPECT_EQ(found.links[0].smallest_linked, 1U);
  EXPECT_EQ(found.links[0].below_linked, 3U);
  EXPECT_EQ(found.links[0].smallest_new, 1U);
  EXPECT_EQ(found.links[0].below_new, 1U);
  EXPECT_FALSE(found.together);
  ASSERT_EQ(found.promises.size(), 1U);
  EXPECT_FALSE(found.promises[0].broken());
  const Warnings warnings = earlier_warnings(found);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].grade, WarningGrade::stop);
  EXPECT_TRUE(warnings[0].text.starts_with("3 of 7 records have fewer than 3 units of 'person' left"))
      << warnings[0].text;
  EXPECT_TRUE(warnings[1].text.starts_with("1 of 7 records are not in 'january'")) << warnings[1].text;
}

// Without the column of persons, and without other columns, nothing can be linked; classes count records
// then.
TEST(EarlierReleases, WithoutLinkingColumnsOnlyTheUnionIsCounted) {
  const auto strip = [](MonthRows rows) {
    for (auto& row : rows) row.erase(row.begin());
    return rows;
  };
  const auto result = kept_promise(month({"age", "region"}, strip(example_february)), {"age", "region"}, 3);
  const release::EarlierFindings found = compare_with_earlier(
      result, {{"january", month({"age", "region"}, strip(example_january))}}, {}, one_thread());
  EXPECT_TRUE(found.link.empty());
  EXPECT_TRUE(found.links.empty());
  EXPECT_EQ(found.k_union, 6U);  // three records of each month
  EXPECT_TRUE(earlier_warnings(found).empty());
}

// A link by sex is not unique: f of February agrees with two classes of January, and the smaller rest counts.
TEST(EarlierReleases, AmbiguousLinksCountTheSmallestRest) {
  const std::vector<std::string> columns{"sex", "age"};
  const Table before = month(columns, {{"f", "30s"}, {"f", "40s"}, {"m", "40s"}});
  const Table now = month(columns, {{"f", "30s"}, {"f", "30s"}, {"m", "30s"}});
  const auto result = kept_promise(now, {"age"}, 3);
  const release::EarlierFindings found =
      compare_with_earlier(result, {{"before", before}}, {"sex"}, one_thread());
  // A(f) = {30s, 40s}, A(m) = {40s}: 30s leaves the two f, 40s all three.
  EXPECT_EQ(found.links[0].linked, 3U);
  EXPECT_EQ(found.links[0].smallest_linked, 2U);
  EXPECT_EQ(found.links[0].below_linked, 2U);
}

TEST(EarlierReleases, ARecordThatIsUniqueInItsMonthNeedNotBeSoInAll) {
  const Table before = month({"age"}, {{"30s"}, {"50s"}, {"60s"}, {"60s"}});
  const Table now = month({"age"}, {{"30s"}, {"40s"}, {"60s"}, {"60s"}});
  const release::EarlierFindings found =
      compare_with_earlier(kept_promise(now, {"age"}, 2), {{"before", before}}, {}, one_thread());
  EXPECT_EQ(found.unique_new, 2U);            // 30s, 40s
  EXPECT_EQ(found.unique_union, 1U);          // 40s
  EXPECT_EQ(found.earlier_unique_union, 1U);  // 50s
  EXPECT_EQ(found.k_union, 1U);
}

// One person with all records of a class in both months: records are many, the person is alone.
TEST(EarlierReleases, UnitsAreCountedOnceHoweverManyRecordsTheyHave) {
  const Table before = month({"person", "age"}, {{"a", "30s"}, {"a", "30s"}});
  const Table now = month({"person", "age"}, {{"a", "30s"}, {"a", "30s"}}, "person");
  const release::EarlierFindings found =
      compare_with_earlier(kept_promise(now, {"age"}, 2), {{"before", before}}, {}, one_thread());
  EXPECT_EQ(found.k_union, 1U);
  EXPECT_EQ(found.unique_union, 2U);
  ASSERT_EQ(found.promises.size(), 1U);
  EXPECT_TRUE(found.promises[0].broken());
}

// Suppressed records belong to no class; in an earlier release they are a label of their own.
TEST(EarlierReleases, SuppressedRecordsAreLeftOut) {
  const Table before = month({"person", "age"}, {{"a", "30s"}, {"b", "*"}, {"c", "30s"}});
  const Table now =
      month({"person", "age"}, {{"a", "30s"}, {"b", "30s"}, {"c", "30s"}, {"d", "*"}}, "person");
  const release::EarlierFindings found =
      compare_with_earlier(kept_promise(now, {"age"}, 2), {{"before", before}}, {}, one_thread());
  EXPECT_EQ(found.suppressed, 1U);
  EXPECT_EQ(found.k_new, 3U);
  EXPECT_EQ(found.links[0].linked, 3U);
  EXPECT_EQ(found.links[0].smallest_linked, 1U);  // b alone was suppressed before
  EXPECT_EQ(found.links[0].below_linked, 1U);
  EXPECT_EQ(found.links[0].below_new, 0U);  // d has no class
}

// In the first release d is alone, in the second a; by both together, b and c stay two.
TEST(EarlierReleases, SeveralEarlierReleasesTogether) {
  const std::vector<std::string> columns{"person", "age"};
  const Table first = month(columns, {{"a", "30s"}, {"b", "30s"}, {"c", "30s"}, {"d", "40s"}});
  const Table second = month(columns, {{"a", "30s"}, {"b", "40s"}, {"c", "40s"}, {"d", "40s"}});
  const Table now = month(columns, {{"a", "30s"}, {"b", "30s"}, {"c", "30s"}, {"d", "30s"}}, "person");
  const release::EarlierFindings found = compare_with_earlier(
      kept_promise(now, {"age"}, 2), {{"first", first}, {"second", second}}, {}, one_thread());
  ASSERT_EQ(found.links.size(), 2U);
  EXPECT_EQ(found.links[0].below_linked, 1U);  // d
  EXPECT_EQ(found.links[1].below_linked, 1U);  // a
  ASSERT_TRUE(found.together);
  EXPECT_EQ(found.together->smallest_linked, 1U);
  EXPECT_EQ(found.together->below_linked, 2U);  // a and d; b and c are alike in both
}

TEST(EarlierReleases, KeysThatAReleaseLacksAreSaidAndNoneAreRefused) {
  const Table now = month({"age", "region"}, {{"30s", "N"}, {"30s", "S"}});
  const auto result = kept_promise(now, {"age", "region"}, 2);
  const release::EarlierFindings found =
      compare_with_earlier(result, {{"before", month({"age"}, {{"30s"}})}}, {}, one_thread());
  EXPECT_EQ(found.keys, std::vector<std::string>{"age"});
  EXPECT_EQ(found.absent, std::vector<std::string>{"region"});
  EXPECT_TRUE(found.promises.empty());
  EXPECT_THROW(compare_with_earlier(result, {{"before", month({"x"}, {{"30s"}})}}, {}, one_thread()), Error);
  EXPECT_THROW(
      compare_with_earlier(result, {{"before", month({"age"}, {{"30s"}})}}, {"region"}, one_thread()), Error);
}

}  // namespace
}  // namespace sfumato::testing
