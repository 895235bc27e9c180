// `sfumato run PLAN.toml`: an experiment from a file, cell by cell. What is found is kept as it comes, so
// that a run that was interrupted goes on where it was.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/export_options.hpp"
#include "cli/param_options.hpp"
#include "cli/plan_output.hpp"
#include "cli/run_options.hpp"
#include "compare/finding_store.hpp"
#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/database_address.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "jobs/plan.hpp"
#include "release/release_files.hpp"
#include "report/html.hpp"
#include "report/plan.hpp"
#include "report/plan_page.hpp"

namespace sfumato::cli {
namespace {

using compare::StoredFindings;

struct PlanRun {
  std::optional<std::string> plan_path, output;
  bool fresh = false;
  FormulaOption formulas;
  ExportOptions export_options;
  ParamOptions parameters{jobs::make_job<jobs::PlanRequest>().params};
  RunOptions run_options;

  int operator()(Console& console) const;
  Exports exports() const { return export_options.exports({report::FigureFormat::svg}); }
  // `notes` gets what is wrong with findings of earlier runs.
  jobs::PlanRequest request(std::vector<std::string>& notes) const;
  report::Report write(const jobs::PlanOutcome& outcome, const Warnings& warnings, const std::string& command,
                       const Run& run) const;
  jobs::Provenance provenance(const jobs::PlanOutcome& outcome, const std::vector<std::string>& written,
                              const std::string& command) const;
};

// The second number is that of the subject, where the plan has several.
std::string winner_path(const std::string& folder, std::size_t target, std::size_t subject,
                        std::size_t subjects) {
  return folder + "/winner-" + std::to_string(target + 1) +
         (subjects > 1 ? "-" + std::to_string(subject + 1) : "") + ".csv";
}

jobs::PlanRequest PlanRun::request(std::vector<std::string>& notes) const {
  ParamValues given = parameters.given();
  given.emplace_back("plan", io::parse_toml(io::read_text_file(*plan_path), *plan_path));
  jobs::PlanRequest result = jobs::make_request<jobs::PlanRequest>(given);
  result.source = *plan_path;
  if (run_options.seed) result.seed = static_cast<std::uint64_t>(*run_options.seed);
  result.read = [](const compare::PlanData& data, const Run& run) {
    return io::read_table(data.path, data.read, run);
  };
  if (!output) return result;
  const std::size_t subjects = result.parsed().data.size();
  result.destination = [folder = *output, how = formulas.value(), subjects](std::size_t target,
                                                                            const jobs::PlanInput& input) {
    io::make_folder(folder);
    return std::make_unique<release::FileDestination>(
        release::ReleaseTarget{.output = winner_path(folder, target, input.position, subjects),
                               .formulas = how,
                               .missing_token = input.missing_token,
                               .sidecar = input.sidecar,
                               .inputs = {},
                               .force = true});  // what may not be overwritten was refused before any work
  };
  if (result.dry_run && fresh) return result;
  const auto use = result.dry_run ? StoredFindings::Use::read
                   : fresh        ? StoredFindings::Use::fresh
                                  : StoredFindings::Use::append;
  // All subjects share one file, which is opened with the first of them.
  const auto file = std::make_shared<std::shared_ptr<compare::FindingFile>>();
  result.store = [&notes, folder = *output, use, file](const Fingerprint& content) {
    if (!*file) {
      *file = std::make_shared<compare::FindingFile>(folder, use);
      if ((*file)->bad_lines() > 0) {
        notes.push_back("'" + (*file)->path() + "' has " + std::to_string((*file)->bad_lines()) +
                        " lines that are not findings; they are left out");
      }
    }
    return std::make_unique<StoredFindings>(*file, content);
  };
  return result;
}

// Files that are there before the page is written.
jobs::Provenance PlanRun::provenance(const jobs::PlanOutcome& outcome,
                                     const std::vector<std::string>& written,
                                     const std::string& command) const {
  jobs::Provenance result{.command = command, .made_on = io::today(), .files = {}};
  result.add_file("plan", *plan_path);
  for (const std::string& path : jobs::plan_inputs(*outcome.plan)) {
    std::error_code failure;  // a disk that fails is an error of add_file
    // A table of the run.
    if (!io::is_database(path) && !std::filesystem::exists(path, failure) && !failure) continue;
    const auto& data = outcome.plan->data;
    const bool original =
        std::any_of(data.begin(), data.end(), [&](const compare::PlanData& one) { return one.path == path; });
    result.add_file(original ? "original" : "input", path);
  }
  for (const jobs::CompareResult& target : outcome.targets) {
    for (const jobs::ComparisonPart& part : target.parts) {
      if (!part.release) continue;
      for (const std::string& path : part.release->files) result.add_file("release", path);
    }
  }
  for (const std::string& path : written) {
    if (path != page_file(*output)) result.add_file("results", path);
  }
  return result;
}

// The report on the results, which are written.
report::Report PlanRun::write(const jobs::PlanOutcome& outcome, const Warnings& warnings,
                              const std::string& command, const Run& run) const {
  const compare::Plan& plan = *outcome.plan;
  const std::vector<report::PlanPicture> pictures = report::plan_pictures(plan, outcome.result);
  std::vector<std::string> names;
  for (const report::PlanPicture& picture : pictures) names.push_back(picture.name);
  const std::vector<std::string> files = result_files(*output, plan, names, exports());
  report::Report report =
      report::plan_results(plan, outcome.subjects, outcome.result, outcome.targets, files);
  report.warnings = warnings;
  write_results(*output, outcome, pictures, report, exports(), run);
  report::Report page = report::plan_page(plan, outcome.subjects, outcome.result, outcome.targets,
                                          provenance(outcome, files, command));
  page.warnings = warnings;
  io::write_text_file(page_file(*output), with_flags(report::html_document(page, {.title = plan.title})));
  return report;
}

// Files that the plan writes beside its results.
std::vector<std::string> released_files(const compare::Plan& plan, const std::string& folder) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    if (!plan.targets[i].release) continue;
    for (std::size_t subject = 0; subject < plan.data.size(); ++subject) {
      paths.push_back(winner_path(folder, i, subject, plan.data.size()));
      paths.push_back(io::sidecar_path(paths.back()));
    }
  }
  return paths;
}

