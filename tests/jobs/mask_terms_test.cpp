// Terms of a release on records in parts: totals, filled cells, the order of the records and new numbers of
// households are those of the whole table.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "jobs/parts_support.hpp"

namespace sfumato::jobs {
namespace {

using namespace parts_support;

// With gaps in two columns.
Table people_with_gaps() {
  Table table = people();
  for (const char* name : {"income", "tax"}) {
    const std::span<double> values = table.edit_numbers(table.require(name));
    for (std::size_t row = name[0] == 'i' ? 3 : 5; row < records; row += 7) values[row] = std::nan("");
  }
  return table;
}

Table with_info(Table table, const std::string& name, const std::function<void(ColumnInfo&)>& change) {
  ColumnInfo info = table.info(table.require(name));
  change(info);
  table.set_info(table.require(name), info);
  return table;
}

TEST(MaskTerms, TotalsAreThoseOfTheWhole) {
  MaskRequest request =
      asked(people_with_gaps(), "additive-noise", parameter("amount", 0.3), {"income", "tax"});
  request.derive = {"savings=income-tax"};
  expect_equal(request);
  request.keep_integers = request.keep_bounds = true;
  request.columns = {"income", "tax", "age"};
  request.derive = {"savings=income-tax+age", "size=savings+age"};
  expect_equal(request);
}

// A total of integers stays one only where all sums are such, and a later total depends on it.
TEST(MaskTerms, TotalsHaveOneType) {
  Table table = people();
  table = with_info(table, "age", [](ColumnInfo& info) { info.domain = Domain{18.0, 60.0}; });
  table = with_info(table, "tax", [](ColumnInfo& info) { info.decimals = 0; });
  table = with_info(table, "savings", [](ColumnInfo& info) { info.decimals = 1; });
  MaskRequest request = asked(table, "additive-noise", parameter("amount", 0.3), {"income", "tax"});
  request.derive = {"age=tax+income", "savings=age+tax"};
  expect_equal(request);
  request.columns = {"tax"};
  request.derive = {"age=tax-size", "savings=age+tax"};
  expect_equal(request);
}

TEST(MaskTerms, DonorsAreThoseOfTheWhole) {
  MaskRequest request =
      asked(people_with_gaps(), "additive-noise", parameter("amount", 0.3), {"income", "tax", "savings"});
  request.fill = true;
  expect_equal(request);
  request = asked(people_with_gaps(), "pram", parameter("retain", 0.6), {"region"});
  request.fill = true;
  expect_equal(request);
  Value first = Value::object(), second = Value::object(), recipe = Value::object();
  first.set("method", "additive-noise").set("columns", Value::array_of({"income"})).set("fill", true);
  second.set("method", "top-coding").set("columns", Value::array_of({"income", "tax"})).set("fill", true);
  request = asked(people_with_gaps(), "", Value::object(), {});
  request.recipe = recipe.set("steps", Value(Value::Array{first, second}))
                       .set("derive", Value::array_of({"savings=income+tax"}));
  expect_equal(request);
}

// Half of the missing cells are left out, or brought twice: the stage does not end.
TEST(MaskTerms, DonorsMustComeForAllMissingCells) {
  MaskRequest request = asked(people_with_gaps(), "additive-noise", parameter("amount", 0.3), {"income"});
  request.fill = true;
  Parts parts(request, 1, 1);
  for (const std::size_t calls : {1U, 3U}) {
    EXPECT_EQ(parts.complaint_of_calls(calls),
              "column 'income' misses 714 values, and " + std::to_string(calls * 357) + " were filled");
  }
}

// Every present value is equally likely, whatever the numbers of records.
TEST(MaskTerms, DonorsAreDrawnEvenly) {
  Table table = people();
  Numbers values(records, std::nan(""));
  for (std::size_t row = 0; row < 4; ++row) values[row * 900] = static_cast<double>(row);
  table.replace(table.require("income"), values);
  MaskRequest request = asked(table, "uniform-noise", parameter("spread", 0.0), {"income"});
  request.fill = true;
  const MaskResult result = mask(request, release::TableDestination(), run_of());
  std::map<double, std::size_t> counts;
  for (const double value : result.delivery.tables.front().column(0).to_numbers()) ++counts[value];
  ASSERT_EQ(counts.size(), 4U);
  for (const auto& [value, count] : counts) EXPECT_NEAR(static_cast<double>(count), records / 4.0, 150.0);
}

// Units of three records, some unknown; 2 stands for a missing value.
Table units(bool text) {
  const Table table = people();
  std::vector<ColumnInfo> infos = table.schema();
  infos[table.require("age")].role = std::nullopt;  // unique units on keys are not counted here
  std::vector<Column> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) columns.push_back(table.column(id));
  Integers numbers;
  Codes texts;
  for (std::size_t row = 0; row < records; ++row) {
    const auto home = static_cast<std::int64_t>(row / 3 * 7919 % 10007);
    const bool missing = row % 100 == 40;
    numbers.values.push_back(home);
    numbers.missing.push_back(missing ? 1 : 0);
    texts.codes.push_back(missing ? Codes::missing : static_cast<std::int32_t>(row / 3));
    if (row % 3 == 0) texts.labels.push_back("h" + std::to_string(home));
  }
  infos.emplace_back().name = "home";
  infos.back().role = Role::unit;
  infos.back().missing = {"2"};
  infos.back().kind = text ? Kind::nominal : Kind::numeric;
  if (text) {
    columns.emplace_back(std::move(texts));
  } else {
    columns.emplace_back(std::move(numbers));
  }
  return Table(std::move(infos), std::move(columns));
}

TEST(MaskTerms, UnitsGetTheNumbersOfTheWhole) {
  for (const bool text : {false, true}) {
    MaskRequest request = asked(units(text), "additive-noise", parameter("amount", 0.3), {"income"});
    request.renumber = true;
    expect_equal(request);
    request.for_public = true;
    expect_equal(request);
    const Table whole = mask(request, release::TableDestination(), run_of()).delivery.tables.front();
    const Column& home = whole.column(whole.require("home"));
    EXPECT_EQ(home.is_text(), text);
    std::set<std::string> numbers;
    for (std::size_t row = 0; row < records; ++row) {
      if (!home.missing(row)) numbers.insert(home.text(row));
    }
    EXPECT_EQ(numbers.size(), (records + 2) / 3);
    EXPECT_FALSE(numbers.contains("2")) << "it stands for a missing value";
    EXPECT_TRUE(numbers.contains(std::to_string(numbers.size() + 1)));
  }
}

TEST(MaskTerms, SequentialPseudonymsAreThoseOfTheWhole) {
  for (const bool text : {false, true}) {
    const Table table = with_info(units(text), "home", [](ColumnInfo& info) { info.role = std::nullopt; });
    const MaskRequest request =
        asked(table, "pseudonyms", parameter("how", "sequential"), {"home", "age", "region"});
    expect_equal(request);
    const Table whole = mask(request, release::TableDestination(), run_of()).delivery.tables.front();
    const Column& home = whole.column(whole.require("home"));
    std::map<std::string, std::string> before;
    for (std::size_t row = 0; row < records; ++row) {
      if (home.missing(row)) continue;
      const std::string old = table.column(table.require("home")).text(row);
      EXPECT_EQ(before.try_emplace(home.text(row), old).first->second, old);
    }
    EXPECT_EQ(before.size(), (records + 2) / 3);
    EXPECT_TRUE(before.contains("1") && before.contains(std::to_string(before.size())));
  }
}

TEST(MaskTerms, RenumberingNeedsUnitsThatStay) {
  const auto complaint = [](const MaskRequest& request) {
    try {
      in_parts(request, 2, 1);
    } catch (const Error& error) {
      return error.parameter + ": " + error.message;
    }
    return std::string();
  };
  MaskRequest request = asked(people(), "additive-noise", Value::object(), {"income"});
  request.renumber = true;
  EXPECT_NE(complaint(request).find("no column has the role"), std::string::npos);
  request = asked(units(false), "additive-noise", Value::object(), {"income"});
  request.renumber = true;
  request.derive = {"home=age+size"};
  EXPECT_NE(complaint(request).find("changed by a step and renumbered"), std::string::npos);
}

TEST(MaskTerms, RecordsHaveTheOrderOfTheWhole) {
  MaskRequest request = asked(people(), "additive-noise", parameter("amount", 0.3), {"income"});
  request.shuffle = true;
  expect_equal(request);
}

// The order belongs to the numbers of the records, in whatever order they come.
TEST(MaskTerms, OrderBelongsToNumbers) {
  MaskRequest request = asked(people(), "additive-noise", parameter("amount", 0.3), {"income"});
  request.for_public = true;
  const Table in_order = mask(request, release::TableDestination(), run_of()).delivery.tables.front();
  std::vector<std::size_t> other(records);
  for (std::size_t row = 0; row < records; ++row) other[row] = (row * 1871) % records;
  request.original.file.table = request.original.file.table.taking_rows(other);
  const Table moved = mask(request, release::TableDestination(), run_of()).delivery.tables.front();
  EXPECT_TRUE(moved.same_data(in_order));
}

}  // namespace
}  // namespace sfumato::jobs
