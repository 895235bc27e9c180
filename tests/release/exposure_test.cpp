// Records that are unique on the declared quasi-identifiers, and columns that are released as they were,
// counted by hand on small tables and on a survey in every front end.
#include "release/exposure.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>

#include "io/json.hpp"
#include "release/delivery.hpp"
#include "support/program.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using release::KeyExposure;
using release::MaskingResult;

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

const sfumato::Run& plain_run() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

Table with_roles(Table table, const std::vector<std::pair<std::string, Role>>& roles) {
  for (const auto& [name, role] : roles) {
    const ColumnId id = table.require(name);
    ColumnInfo info = table.info(id);
    info.role = role;
    table.set_info(id, info);
  }
  return table;
}

// (30, 1) is there twice; the other four pairs once. Alone, 50 and 60 are there once, and both sexes thrice.
MaskingResult six_people() {
  MaskingResult result;
  result.original = with_roles(numbers_table({{"age", {30, 30, 40, 40, 50, 60}},
                                              {"sex", {1, 1, 2, 1, 2, 2}},
                                              {"income", {10, 11, 12, 20, 21, 22}}}),
                               {{"age", Role::quasi_identifier}, {"sex", Role::quasi_identifier}});
  Table masked = result.original;
  masked.replace(2, Numbers{11, 11, 11, 21, 21, 21});
  result.masked.tables = {masked};
  result.release = Value::object();
  result.release.set("method", "mdav")
      .set("columns", Value::array_of({"income"}))
      .set("mapping", "same-rows")
      .set("guarantee", "none");
  return result;
}

ClassPromise k_anonymity(std::vector<std::string> keys, int k, bool wildcard = false) {
  return {.keys = std::move(keys), .models = {"k-anonymity:" + std::to_string(k)}, .wildcard = wildcard};
}

// The two records (30, 1) are of one person, whom they do not hide.
TEST(KeyExposure, CountsUnitsWhereTheyAreDeclared) {
  MaskingResult result = six_people();
  std::vector<ColumnInfo> schema = result.original.schema();
  ColumnInfo person = schema.back();
  person.name = "person";
  person.role = Role::unit;
  schema.push_back(person);
  const Table& before = result.original;
  result.original =
      Table(schema, {before.column(0), before.column(1), before.column(2), Numbers{1, 1, 2, 3, 4, 4}});
  result.masked.tables = {result.original};
  const std::optional<KeyExposure> found = key_exposure(result, plain_run());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->unit, "person");
  EXPECT_EQ(found->records, 4U);
  EXPECT_EQ(found->unique, 4U);
  EXPECT_EQ(found->unique_records, 4U);
  EXPECT_EQ(to_value(*found).at("records"), Value(6));
  EXPECT_EQ(words(*found),
            "On the 2 declared quasi-identifiers ('age', 'sex'), 100 % of the released units of 'person' are "
            "unique (4 of 4).");
}

TEST(KeyExposure, CountsUniqueRecordsOnAllDeclaredKeys) {
  const std::optional<KeyExposure> found = key_exposure(six_people(), plain_run());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->columns, (std::vector<std::string>{"age", "sex"}));
  EXPECT_EQ(found->records, 6U);
  EXPECT_EQ(found->unique, 4U);
  EXPECT_EQ(found->k, 1U);
  EXPECT_EQ(
      words(*found),
      "On the 2 declared quasi-identifiers ('age', 'sex'), 67 % of the released records are unique (4 of "
      "6).");
}

TEST(KeyExposure, StopsAPromiseOnOtherColumns) {
  MaskingResult result = six_people();
  result.masked.promises = {k_anonymity({"income"}, 3)};
  const Warnings warnings = exposure_warnings(result, *key_exposure(result, plain_run()));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].grade, WarningGrade::stop);
  EXPECT_TRUE(warnings[0].text.starts_with("k-anonymity is promised on 'income' alone: on the 2 declared"))
      << warnings[0].text;
  result.masked.promises = {};
  EXPECT_EQ(exposure_warnings(result, *key_exposure(result, plain_run()))[0].grade, WarningGrade::mind);
  Table& masked = result.masked.tables.front();
  masked.replace(0, Numbers{31, 29, 41, 43, 52, 58});
  masked.replace(1, Numbers{1, 2, 2, 1, 1, 2});
  EXPECT_EQ(exposure_warnings(result, *key_exposure(result, plain_run()))[0].grade, WarningGrade::note)
      << "all keys were changed";
}

