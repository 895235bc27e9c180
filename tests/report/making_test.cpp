// What is needed to make a comparison again is all there.
#include "report/making.hpp"

#include <gtest/gtest.h>

#include "core/version.hpp"
#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

using Row = std::vector<std::string>;

TEST(Making, HasVersionSeedDrawsAndTolerance) {
  jobs::CompareResult outcome = testing::small_comparison();
  const auto entries = [](const jobs::CompareResult& told) {
    return std::get<KeyValues>(making_blocks(told).front()).entries;
  };
  const auto without = entries(outcome);
  EXPECT_EQ(without[0].second, "sfumato " + std::string(program_version()));
  EXPECT_EQ(without[3].second, "2");
  EXPECT_EQ(without[4].second, "none: from the operating system");
  EXPECT_EQ(without[5].second, "1 % of the target");
  outcome.seed = 42;
  EXPECT_EQ(entries(outcome)[4].second, "42");
}

TEST(Making, HasEveryParameterOfMethodsAndMeasures) {
  jobs::CompareResult outcome = testing::small_comparison();
  const auto blocks = making_blocks(outcome);
  const auto& methods = std::get<TableBlock>(blocks[2]);
  EXPECT_EQ(methods.rows[0],
            (Row{"mdav", "k = 5, together = 0, seeds = farthest, hierarchy = none, centre = mean, fill = no",
                 "1 setting"}));
  const auto& measures = std::get<TableBlock>(blocks[4]);
  EXPECT_EQ(measures.rows[0][2], "zero = report, form = mean-log, sample = 0");
  outcome.parts.push_back(outcome.parts[0]);
  const auto several = making_blocks(outcome);
  EXPECT_EQ(std::get<TableBlock>(several[2]).rows.size(), 6U);
  EXPECT_EQ(std::get<TableBlock>(several[2]).rows[0][0], "rank-linkage 0.45");
}

}  // namespace
}  // namespace sfumato::report
