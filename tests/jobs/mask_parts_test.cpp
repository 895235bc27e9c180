// Masking by parts: any split of a table gives the values, details and warnings of the whole; numbers and
// keys of records give each record its draws, in whatever order records come.
#include "jobs/mask_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::size_t records = 5000;

Run run_of(int threads = 1) { return Run({.seed = 11, .threads = threads}); }

// Amounts, a group of texts, a quasi-identifier, and the number of each record.
Table people() {
  const Table incomes = testing::incomes(records);
  std::vector<ColumnInfo> infos = incomes.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < incomes.column_count(); ++id) columns.push_back(incomes.column(id));
  const std::vector<std::string> labels{"north", "south", "east", "west"};
  Codes region;
  Integers age, number;
  Rng draw(derive_key({3, 3}, "people"));
  region.labels = labels;
  for (std::size_t row = 0; row < records; ++row) {
    region.codes.push_back(row % 97 == 0 ? Codes::missing : static_cast<std::int32_t>(draw.below(4)));
    age.values.push_back(18 + static_cast<std::int64_t>(draw.below(70)));
    number.values.push_back(static_cast<std::int64_t>(row));
  }
  infos.emplace_back().name = "region";
  infos.back().kind = Kind::nominal;
  columns.emplace_back(std::move(region));
  infos.emplace_back().name = "age";
  infos.back().role = Role::quasi_identifier;
  columns.emplace_back(std::move(age));
  infos.emplace_back().name = "number";
  columns.emplace_back(std::move(number));
  return Table(std::move(infos), std::move(columns));
}

MaskRequest asked(const Table& table, const std::string& method, const Value& parameters,
                  std::vector<std::string> columns) {
  MaskRequest request;
  request.method = method;
  request.parameters = parameters;
  request.columns = std::move(columns);
  request.row_number = "number";
  request.original = {{table, {}, {}}, "the data"};
  return request;
}

struct InParts {
  Table table;
  MaskResult result;
};

// Classes of the released records, by the texts of their cells.
Value classes_of(const Table& table, const std::vector<std::string>& names) {
  std::map<std::vector<std::string>, std::size_t> sizes;
  bool gaps = false;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    bool present = false;
    for (const std::string& name : names) {
      const Column& column = table.column(table.require(name));
      present = present || !column.missing(row);
      gaps = gaps || column.missing(row);
      key.push_back(column.missing(row) ? "missing" : "=" + column.text(row));
    }
    if (present) ++sizes[key];
  }
  std::size_t all = 0, unique = 0, smallest = 0;
  for (const auto& [key, size] : sizes) {
    all += size;
    unique += size == 1 ? 1 : 0;
    smallest = smallest == 0 ? size : std::min(smallest, size);
  }
  Value found = Value::object();
  return found.set("columns", Value::array_of(names))
      .set("records", all)
      .set("classes", sizes.size())
      .set("unique", unique)
      .set("smallest", smallest)
      .set("gaps", gaps);
}

InParts in_parts(const MaskRequest& request, std::size_t count, int threads) {
  const Table& table = request.original.file.table;
  std::vector<std::vector<std::size_t>> parts(count);
  Rng draw(derive_key({count, 9}, "parts"));
  for (std::size_t row = 0; row < table.rows(); ++row) parts[draw.below(count)].push_back(row);
  const auto of_part = [&](const std::vector<std::size_t>& rows, const Value& state) {
    MaskPartsRequest part{request, {}, {}, state};
    part.mask.original.file.table = table.taking_rows(rows);
    part.place = std::to_string(rows.empty() ? 0 : rows.front());
    return part;
  };
  Value state;
  MaskParts merged;
  do {
    std::vector<Value> partials;
    for (const auto& rows : parts) {
      const Value partial = mask_partial(of_part(rows, state), run_of(threads));
      partials.push_back(states_of(state_table(partial)).front());
    }
    std::reverse(partials.begin(), partials.end());
    const Value joined = mask_join(of_part({}, state), {partials.begin(), partials.begin() + 1}, run_of());
    partials.front() = joined;
    merged = mask_merge(of_part({}, state), partials, run_of());
    state = merged.state;
  } while (!merged.stage.empty());
  InParts result;
  std::vector<Table> tables;
  std::vector<std::size_t> place(table.rows());
  std::size_t next = 0;
  for (const auto& rows : parts) {
    tables.push_back(mask_apply(of_part(rows, state), run_of(threads)).table);
    for (const std::size_t row : rows) place[row] = next++;
  }
  result.table = Table::concatenated(tables).taking_rows(place);
  Value classes = Value::array(), distinct = Value::object();
  for (const auto& names : merged.wanted_classes) classes.push(classes_of(result.table, names));
  // Every record in place of every class, which says the same.
  result.result = mask_describe(of_part({}, state), classes, distinct, &result.table, {}, run_of());
  return result;
}

// The records of several parts are not in the order of their numbers any more, which is said of the whole.
Warnings without_order(const Warnings& warnings, std::size_t parts) {
  Warnings result = warnings;
  if (parts > 1) {
    std::erase_if(result,
                  [](const Warning& one) { return one.text.starts_with("the records are in the order"); });
  }
  return result;
}

void expect_equal(const MaskRequest& request) {
  const MaskResult whole = mask(request, release::TableDestination(), run_of());
  for (const std::size_t count : {1, 4, 7}) {
    const InParts parts = in_parts(request, count, count == 4 ? 2 : 1);
    EXPECT_TRUE(parts.table.same_data(whole.delivery.tables.front())) << request.method << " " << count;
    EXPECT_EQ(parts.result.details, whole.details) << request.method;
    EXPECT_EQ(parts.result.release, whole.release) << request.method;
    EXPECT_EQ(parts.result.rows, whole.rows);
    const Warnings expected = without_order(whole.warnings, count);
    EXPECT_EQ(parts.result.warnings.texts(), expected.texts()) << request.method;
    EXPECT_EQ(parts.result.warnings.grades(), expected.grades());
  }
}

Value parameter(const char* name, const Value& value) {
  Value object = Value::object();
  return object.set(name, value);
}

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
  request.shuffle = true;
  EXPECT_NE(complaint(request).find("needs all records at once"), std::string::npos);
  request.shuffle = false;
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