int PlanRun::operator()(Console& console) const {
  std::vector<std::string> notes;
  exports();  // a wrong format is an error before any work
  const jobs::PlanRequest wanted = request(notes);
  if (!output && !wanted.dry_run) {
    bad_input("sfumato run needs -o DIR", "name a folder for the results; only --dry-run does without");
  }
  const compare::Plan plan = wanted.parsed();
  if (output) {
    std::vector<std::string> inputs = jobs::plan_inputs(plan);
    inputs.push_back(*plan_path);
    check_results_folder(*output, plan, exports(), inputs, released_files(plan, *output));
  }
  RunOptions options = run_options;
  if (plan.seed) options.seed = static_cast<std::int64_t>(*plan.seed);
  JobRun work(options, console);
  jobs::PlanOutcome outcome;
  try {
    outcome = jobs::run_plan(wanted, work.run());
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::interrupted || wanted.dry_run) throw;
    const bool kept = wanted.store && plan.seed;
    throw Error(failure.code,
                kept ? "interrupted; what was found so far is kept in '" + *output + "'"
                     : "interrupted; nothing is kept, since the plan has no seed",
                kept ? "the same command goes on from there" : "give the plan a seed");
  }
  Warnings warnings = outcome.warnings;
  report::Report report;
  if (wanted.dry_run) {
    report = report::plan_costs(*outcome.plan, outcome.subjects, outcome.costs, outcome.threads);
    report.warnings = warnings;
  } else {
    warnings.insert(warnings.end(), notes.begin(), notes.end());
    report = write(outcome, warnings, console.command, work.run());
  }
  work.hide_progress();
  if (options.quiet && !options.json && !wanted.dry_run) report.blocks.clear();
  console.show(report, options.json);
  return outcome.attained() ? 0 : 1;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<PlanRun>();
  OptionGroup what{
      "The results",
      {{"-o,--output", "DIR",
        "Folder for results.csv, .json and .parquet and report.html, and for what makes a run go on where it "
        "was interrupted.",
        Text{&options->output}},
       options->parameters.group("", {"dry-run"}).options.front(),
       {"--fresh", "", "Forget what earlier runs have found in DIR.", Flag{&options->fresh}},
       options->formulas.option(),
       options->run_options.seed_option()}};
  what.options.back().doc = "In place of the plan's seed.";
  for (Option& option :
       options->export_options.options("Formats of the plan's figures: svg, pdf, png. Without it svg.")) {
    what.options.push_back(std::move(option));
  }
  return {.name = "run",
          .summary = "Runs an experiment from a plan: methods with grids of parameters, measured.",
          .description =
              "docs/plans.md explains plans. The same command again continues an interrupted run. Exit "
              "status 1: there is a "
              "target that no method reaches.",
          .arguments = {{"PLAN", "The plan (TOML).", Text{&options->plan_path}}},
          .groups = {what, options->run_options.group()},
          .examples = {"sfumato run plan.toml --dry-run", "sfumato run plan.toml -o results"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
