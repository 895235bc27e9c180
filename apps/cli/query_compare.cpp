// `sfumato query compare`: asks the same questions under every protection and ranks them by what their
// answers are good for.
#include <filesystem>
#include <memory>

#include "cli/comparison_folder.hpp"
#include "cli/comparison_output.hpp"
#include "cli/query_commands.hpp"
#include "cli/query_data.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "queries/comparison.hpp"
#include "queries/workload.hpp"
#include "report/query_comparison.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

// The files of a comparison; comparison.json comes last: a folder that has it is whole.
struct Places {
  explicit Places(const std::string& folder)
      : page(folder + "/report.html"),
        rows(folder + "/comparison.csv"),
        document(folder + "/comparison.json") {}
  std::vector<std::string> all() const { return {page, rows, document}; }

  std::string page, rows, document;
};

struct CompareQueries {
  std::optional<std::string> workload, data, catalogue, recipe, epsilon, budget, rank, folder;
  std::vector<std::string> methods, missing;
  bool force = false;
  ProtectionOptions protection;
  RunOptions run_options;

  int operator()(Console& console) const;
  queries::Workload wanted() const;
  void check_folder(const queries::Workload& work_list) const;
  void write(const report::QueryComparison& comparison, const Run& run) const;
};

queries::Workload CompareQueries::wanted() const {
  queries::Workload result = queries::read_workload(*workload);
  if (data) {
    result.data = *data;
    result.tables.clear();
  }
  if (catalogue) result.catalogue = *catalogue;
  if (recipe) result.recipe = *recipe;
  if (epsilon) result.epsilon = epsilon;
  if (budget) result.budget = budget;
  if (result.catalogue.empty()) {
    bad_input("'" + *workload + "' names no catalogue", "name one with --catalogue");
  }
  if (result.data.empty() && result.tables.empty()) {
    bad_input("'" + *workload + "' names no data", "name a file with --data");
  }
  return result;
}

void CompareQueries::check_folder(const queries::Workload& work_list) const {
  const Places places(*folder);
  std::vector<std::string> inputs{*workload, work_list.catalogue, work_list.data, work_list.recipe};
  for (const auto& [table, file] : work_list.tables) inputs.push_back(file);
  check_comparison_files(*folder, places.all(), places.document, {"methods", "questions"}, inputs, force);
}

void CompareQueries::write(const report::QueryComparison& comparison, const Run& run) const {
  make_folder(*folder);
  const Places places(*folder);
  std::error_code ignored;
  fs::remove(places.document, ignored);
  io::write_table(report::query_comparison_rows(comparison), places.rows, {}, run);
  io::write_text_file(places.page, with_flags(report::query_comparison_page(comparison)));
  io::write_text_file(places.document, json_with_flags(report::query_comparison_report(comparison)));
}

