// `sfumato compare`: brings methods to the same risk, or to the same utility, ranks them by what is left of
// the other, and writes the best release with a report.
#include <memory>

#include "cli/commands.hpp"
#include "cli/comparison_output.hpp"
#include "cli/data_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "jobs/compare.hpp"
#include "masking/registry.hpp"
#include "report/comparison.hpp"

namespace sfumato::cli {
namespace {

struct Compare {
  std::optional<std::string> data, folder;
  bool force = false;
  ParamOptions parameters{jobs::make_job<jobs::CompareRequest>().params};
  FormulaOption formulas;
  ExportOptions export_options;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  ComparisonFolder output(const jobs::CompareRequest& wanted) const;
  void record_files(jobs::CompareResult& result, const Console& console) const;
};

void Compare::record_files(jobs::CompareResult& result, const Console& console) const {
  result.provenance = {.command = console.command, .made_on = result.made_on, .files = {}};
  result.provenance.add_file("original", *data);
  for (const jobs::ComparisonPart& part : result.parts) {
    if (!part.release) continue;
    for (const std::string& path : part.release->files) result.provenance.add_file("release", path);
  }
}

ComparisonFolder Compare::output(const jobs::CompareRequest& wanted) const {
  ComparisonFolder result{.folder = folder.value_or(""),
                          .extension = release_extension(*data, data_options.format.value_or("")),
                          .inputs = wanted.tables(),
                          .formulas = formulas.value(),
                          .force = force,
                          .exports = export_options.exports({})};
  result.inputs.push_back(*data);
  result.inputs.insert(result.inputs.end(), wanted.candidates.begin(), wanted.candidates.end());
  if (data_options.roles) result.inputs.push_back(*data_options.roles);
  return result;
}

int Compare::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("compare needs a folder for its files", "name one with -o, or ask for --json alone");
  }
  if (folder && folder->empty()) bad_input("the folder for the files has an empty name", "name one with -o");
  jobs::CompareRequest wanted = jobs::make_request<jobs::CompareRequest>(parameters.given());
  wanted.columns = data_options.columns;
  const ComparisonFolder files = output(wanted);
  const io::ReadOptions read = data_options.read_options();
  if (folder) files.check(wanted.targets());
  JobRun work(run_options, console);
  wanted.original = {io::read_table(*data, read, work.run()), *data};
  jobs::WinnerDestinations winners;
  if (folder) winners = files.winners(wanted.targets(), wanted.original.file);
  jobs::CompareResult result = jobs::compare_methods(wanted, winners, work.run());
  if (run_options.seed) result.seed = static_cast<std::uint64_t>(*run_options.seed);
  if (folder && !wanted.for_public) record_files(result, console);
  if (folder) files.write(result, wanted.for_public, work.run());
  work.hide_progress();
  report::Report report =
      wanted.for_public ? report::public_comparison_report(result) : report::comparison_report(result);
  if (folder) report.blocks.push_back(files.files_block(result));
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return result.attained() ? 0 : 1;
}

OptionGroup question(Compare& options) {
  OptionGroup group = options.parameters.group(
      "The question", {"equal", "at-most", "rank-by", "methods", "set", "fix", "sweep", "tolerance",
                       "replicates", "time-limit", "thorough", "candidates", "holdout-share"});
  group.options[2].choices = entry_names(compare::measures());
  group.options[3].choices = entry_names(masking::methods());
  group.options.push_back(options.run_options.seed_option());
  return group;
}

}  // namespace

Command compare_command() {
  const auto options = std::make_shared<Compare>();
  OptionGroup asked = question(*options);
  asked.options.back().doc =
      "Start of the draws that are compared. The release itself is drawn from fresh entropy all the same.";
  OptionGroup output{
      "Output",
      {{"-o,--output", "DIR", "Folder for winner, report.html, report.json and results.csv.",
        Text{&options->folder}},
       {"--force", "", "Overwrite files in DIR that are not from a comparison.", Flag{&options->force}}}};
  output.options.push_back(options->formulas.option());
  for (Option& option : options->export_options.map_options()) output.options.push_back(std::move(option));
  const OptionGroup release = options->parameters.group("", {"public", "keep-draw", "shuffle", "renumber"});
  output.options.insert(output.options.begin() + 1, release.options.begin(), release.options.end());
  return {
      .name = "compare",
      .summary = "Brings methods to the same risk, ranks them by utility, and writes the best release.",
      .description =
          "For every method the parameter is found that gives the wanted risk (or utility) on these data. "
          "Exit status 1: there is a target that no method reaches.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {asked, output,
                 options->data_options.group(
                     "Columns to protect and compare; without it the numeric ones among the "
                     "quasi-identifiers and confidential columns, and with no roles every numeric column."),
                 options->run_options.group()},
      .examples =
          {"sfumato compare people.csv -o out",
           "sfumato compare people.csv --equal rank-linkage=0.9 --rank-by emd,propensity -o out",
           "sfumato compare people.csv --at-most distance-linkage=5 --at-most rank-linkage=0.9 -o out",
           "sfumato compare people.csv --candidates a.csv,b.csv --at-most exact-copies=0 --rank-by marginals "
           "-o out",
           "sfumato compare people.csv --equal information-loss=10 --rank-by distance-linkage --json"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
