// Which columns count as released as they were: by their values, not by their types, and only where they have
// values. Counted by hand on small tables, and on a survey with the program.
#include <algorithm>
#include <limits>
#include <numeric>

#include "io/json.hpp"
#include "release/cell_changes.hpp"
#include "release/date_texts.hpp"
#include "release/unchanged_columns.hpp"
#include "support/program.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using release::few_changed_cells;

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Column text_column(const std::vector<std::string>& texts) {
  Codes codes;
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto at = std::find(codes.labels.begin(), codes.labels.end(), text);
    codes.codes.push_back(static_cast<std::int32_t>(at - codes.labels.begin()));
    if (at == codes.labels.end()) codes.labels.push_back(text);
  }
  return codes;
}

// 1, 2, …, 40, of which the first `changed` have 100 added.
Numbers forty_ages(std::size_t changed = 0) {
  Numbers ages(40);
  std::iota(ages.begin(), ages.end(), 1.0);
  for (std::size_t row = 0; row < changed; ++row) ages[row] += 100.0;
  return ages;
}

// One column, released as `after`.
release::MaskingResult one_column(const std::string& name, std::optional<Role> role, Column before,
                                  Column after) {
  ColumnInfo info;
  info.name = name;
  info.role = role;
  if (before.is_text()) info.kind = Kind::nominal;
  release::MaskingResult result;
  result.original = Table({info}, {std::move(before)});
  if (after.is_text()) info.kind = Kind::nominal;
  result.masked.tables = {Table({info}, {std::move(after)})};
  result.release = Value::object();
  result.release.set("method", "noise").set("columns", Value::array_of({name}));
  return result;
}

Warnings warnings_of(const release::MaskingResult& result) {
  return unchanged_warnings(unchanged_columns(result, result.masked.tables.front()), true);
}

TEST(CellChanges, CompareNumbersAsNumbers) {
  const Integers whole{{64, 30, 0}, {0, 0, 1}};
  EXPECT_EQ(few_changed_cells(whole, Numbers{64.0, 30.0, no_value}), 0U);
  EXPECT_EQ(few_changed_cells(Numbers{0.0, 1.5}, Numbers{-0.0, 1.5}), 0U);
  EXPECT_EQ(few_changed_cells(whole, text_column({"64.0", "30", ""})), 0U);
  EXPECT_EQ(few_changed_cells(text_column({"1", "x"}), text_column({"1.0", "x"})), 0U);
  EXPECT_FALSE(few_changed_cells(text_column({"1", "x"}), text_column({"1", "y"})));
  EXPECT_FALSE(few_changed_cells(whole, Numbers{64.0, 31.0, no_value}));
}

// Two of 40 cells are 5 %. Cells that are missing in both columns say nothing, a suppressed cell is changed.
TEST(CellChanges, AllowFivePercent) {
  EXPECT_EQ(few_changed_cells(forty_ages(), forty_ages(2)), 2U);
  EXPECT_FALSE(few_changed_cells(forty_ages(), forty_ages(3)));
  Numbers suppressed = forty_ages();
  suppressed[0] = no_value;
  EXPECT_EQ(few_changed_cells(forty_ages(), suppressed), 1U);
  Numbers sparse(40, no_value), other(40, no_value);
  sparse[0] = other[0] = 1.0;
  sparse[1] = 2.0;
  other[1] = 3.0;
  EXPECT_FALSE(few_changed_cells(sparse, other)) << "one of two values was changed";
}

TEST(CellChanges, NeedReleasedValues) {
  const Numbers empty(3, no_value);
  EXPECT_FALSE(few_changed_cells(empty, empty));
  EXPECT_FALSE(few_changed_cells(Numbers{1, 2, 3}, empty));
  EXPECT_FALSE(few_changed_cells(Numbers{1, 2, 3}, Numbers{1, 2}));
}

TEST(UnchangedColumns, CountAColumnInAnotherType) {
  const auto result =
      one_column("age", Role::quasi_identifier, Integers{{64, 64, 30}, {}}, Numbers{64, 64, 30});
  EXPECT_EQ(warnings_of(result),
            (Warnings{{"declared quasi-identifiers are released as they were: 'age' singles out 1 of 3 "
                       "records; protect them, or leave them out",
                       WarningGrade::stop}}));
}

TEST(UnchangedColumns, SayInHowManyCellsAColumnWasChanged) {
  auto result = one_column("age", Role::quasi_identifier, forty_ages(), forty_ages(2));
  EXPECT_EQ(
      warnings_of(result).front().text,
      "declared quasi-identifiers are released as they were: 'age' (changed in 2 of 40 cells) singles out "
      "40 of 40 records; protect them, or leave them out");
  const Value document = to_value(unchanged_columns(result, result.masked.tables.front()));
  EXPECT_EQ(document.at("columns").as_array().front().at("changed").as_integer(), 2);
  // What k-anonymity is promised on was protected by these changes.
  result.masked.promises = {{.keys = {"age"}, .models = {"k-anonymity:2"}}};
  EXPECT_TRUE(warnings_of(result).empty());
  result.masked.promises.clear();
  result.masked.tables.front().replace(0, forty_ages(3));
  EXPECT_TRUE(warnings_of(result).empty());
}

TEST(UnchangedColumns, LeaveOutColumnsWithoutValues) {
  const Numbers empty(3, no_value);
  for (const Role role : {Role::quasi_identifier, Role::household, Role::weight}) {
    for (const Mapping mapping : {Mapping::none, Mapping::same_rows}) {
      auto result = one_column("other", role, Numbers{1, 2, 3}, empty);
      result.release.set("columns", Value::array_of({"income"}));
      result.masked.mapping = mapping;
      EXPECT_TRUE(warnings_of(result).empty()) << to_text(role);
    }
  }
}

