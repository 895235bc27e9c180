// The job `measure`: how much risk and how much utility masked tables have, against their original.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/expression.hpp"
#include "compare/scoring.hpp"
#include "core/warning.hpp"
#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "jobs/provenance.hpp"
#include "jobs/synthetic_files.hpp"
#include "jobs/synthetic_verdict.hpp"
#include "profile/before_after.hpp"

namespace sfumato::jobs {

struct MeasureRequest {
  std::vector<std::string> columns, keys, measures, settings, expressions;
  bool no_mapping = false, changes = false, per_column = false, per_record = false, permutation = false;
  bool synthetic = false;  // the masked tables are synthetic: their rows do not correspond to the original's
  std::string match, hierarchies, target;
  std::string count;  // a column of all tables: how many equal records a row stands for

  Data original;
  std::vector<DataReader> masked;  // none: the original is measured by itself
  std::optional<Table> map;        // the controller's map of records
  std::string map_name = "the map";
  std::optional<DataReader> intruder;  // what an intruder knows, in place of the original
  std::optional<DataReader> holdout;   // records that the synthesizer never saw
  bool exposure = true;  // warn of what masked tables expose; a release that was just made says it itself

  // The named measures are some of those by default: they leave out columns that they do not take. Nothing
  // notes which, since that is noted once for all measures.
  bool as_by_default = false;

  // In place of the measures' own functions, for records that lie in parts: the tables have no rows then.
  std::function<Score(const MeasureInfo& measure, const Table& original, const Table& masked,
                      const ColumnSet& columns, const ParamValues& params, const Run& run)>
      scores_of_parts;

  static JobInfo info();
  static void params(ParamList<MeasureRequest>& list);

  // The measures that are asked for; whatever is wrong with the request without the data is an error.
  std::vector<compare::MeasureRequest> requests() const;
  // Tables that parameters of measures name, which are read into the run.
  std::vector<std::string> tables() const;
};

// One masked table.
struct MeasuredTable {
  std::string name;  // empty: the original by itself
  std::size_t rows = 0;
  std::vector<compare::Scored> scores;
  bool rows_correspond = true;
  bool rows_doubted = false;  // they are taken to correspond, and agree by chance only, or were moved
  std::vector<Finding> findings = {};  // of a synthetic table, the worst first; they point into `scores`
  // By name of the column; empty unless asked for.
  std::vector<std::pair<std::string, std::vector<compare::Scored>>> per_column = {};
};

struct MeasureResult {
  std::string original;  // its name
  std::vector<std::string> columns;
  std::size_t rows = 0;
  std::vector<std::string> keys;  // quasi-identifiers whose risks are measured by default; may be empty
  std::vector<compare::MeasureRequest> requests;         // scores point into it
  std::shared_ptr<const std::vector<Measure>> measures;  // with other functions; requests point into it
  std::vector<compare::MeasureRequest> column_requests;  // those of columns alone too
  std::vector<compare::Scored> before;  // risks of keys in the original, where masked tables are measured
  std::vector<MeasuredTable> tables;
  std::vector<compare::Expression> expressions;
  Value joint;  // linkage by all releases together; null for one
  bool synthetic = false;
  Value holdout;                          // the holdout's name and number of rows; null without
  std::vector<NotTested> not_tested;      // of synthetic tables
  std::vector<std::string> row_measures;  // not taken, since rows of synthetic tables do not correspond
  Value intruder;                         // what the intruder's file was; null without
  std::optional<Table> record_risks;      // one row per original record, where asked for
  std::optional<Table> permuted;          // ranks, permutation and residuals, where asked for
  Value permutation;  // how masking splits into permutation and residual noise; null without
  Warnings warnings;
  Provenance provenance;  // where a front end records it
  // What happened to each column of the first masked table, where asked for.
  std::optional<profile::BeforeAfter> changes;
};

MeasureResult measure(MeasureRequest request, const Run& run);

}  // namespace sfumato::jobs
