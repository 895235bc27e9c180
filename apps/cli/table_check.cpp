// `sfumato table check` and `sfumato table audit`: which cells would disclose a respondent, and what the
// published cells still reveal about the suppressed ones.
#include <memory>
#include <optional>

#include "cli/cell_table_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "report/table_jobs.hpp"

namespace sfumato::cli {
namespace {

struct CheckTable {
  CellTableOptions source;
  ParamOptions params{param_list<jobs::CheckRequest>().infos()};
  CellTableOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
};

int CheckTable::operator()(Console& console) const {
  auto request = jobs::make_request<jobs::CheckRequest>(params.given());
  request.rule_options();  // reports a wrong rule before any file is read
  output.check(source.inputs());
  JobRun work(run_options, console);
  request.table = source.read(work.run(), request.notes);
  const jobs::CheckResult made = jobs::check(std::move(request), work.run());
  const std::vector<std::string> lost = output.write(made.checked.table, source.inputs());
  work.hide_progress();
  report::Report report = report::job_report(made);
  report.document.set("output", output.path ? Value(*output.path) : Value());
  report.warnings.insert(report.warnings.end(), lost.begin(), lost.end());
  if (output.path) report.blocks.push_back(report::Paragraph{"Written to " + *output.path + "."});
  if (!run_options.quiet || run_options.json || !output.path) console.show(report, run_options.json);
  return made.sensitive ? 1 : 0;
}

struct AuditTable {
  CellTableOptions source;
  std::optional<std::string> adjusted;
  ParamOptions params{param_list<jobs::AuditRequest>().infos()};
  RunOptions run_options;

  int operator()(Console& console) const;
};

int AuditTable::operator()(Console& console) const {
  auto request = jobs::make_request<jobs::AuditRequest>(params.given());
  JobRun work(run_options, console);
  request.table = source.read(work.run(), request.notes);
  if (adjusted) {
    CellTableOptions second;
    second.path = adjusted;
    request.adjusted = second.read(work.run(), request.notes);
  }
  const jobs::AuditResult made = jobs::audit(std::move(request), work.run());
  work.hide_progress();
  console.show(report::job_report(made), run_options.json);
  return made.safe() ? 0 : 1;
}

}  // namespace

Command check_table_command() {
  const auto options = std::make_shared<CheckTable>();
  return {
      .name = "check",
      .summary = jobs::CheckRequest::info().summary,
      .description =
          "Exit status 1: there are such cells. A table with its own statuses, such as .jj, needs no rule.",
      .arguments = {options->source.argument()},
      .groups = {options->params.group("The rules"),
                 options->source.group(),
                 {"The output", options->output.options("The file for the table with statuses and levels.")},
                 options->run_options.group()},
      .examples =
          {"sfumato table check table.json --rule p-percent=15 -o checked.json",
           "sfumato table check table.json --rule dominance=1,85 --rule frequency=3 --safety-range 20"},
      .action = [options](Console& console) { return (*options)(console); }};
}

Command audit_table_command() {
  const auto options = std::make_shared<AuditTable>();
  OptionGroup attacker = options->params.group("The attacker");
  attacker.options.push_back({"--adjusted", "FILE",
                              "The table that 'table protect adjust' made of TABLE: audit this one.",
                              Text{&options->adjusted}});
  return {
      .name = "audit",
      .summary = jobs::AuditRequest::info().summary,
      .description =
          "Any table with statuses can be audited, whatever suppressed its cells. A rounded or perturbed "
          "table has no statuses and names no rules: 'table protect' audits it when it makes it, also for "
          "the rules group and k-disclosure. For every sensitive cell "
          "the interval that an attacker can compute is compared with the one that its protection levels "
          "require. With --adjusted the table is the one with the true values, and the audit computes "
          "which of them an attacker holds possible who sees the adjusted table and knows the rule. "
          "Exit status 1: some cell is not safe.",
      .arguments = {options->source.argument()},
      .groups = {attacker, options->source.group(), options->run_options.group()},
      .examples = {"sfumato table audit protected.json",
                   "sfumato table audit checked.json --adjusted adjusted.json",
                   "sfumato table audit theirs.tab --metadata theirs.rda",
                   "sfumato table audit counts.jj --whole"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
