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
#include "report/plan_figures.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Without its extension.
std::string figure_path(const std::string& folder, std::size_t number) {
  return (fs::path(folder) / ("figure-" + std::to_string(number))).string();
}

}  // namespace

std::vector<std::string> result_files(const std::string& folder, std::size_t figures,
                                      const Exports& exports) {
  std::vector<std::string> paths;
  for (const char* name : {"results.csv", "results.json", "results.parquet", "report.html"}) {
    paths.push_back((fs::path(folder) / name).string());
  }
  if (exports.latex) paths.push_back((fs::path(folder) / "results.tex").string());
  for (std::size_t i = 1; i <= figures; ++i) {
    for (const std::string& path : report::figure_paths(figure_path(folder, i), exports.figures)) {
      paths.push_back(path);
    }
  }
  return paths;
}

std::string page_file(const std::string& folder) { return result_files(folder, 0, {}).back(); }

void check_results_folder(const std::string& folder, std::size_t figures, const Exports& exports,
                          const std::vector<std::string>& inputs, const std::vector<std::string>& released) {
  if (folder.empty()) bad_input("the folder for the results has an empty name", "name one with -o");
  std::error_code ignored;
  if (!exists(folder)) return;
  if (!fs::is_directory(folder, ignored)) {
    bad_input("'" + folder + "' is a file, not a folder for results", "name a folder with -o");
  }
  std::vector<std::string> files = result_files(folder, figures, exports);
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

void write_results(const std::string& folder, const compare::Plan& plan, const compare::PlanResult& result,
                   const report::Report& report, const Exports& exports, const Run& run) {
  io::make_folder(folder);
  const std::vector<report::Figure> figures = report::plan_figures(plan, result);
  const std::vector<std::string> files = result_files(folder, figures.size(), exports);
  io::write_text_file(files[1], json_with_flags(report));
  const Table table = compare::results_table(plan, result, compare::Infinite::as_text);
  io::write_table(table, files[0], {}, run);
  if (exports.latex) io::write_text_file(files[4], report::latex_table(table));
  io::write_table(compare::results_table(plan, result, compare::Infinite::missing), files[2], {}, run);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    report::write_figure(figures[i], figure_path(folder, i + 1), exports.figures);
  }
}

}  // namespace sfumato::cli
