// What every masking method must do, whatever it is: checked for all that register.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/registry.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::columns_named;
using testing::numbers_table;
using testing::with_domains;

// Wide, fixed and the same for every column: methods that promise differential privacy need them, and others
// must accept.
constexpr Domain wide{-1000.0, 250000.0};

// Hierarchies of intervals, which recoding needs, and others must accept.
Table with_hierarchies(Table table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    const std::vector<std::string> leaves = masking::distinct_texts(table.column(id));
    info.tree =
        std::make_shared<const Hierarchy>(masking::interval_hierarchy(leaves, 0.0, {100.0, 1000.0, 10000.0}));
    table.set_info(id, info);
  }
  return table;
}

class MaskingContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return masking::method(GetParam()); }

  // Methods that take no numbers get their places among categories.
  Table suited(const Table& table) const {
    if (method().info.made_for == MadeFor::dates) return testing::as_dates(table);
    return method().info.accepts.has(Kind::numeric) ? table : testing::as_categories(table);
  }
  Table incomes(std::size_t rows) const {
    return suited(with_hierarchies(with_domains(testing::incomes(rows), wide)));
  }

  Masked apply(const Table& original, const ColumnSet& columns, std::uint64_t seed = 1, int threads = 2,
               const ParamValues& params = {}) const {
    return method().apply(original, columns, params, sfumato::Run({.seed = seed, .threads = threads}));
  }

  // The rows of a subset are given, each once and one per record; those of a sample in order, while a
  // release that hides the order of its records has them all.
  void expect_subset(const Table& original, const Masked& masked) const {
    EXPECT_EQ(masked.rows.size(), masked.tables[0].rows());
    for (std::size_t i = 0; i < masked.rows.size(); ++i) {
      EXPECT_LT(masked.rows[i], original.rows());
      EXPECT_TRUE(i == 0 || !method().info.samples || masked.rows[i - 1] < masked.rows[i]);
    }
    const std::set<std::size_t> different(masked.rows.begin(), masked.rows.end());
    EXPECT_EQ(different.size(), masked.rows.size());
    if (!method().info.samples) {
      EXPECT_EQ(masked.rows.size(), original.rows());
    }
  }

  // Methods that promise something of whole records may put categories in place of numbers.
  bool became_nominal(const Table& original, const Table& table, ColumnId id) const {
    return method().info.whole_records && original.info(id).kind == Kind::numeric &&
           table.info(id).kind == Kind::nominal;
  }

  // Missing cells stay missing and no others do; with `filled` fewer may, a method that suppresses cells adds
  // some, and one that promises differential privacy leaves none, since its position would reveal something.
  void expect_missing(const Table& original, const Table& table, bool filled, bool suppresses) const {
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      if (method().info.differential) {
        EXPECT_EQ(table.column(id).missing_count(), 0U) << table.info(id).name;
        continue;
      }
      for (std::size_t row = 0; row < table.rows(); ++row) {
        if (suppresses) {
          EXPECT_GE(table.column(id).missing(row), original.column(id).missing(row)) << table.info(id).name;
          continue;
        }
        EXPECT_LE(table.column(id).missing(row), original.column(id).missing(row)) << table.info(id).name;
        // A category for all values is one for missing ones too.
        if (!filled && !became_nominal(original, table, id)) {
          EXPECT_EQ(table.column(id).missing(row), original.column(id).missing(row));
        }
      }
    }
  }

  static void expect_finite(const Table& table) {
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      const Numbers* numbers = table.column(id).get_if<Numbers>();
      if (numbers == nullptr) continue;
      for (const double value : *numbers) EXPECT_FALSE(std::isinf(value)) << table.info(id).name;
    }
  }

  // Groups of more records than there are, where the method makes any.
  void expect_refusal_of_large_groups() const {
    const auto& params = method().params;
    const auto has = [&](std::string_view name) {
      return std::any_of(params.begin(), params.end(), [&](const auto& param) { return param.name == name; });
    };
    if (!has("k")) return;
    ParamValues values{{"k", 21}};
    if (method().info.differential && has("mode")) {
      EXPECT_THROW(apply(incomes(20), {0, 1}, 1, 1, values), Error);  // its default groups nothing
      values.emplace_back("mode", "individual");
    }
    try {
      apply(incomes(20), {0, 1}, 1, 1, values);
      FAIL() << "groups of 21 of 20 records";
    } catch (const Error& error) {
      EXPECT_EQ(error.message, "k = 21 is more than the 20 records");
    }
  }

  // Either a release of the right shape, or an error message: never a crash, never NaN for a number.
  void expect_sound(const Table& original, const ParamValues& params = {}) const {
    const bool filled = !params.empty() && params.front().first == "fill";
    try {
      const Table suiting = suited(original);
      const Masked masked = apply(suiting, testing::all_columns(suiting), 1, 2, params);
      ASSERT_FALSE(masked.tables.empty());
      for (const Table& table : masked.tables) {
        ASSERT_EQ(table.names(), original.names());
        if (masked.mapping == Mapping::subset) expect_subset(original, masked);
        if (masked.mapping == Mapping::same_rows) {
          ASSERT_EQ(table.rows(), original.rows());
        }
        if (masked.mapping == Mapping::same_rows || method().info.differential) {
          expect_missing(original, table, filled, masked.details.find("suppressed_cells") != nullptr);
          expect_finite(table);
        }
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input) << error.message;
      EXPECT_FALSE(error.hint.empty()) << error.message;
    }
  }
};