// A promise on some columns and one on others are not a promise on all of them.
TEST(KeyExposure, NamesTheColumnsOfEachPromise) {
  MaskingResult result = six_people();
  const auto text = [&](std::vector<ClassPromise> promises) {
    result.masked.promises = std::move(promises);
    return exposure_warnings(result, *key_exposure(result, plain_run())).front().text;
  };
  EXPECT_TRUE(
      text({k_anonymity({"sex", "town"}, 2), k_anonymity({"income"}, 3)})
          .starts_with("k-anonymity is promised on 'sex', 'town', and on 'income', each by itself: on "
                       "the 2 declared"));
  EXPECT_TRUE(text({k_anonymity({"sex"}, 2), k_anonymity({"age"}, 3)})
                  .starts_with("k-anonymity is promised on 'sex', and on 'age', each by itself: on the 2"));
  EXPECT_TRUE(text({k_anonymity({"sex"}, 2), k_anonymity({"sex"}, 3)})
                  .starts_with("k-anonymity is promised on 'sex' alone: on the 2"));
  ClassPromise pairs = k_anonymity({"sex", "age", "income"}, 2);
  pairs.subset = 2;
  EXPECT_TRUE(text({pairs}).starts_with(
      "k-anonymity is promised on every 2 of 'sex', 'age', 'income' alone: on the 2 declared"));
}

TEST(KeyExposure, IsSafeWhereAllKeysArePromised) {
  MaskingResult result = six_people();
  result.masked.tables.front().replace(0, Numbers{35, 35, 35, 35, 55, 55});
  result.masked.tables.front().replace(1, Numbers{1, 1, 1, 1, 2, 2});
  result.masked.promises = {k_anonymity({"age", "sex"}, 2)};
  const KeyExposure found = *key_exposure(result, plain_run());
  EXPECT_EQ(found.unique, 0U);
  EXPECT_EQ(found.k, 2U);
  EXPECT_TRUE(exposure_warnings(result, found).empty());
  EXPECT_EQ(
      words(found),
      "On the 2 declared quasi-identifiers ('age', 'sex'), no released record is unique: each agrees with "
      "1 or more others.");
}

// Two of 40 records are 5 %, one is less.
TEST(KeyExposure, StopsFromFivePercentOn) {
  for (const int unique : {1, 2}) {
    std::vector<double> ages(40, 30.0);
    for (int i = 0; i < unique; ++i) ages[static_cast<std::size_t>(i)] = 50.0 + i;
    MaskingResult result;
    result.original = with_roles(numbers_table({{"age", ages}}), {{"age", Role::quasi_identifier}});
    result.masked.tables = {result.original};
    result.masked.promises = {k_anonymity({"income"}, 3)};
    result.release = six_people().release;
    const Warnings warnings = exposure_warnings(result, *key_exposure(result, plain_run()));
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].grade, unique == 1 ? WarningGrade::mind : WarningGrade::stop) << unique;
  }
}

TEST(KeyExposure, ReadsMissingValuesAsThePromiseDoes) {
  MaskingResult result = six_people();
  // Unique on its own; as a wildcard the missing sex matches (30, 1). A record without keys counts in
  // neither.
  result.masked.tables.front() = with_roles(
      numbers_table(
          {{"age", {30, 30, 30, absent}}, {"sex", {1, 1, absent, absent}}, {"income", {1, 1, 1, 1}}}),
      {{"age", Role::quasi_identifier}, {"sex", Role::quasi_identifier}});
  EXPECT_EQ(key_exposure(result, plain_run())->unique, 1U);
  result.masked.promises = {k_anonymity({"age"}, 2, true)};
  const KeyExposure read = *key_exposure(result, plain_run());
  EXPECT_EQ(read.unique, 0U);
  EXPECT_EQ(read.unique_wildcard, 0U);
  EXPECT_EQ(read.unique_category, 1U);
  EXPECT_EQ(words(read),
            "On the 2 declared quasi-identifiers ('age', 'sex'), 0 of 4 released records are unique where a "
            "missing value matches anything, and 1 of 4 (25 %) where it is a value of its own.");
  EXPECT_EQ(to_value(read).at("unique_category").as_integer(), 1);
  EXPECT_EQ(exposure_warnings(result, read)[0].grade, WarningGrade::stop) << "promised on the age alone";
}

