#include <gtest/gtest.h>

#include "tables/audit/attack_program.hpp"
#include "tables/audit/short_cycle.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::random_table;
using sfumato::testing::suppress_at_random;

// 3 × 3 leaves of value 10 without margins, cells 0 to 8 by rows, all suppressed.
AttackPart square() {
  AttackPart part;
  for (std::size_t i = 0; i < 9; ++i) part.cells.push_back(i);
  part.lower.assign(9, -10);
  part.upper.assign(9, 10);
  part.whole.assign(9, 0);
  for (std::size_t line = 0; line < 6; ++line) {
    for (std::size_t k = 0; k < 3; ++k) part.terms.push_back({line < 3 ? 3 * line + k : 3 * k + line - 3, 1});
    part.starts.push_back(part.terms.size());
    part.relations.push_back(line);
  }
  return part;
}

TEST(AttackCycle, GoesAroundARectangle) {
  const AttackPart part = square();
  CycleSearch search(part, part.lower, part.upper);
  std::vector<std::uint8_t> marked(9, 0);
  EXPECT_EQ(search.find({0, 7}, marked).size(), 4U);
  EXPECT_TRUE(search.find({0, 11}, marked).empty());  // the others cannot move so far
  marked[1] = marked[2] = 1;
  EXPECT_TRUE(search.find({0, 7}, marked).empty());  // alone in its row
  // Avoiding (1,1), (1,2), (2,1): (0,0) and the last row and column still form a rectangle.
  marked.assign(9, 0);
  for (const std::size_t cell : {1U, 3U, 4U}) marked[cell] = 1;
  const std::vector<Deviation> last = search.find({0, -7}, marked);
  ASSERT_EQ(last.size(), 4U);
  EXPECT_EQ(last[0].place, 0U);
  EXPECT_EQ(last[0].amount, -7);
}

// Every deviation found satisfies all relations and bounds, moves the cell as wanted, and no marked one.
TEST(AttackCycle, FindsOnlyWhatIsPossible) {
  Rng rng({51, 9});
  const sfumato::Run run({.seed = 1});
  int found = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Dimension> dimensions{flat_dimension("a", 5), flat_dimension("b", 4)};
    if (trial % 3 == 0) dimensions.push_back(flat_dimension("c", 2));
    if (trial % 3 == 1) dimensions[0] = sfumato::testing::two_level_dimension("a");
    CellTable table = random_table(rng, dimensions, false, 30);
    suppress_at_random(table, rng, 0.5);
    for (const AttackPart& part : attack_parts(table, {})) {
      const AttackProgram outsider(part, run);
      CycleSearch search(part, part.lower, part.upper);
      for (std::size_t place = 0; place < part.cells.size(); ++place) {
        std::vector<std::uint8_t> marked(part.cells.size(), 0);
        for (std::uint8_t& mark : marked) mark = rng.chance(0.2) ? 1 : 0;
        marked[place] = 0;
        const double amount = rng.chance(0.5) ? 2 : -std::min(2.0, -part.lower[place]);
        if (amount == 0) continue;
        const std::vector<Deviation> cycle = search.find({place, amount}, marked);
        if (cycle.empty()) continue;
        std::vector<double> deviations(part.cells.size(), 0);
        for (const Deviation& one : cycle) {
          EXPECT_EQ(marked[one.place], 0);
          EXPECT_EQ(deviations[one.place], 0);
          deviations[one.place] = one.amount;
        }
        EXPECT_EQ(deviations[place], amount);
        EXPECT_TRUE(outsider.fits(deviations)) << trial;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 200);
}

// One cycle after another moves a cell of a square as far as its row and its column allow.
TEST(AttackCycle, MovesACellToItsBound) {
  AttackPart part = square();
  part.upper.assign(9, 100);
  CycleSearch search(part, part.lower, part.upper);
  for (int again = 0; again < 2; ++again) {  // no state is left from the first time
    const std::vector<Deviation> all = search.push(4, 1, 25, 1e-9);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all[0].place, 4U);
    EXPECT_EQ(all[0].amount, 20);  // all that its two neighbours have
    std::vector<double> deviations(9, 0);
    for (const Deviation& one : all) deviations[one.place] = one.amount;
    EXPECT_TRUE(AttackProgram(part, sfumato::Run({.seed = 1})).fits(deviations));
  }
  EXPECT_EQ(search.push(4, 1, 15, 1e-9)[0].amount, 15);
  EXPECT_EQ(search.push(4, -1, 10, 1e-9)[0].amount, -10);
}

}  // namespace
}  // namespace sfumato::tables
