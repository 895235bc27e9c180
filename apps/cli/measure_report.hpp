// What `sfumato measure` has to say: values with a bar and in plain words, by file and by column.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/score_table.hpp"
#include "compare/expression.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

struct Comparison {
  std::string masked_path;  // empty: the original by itself
  std::size_t masked_rows = 0;
  std::vector<Scored> scores;
  std::vector<std::pair<std::string, std::vector<Scored>>> per_column;  // by name of the column; may be empty
};

struct Measured {
  std::string original_path;
  std::vector<std::string> columns;
  std::size_t rows = 0;
  std::vector<Comparison> comparisons;
  std::vector<compare::Expression> expressions;
  Value joint;     // linkage by all releases together; null for one
  Value intruder;  // what the intruder's file was; null without
};

report::Report measure_report(const Measured& measured);

// Ten characters, filled as far as the value is along its range; empty for measures without two ends.
std::string bar(const MeasureInfo& info, const Score& score);

}  // namespace sfumato::cli
