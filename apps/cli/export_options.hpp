// The options for figures and tables that go into papers: formats of figures, and tables as LaTeX beside
// their CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "core/table.hpp"
#include "report/pictures/figure_file.hpp"

namespace sfumato::cli {

// What a command writes beside its results.
struct Exports {
  std::vector<report::FigureFormat> figures = {};
  bool latex = false;
};

// What a comparison of tables or of queries exports into its folder: its map and its rows.
struct ComparisonExports {
  std::string map, latex;  // paths; that of the map without an extension
  Exports exports;

  ComparisonExports(const std::string& folder, Exports wanted);
  std::vector<std::string> files() const;
  // Only the owner can read the map.
  void write(const std::optional<report::Figure>& figure, const Table& rows) const;
  // "the map" and "the same for LaTeX" of the files that are there.
  void add_to(report::KeyValues& block) const;
};

struct ExportOptions {
  std::vector<std::string> figures, tables;

  // `figures_doc` says which figures these are.
  std::vector<Option> options(const std::string& figures_doc);
  // Those of a comparison, whose figure is its map.
  std::vector<Option> map_options() {
    return options("Write the map as a picture of these formats: svg, pdf, png.");
  }
  // `usual`: the formats of figures where none is asked for.
  Exports exports(std::vector<report::FigureFormat> usual) const;
};

}  // namespace sfumato::cli