TEST_P(MaskingContract, IsDescribed) {
  const MethodInfo& info = method().info;
  EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos);
  EXPECT_FALSE(info.title.empty());
  EXPECT_TRUE(info.summary.ends_with('.')) << info.summary;
  EXPECT_FALSE(info.reference.empty());
  for (const ParamInfo& param : method().params) {
    EXPECT_TRUE(param.doc.ends_with('.')) << param.name;
    if (param.kind == ParamKind::integer || param.kind == ParamKind::number) {
      EXPECT_TRUE(param.lower.has_value()) << param.name;
    }
    if (param.kind == ParamKind::choice) {
      EXPECT_GE(param.choices.size(), 2U) << param.name;
    }
    EXPECT_NO_THROW(checked_param(param, param.initial)) << param.name;
  }
}

TEST_P(MaskingContract, LeavesTheOriginalAndOtherColumnsAlone) {
  const Table original = incomes(200);
  const Table before = original.taking_rows([] {
    std::vector<std::size_t> rows(200);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    return rows;
  }());
  const Masked masked = apply(original, columns_named(original, {"income", "savings"}));
  EXPECT_EQ(masked.mapping == Mapping::subset, method().info.samples);
  EXPECT_TRUE(original.same_data(before));
  for (const Table& table : masked.tables) {
    EXPECT_EQ(table.names(), original.names());
    if (masked.mapping == Mapping::same_rows) {
      EXPECT_EQ(table.column(table.require("tax")), original.column(original.require("tax")));
      EXPECT_EQ(table.column(table.require("size")), original.column(original.require("size")));
    }
  }
}

TEST_P(MaskingContract, KeepsTheSchema) {
  Table original = incomes(50);
  ColumnInfo info = original.info(0);
  info.role = Role::confidential;
  info.domain = Domain{0.0, 1e7};
  original.set_info(0, info);
  for (const Table& table : apply(original, {0, 1}).tables) {
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const bool recoded = table.column(id).is_text() && !original.column(id).is_text();
      if (recoded || (method().info.identifiers && id < 2)) {
        EXPECT_NE(table.info(id).kind, Kind::numeric);
        EXPECT_EQ(table.info(id).name, original.info(id).name);
        if (recoded) {
          EXPECT_EQ(table.info(id).role, original.info(id).role);
        }
        continue;
      }
      EXPECT_EQ(table.info(id), original.info(id));
    }
  }
}

