// The job `batch`: a batch file of tau-Argus, from its data to the files that it asks for. It names files and
// writes files, which other jobs leave to their front ends: the file itself says what is read and written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct TableBatchRequest {
  std::string file;    // the batch file
  std::string folder;  // where everything goes that it writes; empty: as the batch file says
  std::optional<double> work_limit;

  static JobInfo info();
  static void params(ParamList<TableBatchRequest>& list);
};

// One table of the batch file.
struct BatchTable {
  std::size_t session = 1;  // <CLEAR> begins the next one
  std::size_t number = 0;
  std::size_t line = 0;  // of <SPECIFYTABLE>
  std::string title;     // "turnover by region and sector"
  std::size_t cells = 0, sensitive = 0;
  bool linked = false;     // protected together with the other tables of its session
  std::string protection;  // "suppress", "round", "adjust"; empty: it was only audited
  std::string algorithm;   // of suppression
  std::string status;      // "optimal", "feasible", "not found"; empty without a protection
  std::size_t secondary = 0;
  std::optional<double> cost;             // of the secondary cells, or the distance to the true table
  bool safe = false;                      // by the audit
  std::vector<std::string> unsafe_cells;  // at most ten names
  std::vector<std::string> files;         // that were written
  std::vector<std::string> refused;       // that were not, since the table is not safe
};

struct TableBatchResult {
  std::string source;
  std::vector<BatchTable> tables;
  std::vector<std::string> further_files;  // logbook and version
  std::vector<std::string> notes;

  // Is every table safe, and every file written that was asked for?
  bool done() const;
};

// Whatever is wrong with the batch file, and every failure before the last table is protected, leaves nothing
// written. Tables that are not safe are not written, but for the intermediate and JJ files of tables that the
// batch file does not protect: those are for internal use.
TableBatchResult run_table_batch(const TableBatchRequest& request, const Run& run);

}  // namespace sfumato::jobs