// Of 40 equal records, one misses its sex and another its age. Each agrees with all others where a missing
// value matches anything, and with none where it is a value of its own.
TEST(KeyExposure, SaysWhatMissingValuesHideUnderAPromiseOnAllKeys) {
  for (const int blank : {0, 1, 2}) {
    std::vector<double> sexes(40, 1.0), ages(40, 30.0);
    if (blank > 0) sexes[0] = absent;
    if (blank > 1) ages[1] = absent;
    MaskingResult result;
    result.original = with_roles(numbers_table({{"age", ages}, {"sex", sexes}}),
                                 {{"age", Role::quasi_identifier}, {"sex", Role::quasi_identifier}});
    result.masked.tables = {result.original};
    result.masked.promises = {k_anonymity({"age", "sex"}, 2, true)};
    result.release = six_people().release;
    const KeyExposure found = *key_exposure(result, plain_run());
    EXPECT_EQ(found.unique_wildcard, 0U);
    EXPECT_EQ(found.unique_category, static_cast<std::size_t>(blank));
    const Warnings warnings = exposure_warnings(result, found);
    ASSERT_EQ(warnings.size(), blank == 0 ? 0U : 1U);
    if (blank == 0) continue;
    // 1 of 40 is 2.5 %, 2 are 5 %.
    EXPECT_EQ(warnings[0].grade, blank == 1 ? WarningGrade::note : WarningGrade::mind);
    EXPECT_NE(warnings[0].text.find("0 of 40 released records are unique where a missing value matches "
                                    "anything, and " +
                                    std::to_string(blank) + " of 40"),
              std::string::npos)
        << warnings[0].text;
  }
}

TEST(KeyExposure, NeedsDeclaredKeysAndTakesTheWorstCopy) {
  MaskingResult result = six_people();
  Table uniform = result.masked.tables.front();
  uniform.replace(0, Numbers{1, 1, 1, 1, 1, 1});
  uniform.replace(1, Numbers{1, 1, 1, 1, 1, 1});
  result.masked.tables = {uniform, result.masked.tables.front()};
  EXPECT_EQ(key_exposure(result, plain_run())->unique, 4U);
  result.original = result.masked.tables.front() = numbers_table({{"x", {1, 2}}});
  result.masked.tables = {result.original};
  EXPECT_FALSE(key_exposure(result, plain_run()));
}

TEST(UnchangedColumns, AreCountedAloneAndTogether) {
  const MaskingResult result = six_people();
  const auto found = unchanged_columns(result, result.masked.tables.front());
  ASSERT_EQ(found.columns.size(), 2U);
  EXPECT_EQ(found.columns[0].unique, 2U);
  EXPECT_EQ(found.columns[1].unique, 0U);
  EXPECT_EQ(found.unique, 4U);
  const Warnings warnings = unchanged_warnings(found, true);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0],
            Warning("declared quasi-identifiers are released as they were: 'age' singles out 2 of 6 records, "
                    "'sex' singles out no record; together they single out 4 of 6 records; protect them, or "
                    "leave them out",
                    WarningGrade::stop));
}

TEST(UnchangedColumns, AreDatesToo) {
  MaskingResult result = six_people();
  ColumnInfo admitted;
  admitted.name = "admitted";
  result.original = Table({admitted}, {Column(Dates{{10, 10, 11, 12, 12, 13}})});
  result.masked.tables = {result.original};
  const Warnings warnings = unchanged_warnings(unchanged_columns(result, result.masked.tables.front()), true);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].text.starts_with("dates are released as they were: 'admitted' singles out 2 of 6"))
      << warnings[0].text;
  result.masked.tables.front().replace(0, Column(Dates{{10, 10, 10, 12, 12, 12}}));
  EXPECT_TRUE(unchanged_warnings(unchanged_columns(result, result.masked.tables.front()), true).empty());
}

TEST(UnchangedColumns, OnlyInformWhereNothingIsSingledOut) {
  MaskingResult result;
  result.original = with_roles(
      numbers_table(
          {{"household_id", {7, 7, 8, 8}}, {"weight", {1.5, 2.5, 1.5, 2.5}}, {"sex", {1, 2, 1, 2}}}),
      {{"household_id", Role::household}, {"weight", Role::weight}, {"sex", Role::quasi_identifier}});
  result.masked.tables = {result.original};
  result.release = six_people().release;
  const Warnings warnings = unchanged_warnings(unchanged_columns(result, result.masked.tables.front()), true);
  // Alone each value is there twice; of the combinations each is there once.
  EXPECT_EQ(warnings.grades(), (std::vector<std::string>{"note", "note", "note", "mind"}));
  EXPECT_NE(warnings.back().text.find("together single out 4 of 4 records"), std::string::npos)
      << warnings.back().text;
}

