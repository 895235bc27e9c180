// What is needed to make a comparison again is all there.
#include "report/making.hpp"

#include <gtest/gtest.h>

#include "core/version.hpp"
#include "support/stories.hpp"

namespace sfumato::report {
namespace {

using Row = std::vector<std::string>;

TEST(Making, HasVersionSeedDrawsAndTolerance) {
  jobs::CompareResult story = testing::small_story();
  const auto entries = [](const jobs::CompareResult& told) {
    return std::get<KeyValues>(making_blocks(told).front()).entries;
  };
  const auto without = entries(story);
  EXPECT_EQ(without[0].second, "sfumato " + std::string(program_version()));
  EXPECT_EQ(without[3].second, "2");
  EXPECT_EQ(without[4].second, "none: from the operating system");
  EXPECT_EQ(without[5].second, "1 % of the target");
  story.seed = 42;
  EXPECT_EQ(entries(story)[4].second, "42");
}

TEST(Making, HasEveryParameterOfMethodsAndMeasures) {
  jobs::CompareResult story = testing::small_story();
  const auto blocks = making_blocks(story);
  const auto& methods = std::get<TableBlock>(blocks[2]);
  EXPECT_EQ(methods.rows[0],
            (Row{"mdav", "k = 5, together = 0, seeds = farthest, hierarchy = none, fill = no", "1 setting"}));
  const auto& measures = std::get<TableBlock>(blocks[4]);
  EXPECT_EQ(measures.rows[0][2], "zero = report, form = mean-log");
  story.parts.push_back(story.parts[0]);
  const auto several = making_blocks(story);
  EXPECT_EQ(std::get<TableBlock>(several[2]).rows.size(), 6U);
  EXPECT_EQ(std::get<TableBlock>(several[2]).rows[0][0], "rank-linkage 0.45");
}

}  // namespace
}  // namespace sfumato::report
