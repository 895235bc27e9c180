// Rounding and adjustment of the reference tables, hierarchical and linked ones among them: the results are
// additive and keep their guarantees.
#include <gtest/gtest.h>

#include "support/reference_data.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/plain_jj.hpp"
#include "tables/rounding/rounding.hpp"

namespace sfumato::tables {
namespace {

using optimize::Effort;

class ReferenceTable : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = sfumato::testing::reference_file(std::string("tables/") + GetParam());
    if (path.empty()) GTEST_SKIP() << GetParam() << " is missing: set SFUMATO_REFERENCE_DATA";
    table_ = sfumato::testing::read_plain_jj(path);
  }
  CellTable table_;
};

TEST_P(ReferenceTable, IsAdjusted) {
  const Adjustment adjusted =
      adjust_table(table_, {.limit = Effort::work(7), .gap = 5}, sfumato::Run({.seed = 1}));
  ASSERT_TRUE(adjusted.found);
  check_table(adjusted.table);
  for (std::size_t i = 0; i < table_.cells.size(); ++i) {
    const Cell& cell = table_.cells[i];
    const Decimal& published = adjusted.values[i];
    EXPECT_TRUE(cell.status != CellStatus::kept || published == cell.value) << i;
    EXPECT_TRUE(published >= *cell.lower && published <= *cell.upper) << i;
    const bool lost = std::binary_search(adjusted.out_of_reach.begin(), adjusted.out_of_reach.end(), i);
    if (cell.status != CellStatus::primary || lost) continue;
    EXPECT_TRUE(published >= cell.value + cell.upper_level || published <= cell.value - cell.lower_level)
        << i;
  }
  RecordProperty("out_of_reach", static_cast<int>(adjusted.out_of_reach.size()));
  RecordProperty("gap_percent", std::to_string(adjusted.gap()));
}

TEST_P(ReferenceTable, IsRounded) {
  RoundingOptions options;
  options.base = Decimal::whole(10);
  options.limit = Effort::work(5);
  options.attacker = {.insiders = false, .verdict_only = true};
  const Rounding rounded = round_table(table_, options, sfumato::Run({.seed = 1}));
  if (!rounded.found) GTEST_SKIP() << GetParam() << ": " << rounded.notes.front();
  check_table(rounded.table);
  for (std::size_t i = 0; i < table_.cells.size(); ++i) {
    EXPECT_LE(magnitude(rounded.values[i] - table_.cells[i].value).number(), rounded.reach) << i;
  }
  RecordProperty("steps", rounded.steps);
  RecordProperty("gap_percent", std::to_string(rounded.gap()));
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceTable,
                         ::testing::Values("vignette3d_freq10.jj", "tau_testW_SizeRegion_p15.jj", "TARGUS.jj",
                                           "TABLE8.jj", "HIER13.jj"));

}  // namespace
}  // namespace sfumato::tables
