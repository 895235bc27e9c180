// `sfumato query compare`: asks the same questions under every protection and ranks the protections by the
// quality of their answers.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/comparison_folder.hpp"
#include "cli/export_options.hpp"
#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/query_data.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/table_file.hpp"
#include "jobs/queries/query_compare.hpp"
#include "jobs/queries/registry.hpp"
#include "queries/workload.hpp"
#include "report/json.hpp"
#include "report/queries/answer.hpp"
#include "report/queries/comparison.hpp"
#include "report/queries/comparison_map.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

// The files of a comparison; comparison.json is written last: a folder that has it is complete.
struct OutputPaths {
  explicit OutputPaths(const std::string& folder)
      : page(folder + "/report.html"),
        rows(folder + "/comparison.csv"),
        document(folder + "/comparison.json") {}
  std::vector<std::string> all() const { return {page, rows, document}; }

  std::string page, rows, document;
};

struct CompareQueries {
  std::optional<std::string> workload, data, catalogue, recipe, folder;
  std::vector<std::string> missing;
  bool force = false;
  ExportOptions export_options;
  ParamOptions params{jobs::query_job("query-compare").params};
  RunOptions run_options;

  int operator()(Console& console) const;
  ComparisonExports exported() const { return {*folder, export_options.exports({})}; }
  queries::Workload full_workload() const;
  ParamValues values(const queries::Workload& work_list) const;
  void check_folder(const queries::Workload& work_list) const;
  jobs::Provenance provenance(const queries::Workload& work_list, const std::string& command) const;
  // Records the ranking in the comparison.
  void write(report::QueryComparison& comparison, const Run& run) const;
};

queries::Workload CompareQueries::full_workload() const {
  queries::Workload result = queries::read_workload(*workload);
  if (data) {
    result.data = *data;
    result.tables.clear();
  }
  if (catalogue) result.catalogue = *catalogue;
  if (recipe) result.recipe = *recipe;
  if (result.catalogue.empty()) {
    bad_input("'" + *workload + "' names no catalogue", "name one with --catalogue");
  }
  if (result.data.empty() && result.tables.empty()) {
    bad_input("'" + *workload + "' names no data", "name a file with --data");
  }
  return result;
}

// Values from the command line come first, then those of the workload.
ParamValues CompareQueries::values(const queries::Workload& work_list) const {
  ParamValues result = params.given();
  const auto add = [&](const std::string& name, const Value& value) {
    const bool typed =
        std::any_of(result.begin(), result.end(), [&](const auto& one) { return one.first == name; });
    if (!typed) result.emplace_back(name, value);
  };
  add("questions", Value::array_of(work_list.questions));
  if (work_list.epsilon) add("epsilon", *parse_number(*work_list.epsilon));
  if (work_list.budget) add("budget", *parse_number(*work_list.budget));
  if (work_list.least) add("least", *work_list.least);
  if (!work_list.recipe.empty()) add("recipe", read_recipe_text(work_list.recipe));
  return result;
}

void CompareQueries::check_folder(const queries::Workload& work_list) const {
  const OutputPaths paths(*folder);
  std::vector<std::string> inputs{*workload, work_list.catalogue, work_list.data, work_list.recipe};
  for (const auto& [table, file] : work_list.tables) inputs.push_back(file);
  std::vector<std::string> files = paths.all();
  for (const std::string& path : exported().files()) files.push_back(path);
  check_comparison_files(*folder, files, paths.document, {"methods", "questions"}, inputs, force);
}

jobs::Provenance CompareQueries::provenance(const queries::Workload& work_list,
                                            const std::string& command) const {
  jobs::Provenance result{.command = command, .made_on = io::today(), .files = {}};
  result.add_file("workload", *workload);
  result.add_file("catalogue", work_list.catalogue);
  result.add_file("original", work_list.data);
  for (const auto& [table, file] : work_list.tables) result.add_file("original, " + table, file);
  result.add_file("recipe", work_list.recipe);
  return result;
}

