// What a masked file that is measured exposes: identifiers, unique records and unchanged columns, counted by
// hand; in the rows of the original, in other rows, and with missing values.
#include "release/file_exposure.hpp"

#include <limits>
#include <numeric>

#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

using release::file_warnings;
using release::Origins;

const sfumato::Run& measuring_run() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

// Four pairs of age and sex are there once, (30, 1) twice.
Table measured_people() {
  Table table = numbers_table({{"id", {1, 2, 3, 4, 5, 6}},
                               {"age", {30, 30, 40, 40, 50, 60}},
                               {"sex", {1, 1, 2, 1, 2, 2}},
                               {"house", {7, 7, 8, 8, 9, 9}},
                               {"weight", {1, 1, 2, 2, 3, 4}},
                               {"income", {10, 11, 12, 20, 21, 22}}});
  const std::vector<Role> roles{Role::identifier, Role::quasi_identifier, Role::quasi_identifier,
                                Role::household,  Role::weight,           Role::confidential};
  for (ColumnId id = 0; id < roles.size(); ++id) {
    ColumnInfo info = table.info(id);
    info.role = roles[id];
    table.set_info(id, info);
  }
  return table;
}

// As another program writes it: without roles.
Table without_roles(const Table& table) {
  Table result = table;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info;
    info.name = table.info(id).name;
    info.kind = table.info(id).kind;
    result.set_info(id, info);
  }
  return result;
}

Origins same_order(std::size_t rows) {
  Origins origins(rows);
  std::iota(origins.begin(), origins.end(), std::size_t{0});
  return origins;
}

TEST(FileExposure, ACopyHasIdentifiersUniqueRecordsAndUnchangedColumns) {
  const Table original = measured_people();
  const Warnings found = file_warnings(original, without_roles(original), same_order(6), measuring_run());
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(found[0], Warning("the masked file has declared identifiers with values of the original: 'id' "
                              "singles out 6 of 6 records; leave them out",
                              WarningGrade::stop));
  EXPECT_EQ(found[1], Warning("on the 2 declared quasi-identifiers ('age', 'sex'), 67 % of the released "
                              "records are unique (4 of 6); 4 of 6 have the values of exactly one record of "
                              "the original",
                              WarningGrade::stop));
  EXPECT_EQ(found[2],
            Warning("declared quasi-identifiers are released as they were: 'age' singles out 2 of 6 records, "
                    "'sex' singles out no record; together they single out 4 of 6 records; protect them, or "
                    "leave them out",
                    WarningGrade::stop));
  EXPECT_TRUE(found[3].text.starts_with("'house' is released as it was")) << found[3].text;
  EXPECT_TRUE(found[4].text.starts_with("'weight' is released as it was: 6 of 6")) << found[4].text;
}

// Without a mapping, in the reverse order: what identifies people is found by its values.
TEST(FileExposure, NeedsNoRowsForIdentifiersAndUniqueRecords) {
  const Table original = measured_people();
  const Origins order{5, 4, 3, 2, 1, 0};
  const Table reversed = without_roles(original).taking_rows(order);
  const Warnings found = file_warnings(original, reversed, std::nullopt, measuring_run());
  EXPECT_EQ(found.grades(), (std::vector<std::string>{"stop", "stop"}));
  const Warnings mapped = file_warnings(original, reversed, order, measuring_run());
  EXPECT_EQ(mapped, file_warnings(original, without_roles(original), same_order(6), measuring_run()));
}

// New identifiers and other ages: each record is still unique, and none has the values of an original one.
TEST(FileExposure, ChangedValuesNeedADecision) {
  const Table original = measured_people();
  Table masked = without_roles(original).taking_columns({0, 1, 2, 5});
  masked.replace(0, Numbers{91, 92, 93, 94, 95, 96});
  masked.replace(1, Numbers{31, 32, 41, 42, 51, 61});
  masked.replace(2, Numbers{1, 2, 2, 1, 2, 2});
  const Warnings found = file_warnings(original, masked, same_order(6), measuring_run());
  ASSERT_EQ(found.grades(), (std::vector<std::string>{"note", "mind"}));
  EXPECT_NE(found[1].text.find("(6 of 6); none of them has the values"), std::string::npos) << found[1].text;
}

// One changed cell hides neither the other records nor the values that they have in the original.
TEST(FileExposure, OneChangedCellIsNotEnough) {
  const Table original = measured_people();
  Table masked = without_roles(original).taking_columns({1, 2, 5});
  masked.replace(0, Numbers{30, 30, 40, 40, 50, 61});
  masked.replace(1, Numbers{1, 1, 2, 1, 2, 1});
  const Warnings found = file_warnings(original, masked, same_order(6), measuring_run());
  ASSERT_EQ(found.grades(), (std::vector<std::string>{"stop"}));
  EXPECT_NE(found[0].text.find("(4 of 6); 3 of 6 have the values"), std::string::npos) << found[0].text;
}

// One record of each sex misses its age and matches all others of that sex.
TEST(FileExposure, MissingValuesDoNotHideUniqueRecords) {
  const Table original = measured_people();
  Table masked = without_roles(original).taking_columns({1, 2});
  constexpr double absent_age = std::numeric_limits<double>::quiet_NaN();
  masked.replace(0, Numbers{absent_age, 30, absent_age, 40, 50, 60});
  const Warnings found = file_warnings(original, masked, same_order(6), measuring_run());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], Warning("on the 2 declared quasi-identifiers ('age', 'sex'), 0 of 6 released records "
                              "are unique where a missing value matches anything, and 6 of 6 (100 %) where "
                              "it is a value of its own; 3 of 6 have the values of exactly one record of the "
                              "original",
                              WarningGrade::mind));
}

TEST(FileExposure, IsSilentWhereNoRecordIsUnique) {
  const Table original = measured_people();
  Table masked = without_roles(original).taking_columns({1, 2, 5});
  masked.replace(0, Numbers{35, 35, 35, 35, 55, 55});
  masked.replace(1, Numbers{1, 1, 1, 1, 2, 2});
  EXPECT_TRUE(file_warnings(original, masked, same_order(6), measuring_run()).empty());
}

// Two records of one person share (30, 1); the masked file does not have the persons.
TEST(FileExposure, CountsUnitsThatTheOriginalDeclares) {
  Table original = measured_people();
  ColumnInfo info = original.info(0);
  info.role = Role::unit;
  original.set_info(0, info);
  original.replace(0, Numbers{1, 1, 2, 3, 4, 5});
  const Table masked = without_roles(original).taking_columns({1, 2, 5});
  const Warnings found = file_warnings(original, masked, same_order(6), measuring_run());
  EXPECT_NE(found.at(1).text.find("100 % of the released units of 'id' are unique (5 of 5)"),
            std::string::npos)
      << found.at(1).text;
  const Warnings unmapped = file_warnings(original, masked, std::nullopt, measuring_run());
  EXPECT_NE(unmapped.front().text.find("the masked file has no column 'id'"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
