// Everything is read, checked, protected and audited before the first file is written.
#include "jobs/table_batch.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "jobs/audit.hpp"
#include "jobs/table_batch_files.hpp"
#include "jobs/table_batch_tables.hpp"
#include "tables/view_table.hpp"

namespace sfumato::jobs {
namespace {

using tables::ArgusValues;
using tables::CellTable;

// What a protection made of a whole: one table, or all linked ones.
struct ProtectedWhole {
  BatchTable summary;  // what all its tables share
  CellTable original, published;
  ArgusValues values = ArgusValues::suppressed;
};

void name_unsafe(BatchTable& summary, const CellTable& table, const std::vector<std::size_t>& cells) {
  for (std::size_t i = 0; i < std::min<std::size_t>(cells.size(), 10); ++i) {
    summary.unsafe_cells.push_back(tables::cell_name(table, cells[i]));
  }
}

const char* status_text(bool found, bool optimal) {
  return !found ? "not found" : optimal ? "optimal" : "feasible";
}

ProtectedWhole whole_of(Protected<tables::Suppression> made) {
  ProtectedWhole whole;
  whole.summary.protection = "suppress";
  whole.summary.algorithm = made.made.algorithm;
  whole.summary.status = status_text(true, made.made.optimal);
  whole.summary.cost = made.made.cost;
  name_unsafe(whole.summary, made.made.table, tables::unsafe_cells(made.made.audit));
  whole.original = made.made.table;
  whole.published = std::move(made.made.table);
  return whole;
}

// A protection that publishes other values than the true ones.
template <class Made>
ProtectedWhole changed_whole(Protected<Made> made, const char* protection,
                             const std::vector<std::size_t>& unsafe, ArgusValues values) {
  ProtectedWhole whole;
  whole.summary.protection = protection;
  whole.summary.status = status_text(made.made.found, made.made.optimal);
  if (made.made.found) whole.summary.cost = made.made.distance;
  name_unsafe(whole.summary, made.original, unsafe);
  whole.original = std::move(made.original);
  whole.published = std::move(made.made.table);
  whole.values = values;
  return whole;
}

ProtectedWhole whole_of(Protected<tables::Rounding> made) {
  const std::vector<std::size_t> unsafe = tables::unsafe_cells(made.made.audit);
  return changed_whole(std::move(made), "round", unsafe, ArgusValues::rounded);
}

ProtectedWhole whole_of(Protected<tables::Adjustment> made) {
  const std::vector<std::size_t> unsafe = made.made.found ? made.made.out_of_reach : made.made.conflicting;
  return changed_whole(std::move(made), "adjust", unsafe, ArgusValues::adjusted);
}

void append(std::vector<std::string>& notes, const std::string& before,
            const std::vector<std::string>& more) {
  for (const std::string& note : more) notes.push_back(before + note);
}

class BatchRun {
 public:
  BatchRun(const TableBatchRequest& request, const Run& run)
      : request_(request),
        run_(run),
        plan_(plan_batch(tables::read_arb(request.file), request.file, request.folder)) {
    result_.source = request.file;
    result_.notes = plan_.notes;
  }

  TableBatchResult make() {
    check_requests();
    for (std::size_t i = 0; i < plan_.sessions.size(); ++i) make_session(plan_.sessions[i], i + 1);
    check_batch_files(plan_, ready_);
    write_batch_files(plan_, request_.folder, ready_, result_);
    return std::move(result_);
  }

 private:
  // Errors in rules and methods are reported before any data are read.
  void check_requests() const {
    std::vector<std::string> ignored;
    for (const BatchSession& session : plan_.sessions) {
      for (const PlannedTable& table : session.tables) {
        batch_checks(plan_, table);
        for (const auto& one : table.suppress) batch_protection(plan_, one, request_.work_limit, ignored);
      }
      for (const auto& one : session.linked) batch_protection(plan_, one, request_.work_limit, ignored);
    }
  }

  void make_session(const BatchSession& session, std::size_t number) {
    const BatchMicrodata microdata = read_batch_microdata(plan_, session, run_);
    append(result_.notes, "", microdata.notes);
    if (!session.linked.empty()) {
      std::vector<std::string> notes;
      CellTable table = make_batch_table(plan_, session, microdata, 0, run_, notes);
      const ProtectedWhole whole = protect_whole(std::move(table), session.linked.front(), session, notes);
      append(result_.notes, "linked tables: ", notes);
      for (const PlannedTable& planned : session.tables) {
        const std::size_t view = view_of(whole.original, planned.specification.by);
        ready_.push_back(ready(whole, planned, number, tables::table_of_view(whole.original, view).table,
                               tables::table_of_view(whole.published, view).table));
        ready_.back().summary.linked = true;
      }
      return;
    }
    for (const PlannedTable& planned : session.tables) {
      run_.check_stop();
      std::vector<std::string> notes;
      CellTable table = make_batch_table(plan_, session, microdata, planned.number, run_, notes);
      ProtectedWhole whole = planned.suppress.empty()
                                 ? audit_whole(std::move(table), planned, notes)
                                 : protect_whole(std::move(table), planned.suppress.front(), session, notes);
      append(result_.notes, "table " + std::to_string(planned.number) + ": ", notes);
      ready_.push_back(ready(whole, planned, number, whole.original, whole.published));
    }
  }