TEST_P(MaskingContract, FollowsItsSeed) {
  const Table original = incomes(300);
  const ColumnSet columns = testing::all_columns(original);
  const Masked first = apply(original, columns, 5), again = apply(original, columns, 5);
  const Masked other = apply(original, columns, 6);
  ASSERT_EQ(first.tables.size(), again.tables.size());
  for (std::size_t i = 0; i < first.tables.size(); ++i) {
    EXPECT_TRUE(first.tables[i].same_data(again.tables[i]));
    EXPECT_EQ(first.tables[i].same_data(other.tables[i]), !method().info.random);
  }
  EXPECT_EQ(first.details, again.details);
}

TEST_P(MaskingContract, GivesTheSameBitsForOneAndEightThreads) {
  const Table original = incomes(3000);
  const ColumnSet columns = testing::all_columns(original);
  const Masked one = apply(original, columns, 3, 1), eight = apply(original, columns, 3, 8);
  for (std::size_t i = 0; i < one.tables.size(); ++i) EXPECT_TRUE(one.tables[i].same_data(eight.tables[i]));
  EXPECT_EQ(one.details, eight.details);
}

TEST_P(MaskingContract, TakesMissingValues) {
  Table original = with_hierarchies(with_domains(testing::incomes(120), wide));
  Rng rng({2, 2});
  for (ColumnId id = 0; id < 3; ++id) {
    for (double& value : original.edit_numbers(id)) {
      if (rng.chance(0.2)) value = std::nan("");
    }
  }
  expect_sound(original);
  for (double& value : original.edit_numbers(1)) value = std::nan("");
  expect_sound(original);
}

TEST_P(MaskingContract, TakesDegenerateTables) {
  const std::vector<testing::NamedNumbers> tables = {
      {{"x", {}}, {"y", {}}},
      {{"x", {7}}, {"y", {8}}},
      {{"x", {7, 9}}, {"y", {8, 8}}},
      {{"x", std::vector<double>(40, 3.5)}, {"y", std::vector<double>(40, 0.0)}},
      {{"x", {1e300, -1e300, 0, 5, 6, 7}}},
      {{"x", {1e150, -1e150, 1e-300, 0, 5, 6, 7}}}};
  for (const testing::NamedNumbers& columns : tables) {
    expect_sound(numbers_table(columns));
    for (const Domain& domain : {wide, Domain{-1e150, 1e150}, Domain{3.5, 3.5}, Domain{0.0, 1e-200}}) {
      expect_sound(with_domains(numbers_table(columns), domain));
    }
  }
}

TEST_P(MaskingContract, TakesTheEndPointsOfEachParameter) {
  const Table original = incomes(60);
  for (const ParamInfo& param : method().params) {
    if (param.kind == ParamKind::choice) {
      for (const std::string& choice : param.choices) expect_sound(original, {{param.name, choice}});
    } else if (param.kind == ParamKind::flag) {
      expect_sound(original, {{param.name, true}});
    }
    for (const auto& end : {param.lower, param.upper}) {
      if (!end) continue;
      const bool integer = param.kind == ParamKind::integer;
      expect_sound(original, {{param.name, integer ? Value(static_cast<std::int64_t>(*end)) : Value(*end)}});
      const double step = std::max(1.0, std::fabs(*end) / 1024.0);  // large enough to change 1e150
      const double beyond = end == param.lower ? *end - step : *end + step;
      EXPECT_THROW(apply(original, {0}, 1, 1,
                         {{param.name, integer ? Value(static_cast<std::int64_t>(beyond)) : Value(beyond)}}),
                   Error)
          << param.name << " = " << beyond;
    }
  }
}