void CompareQueries::write(report::QueryComparison& comparison, const Run& run) const {
  io::make_folder(*folder);
  const OutputPaths paths(*folder);
  std::error_code ignored;
  fs::remove(paths.document, ignored);
  const Table rows = report::query_comparison_rows(comparison);
  io::write_table(rows, paths.rows, {}, run);
  exported().write(report::query_map_figure(comparison), rows);
  comparison.provenance.add_file("results", paths.rows);
  io::write_text_file(paths.page, with_flags(report::query_comparison_page(comparison)));
  io::write_text_file(paths.document, json_with_flags(report::query_comparison_report(comparison)));
}

int CompareQueries::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("query compare needs a folder for its files", "name one with -o, or ask for --json alone");
  }
  const queries::Workload work_list = full_workload();
  if (folder) check_folder(work_list);
  jobs::QueryCompareRequest request = jobs::query_compare_request(values(work_list));
  request.catalogue = queries::read_catalogue(work_list.catalogue);
  JobRun work(run_options, console);
  const QueryData source{.data = work_list.data,
                         .tables = work_list.tables,
                         .missing = missing,
                         .format = "",
                         .catalogue = work_list.catalogue};
  request.records = source.read(request.catalogue, work.run());
  report::QueryComparison comparison{jobs::query_compare(request, work.run()), *workload, {}, io::today()};
  comparison.asked = {{"workload", *workload},
                      {"catalogue", work_list.catalogue},
                      {"ε of each question", report::epsilon_text(comparison.micro_epsilon)},
                      {"ranked by", params.typed("rank-by").value_or("useful")}};
  if (folder) {
    comparison.provenance = provenance(work_list, console.command);
    write(comparison, work.run());
  }
  work.hide_progress();
  report::Report report = report::query_comparison_report(comparison);
  if (folder) {
    const OutputPaths paths(*folder);
    report::KeyValues files{{{paths.page, "the report (confidential)"},
                             {paths.document, "the same for programs"},
                             {paths.rows, "the ranking as a table"}}};
    exported().add_to(files);
    report.blocks.emplace_back(std::move(files));
  }
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return comparison.winner() != nullptr ? 0 : 1;
}

}  // namespace

Command query_compare_command() {
  const auto options = std::make_shared<CompareQueries>();
  OptionGroup question{"The question",
                       {{"--data", "FILE", "The records.", Text{&options->data}},
                        {"--catalogue", "FILE", "What the columns can hold.", Text{&options->catalogue}}}};
  for (Option& option : options->params.group("", {"methods", "rank-by"}).options) {
    if (option.names == "--methods") option.choices = queries::protection_names();
    question.options.push_back(std::move(option));
  }
  question.options.push_back({"--missing", "TOKEN,…",
                              "Codes of a missing value, in addition to an empty field.",
                              List{&options->missing}});
  OptionGroup cost = options->params.group("The protections", {"epsilon", "budget"});
  cost.options.push_back(
      {"--recipe", "FILE", "How records are masked, for 'input'.", Text{&options->recipe}});
  OptionGroup output{
      "Output",
      {{"-o,--output", "DIR", "Folder for report.html, comparison.json and comparison.csv.",
        Text{&options->folder}},
       {"--force", "", "Overwrite files in DIR that are not from a comparison.", Flag{&options->force}}}};
  for (Option& option : options->export_options.map_options()) output.options.push_back(std::move(option));
  return {
      .name = "compare",
      .summary = jobs::query_job("query-compare").info.summary,
      .description =
          "WORKLOAD is TOML with data, catalogue and questions, or a text file with a question on each "
          "line. Each protection gets a temporary database, which is asked all questions in order. Without a "
          "budget, there is enough for all questions. Exit status 1: no protection answers any question.",
      .arguments = {{"WORKLOAD", "The questions.", Text{&options->workload}}},
      .groups = {question, cost, protection_group(options->params), output, options->run_options.group()},
      .examples = {"sfumato query compare workload.toml -o out",
                   "sfumato query compare questions.txt --data patients.csv --catalogue catalogue.toml "
                   "--methods dp,restrict --json"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
