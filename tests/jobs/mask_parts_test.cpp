// Masking by parts: any split of a table gives the values, details and warnings of the whole; numbers and
// keys of records give each record its draws, in whatever order records come.
#include "jobs/mask_parts.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/error.hpp"
#include "jobs/parts_support.hpp"

namespace sfumato::jobs {
namespace {

using namespace parts_support;

TEST(MaskParts, GiveTheSameAsTheWhole) {
  const Table table = people();
  const std::vector<std::string> amounts{"income", "tax", "savings"};
  expect_equal(asked(table, "additive-noise", parameter("amount", 0.3), amounts));
  expect_equal(asked(table, "correlated-noise", parameter("amount", 0.3), amounts));
  expect_equal(asked(table, "multiplicative-noise", parameter("spread", 0.3), amounts));
  expect_equal(asked(table, "uniform-noise", parameter("spread", 0.3), amounts));
  expect_equal(asked(table, "top-coding", parameter("quantile", 0.9), amounts));
  expect_equal(asked(table, "bottom-coding", parameter("quantile", 0.1), {"age", "income"}));
  expect_equal(asked(table, "pram", parameter("retain", 0.6), {"region"}));
}

TEST(MaskParts, GiveTheSameWithRulesAndDecimals) {
  Table table = people();
  MaskRequest bounded = asked(table, "additive-noise", parameter("amount", 0.8), {"income", "age"});
  bounded.keep_bounds = bounded.keep_integers = true;
  expect_equal(bounded);
  ColumnInfo info = table.info(table.require("income"));
  info.domain = Domain{0.0, 1e6};
  info.decimals = 0;
  table.set_info(table.require("income"), info);
  expect_equal(asked(table, "additive-noise", parameter("amount", 0.8), {"income", "age"}));
}

TEST(MaskParts, GiveTheSameForSeveralSteps) {
  MaskRequest request = asked(people(), "", Value::object(), {});
  Value first = Value::object(), second = Value::object(), third = Value::object(), recipe = Value::object();
  first.set("method", "top-coding").set("quantile", 0.95).set("columns", Value::array_of({"income"}));
  second.set("method", "additive-noise").set("columns", Value::array_of({"income", "tax"}));
  third.set("method", "pram").set("columns", Value::array_of({"region"}));
  request.recipe = recipe.set("steps", Value(Value::Array{first, second, third}));
  expect_equal(request);
}

// The file in order, and in any other: each record has the same values.
TEST(RowNumbers, NameTheRecords) {
  const Table table = people();
  std::vector<std::size_t> order(records);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng draw(derive_key({5, 5}, "order"));
  draw.shuffle(std::span(order));
  for (const std::string method : {"additive-noise", "correlated-noise", "mdav", "rank-swapping"}) {
    const MaskRequest request = asked(table, method, Value::object(), {"income", "tax"});
    MaskRequest moved = request;
    moved.original.file.table = table.taking_rows(order);
    MaskRequest plain = request;
    plain.row_number.clear();
    plain.drop = {"number"};
    const Table in_order = mask(request, release::TableDestination(), run_of()).delivery.tables.front();
    const Table shuffled = mask(moved, release::TableDestination(), run_of()).delivery.tables.front();
    EXPECT_TRUE(
        in_order.same_data(mask(plain, release::TableDestination(), run_of()).delivery.tables.front()));
    EXPECT_TRUE(shuffled.same_data(in_order.taking_rows(order))) << method;
    EXPECT_FALSE(in_order.find("number"));
  }
}

TEST(RowNumbers, MustBeWholeNumbersOfTheirOwn) {
  const auto complaint = [](Table table, const std::string& column, bool key) {
    MaskRequest request = asked(table, "additive-noise", Value::object(), {"income"});
    request.row_number = key ? "" : column;
    request.record_key = key ? column : "";
    try {
      mask(request, release::TableDestination(), run_of());
    } catch (const Error& error) {
      return error.message;
    }
    return std::string();
  };
  const Table table = people();
  EXPECT_NE(complaint(table, "region", false).find("not whole numbers"), std::string::npos);
  EXPECT_NE(complaint(table, "tax", false).find("not whole numbers"), std::string::npos);
  EXPECT_NE(complaint(table, "age", false).find("same value in rows"), std::string::npos);
  EXPECT_NE(complaint(table, "nothing", false), "");
  EXPECT_NE(complaint(table, "region", true).find("misses the key"), std::string::npos);
  EXPECT_NE(complaint(table, "age", true).find("same value in rows"), std::string::npos);
  EXPECT_EQ(complaint(table, "number", true), "");
  Table negative = table;
  Integers numbers = *table.column(table.require("number")).get_if<Integers>();
  numbers.values[7] = -1;
  negative.replace(table.require("number"), numbers);
  EXPECT_NE(complaint(negative, "number", false).find("row 8 is below 0"), std::string::npos);
}

TEST(MaskParts, RefuseWhatNeedsAllRecords) {
  const Table table = people();
  const auto complaint = [&](MaskRequest request, const Value& state = {}) {
    try {
      mask_partial({request, {}, {}, state}, run_of());
    } catch (const Error& error) {
      return error.message;
    }
    return std::string();
  };
  MaskRequest request = asked(table, "mdav", Value::object(), {"income"});
  EXPECT_NE(complaint(request).find("the method needs all records"), std::string::npos);
  request = asked(table, "additive-noise", Value::object(), {"income"});
  request.fit = true;
  EXPECT_NE(complaint(request).find("‹fit›"), std::string::npos);
  request.fit = false;
  request.row_number.clear();
  EXPECT_NE(complaint(request).find("have no numbers"), std::string::npos);
  request.row_number = "number";
  for (const Value& state :
       {Value("x"), Value(Value::Array{1}), Value(Value::Array{Value(Value::Array{1, 2})})}) {
    EXPECT_NE(complaint(request, state).find("damaged"), std::string::npos);
  }
}

}  // namespace
}  // namespace sfumato::jobs
