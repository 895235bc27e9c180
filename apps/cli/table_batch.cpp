// `sfumato table batch`: a batch file of tau-Argus, run from its data to its files.
#include <memory>

#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "report/table_batch_report.hpp"

namespace sfumato::cli {
namespace {

struct BatchFile {
  std::optional<std::string> file, folder;
  ParamOptions params{param_list<jobs::TableBatchRequest>().infos()};
  RunOptions run_options;

  int operator()(Console& console) const;
};

int BatchFile::operator()(Console& console) const {
  ParamValues given = params.given();
  given.emplace_back("file", *file);
  if (folder) given.emplace_back("output", *folder);
  const auto request = jobs::make_request<jobs::TableBatchRequest>(given);
  JobRun work(run_options, console);
  const jobs::TableBatchResult made = jobs::run_table_batch(request, work.run());
  work.hide_progress();
  report::Report report = report::job_report(made);
  if (run_options.quiet && made.done()) report.blocks.clear();
  console.show(report, run_options.json);
  return made.done() ? 0 : 1;
}

}  // namespace

Command batch_table_command() {
  const auto options = std::make_shared<BatchFile>();
  return {.name = "batch",
          .summary = jobs::TableBatchRequest::info().summary,
          .description =
              "Every table is audited, and one that is not safe is not written. Names of files in the batch "
              "file are relative to it. Nothing is written before all tables are made. Exit status 1: some "
              "table is not safe. docs/batch-files.md lists the commands that are supported.",
          .arguments = {{"JOB", "The batch file (.arb).", Text{&options->file}}},
          .groups = {{"The output",
                      {{"-o,--output", "DIR",
                        "Folder for every file that is written; without it, as the batch file says.",
                        Text{&options->folder}}}},
                     options->params.group("The search", {"work-limit"}),
                     options->run_options.group()},
          .examples = {"sfumato table batch job.arb", "sfumato table batch job.arb -o results --json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
