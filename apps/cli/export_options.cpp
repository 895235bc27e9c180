// CSV tables are always written; naming them asks for nothing more.
#include "cli/export_options.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "report/latex_table.hpp"

namespace sfumato::cli {

std::vector<Option> ExportOptions::options(const std::string& figures_doc) {
  return {{"--figures", "FORMATS", figures_doc, List{&figures}, false, {"svg", "pdf", "png"}},
          {"--tables",
           "FORMATS",
           "Formats of tables: csv, and tex for LaTeX beside it. Without it csv.",
           List{&tables},
           false,
           {"csv", "tex"}}};
}

Exports ExportOptions::exports(std::vector<report::FigureFormat> usual) const {
  Exports result{.figures = figures.empty() ? std::move(usual) : report::figure_formats(figures)};
  for (const std::string& format : tables) {
    if (format != "csv" && format != "tex") {
      bad_input("there is no format '" + format + "' of tables", "choose among csv and tex");
    }
    result.latex = result.latex || format == "tex";
  }
  return result;
}

ComparisonExports::ComparisonExports(const std::string& folder, Exports wanted)
    : map(folder + "/map"), latex(folder + "/comparison.tex"), exports(std::move(wanted)) {}

std::vector<std::string> ComparisonExports::files() const {
  std::vector<std::string> paths = report::figure_paths(map, exports.figures);
  if (exports.latex) paths.push_back(latex);
  return paths;
}

void ComparisonExports::write(const std::optional<report::Figure>& figure, const Table& rows) const {
  if (figure) report::write_figure(*figure, map, exports.figures, io::owner_only);
  if (exports.latex) io::write_text_file(latex, report::latex_table(rows));
}

void ComparisonExports::add_to(report::KeyValues& block) const {
  for (const std::string& path : files()) {
    if (!io::exists(path)) continue;
    block.entries.emplace_back(path, path == latex ? "the ranking for LaTeX" : "the map, confidential");
  }
}

}  // namespace sfumato::cli
