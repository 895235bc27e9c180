// The job `tabulate`: records into a table with all its margins.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "jobs/job.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/recode_file.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::jobs {

// Hierarchies of columns, in the order in which the columns were named first.
using ColumnTrees = std::vector<std::pair<std::string, std::vector<tables::CodeTree>>>;

struct TabulateRequest {
  std::vector<std::string> by;  // "region,sector", one for each linked table
  std::vector<std::string> sums, means;
  bool counts = false;
  Value hierarchy = Value::object();
  ColumnTexts totals;
  std::string weight, holding, shadow, request;
  std::vector<std::string> request_codes;
  std::string cost;
  std::optional<std::int64_t> decimals, keep;
  std::string record_key, key;
  std::optional<std::int64_t> record_key_range;
  // Data. A given specification is changed by the parameters; `described` is the metadata of the columns, for
  // what the others do not set.
  Table records;
  std::optional<tables::Specification> specification;
  tables::Specification described;
  ColumnTrees hierarchies;                                      // in addition to those of `hierarchy`
  std::vector<std::pair<std::string, tables::Recode>> recodes;  // by column
  std::vector<std::string> notes;  // earlier notes about the records; they come first in the result

  static JobInfo info();
  static void params(ParamList<TabulateRequest>& list);
};

struct TabulateResult {
  tables::CellTable table;
  std::size_t records = 0;
  std::vector<std::string> notes;
};

TabulateResult tabulate(TabulateRequest request, const Run& run);

// The same where records lie in many parts: the tallies of a part, whose first record has this number among
// all, as rows; rows merged; and the table of rows that came from all parts. In the latter two, `records` are
// such rows. `repeated_keys`: records with the identifier of an earlier one, where keys are made of
// identifiers.
Table tally_part(TabulateRequest request, std::int64_t first_row, const Run& run);
Table merge_parts(TabulateRequest request, const Run& run);
TabulateResult tabulate_parts(TabulateRequest request, std::size_t repeated_keys, const Run& run);

// The members of a hierarchy, {"North": {"A": {}, "B": {}}, "South": …}, as a tree; `column` is for messages.
tables::CodeTree parse_code_tree(const Value& hierarchy, const std::string& column);

}  // namespace sfumato::jobs