  ProtectedWhole protect_whole(CellTable table, const AtLine<tables::ArbSuppress>& suppress,
                               const BatchSession& session, std::vector<std::string>& notes) {
    BatchProtection protection = batch_protection(plan_, suppress, request_.work_limit, result_.notes);
    if (auto* request = std::get_if<SuppressRequest>(&protection);
        request != nullptr && !session.sources.front().microdata) {
      const std::string& cost = session.tables[suppress.action.table - 1].specification.cost;
      if (cost == "-1") request->cost = tables::SuppressParams::Cost::frequency;
      if (cost == "-2") request->cost = tables::SuppressParams::Cost::unity;
    }
    try {
      return std::visit(
          [&](auto& request) {
            request.table = std::move(table);
            auto made = protect(std::move(request), run_);
            append(notes, "", made.notes);
            append(notes, "", made.made.notes);
            const bool safe = made.safe;
            ProtectedWhole whole = whole_of(std::move(made));
            whole.summary.safe = safe;
            return whole;
          },
          protection);
    } catch (const Error& error) {
      if (error.code != ErrorCode::bad_input) throw;
      throw error.at(plan_.at(suppress.line));
    }
  }

  // Of a table that the batch file does not protect: is it safe as it stands?
  ProtectedWhole audit_whole(CellTable table, const PlannedTable& planned,
                             std::vector<std::string>& notes) const {
    try {
      append(notes, "", tables::require_checked(table));
    } catch (const Error& error) {
      throw error.at(plan_.at(planned.rules.line));
    }
    auto request = make_request<AuditRequest>({});
    request.table = std::move(table);
    AuditResult made = audit(std::move(request), run_);
    append(notes, "", made.notes);
    ProtectedWhole whole;
    whole.summary.safe = made.audit.safe;
    name_unsafe(whole.summary, made.table, tables::unsafe_cells(made.audit));
    whole.original = made.table;
    whole.published = std::move(made.table);
    return whole;
  }

  static ReadyTable ready(const ProtectedWhole& whole, const PlannedTable& planned, std::size_t session,
                          CellTable original, CellTable published) {
    ReadyTable one;
    one.planned = &planned;
    one.summary = whole.summary;
    one.summary.session = session;
    one.summary.number = planned.number;
    one.summary.line = planned.line;
    const std::string& response = planned.specification.response;
    one.summary.title =
        (response.empty() ? "count" : response) + " by " + enumerated(planned.specification.by);
    one.summary.cells = original.cells.size();
    for (const tables::Cell& cell : original.cells) {
      one.summary.sensitive += cell.status == tables::CellStatus::primary ? 1 : 0;
      one.summary.secondary += cell.status == tables::CellStatus::secondary ? 1 : 0;
    }
    one.original = std::move(original);
    one.published = std::move(published);
    one.values = whole.values;
    return one;
  }

  const TableBatchRequest& request_;
  const Run& run_;
  BatchPlan plan_;
  TableBatchResult result_;
  std::vector<ReadyTable> ready_;
};

}  // namespace

JobInfo TableBatchRequest::info() {
  return {.name = "batch",
          .title = "Batch file",
          .summary = "Runs a batch file of tau-Argus: its tables, rules, protections and files."};
}

void TableBatchRequest::params(ParamList<TableBatchRequest>& list) {
  list.text("file", &TableBatchRequest::file).required().doc("The batch file (.arb).");
  list.text("output", &TableBatchRequest::folder)
      .doc("Folder for every file that is written; without it, as the batch file says.");
  list.number("work-limit", &TableBatchRequest::work_limit)
      .at_least(0)
      .unit("units of work, about a second of one thread each")
      .doc("In place of the times in the batch file: the result is then the same on every machine.");
}

bool TableBatchResult::done() const {
  return std::all_of(tables.begin(), tables.end(),
                     [](const BatchTable& table) { return table.safe && table.refused.empty(); });
}

TableBatchResult run_table_batch(const TableBatchRequest& request, const Run& run) {
  return BatchRun(request, run).make();
}

}  // namespace sfumato::jobs

SFUMATO_JOB(table_batch_job, TableBatchRequest)
