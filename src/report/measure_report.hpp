// What the job `measure` has to say: values with a bar and in plain words, by file and by column.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jobs/measure.hpp"
#include "report/report.hpp"
#include "report/score_table.hpp"

namespace sfumato::report {

Report measure_report(const jobs::MeasureResult& measured);

// Ten characters, filled as far as the value is along its range; empty for measures without two ends.
std::string bar(const MeasureInfo& info, const Score& score);

}  // namespace sfumato::report
