// Each endpoint reads the request, runs the job, and gives the report that the command shows. A table goes
// out only where the job has one to publish.
#include "library/table_endpoints.hpp"

#include <type_traits>

#include "core/error.hpp"
#include "io/json.hpp"
#include "report/table_jobs.hpp"
#include "report/table_making.hpp"
#include "tables/formats/publication.hpp"
#include "tables/formats/table_json.hpp"

namespace sfumato::library {
namespace {

// An object in our format; or its text, whose numbers are then read digit by digit.
tables::CellTable cells_of(const Value& request, const std::string& name = "table") {
  const Value* given = request.find(name);
  if (given == nullptr || (!given->is_object() && !given->is_text())) {
    bad_param(name, "the request has no '" + name + "'",
              "give it a table of cells, as the job 'tabulate' returns one");
  }
  const std::string text = given->is_text() ? given->as_text() : io::json_text(*given);
  tables::CellTable table = tables::parse_table_json(text, "the table");
  tables::check_table(table);
  return table;
}

Value value_of(const tables::CellTable& table) {
  std::string text;
  tables::write_table_json(table, [&](std::string_view part) { text.append(part); });
  return io::parse_json(text, "the table");
}

// A protected table as it is read back and, as CSV without marks, as it may be published: a table with a
// pattern of suppression contains the true values of suppressed cells. Null where there is nothing to
// publish.
void add_protected(Value& document, const tables::CellTable* table) {
  document.set("table", table == nullptr ? Value() : value_of(*table))
      .set("publication", table == nullptr ? Value() : Value(tables::publication_text(*table, "")));
}

// The job's parameters: all members of the request but the data.
template <class Request>
Request request_of(const Value& request) {
  ParamValues given = params_of(request);
  std::erase_if(given, [](const auto& member) {
    return member.first == "table" ||
           (std::is_same_v<Request, jobs::AuditRequest> && member.first == "adjusted");
  });
  return jobs::make_request<Request>(given);
}

template <class Request>
Outcome protect_table(const Value& request, const Inputs&, const Run& run) {
  Request wanted = request_of<Request>(request);
  wanted.table = cells_of(request);
  const auto made = jobs::protect(std::move(wanted), run);
  Outcome outcome{.report = report::job_report(made), .yes = made.safe};
  add_protected(outcome.report.document, made.table());
  return outcome;
}

// Members that are no parameters of the job, for records in many parts: "stage" is "part" (with "first-row",
// the number of its first record), "merge" or "finish" (with "repeated-keys", how many records have the
// identifier of an earlier one, where record keys are made of identifiers).
struct Stage {
  std::string name;
  std::int64_t first_row = 0, repeated_keys = 0;
};

std::int64_t count_of(const Value& request, const std::string& name, const std::string& what) {
  const Value* given = request.find(name);
  if (given == nullptr) return 0;
  if (!given->is_integer() || given->as_integer() < 0) bad_param(name, what + " must be a whole number");
  return given->as_integer();
}

Stage stage_of(const Value& request) {
  Stage stage;
  if (const Value* name = request.find("stage")) {
    if (!name->is_text() ||
        (name->as_text() != "part" && name->as_text() != "merge" && name->as_text() != "finish")) {
      bad_param("stage", "the stage must be part, merge or finish");
    }
    stage.name = name->as_text();
  }
  stage.first_row = count_of(request, "first-row", "the number of the first record");
  stage.repeated_keys = count_of(request, "repeated-keys", "the number of records with repeated keys");
  return stage;
}

Outcome of_rows(Table rows) {
  Outcome outcome;
  outcome.report.document.set("rows", rows.rows());
  outcome.add("tallies", std::move(rows));
  return outcome;
}

Outcome tabulate_records(const Value& request, const Inputs& inputs, const Run& run) {
  const Stage stage = stage_of(request);
  Value own = Value::object();
  for (const auto& [name, value] : request.as_object()) {
    if (name != "stage" && name != "first-row" && name != "repeated-keys") own.set(name, value);
  }
  auto wanted = request_of<jobs::TabulateRequest>(own);
  wanted.records = inputs.require("records");
  if (stage.name == "part") return of_rows(jobs::tally_part(std::move(wanted), stage.first_row, run));
  if (stage.name == "merge") return of_rows(jobs::merge_parts(std::move(wanted), run));
  const jobs::TabulateResult made =
      stage.name == "finish"
          ? jobs::tabulate_parts(std::move(wanted), static_cast<std::size_t>(stage.repeated_keys), run)
          : jobs::tabulate(std::move(wanted), run);
  Outcome outcome{.report = report::job_report(made)};
  outcome.report.document.set("table", value_of(made.table));
  return outcome;
}

Outcome check_cells(const Value& request, const Inputs&, const Run& run) {
  auto wanted = request_of<jobs::CheckRequest>(request);
  wanted.table = cells_of(request);
  const jobs::CheckResult made = jobs::check(std::move(wanted), run);
  Outcome outcome{.report = report::job_report(made), .yes = !made.sensitive};
  outcome.report.document.set("table", value_of(made.checked.table));
  return outcome;
}

Outcome audit_cells(const Value& request, const Inputs&, const Run& run) {
  auto wanted = request_of<jobs::AuditRequest>(request);
  wanted.table = cells_of(request);
  if (request.find("adjusted") != nullptr) wanted.adjusted = cells_of(request, "adjusted");
  const jobs::AuditResult made = jobs::audit(std::move(wanted), run);
  return {.report = report::job_report(made), .yes = made.safe()};
}

// "table" is the winner's.
Outcome compare_cells(const Value& request, const Inputs&, const Run& run) {
  auto wanted = request_of<jobs::TableCompareRequest>(request);
  wanted.table = cells_of(request);
  auto asked = report::table_question(wanted, "the table", wanted.ptable_source);
  const jobs::TableCompareRequest question = wanted;
  report::TableComparison comparison = report::table_comparison(jobs::compare_table(std::move(wanted), run),
                                                                "the table", std::move(asked), "");
  comparison.making.attacker = report::attacker_words(comparison.original, question);
  const tables::ComparedProtection* winner = comparison.winner();
  Outcome outcome{.report = report::table_comparison_report(comparison), .yes = winner != nullptr};
  add_protected(outcome.report.document, winner == nullptr ? nullptr : &winner->table);
  return outcome;
}

// "ptable" is the text that the job `perturb` takes.
Outcome ptable_noise(const Value& request, const Inputs&, const Run& run) {
  const tables::Ptable made = jobs::make_ptable(request_of<jobs::PtableRequest>(request), run);
  Outcome outcome{.report = report::job_report(made)};
  outcome.report.document.set("ptable", tables::ptable_text(made));
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& table_endpoints() {
  static const std::vector<Endpoint> all{{"tabulate", tabulate_records},
                                         {"check", check_cells},
                                         {"audit", audit_cells},
                                         {"suppress", protect_table<jobs::SuppressRequest>},
                                         {"round", protect_table<jobs::RoundRequest>},
                                         {"adjust", protect_table<jobs::AdjustRequest>},
                                         {"perturb", protect_table<jobs::PerturbRequest>},
                                         {"recode", protect_table<jobs::RecodeRequest>},
                                         {"table-compare", compare_cells},
                                         {"ptable", ptable_noise}};
  return all;
}

}  // namespace sfumato::library
