// What the rules and methods of a batch file are as requests of the jobs that check and protect tables. What
// they say and we do not have is refused, or becomes a note.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "jobs/check.hpp"
#include "jobs/table_batch_plan.hpp"
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

// The rules of a table: requests for the job `check`, one after the other, since each has one safety range
// and looks at records or at holdings.
struct BatchChecks {
  std::vector<CheckRequest> checks;       // without the table
  bool weighted = false;                  // WGT(1)
  bool missing_safe = false;              // MIS(1)
  std::optional<tables::Decimal> marked;  // MAN: percent, for cells without levels
  std::int64_t keep = 10;                 // contributions that the rules look at
};

// The first two P and NK are for individuals, the third and fourth for holdings; the first FREQ and REQ for
// individuals, the second for holdings. A rule of 0 is none.
BatchChecks batch_checks(const BatchPlan& plan, const PlannedTable& table);

using BatchProtection = std::variant<SuppressRequest, RoundRequest, AdjustRequest>;

// Times are minutes. `notes` gets what has no meaning here.
BatchProtection batch_protection(const BatchPlan& plan, const AtLine<tables::ArbSuppress>& suppress,
                                 std::optional<double> work_limit, std::vector<std::string>& notes);

}  // namespace sfumato::jobs
