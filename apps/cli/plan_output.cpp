// Results are ours to replace where the results.json beside them is a plan's.
#include "cli/plan_output.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/console.hpp"
#include "compare/plan_table.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/own_document.hpp"
#include "io/table_file.hpp"
#include "report/latex_table.hpp"
#include "report/pictures/figure_file.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

}  // namespace

std::vector<std::string> result_files(const std::string& folder, const compare::Plan& plan,
                                      const std::vector<std::string>& pictures, const Exports& exports) {
  std::vector<std::string> paths;
  for (const char* name : {"results.csv", "results.json", "results.parquet", "report.html"}) {
    paths.push_back(in_folder(folder, name));
  }
  if (!plan.correlations.empty()) paths.push_back(in_folder(folder, "correlations.csv"));
  if (exports.latex) paths.push_back(in_folder(folder, "results.tex"));
  for (const std::string& name : pictures) {
    for (const std::string& path : report::figure_paths(in_folder(folder, name), exports.figures)) {
      paths.push_back(path);
    }
  }
  return paths;
}

std::string page_file(const std::string& folder) { return in_folder(folder, "report.html"); }

void check_results_folder(const std::string& folder, const compare::Plan& plan, const Exports& exports,
                          const std::vector<std::string>& inputs, const std::vector<std::string>& released) {
  if (folder.empty()) bad_input("the folder for the results has an empty name", "name one with -o");
  std::error_code ignored;
  if (!exists(folder)) return;
  if (!fs::is_directory(folder, ignored)) {
    bad_input("'" + folder + "' is a file, not a folder for results", "name a folder with -o");
  }
  std::vector<std::string> files = result_files(folder, plan, report::picture_names(plan), exports);
  files.insert(files.end(), released.begin(), released.end());
  // JSON, HTML and pictures are not formats of tables, and are written like any text.
  for (const std::string& path : files) {
    const bool table = path.ends_with(".csv") || path.ends_with(".parquet");
    io::check_output(path, table ? "" : "csv", inputs);
  }
  const auto there = std::find_if(files.begin(), files.end(), exists);
  if (there == files.end() || io::is_own_document(files[1], {"title", "replicates"})) return;
  bad_input("'" + *there + "' is there already and not from a plan; it would be overwritten",
            "choose another folder, or move it away");
}

void write_results(const std::string& folder, const jobs::PlanOutcome& outcome,
                   const std::vector<report::PlanPicture>& pictures, const report::Report& report,
                   const Exports& exports, const Run& run) {
  const compare::Plan& plan = *outcome.plan;
  io::make_folder(folder);
  io::write_text_file(in_folder(folder, "results.json"), json_with_flags(report));
  const std::vector<compare::TargetRanking> rankings = outcome.rankings();
  using compare::Infinite;
  const Table table = compare::results_table(plan, outcome.result, Infinite::as_text, rankings);
  io::write_table(table, in_folder(folder, "results.csv"), {}, run);
  if (exports.latex) io::write_text_file(in_folder(folder, "results.tex"), report::latex_table(table));
  io::write_table(compare::results_table(plan, outcome.result, Infinite::missing, rankings),
                  in_folder(folder, "results.parquet"), {}, run);
  if (!plan.correlations.empty()) {
    io::write_table(compare::correlations_table(plan, outcome.result), in_folder(folder, "correlations.csv"),
                    {}, run);
  }
  for (const report::PlanPicture& picture : pictures) {
    report::write_figure(picture.figure, in_folder(folder, picture.name), exports.figures);
  }
}

}  // namespace sfumato::cli
