// What every method that promises differential privacy must do beside what all methods do: a promise that
// adds up, declared domains, single records, and nothing that was read from the data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::with_domains;

constexpr Domain wide{-1000.0, 250000.0};

class DifferentialContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return masking::method(GetParam()); }

  Masked apply(const Table& original, const ColumnSet& columns, const ParamValues& params = {}) const {
    return method().apply(original, columns, params, sfumato::Run({.seed = 1}));
  }
};

TEST_P(DifferentialContract, SpendsItsEpsilonAndSaysOnWhat) {
  const Table original = with_domains(testing::incomes(60), wide);
  for (const double epsilon : {0.1, 1.0, 7.5}) {
    const Guarantee guarantee = apply(original, {0, 1}, {{"epsilon", epsilon}}).guarantee;
    ASSERT_TRUE(guarantee.holds());
    EXPECT_EQ(*guarantee.epsilon, epsilon);
    const double spent = std::accumulate(guarantee.split.begin(), guarantee.split.end(), 0.0,
                                         [](double sum, const auto& part) { return sum + part.second; });
    EXPECT_NEAR(spent, epsilon, 1e-12 * epsilon);
    EXPECT_FALSE(guarantee.neighbours.empty());
    EXPECT_EQ(guarantee.columns, original.names({0, 1}));
  }
}

// Members of a household get draws of their own, and the promise says what that means for them.
TEST_P(DifferentialContract, TakesEachRecordForItself) {
  const masking::Step step{&method(), {}, {0, 2}, std::nullopt, false};
  const Masked masked =
      masking::apply_step(with_domains(testing::tenants(), wide), step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.details.find("household_level"), nullptr);
  EXPECT_TRUE(masked.guarantee.holds());
  EXPECT_EQ(masked.guarantee.unit, "record");
  const auto& premises = masked.guarantee.premises;
  EXPECT_TRUE(std::any_of(premises.begin(), premises.end(), [](const std::string& premise) {
    return premise.find("household") != std::string::npos;
  }));
  if (masked.mapping != Mapping::same_rows) return;
  const Numbers rents = masked.tables[0].column(2).to_numbers();
  std::size_t apart = 0;
  for (std::size_t i = 0; i < rents.size(); i += 3) {
    apart += static_cast<std::size_t>(rents[i] != rents[i + 1] || rents[i] != rents[i + 2]);
  }
  EXPECT_GT(apart, rents.size() / 6);  // most: some draws meet at an end of the domain
}

TEST_P(DifferentialContract, RefusesStrata) {
  const Table original = with_domains(testing::incomes(60), wide);
  const masking::Step step{&method(), {}, {0, 1}, ColumnId{3}, false};
  try {
    masking::apply_step(original, step, sfumato::Run({.seed = 1}));
    FAIL() << "released strata";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.hint.find("--within"), std::string::npos) << error.hint;
  }
}

TEST_P(DifferentialContract, RefusesColumnsWithoutADomainByName) {
  Table original = with_domains(testing::incomes(60), wide);
  for (const ColumnId id : {ColumnId{1}, ColumnId{2}}) {
    ColumnInfo info = original.info(id);
    info.domain.reset();
    original.set_info(id, info);
  }
  try {
    apply(original, testing::all_columns(original));
    FAIL() << "released without domains";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("'tax' and 'savings'"), std::string::npos) << error.message;
    EXPECT_EQ(error.message.find("'income'"), std::string::npos) << error.message;
    EXPECT_NE(error.hint.find("domain"), std::string::npos) << error.hint;
  }
}

// A missing mark, and a value that nobody should have had, would tell of the record that has it.
TEST_P(DifferentialContract, LeavesNothingMissingAndNothingOutsideTheDomain) {
  Table original = with_domains(testing::incomes(100), {0.0, 40000.0});
  for (std::size_t i = 0; i < 100; i += 3) original.edit_numbers(0)[i] = i % 2 == 0 ? std::nan("") : -1e9;
  const Masked masked = apply(original, {0, 1, 2});
  for (ColumnId id = 0; id < 3; ++id) {
    for (const double value : masked.tables[0].column(id).to_numbers()) {
      EXPECT_GE(value, 0.0);
      EXPECT_LE(value, 40000.0);
    }
  }
}

std::vector<std::string> differential_methods() {
  std::vector<std::string> names;
  for (const Method& method : masking::methods()) {
    if (method.info.differential) names.push_back(method.info.name);
  }
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, DifferentialContract, ::testing::ValuesIn(differential_methods()),
                         test_name);

}  // namespace
}  // namespace sfumato
