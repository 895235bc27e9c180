// The made-up companies: accounts that add up in every row, skew, zeros, losses, leaders and groups.
#include <algorithm>
#include <map>
#include <set>

#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::sample {
namespace {

constexpr std::size_t row_count = 100000;

const Table& companies_table() {
  static const Table table = draw_table(sample("companies"), row_count, Run({.seed = 1, .threads = 2}));
  return table;
}

const std::vector<std::int64_t>& column_of(const char* name) {
  const Table& table = companies_table();
  const Integers* integers = table.column(table.require(name)).get_if<Integers>();
  EXPECT_TRUE(integers->missing.empty());
  return integers->values;
}

template <class Test>
double share(const char* name, Test test) {
  const auto& values = column_of(name);
  return static_cast<double>(std::count_if(values.begin(), values.end(), test)) / row_count;
}

TEST(Companies, HaveAccountsThatAddUpInEveryRow) {
  const auto &turnover = column_of("turnover"), &wages = column_of("wages"),
             &materials = column_of("materials"), &other = column_of("other_costs"),
             &costs = column_of("total_costs"), &operating = column_of("operating_profit"),
             &financial = column_of("financial_result"), &taxes = column_of("taxes"),
             &net = column_of("net_profit");
  for (std::size_t row = 0; row < row_count; ++row) {
    ASSERT_EQ(costs[row], wages[row] + materials[row] + other[row]) << row;
    ASSERT_EQ(operating[row], turnover[row] - costs[row]) << row;
    ASSERT_EQ(net[row], operating[row] + financial[row] - taxes[row]) << row;
    if (operating[row] + financial[row] <= 0) {
      ASSERT_EQ(taxes[row], 0) << row;
    }
  }
}

TEST(Companies, AreSkewedAndCorrelatedThroughSize) {
  for (const char* name : {"employees", "turnover", "wages", "assets"}) {
    std::vector<std::int64_t> values = column_of(name);
    double sum = 0;
    for (const std::int64_t value : values) sum += static_cast<double>(value);
    std::sort(values.begin(), values.end());
    EXPECT_GT(sum / row_count, 2.0 * static_cast<double>(values[row_count / 2])) << name;
  }
  const auto &employees = column_of("employees"), &turnover = column_of("turnover");
  double large = 0, larger_turnover = 0;
  for (std::size_t row = 0; row < row_count; ++row) {
    if (employees[row] < 50) continue;
    ++large;
    larger_turnover += turnover[row] > 1000 ? 1 : 0;
  }
  EXPECT_GT(larger_turnover / large, 0.9);
}

TEST(Companies, HaveZerosAndLosses) {
  const auto zero = [](std::int64_t value) { return value == 0; };
  const auto negative = [](std::int64_t value) { return value < 0; };
  EXPECT_NEAR(share("turnover", zero), 0.02, 0.004);
  EXPECT_NEAR(share("investment", zero), 0.52, 0.05);
  EXPECT_NEAR(share("operating_profit", negative), 0.29, 0.05);
  EXPECT_GT(share("materials", zero), 0.05);
  EXPECT_GT(share("financial_result", negative), 0.3);
  EXPECT_EQ(share("employees", [](std::int64_t value) { return value < 1; }), 0.0);
}

TEST(Companies, HaveALeaderInAlmostEverySector) {
  const Table& table = companies_table();
  const Codes& sector = *table.column(table.require("sector")).get_if<Codes>();
  const auto& turnover = column_of("turnover");
  std::vector<double> sum(sector.labels.size()), largest(sector.labels.size());
  for (std::size_t row = 0; row < 1000; ++row) {
    const auto code = static_cast<std::size_t>(sector.codes[row]);
    sum[code] += static_cast<double>(turnover[row]);
    largest[code] = std::max(largest[code], static_cast<double>(turnover[row]));
  }
  std::size_t dominated = 0;
  for (std::size_t code = 0; code < sum.size(); ++code) dominated += largest[code] > 0.4 * sum[code] ? 1 : 0;
  EXPECT_GT(dominated, sum.size() / 2);
}

TEST(Companies, BelongToGroupsNamedByTheirHeads) {
  const auto &ids = column_of("company_id"), &holding = column_of("holding");
  std::map<std::int64_t, std::int64_t> holding_of;
  for (std::size_t row = 0; row < row_count; ++row) holding_of[ids[row]] = holding[row];
  EXPECT_EQ(holding_of.size(), row_count);
  std::size_t owned = 0;
  for (std::size_t row = 0; row < row_count; ++row) {
    EXPECT_EQ(holding_of.at(holding[row]), holding[row]);
    owned += holding[row] != ids[row] ? 1 : 0;
  }
  EXPECT_GT(owned, row_count / 50);
  EXPECT_LT(owned, row_count / 5);
}

TEST(Companies, HaveSectorsOfALetterAndTwoDigits) {
  const Table& table = companies_table();
  const Codes& sector = *table.column(table.require("sector")).get_if<Codes>();
  for (const std::string& code : sector.labels) {
    ASSERT_EQ(code.size(), 3U);
    EXPECT_TRUE(code[0] >= 'A' && code[0] <= 'Z' && code[1] >= '0' && code[1] <= '9');
  }
}

}  // namespace
}  // namespace sfumato::sample
