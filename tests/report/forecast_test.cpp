// Forecasts of releases: smallest error first, and nothing where a method has no forecast.
#include "report/forecast.hpp"

#include <gtest/gtest.h>

#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::report {
namespace {

Table with_domains(std::size_t rows) {
  Table table = testing::incomes(rows).taking_columns({0, 1});
  for (ColumnId id = 0; id < 2; ++id) {
    ColumnInfo info = table.info(id);
    info.domain = Domain{0.0, 1000.0};
    table.set_info(id, info);
  }
  return table;
}

compare::Attempt attempt(const compare::Contender& contender, const Table& table) {
  compare::Attempt result;
  result.contender = &contender;
  result.params = contender.params;
  result.forecast = contender.method->forecast(table, testing::all_columns(table), contender.params);
  return result;
}

compare::Contender laplace(const std::string& mode, std::int64_t k) {
  const Method& method = masking::method("laplace");
  return {.method = &method,
          .params = resolve_params(method.params, {{"mode", mode}, {"k", k}, {"epsilon", 2.0}}, "laplace"),
          .dial = std::nullopt,
          .chosen = {"k", "mode"}};
}

// Scales m·Δ/ε, m·⌊n/k⌋·Δ/(k·ε) and m·Δ/(k·ε) with m = 2, n = 90, ε = 2; the deviation is √2 of them.
TEST(Forecast, HasTheClosedForm) {
  const Table table = with_domains(90);
  const compare::Contender record = laplace("record", 1), groups = laplace("multivariate", 20),
                           ranking = laplace("individual", 20);
  const auto percent = [&](const compare::Contender& contender) {
    return attempt(contender, table).forecast.at("error_percent").as_number();
  };
  EXPECT_NEAR(percent(record), 141.4213562, 1e-6);
  EXPECT_NEAR(percent(groups), 141.4213562 * 4.0 / 20.0, 1e-6);
  EXPECT_NEAR(percent(ranking), 141.4213562 / 20.0, 1e-6);
}

TEST(Forecast, ListsTheSmallestErrorFirst) {
  const Table table = with_domains(90);
  const compare::Contender record = laplace("record", 1), ranking = laplace("individual", 20);
  compare::Comparison comparison;
  comparison.attempts = {attempt(record, table), attempt(ranking, table)};
  const std::vector<Block> blocks = forecast_blocks(comparison);
  ASSERT_EQ(blocks.size(), 3U);
  const auto& rows = std::get<TableBlock>(blocks[2]).rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"laplace", "k = 20, mode = individual", "7.071"}));
  EXPECT_EQ(rows[1].back(), "141.4");
}

TEST(Forecast, IsSilentWhereNothingIsForetold) {
  const Method& method = masking::method("mdav");
  const compare::Contender mdav{
      .method = &method, .params = resolve_params(method.params, {}, "mdav"), .dial = std::nullopt};
  compare::Comparison comparison;
  comparison.attempts = {attempt(mdav, with_domains(10))};
  EXPECT_TRUE(comparison.attempts[0].forecast.is_null());
  EXPECT_TRUE(forecast_blocks(comparison).empty());
}

}  // namespace
}  // namespace sfumato::report
