// Intervals of cells that are suppressed to protect others: asked for, they are in the result, and no verdict
// counts them as sensitive.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "jobs/audit.hpp"
#include "report/table_jobs.hpp"
#include "report/text.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::jobs {
namespace {

// Total 10 = 4 + 6, where 4 is sensitive within 1 and 6 is suppressed for it: both can be 0 to 10.
AuditRequest one_pair(bool secondary) {
  std::int64_t next = 2;
  AuditRequest request;
  request.table = testing::filled_table({testing::flat_dimension("row", 2)}, false,
                                        [&] { return tables::Decimal::whole(next += 2); });
  tables::Cell& sensitive = request.table.cells[1];
  sensitive.status = tables::CellStatus::primary;
  sensitive.lower_level = sensitive.upper_level = tables::Decimal::whole(1);
  request.table.cells[2].status = tables::CellStatus::secondary;
  request.secondary = secondary;
  return request;
}

TEST(AuditSecondary, GivesTheIntervalsOfCellsThatProtectOthers) {
  const AuditResult plain = audit(one_pair(false), sfumato::Run({.threads = 1}));
  ASSERT_EQ(plain.audit.cells.size(), 1U);
  EXPECT_EQ(plain.audit.cells[0].cell, 1U);
  const AuditResult both = audit(one_pair(true), sfumato::Run({.threads = 1}));
  ASSERT_EQ(both.audit.cells.size(), 2U);
  EXPECT_EQ(both.audit.cells[1].cell, 2U);
  EXPECT_EQ(both.audit.cells[1].interval.lower, 0.0);
  EXPECT_EQ(both.audit.cells[1].interval.upper, 10.0);
  EXPECT_TRUE(both.safe());
}

TEST(AuditSecondary, CountsSensitiveCellsAlone) {
  const report::Report shown = report::job_report(audit(one_pair(true), sfumato::Run({.threads = 1})));
  const std::string text = report::text_document(shown, {});
  EXPECT_NE(text.find("SAFE: the sensitive cell is protected"), std::string::npos) << text;
  EXPECT_NE(text.find("secondary"), std::string::npos) << text;
}

TEST(AuditSecondary, AnAdjustedTableHasNone) {
  AuditRequest request = one_pair(true);
  request.adjusted = request.table;
  EXPECT_THROW(audit(std::move(request), sfumato::Run({.threads = 1})), Error);
}

}  // namespace
}  // namespace sfumato::jobs