TEST_P(MaskingContract, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const Table original = incomes(100);
  try {
    method().apply(original, {0, 1}, {}, sfumato::Run({.seed = 1, .stop = source.get_token()}));
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
}

TEST_P(MaskingContract, RefusesColumnsOfAKindItDoesNotAccept) {
  ColumnInfo info;
  info.name = "town";
  info.kind = Kind::nominal;
  const Table original({info}, {Codes{{0, 1, 0}, {"Reus", "Valls"}}});
  if (!method().info.accepts.has(Kind::nominal)) {
    EXPECT_THROW(apply(original, {0}), Error);
  }
  EXPECT_THROW(apply(original, {}), Error);
}

// The number of different values that remain in a table.
std::size_t told_values(const Table& table) {
  std::size_t sum = 0;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    sum += masking::distinct_texts(table.column(id)).size();
  }
  return sum;
}

// Turning a dial towards safety makes linkage rarer and rank distances larger. A record that a subset
// leaves out cannot be linked, and has no rank.
TEST_P(MaskingContract, TheDialLowersRisk) {
  const Table original = incomes(600).taking_columns({0, 1, 2});
  for (const ParamInfo& param : method().params) {
    if (param.dial == Dial::none) continue;
    const ColumnSet columns = testing::all_columns(original);
    if (method().info.differential && apply(original, columns).mapping == Mapping::none) continue;
    const double weak_share = param.dial == Dial::more_is_safer ? 0.0 : 1.0;
    const double low = std::max(*param.lower, param.kind == ParamKind::integer ? 2.0 : 0.01);
    const double high = std::min(param.upper.value_or(1e9), param.kind == ParamKind::integer ? 60.0 : 30.0);
    const auto masked_by = [&](double setting) {
      const Value value =
          param.kind == ParamKind::integer ? Value(static_cast<std::int64_t>(setting)) : Value(setting);
      return apply(original, columns, 1, 2, {{param.name, value}});
    };
    // Where no row corresponds to a record, verbatim copies say what a release gives away.
    const Masked weakest = masked_by(weak_share == 0.0 ? low : high);
    const auto copies = [&](const Masked& masked) {
      return testing::measure(original, masked.tables[0], "exact-copies").value.value();
    };
    if (weakest.mapping == Mapping::none && copies(weakest) > 0.0) {
      EXPECT_LT(copies(masked_by(weak_share == 0.0 ? high : low)), copies(weakest)) << param.name;
      continue;
    }
    if (method().info.whole_records) {  // categories and blanks have no distances
      EXPECT_LT(told_values(masked_by(high).tables[0]), told_values(masked_by(low).tables[0])) << param.name;
      continue;
    }
    const auto risks = [&](double setting) {
      const Masked masked = masked_by(setting);
      const bool subset = masked.mapping == Mapping::subset;
      const bool numbers = method().info.accepts.has(Kind::numeric);
      const Table before = subset ? original.taking_rows(masked.rows) : original;
      const Table partners = numbers ? before : testing::as_places(before);
      const Table released = numbers ? masked.tables[0] : testing::as_places(masked.tables[0]);
      const double share = static_cast<double>(partners.rows()) / static_cast<double>(original.rows());
      return std::pair{
          share * testing::measure(partners, released, "distance-linkage").value.value(),
          subset ? 1.0 - share
                 : testing::measure(partners, released, "rank-linkage", {{"zero", "floor"}}).value.value()};
    };
    const auto weak = risks(weak_share == 0.0 ? low : high), strong = risks(weak_share == 0.0 ? high : low);
    EXPECT_LT(strong.first, weak.first) << param.name;
    EXPECT_GT(strong.second, weak.second) << param.name;
  }
}