TEST(DateTexts, AreDaysThatExist) {
  for (const char* text : {"21/04/1957", "4/21/1957", "21.04.1957", "1.4.1957", "19570421", "1957-04-21",
                           "1957-04-21 12:30:00", "1957-04-21T12:30:00.5Z", "29/02/2000", "31-12-2100"}) {
    EXPECT_TRUE(release::is_date_text(text)) << text;
  }
  for (const char* text : {"", "1957", "31/04/1957", "29.02.1900", "19571321", "1849-12-31", "01/01/2101",
                           "21/04.1957", "21/04/57", "21/04/1957x", "1957-04-21 12", "1957-04-21 12:75",
                           "195704211", "12.5.19570421", "-19570421", "a21/04/1957", "21/04/"}) {
    EXPECT_FALSE(release::is_date_text(text)) << text;
  }
}

// Nine of ten present values are enough, eight are not.
TEST(DateTexts, MakeAColumnFromNinetyPercentOn) {
  std::vector<std::string> texts(9, "21/04/1957");
  texts.insert(texts.end(), {"unknown", ""});
  EXPECT_TRUE(release::looks_like_dates(text_column(texts)));
  texts[0] = "soon";
  EXPECT_FALSE(release::looks_like_dates(text_column(texts)));
  EXPECT_TRUE(release::looks_like_dates(Integers{{19570421, 20001231, 0}, {0, 0, 1}}));
  EXPECT_FALSE(release::looks_like_dates(Integers{{19570421, 20001331}, {}}));
  EXPECT_FALSE(release::looks_like_dates(Numbers{19570421.5, 20001231.5}));
  EXPECT_FALSE(release::looks_like_dates(Numbers{no_value, no_value}));
  EXPECT_FALSE(release::looks_like_dates(Dates{{0, 1}}));
}

TEST(UnchangedColumns, AreTextsAndNumbersThatLookLikeDates) {
  const Column texts = text_column({"21/04/1957", "21/04/1957", "03/12/1980"});
  const Column numbers = Integers{{19570421, 19570421, 19801203}, {}};
  for (const Column& birth : {texts, numbers}) {
    auto result = one_column("birth", std::nullopt, birth, birth);
    EXPECT_EQ(warnings_of(result),
              (Warnings{{"dates are released as they were: 'birth' looks like a date and singles out 1 of 3 "
                         "records; protect them, or leave them out",
                         WarningGrade::stop}}));
    const Value document = to_value(unchanged_columns(result, result.masked.tables.front()));
    EXPECT_TRUE(document.at("columns").as_array().front().at("looks_like_date").as_bool());
    EXPECT_TRUE(warnings_of(one_column("birth", Role::non_confidential, birth, birth)).empty());
  }
}

class UnchangedCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_in(folder_.path(),
                     {"sample", "people", "--rows", "300", "--seed", "3", "-o", "survey.csv", "--quiet"})
                  .status,
              0);
  }
  TemporaryFolder folder_;
};

TEST_F(UnchangedCommand, SaysNothingOfDroppedColumns) {
  const Outcome text =
      run_in(folder_.path(),
             {"mask", "dp-copula", "survey.csv", "--columns", "age,income", "--domain", "age=0:100",
              "--domain", "income=0:200000", "--epsilon", "1", "--drop",
              "sex,region,education,marital_status,household_id,weight,tax,savings", "-o", "drawn.csv"});
  ASSERT_EQ(text.status, 0) << text.error;
  EXPECT_EQ(text.error.find("released as"), std::string::npos) << text.error;
  EXPECT_EQ((text.out + text.error).find("'sex'"), std::string::npos) << text.out << text.error;
  EXPECT_NE(text.out.find("On the declared quasi-identifier 'age', "), std::string::npos) << text.out;
}

TEST_F(UnchangedCommand, CountsNumbersThatComeBackAsTheyWere) {
  const Outcome text = run_in(folder_.path(), {"mask", "additive-noise", "survey.csv", "--columns", "age",
                                               "--amount", "0", "-o", "same.csv", "--json"});
  ASSERT_EQ(text.status, 0) << text.error;
  const Value document = io::parse_json(text.out, "standard output");
  const Value::Array& columns = document.at("unchanged").at("columns").as_array();
  ASSERT_FALSE(columns.empty());
  EXPECT_EQ(columns.front().at("column").as_text(), "age");
  EXPECT_EQ(columns.front().at("changed").as_integer(), 0);
}

TEST_F(UnchangedCommand, WarnsAboutDatesInOtherNotations) {
  folder_.write("births.csv",
                "slash,dot,number,time,income\n"
                "21/04/1957,21.04.1957,19570421,1957-04-21 12:30:00,10\n"
                "22/04/1957,22.04.1957,19570422,1957-04-22 12:30:00,11\n"
                "13/01/1960,13.01.1960,19600113,1960-01-13 01:05:00,12\n"
                "14/02/1961,14.02.1961,19610214,1961-02-14 23:59:59,13\n");
  const Outcome text = run_in(
      folder_.path(), {"mask", "mdav", "births.csv", "--columns", "income", "--k", "2", "-o", "masked.csv"});
  ASSERT_EQ(text.status, 0) << text.error;
  for (const char* name : {"'slash'", "'dot'", "'time'"}) {  // read as dates and moments
    EXPECT_NE(text.error.find(std::string(name) + " singles out 4 of 4 records"), std::string::npos)
        << text.error;
  }
  EXPECT_NE(text.error.find("'number' looks like a date and singles out 4 of 4 records"), std::string::npos)
      << text.error;
}

}  // namespace
}  // namespace sfumato::testing
