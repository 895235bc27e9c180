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

// "Risks of the keys 'age' and 'sex', in the original (before) …", and a line per risk that the original has
// by itself.
std::string before_after_title(const jobs::MeasureResult& measured);
TableBlock before_after_table(const std::vector<Scored>& before, const std::vector<Scored>& scores);

// Ten characters, filled as far as the value is along its range; empty for measures without two ends.
std::string bar(const MeasureInfo& info, const Score& score);

}  // namespace sfumato::report
