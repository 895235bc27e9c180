// Figures as files for papers and slides: SVG, PDF and PNG from the same drawing. A library of its own,
// because PDF and PNG need cairo, which the C interface does not link.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace sfumato::report {

enum class FigureFormat { svg, pdf, png };

inline constexpr std::string_view figure_format_names[] = {"svg", "pdf", "png"};

// ".svg", ".pdf" or ".png".
std::string figure_extension(FigureFormat format);

// The formats of these names, each once and in their order; an error for a name that is none.
std::vector<FigureFormat> figure_formats(const std::vector<std::string>& names);

// What the file holds. PDF embeds its fonts; a PNG has two pixels for each of the SVG. The same figure gives
// the same bytes on a machine with the same fonts.
std::string figure_file(const Figure& figure, FigureFormat format);

// One file for each format: the path with each extension.
std::vector<std::string> figure_paths(const std::string& path, const std::vector<FigureFormat>& formats);
void write_figure(const Figure& figure, const std::string& path, const std::vector<FigureFormat>& formats,
                  std::optional<unsigned> mode = std::nullopt);

}  // namespace sfumato::report
