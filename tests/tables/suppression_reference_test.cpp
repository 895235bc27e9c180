// Suppression of published tables, whose optima are known: computed for them with other programs.
#include <gtest/gtest.h>

#include "support/reference_data.hpp"
#include "tables/plain_jj.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {
namespace {

using optimize::Effort;

struct Known {
  const char* file;
  double optimum;
  std::size_t secondary;
};

class SuppressionOfPublishedTables : public ::testing::TestWithParam<Known> {};

TEST_P(SuppressionOfPublishedTables, FindsTheOptimum) {
  const Known& known = GetParam();
  SFUMATO_REQUIRE_REFERENCE(path, std::string("tables/") + known.file);
  const CellTable table = sfumato::testing::read_plain_jj(path);
  const sfumato::Run run({.seed = 1});
  for (const char* algorithm : {"auto", "optimal"}) {
    const Suppression result = suppress(table, {.algorithm = algorithm, .limit = Effort::work(120)}, run);
    EXPECT_EQ(result.cost, known.optimum);
    EXPECT_EQ(result.secondary, known.secondary);
    EXPECT_TRUE(result.optimal);
    EXPECT_EQ(result.gap(), 0);
    EXPECT_TRUE(result.audit.safe);
    EXPECT_EQ(result.algorithm, "optimal");
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, SuppressionOfPublishedTables,
                         ::testing::Values(Known{"vignette3d_freq10.jj", 354, 23},
                                           Known{"tau_testW_SizeRegion_p15.jj", 521926, 6},
                                           Known{"TARGUS.jj", 2033155, 8}));

// Some levels of this table are larger than its values, which no pattern can meet.
TEST(SuppressionOfPublishedTables, ReportsWhatIsOutOfReach) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TABLE7.jj");
  const CellTable table = sfumato::testing::read_plain_jj(path);
  const sfumato::Run run({.seed = 1});
  const Suppression result = suppress(table, {.limit = Effort::work(5)}, run);
  EXPECT_EQ(result.out_of_reach.size(), 17U);
  EXPECT_FALSE(result.audit.safe);
  for (const OutOfReach& cell : result.out_of_reach) {
    EXPECT_LT(cell.need_lower, 0);
    EXPECT_EQ(cell.most.lower, 0);
  }
}

// Lines with seven sums each: cuts of all kinds, none of which may raise the bound above the cost of a known
// safe pattern.
TEST(SuppressionOfPublishedTables, HasABoundBelowAKnownPattern) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/HIER13.jj");
  const sfumato::Run run({.seed = 1});
  const Suppression result =
      suppress(sfumato::testing::read_plain_jj(path),
               {.algorithm = "optimal", .limit = Effort::work(15), .attacker = {.insiders = false}}, run);
  EXPECT_TRUE(result.audit.safe);
  EXPECT_GT(result.bound, 0);
  EXPECT_LE(result.bound, 6762032);
}

}  // namespace
}  // namespace sfumato::tables