int CompareQueries::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("query compare needs a folder for its files", "name one with -o, or ask for --json alone");
  }
  report::QueryComparison comparison;
  comparison.source = *workload;
  if (rank) {
    const auto named = queries::query_rank(*rank);
    if (!named) bad_input("--rank-by cannot be '" + *rank + "'", "write useful, error or answered");
    comparison.rank_by = *named;
  }
  const queries::Workload work_list = wanted();
  if (folder) check_folder(work_list);
  const queries::Catalogue declared = queries::read_catalogue(work_list.catalogue);
  const PrivateFolder scratch;
  queries::WorkloadOptions options;
  options.scratch = scratch.path();
  if (work_list.epsilon) options.micro_epsilon = micro_epsilon("epsilon", *work_list.epsilon);
  Work work(run_options, console);
  const QueryData source{.data = work_list.data,
                         .tables = work_list.tables,
                         .missing = missing,
                         .format = "",
                         .catalogue = work_list.catalogue};
  const std::vector<io::TableFile> records = source.read(declared, work.run());
  std::vector<Table> truth;
  for (const io::TableFile& file : records) truth.push_back(file.table);
  std::vector<queries::QueryContender> contenders;
  for (const std::string& name : methods.empty() ? protection_names() : methods) {
    const bool masked = name == "input";
    if (masked && work_list.recipe.empty()) {
      if (!methods.empty()) bad_input("'input' needs a recipe", "name one with --recipe");
      comparison.warnings.emplace_back("'input' does not take part: no recipe says how records are masked");
      continue;
    }
    queries::QueryContender contender;
    contender.terms = protection.terms(name);
    if (work_list.least && !protection.least) contender.terms.restriction.least = *work_list.least;
    if (name == "dp") {
      contender.terms.budget =
          work_list.budget ? micro_epsilon("budget", *work_list.budget)
                           : options.micro_epsilon * static_cast<std::int64_t>(work_list.questions.size());
    }
    if (masked) contender.terms.recipe = read_recipe_text(work_list.recipe);
    contender.records = records;
    contenders.push_back(std::move(contender));
  }
  comparison.questions = work_list.questions;
  comparison.close = options.close;
  comparison.guess = options.guess;
  comparison.made_on = io::today();
  comparison.asked = {{"workload", *workload},
                      {"catalogue", work_list.catalogue},
                      {"ε of each question", report::epsilon_text(options.micro_epsilon)},
                      {"ranked by", rank.value_or("useful")}};
  comparison.protections = queries::compare_queries(contenders, declared, truth, work_list.questions, options,
                                                    comparison.rank_by, work.run());
  for (const queries::ComparedQueries& one : comparison.protections) {
    comparison.warnings.insert(comparison.warnings.end(), one.warnings.begin(), one.warnings.end());
  }
  if (folder) write(comparison, work.run());
  work.hide_progress();
  report::Report report = report::query_comparison_report(comparison);
  if (folder) {
    const Places places(*folder);
    report.blocks.emplace_back(report::KeyValues{{{places.page, "the report, for the house"},
                                                  {places.document, "the same for programs"},
                                                  {places.rows, "the ranking as a table"}}});
  }
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return comparison.winner() != nullptr ? 0 : 1;
}

}  // namespace

Command query_compare_command() {
  const auto options = std::make_shared<CompareQueries>();
  return {.name = "compare",
          .summary = "Asks the same questions under every protection, and ranks them.",
          .description =
              "WORKLOAD is TOML with data, catalogue and questions, or a text file with a question on each "
              "line. Every protection makes a database of its own, is asked everything in order, and is gone "
              "afterwards. Exit status 1: no protection answers anything.",
          .arguments = {{"WORKLOAD", "The questions.", Text{&options->workload}}},
          .groups = {{"The question",
                      {{"--data", "FILE", "The records.", Text{&options->data}},
                       {"--catalogue", "FILE", "What the columns can hold.", Text{&options->catalogue}},
                       {"--methods", "A,B", "Protections that take part; all unless given.",
                        List{&options->methods}, false, protection_names()},
                       {"--rank-by",
                        "A",
                        "useful (figures close to the truth), error or answered; 'useful' unless given.",
                        Text{&options->rank},
                        false,
                        {"useful", "error", "answered"}},
                       {"--missing", "TOKEN,…", "What stands for a missing value, beside an empty field.",
                        List{&options->missing}}}},
                     {"The protections",
                      {{"--epsilon", "E", "What a noisy answer may cost; 0.1 unless given.",
                        Text{&options->epsilon}},
                       {"--budget", "E", "What all of them may cost; enough for all unless given.",
                        Text{&options->budget}},
                       {"--recipe", "FILE", "How records are masked, for 'input'.", Text{&options->recipe}}}},
                     options->protection.group(),
                     {"Output",
                      {{"-o,--output", "DIR", "Folder for report.html, comparison.json and comparison.csv.",
                        Text{&options->folder}},
                       {"--force", "", "Overwrite files in DIR that are not from a comparison.",
                        Flag{&options->force}}}},
                     options->run_options.group()},
          .examples = {"sfumato query compare workload.toml -o out",
                       "sfumato query compare questions.txt --data patients.csv --catalogue catalogue.toml "
                       "--methods dp,restrict --json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
