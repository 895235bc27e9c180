// What every masking method must do, whatever it is: checked for all that register.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "core/registry.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::columns_named;
using testing::incomes;
using testing::numbers_table;

class MaskingContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return masking::method(GetParam()); }

  Masked apply(const Table& original, const ColumnSet& columns, std::uint64_t seed = 1, int threads = 2,
               const ParamValues& params = {}) const {
    return method().apply(original, columns, params, sfumato::Run({.seed = seed, .threads = threads}));
  }

  // The rows of a subset are told, each once and in order, one to a record.
  static void expect_subset(const Table& original, const Masked& masked) {
    EXPECT_EQ(masked.rows.size(), masked.tables[0].rows());
    for (std::size_t i = 0; i < masked.rows.size(); ++i) {
      EXPECT_LT(masked.rows[i], original.rows());
      EXPECT_TRUE(i == 0 || masked.rows[i - 1] < masked.rows[i]);
    }
  }

  // Either a release of the right shape, or an error for people: never a crash, never NaN for a number.
  void expect_sound(const Table& original, const ParamValues& params = {}) const {
    const bool filled = !params.empty() && params.front().first == "fill";
    try {
      const Masked masked = apply(original, testing::all_columns(original), 1, 2, params);
      ASSERT_FALSE(masked.tables.empty());
      for (const Table& table : masked.tables) {
        ASSERT_EQ(table.names(), original.names());
        if (masked.mapping == Mapping::subset) expect_subset(original, masked);
        if (masked.mapping != Mapping::same_rows) continue;
        ASSERT_EQ(table.rows(), original.rows());
        for (ColumnId id = 0; id < table.column_count(); ++id) {
          for (std::size_t row = 0; row < table.rows(); ++row) {
            EXPECT_LE(table.column(id).missing(row), original.column(id).missing(row)) << table.info(id).name;
            if (!filled) {
              EXPECT_EQ(table.column(id).missing(row), original.column(id).missing(row));
            }
            if (const Numbers* numbers = table.column(id).get_if<Numbers>()) {
              EXPECT_FALSE(std::isinf((*numbers)[row])) << table.info(id).name;
            }
          }
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
  EXPECT_FALSE(info.notes.empty());
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
    for (ColumnId id = 0; id < original.column_count(); ++id) EXPECT_EQ(table.info(id), original.info(id));
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
  Table original = incomes(120);
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
  expect_sound(numbers_table({{"x", {}}, {"y", {}}}));
  expect_sound(numbers_table({{"x", {7}}, {"y", {8}}}));
  expect_sound(numbers_table({{"x", {7, 9}}, {"y", {8, 8}}}));
  expect_sound(numbers_table({{"x", std::vector<double>(40, 3.5)}, {"y", std::vector<double>(40, 0.0)}}));
  expect_sound(numbers_table({{"x", {1e300, -1e300, 0, 5, 6, 7}}}));
  expect_sound(numbers_table({{"x", {1e150, -1e150, 1e-300, 0, 5, 6, 7}}}));
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
      const double step = std::max(1.0, std::fabs(*end) / 1024.0);  // wide enough to be seen beside 1e150
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

// Turning a dial towards safety makes linkage rarer and rank distances larger. A record that a subset
// leaves out cannot be linked, and has no rank.
TEST_P(MaskingContract, TheDialLowersRisk) {
  const Table original = incomes(600).taking_columns({0, 1, 2});
  for (const ParamInfo& param : method().params) {
    if (param.dial == Dial::none) continue;
    const double weak_share = param.dial == Dial::more_is_safer ? 0.0 : 1.0;
    const double low = std::max(*param.lower, param.kind == ParamKind::integer ? 2.0 : 0.01);
    const double high = std::min(param.upper.value_or(1e9), param.kind == ParamKind::integer ? 60.0 : 30.0);
    const auto risks = [&](double setting) {
      const Value value =
          param.kind == ParamKind::integer ? Value(static_cast<std::int64_t>(setting)) : Value(setting);
      const Masked masked = apply(original, testing::all_columns(original), 1, 2, {{param.name, value}});
      const bool subset = masked.mapping == Mapping::subset;
      const Table partners = subset ? original.taking_rows(masked.rows) : original;
      const double share = static_cast<double>(partners.rows()) / static_cast<double>(original.rows());
      return std::pair{share * testing::measure(partners, masked.tables[0], "distance-linkage").value.value(),
                       subset
                           ? 1.0 - share
                           : testing::measure(partners, masked.tables[0], "rank-linkage", {{"zero", "floor"}})
                                 .value.value()};
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
  Table table = incomes(240);
  Numbers household(240), rent(240);
  for (std::size_t i = 0; i < household.size(); ++i) {
    household[i] = static_cast<double>(i / 3);
    rent[i] = 300.0 + 7.0 * static_cast<double>((i / 3 * 37) % 80);
  }
  table.replace(3, household);
  table.replace(2, rent);
  ColumnInfo info = table.info(3);
  info.role = Role::household;
  table.set_info(3, info);
  const masking::Step step{&method(), {}, {0, 2}, std::nullopt, false};
  const Masked masked = masking::apply_step(table, step, sfumato::Run({.seed = 1}));
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

TEST_P(MaskingContract, LeavesNothingMissingWhereAsked) {
  Table original = incomes(120);
  for (std::size_t i = 0; i < 120; i += 5) original.edit_numbers(i % 3)[i] = std::nan("");
  const masking::Step step{&method(), {}, {0, 1, 2}, std::nullopt, true};
  for (const Table& released : masking::apply_step(original, step, sfumato::Run({.seed = 1})).tables) {
    for (ColumnId id = 0; id < 3; ++id) EXPECT_EQ(released.column(id).missing_count(), 0U);
  }
}

// One record, or a column without any value: an error for people, or a result that keeps its shape and
// tells nothing new.
TEST_P(MaskingContract, TakesOneRecordAndEmptyColumns) {
  expect_sound(numbers_table({{"x", {7}}}));
  expect_sound(numbers_table({{"x", {std::nan("")}}}));
  expect_sound(
      numbers_table({{"x", std::vector<double>(30, std::nan(""))}, {"y", std::vector<double>(30, 1.0)}}));
  for (const ParamInfo& param : method().params) {
    if (param.name != "k") continue;
    try {
      apply(incomes(20), {0, 1}, 1, 1, {{"k", 21}});
      FAIL() << "groups of 21 of 20 records";
    } catch (const Error& error) {
      EXPECT_EQ(error.message, "k = 21 is more than the 20 records");
    }
  }
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
