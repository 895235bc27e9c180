// The audit on published tables. The expected numbers were computed with another solver (SciPy's linprog) and
// another program, two linear programs for each sensitive cell over all suppressed cells.
#include <gtest/gtest.h>

#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/plain_jj.hpp"

namespace sfumato::tables {
namespace {

struct Published {
  const char* file;
  std::size_t suppressed, primary, unsafe;
};

class AuditOfPublishedTables : public ::testing::TestWithParam<Published> {};

TEST_P(AuditOfPublishedTables, FindsTheUnsafeCells) {
  const Published& known = GetParam();
  SFUMATO_REQUIRE_REFERENCE(path, std::string("tables/") + known.file);
  const CellTable table = sfumato::testing::read_plain_jj(path);
  const sfumato::Run run({.seed = 1});
  const Audit audited = audit(table, {}, run);
  const auto unsafe = [](const Audit& result) {
    std::vector<std::size_t> cells;
    for (const AuditedCell& cell : result.cells) {
      if (!cell.safe) cells.push_back(cell.cell);
    }
    return cells;
  };
  EXPECT_EQ(audited.suppressed, known.suppressed);
  EXPECT_EQ(audited.cells.size(), known.primary);
  EXPECT_EQ(unsafe(audited).size(), known.unsafe);
  EXPECT_EQ(audited.safe, known.unsafe == 0);
  const Audit quick = audit(table, {.verdict_only = true}, run);
  EXPECT_EQ(unsafe(quick), unsafe(audited));
  EXPECT_LE(quick.solved, audited.solved);
}

INSTANTIATE_TEST_SUITE_P(
    Reference, AuditOfPublishedTables,
    ::testing::Values(Published{"t2d.jj", 450, 125, 1}, Published{"TARGUS.jj", 13, 13, 7},
                      Published{"tau_testW_SizeRegion_p15.jj", 9, 9, 9},
                      Published{"vignette3d_freq10.jj", 15, 15, 15}, Published{"TABLE8.jj", 3, 3, 3},
                      Published{"TABLE7.jj", 17, 17, 17}, Published{"TABLE1.jj", 146, 146, 104},
                      Published{"HIER13.jj", 112, 112, 112}));

}  // namespace
}  // namespace sfumato::tables