// Person 1 has both records of her keys. Whether the release has the persons or not, she is alone.
TEST(DroppedUnits, CountInPromisesAndWarnings) {
  const TemporaryFolder folder;
  folder.write("stays.csv", "person,sex\n1,f\n1,f\n2,m\n3,m\n4,m\n");
  const Outcome outcome =
      run_in(folder.path(), {"mask", "local-suppression", "stays.csv", "--unit", "person", "--quasi", "sex",
                             "--drop", "person", "--k", "2", "-o", "out.csv", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = io::parse_json(outcome.out, "answer");
  EXPECT_EQ(document.at("promises").as_array().front().at("unit"), Value("person"));
  EXPECT_EQ(document.at("details").at("suppressed_cells"), Value(1));
  EXPECT_EQ(folder.read("out.csv").find('f'), std::string::npos);
}

class ExposureCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_in(folder_.path(),
                     {"sample", "people", "--rows", "400", "--seed", "11", "-o", "survey.csv", "--quiet"})
                  .status,
              0);
  }
  TemporaryFolder folder_;
};

TEST_F(ExposureCommand, StandsBesideACheckThatNamesItsColumns) {
  const Outcome text = run_in(
      folder_.path(), {"mask", "mdav", "survey.csv", "--columns", "income", "--k", "3", "-o", "masked.csv"});
  ASSERT_EQ(text.status, 0) << text.error;
  std::string out = text.out;
  std::replace(out.begin(), out.end(), '\n', ' ');
  EXPECT_NE(out.find("Checked in the file as written: on 'income' every record agrees with 2 or more others"),
            std::string::npos)
      << text.out;
  EXPECT_NE(out.find("On the 5 declared quasi-identifiers ('age', 'sex', 'region', 'education',"),
            std::string::npos)
      << text.out;
  EXPECT_EQ(out.find("guarantee"), std::string::npos) << text.out;
  EXPECT_NE(out.find("differential privacy"), std::string::npos) << text.out;
  EXPECT_NE(out.find("k-anonymity"), std::string::npos) << text.out;
  EXPECT_TRUE(text.error.starts_with("sfumato: stop: ")) << text.error;
  EXPECT_NE(text.error.find("stop: k-anonymity is promised on 'income' alone"), std::string::npos);
}

// The same counts as from the file itself.
TEST_F(ExposureCommand, CountsWhatTheWrittenFileHas) {
  const Outcome masked = run_in(folder_.path(), {"mask", "mdav", "survey.csv", "--columns", "income", "--k",
                                                 "3", "-o", "masked.csv", "--json"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  const Value document = io::parse_json(masked.out, "standard output");
  std::map<std::string, std::int64_t> seen;
  std::istringstream lines(folder_.read("masked.csv"));
  std::string line;
  std::getline(lines, line);
  ASSERT_TRUE(line.starts_with("age,sex,region,education,marital_status,")) << line;
  while (std::getline(lines, line)) {
    std::size_t end = 0;
    for (int field = 0; field < 5; ++field) end = line.find(',', end) + 1;
    ++seen[line.substr(0, end)];
  }
  const auto unique =
      std::count_if(seen.begin(), seen.end(), [](const auto& entry) { return entry.second == 1; });
  EXPECT_EQ(document.at("quasi_identifiers").at("unique").as_integer(), unique);
  EXPECT_EQ(document.at("quasi_identifiers").at("records").as_integer(), 400);
  EXPECT_EQ(document.at("quasi_identifiers").at("columns").as_array().size(), 5U);
  EXPECT_EQ(document.at("unchanged").at("columns").as_array().size(), 7U);
  EXPECT_EQ(document.at("warnings").as_array().size(), document.at("warning_grades").as_array().size());
}

TEST_F(ExposureCommand, ShowsLevelsAndSuppressionsOfEachColumn) {
  folder_.write("r.toml",
                "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 3\n"
                "[[steps]]\nmethod = \"local-suppression\"\ncolumns = [\"sex\", \"region\"]\nk = 2\n");
  const Outcome text =
      run_in(folder_.path(), {"mask", "--recipe", "r.toml", "survey.csv", "-o", "masked.csv"});
  ASSERT_EQ(text.status, 0) << text.error;
  EXPECT_NE(text.out.find("on 'income' every record"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("on 'sex' and 'region' every"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("Step 2, local-suppression:"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("column  suppressed cells"), std::string::npos) << text.out;
  const Outcome levels = run_in(folder_.path(), {"mask", "generalization", "survey.csv", "--columns",
                                                 "age,sex", "--k", "3", "-o", "g.csv"});
  ASSERT_EQ(levels.status, 0) << levels.error;
  EXPECT_NE(levels.out.find("column  level"), std::string::npos) << levels.out;
}

}  // namespace
}  // namespace sfumato::testing