// Strata, households and filling work around any method.
TEST_P(MaskingContract, WorksWithinStrata) {
  const Table original = incomes(240);
  ColumnSet columns = {0, 1, 2};
  Numbers stratum(240);
  for (std::size_t i = 0; i < stratum.size(); ++i) stratum[i] = static_cast<double>(i % 3);
  Table table = original;
  table.replace(3, stratum);
  const masking::Step step{&method(), {}, columns, ColumnId{3}, false};
  if (method().info.differential) GTEST_SKIP() << "refuses strata: see differential_test.cpp";
  const Masked masked = masking::apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.details.at("strata").as_integer(), 3);
  for (const Table& released : masked.tables) {
    if (masked.mapping == Mapping::subset) {
      ASSERT_EQ(released.rows(), masked.rows.size());
      for (std::size_t i = 0; i < masked.rows.size(); ++i) {
        EXPECT_EQ(released.column(3).to_numbers()[i], stratum[masked.rows[i]]);
      }
    } else {
      ASSERT_EQ(released.rows(), table.rows());
      EXPECT_EQ(released.column(3), table.column(3));
    }
  }
}

TEST_P(MaskingContract, KeepsHouseholdsTogether) {
  if (method().info.differential) GTEST_SKIP() << "takes each record for itself: see differential_test.cpp";
  if (method().info.whole_records)
    GTEST_SKIP() << "takes each record for itself, since all its columns count";
  const masking::Step step{&method(), {}, {0, 2}, std::nullopt, false};
  const Masked masked =
      masking::apply_step(suited(with_domains(testing::tenants(), wide)), step, sfumato::Run({.seed = 1}));
  for (const Table& released : masked.tables) {
    std::map<double, std::pair<double, std::size_t>> seen;
    const Numbers ids = released.column(3).to_numbers(), rents = released.column(2).to_numbers();
    for (std::size_t i = 0; i < released.rows(); ++i) {
      auto& [first, members] = seen.try_emplace(ids[i], rents[i], 0).first->second;
      EXPECT_EQ(first, rents[i]);
      ++members;
    }
    for (const auto& [id, entry] : seen) EXPECT_EQ(entry.second, 3U) << id;
  }
}

TEST_P(MaskingContract, PromisesNothingUnlessItSaysSo) {
  EXPECT_EQ(apply(incomes(60), {0, 1}).guarantee.holds(), method().info.differential);
}

TEST_P(MaskingContract, LeavesNothingMissingWhereAsked) {
  Table original = with_hierarchies(with_domains(testing::incomes(120), wide));
  for (std::size_t i = 0; i < 120; i += 5) original.edit_numbers(i % 3)[i] = std::nan("");
  original = suited(original);
  const masking::Step step{&method(), {}, {0, 1, 2}, std::nullopt, true};
  const bool own = std::any_of(method().params.begin(), method().params.end(),
                               [](const ParamInfo& param) { return param.name == "fill"; });
  if (!own && !apply(original, {0, 1, 2}).promises.empty()) {
    EXPECT_THROW(masking::apply_step(original, step, sfumato::Run({.seed = 1})),
                 Error);  // it would be undone
    return;
  }
  for (const Table& released : masking::apply_step(original, step, sfumato::Run({.seed = 1})).tables) {
    for (ColumnId id = 0; id < 3; ++id) EXPECT_EQ(released.column(id).missing_count(), 0U);
  }
}

// One record, or a column without any value: an error message, or a result that keeps its shape and reveals
// nothing new.
TEST_P(MaskingContract, TakesOneRecordAndEmptyColumns) {
  const std::vector<testing::NamedNumbers> tables = {
      {{"x", {7}}},
      {{"x", {std::nan("")}}},
      {{"x", std::vector<double>(30, std::nan(""))}, {"y", std::vector<double>(30, 1.0)}}};
  for (const testing::NamedNumbers& columns : tables) {
    expect_sound(numbers_table(columns));
    expect_sound(with_domains(numbers_table(columns), wide));
  }
  expect_refusal_of_large_groups();
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, MaskingContract, ::testing::ValuesIn(entry_names(masking::methods())),
                         test_name);

}  // namespace
}  // namespace sfumato
