// Risks of keys, hierarchies and distributions: counted by hand on a few records.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "jobs/column_hierarchy.hpp"
#include "jobs/distributions.hpp"
#include "jobs/key_risk_summary.hpp"

namespace sfumato::jobs {
namespace {

Run risk_run(int threads = 1) { return Run({.seed = 1, .threads = threads}); }

ColumnInfo keyed(const std::string& name, Kind kind, std::optional<Role> role = Role::quasi_identifier) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

// Eight people. Ages 30 30 30 41 41 52 52 97, sexes f f m f f m f f, towns A A A B B A B A (the last
// missing).
Data eight_people() {
  Integers age{{30, 30, 30, 41, 41, 52, 52, 97}, {}};
  Codes sex{{0, 0, 1, 0, 0, 1, 0, 0}, {"f", "m"}};
  Codes town{{0, 0, 0, 1, 1, 0, 1, Codes::missing}, {"A", "B"}};
  return {{.table = {{keyed("age", Kind::numeric), keyed("sex", Kind::nominal), keyed("town", Kind::nominal)},
                     {age, sex, town}},
           .sidecar = {},
           .missing_token = {}},
          "people.csv"};
}

KeyRiskRequest of_people(std::vector<std::string> keys = {}) {
  KeyRiskRequest request;
  request.keys = std::move(keys);
  request.original = eight_people();
  return request;
}

TEST(KeyRisks, CountsClasses) {
  const KeyRiskResult result = key_risk_summary(of_people(), risk_run());
  EXPECT_EQ(result.keys, (std::vector<std::string>{"age", "sex", "town"}));
  EXPECT_EQ(result.records, 8U);
  EXPECT_EQ(result.uniques, 4U);  // 30 m A, 52 m A, 52 f B, 97 f
  EXPECT_EQ(result.smallest, 1U);
  EXPECT_EQ(result.classes[0].classes, 4U);
  EXPECT_EQ(result.classes[1].classes, 2U);  // 30 f A twice, 41 f B twice
  EXPECT_EQ(result.classes[1].records, 4U);
  std::size_t records = 0;
  for (const ClassSizes& one : result.classes) records += one.records;
  EXPECT_EQ(records, 8U);
}

// Records 1 and 2 are of one person, and so are 3 and 6.
TEST(KeyRisks, CountsUnitsWhereTheyAreDeclared) {
  KeyRiskRequest request = of_people();
  Table& table = request.original.file.table;
  std::vector<ColumnInfo> schema = table.schema();
  schema.push_back(keyed("person", Kind::numeric, Role::unit));
  table = Table(schema,
                {table.column(0), table.column(1), table.column(2), Integers{{1, 1, 2, 3, 4, 2, 5, 6}, {}}});
  const KeyRiskResult result = key_risk_summary(request, risk_run());
  EXPECT_EQ(result.unit, "person");
  EXPECT_EQ(result.units, 6U);
  EXPECT_EQ(result.uniques, 4U);             // 1, 2 (twice), 5 and 6
  EXPECT_EQ(result.classes[0].classes, 5U);  // 30 f A is of one person
  EXPECT_EQ(result.classes[1].classes, 1U);  // 41 f B
  ASSERT_EQ(result.riskiest.size(), 6U);
  std::size_t first = 0;
  for (const RiskyRecord& record : result.riskiest) {
    if (record.record == 1) first = record.class_size;
  }
  EXPECT_EQ(first, 1U);
  EXPECT_EQ(result.riskiest.back().reason, "one of 2 units of 'person' with the same keys");
}

TEST(KeyRisks, SaysWhyARecordIsRisky) {
  const KeyRiskResult result = key_risk_summary(of_people(), risk_run());
  ASSERT_EQ(result.riskiest.size(), 8U);
  std::map<std::size_t, const RiskyRecord*> by_record;
  for (const RiskyRecord& one : result.riskiest) by_record[one.record] = &one;
  EXPECT_EQ(by_record[8]->reason, "the only record with age 97");
  EXPECT_EQ(by_record[8]->singled, (std::vector<std::string>{"age"}));
  EXPECT_EQ(by_record[3]->reason, "the only record with age 30 and sex m");
  EXPECT_EQ(by_record[7]->reason, "the only record with age 52 and sex f");
  EXPECT_EQ(by_record[1]->reason, "one of 2 records with the same keys");
  EXPECT_EQ(by_record[1]->class_size, 2U);
  EXPECT_TRUE(by_record[1]->singled.empty());
  EXPECT_EQ(by_record[8]->values[2], (std::pair<std::string, std::string>{"town", ""}));
  for (std::size_t i = 1; i < result.riskiest.size(); ++i) {
    EXPECT_GE(result.riskiest[i - 1].risk, result.riskiest[i].risk);
  }
}

TEST(KeyRisks, KeysCanBeChosen) {
  const KeyRiskResult result = key_risk_summary(of_people({"sex"}), risk_run());
  EXPECT_EQ(result.uniques, 0U);
  EXPECT_EQ(result.smallest, 2U);
  EXPECT_THROW(key_risk_summary(of_people({"none"}), risk_run()), Error);
  KeyRiskRequest unnamed = of_people();
  for (ColumnId id = 0; id < 3; ++id) {
    ColumnInfo info = unnamed.original.file.table.info(id);
    info.role.reset();
    unnamed.original.file.table.set_info(id, info);
  }
  EXPECT_THROW(key_risk_summary(unnamed, risk_run()), Error);
}

TEST(KeyRisks, FindsSpecialValues) {
  Numbers pay(200, 0.0);
  for (std::size_t i = 0; i < pay.size(); ++i) pay[i] = static_cast<double>(1000 + i);
  pay[17] = 1e6;  // far out: quartiles 1050 and 1150, so that the fence is at 1450
  Codes job{std::vector<std::int32_t>(200, 0), {"clerk", "bishop", "unused"}};
  job.codes[3] = 1;
  KeyRiskRequest request;
  request.keys = {"job"};
  request.original = {
      {.table = {{keyed("pay", Kind::numeric, Role::confidential), keyed("job", Kind::nominal)}, {pay, job}},
       .sidecar = {},
       .missing_token = {}},
      "x.csv"};
  const KeyRiskResult result = key_risk_summary(request, risk_run());
  ASSERT_EQ(result.special.size(), 2U);
  EXPECT_EQ(result.special[0].column, "pay");
  EXPECT_EQ(result.special[0].value, Column(Numbers{1e6}).text(0));
  EXPECT_EQ(result.special[0].records, 1U);
  EXPECT_EQ(result.special[1].value, "bishop");
  EXPECT_EQ(result.special[1].why, "a rare category: one record has it");
}

TEST(KeyRisks, IsTheSameForAnyNumberOfThreads) {
  const KeyRiskResult one = key_risk_summary(of_people(), risk_run(1)),
                      eight = key_risk_summary(of_people(), risk_run(8));
  ASSERT_EQ(one.riskiest.size(), eight.riskiest.size());
  for (std::size_t i = 0; i < one.riskiest.size(); ++i) {
    EXPECT_EQ(one.riskiest[i].record, eight.riskiest[i].record);
    EXPECT_EQ(one.riskiest[i].risk, eight.riskiest[i].risk);
  }
}

TEST(KeyRisks, TakesAnEmptyTable) {
  KeyRiskRequest request = of_people();
  request.original.file.table = request.original.file.table.taking_rows({});
  EXPECT_EQ(key_risk_summary(request, risk_run()).records, 0U);
}

TEST(ColumnHierarchy, CountsUniquesAtEachLevel) {
  HierarchyRequest request;
  request.column = "age";
  request.specification = Value::object();
  request.specification.set("kind", "intervals").set("widths", Value::Array{20, 100});
  request.original = eight_people();
  const HierarchyResult result = column_hierarchy(request, risk_run());
  ASSERT_EQ(result.levels.size(), 4U);  // ages, widths 20 and 100, the root
  EXPECT_EQ(result.levels[0].values, 4U);
  EXPECT_EQ(result.levels[0].uniques, 4U);
  EXPECT_EQ(result.levels[1].values, 3U);   // [20, 40), [40, 60), [80, 100)
  EXPECT_EQ(result.levels[1].uniques, 3U);  // 52 f B joins 41 f B
  EXPECT_EQ(result.levels[2].uniques, 1U);  // f with a missing town; m A is twice, f A twice, f B three times
  EXPECT_EQ(result.levels[3].uniques, 1U);
  EXPECT_EQ(result.keys, (std::vector<std::string>{"age", "sex", "town"}));
}

TEST(ColumnHierarchy, ProposesByKind) {
  HierarchyRequest request;
  request.original = eight_people();
  request.column = "age";
  EXPECT_EQ(column_hierarchy(request, risk_run()).specification.at("kind").as_text(), "intervals");
  request.column = "sex";
  EXPECT_EQ(column_hierarchy(request, risk_run()).specification.at("kind").as_text(), "order");
  Codes post{{}, {}};
  Dates born;
  for (int i = 0; i < 20; ++i) {
    post.codes.push_back(i);
    post.labels.push_back(std::to_string(10000 + 37 * i));
    born.days.push_back(1000 * i);
  }
  request.original.file.table = {{keyed("post", Kind::nominal), keyed("born", Kind::ordinal)}, {post, born}};
  request.column = "post";
  EXPECT_EQ(column_hierarchy(request, risk_run()).specification.at("kind").as_text(), "redaction");
  request.column = "born";
  const HierarchyResult dates = column_hierarchy(request, risk_run());
  EXPECT_EQ(dates.specification.at("kind").as_text(), "dates");
  EXPECT_FALSE(dates.reason.empty());
  request.column = "none";
  EXPECT_THROW(column_hierarchy(request, risk_run()), Error);
}

TEST(Distributions, ListsTheRecordsThatChangedMost) {
  const Data original = eight_people();
  Table masked = original.file.table;
  masked.replace(0, Integers{{30, 30, 30, 41, 41, 52, 52, 41}, {}});
  masked.replace(1, Codes{{0, 1, 1, 0, 0, 1, 0, 0}, {"f", "m"}});
  DistributionsRequest request;
  request.original = original;
  request.masked = masked;
  const DistributionsResult result = distributions(request, risk_run());
  ASSERT_EQ(result.changed.size(), 2U);  // others did not change
  EXPECT_EQ(result.changed[0].record, 8U);
  EXPECT_EQ(result.changed[0].cells[0].before, "97");
  EXPECT_EQ(result.changed[0].cells[0].after, "41");
  // Ages have mean 46.625 and sum of squares 20879, so that s² = (20879 − 8·46.625²)/7 = 3487.875/7.
  EXPECT_NEAR(result.changed[0].distance, 56.0 / std::sqrt(3487.875 / 7.0) / 3.0, 1e-12);
  EXPECT_EQ(result.changed[1].record, 2U);
  EXPECT_NEAR(result.changed[1].distance, 1.0 / 3.0, 1e-12);
  ASSERT_EQ(result.changes.columns.size(), 3U);
  request.masked.reset();
  EXPECT_TRUE(distributions(request, risk_run()).changed.empty());
  request.columns = {"none"};
  EXPECT_THROW(distributions(request, risk_run()), Error);
}

}  // namespace
}  // namespace sfumato::jobs
