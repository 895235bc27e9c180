// The formats, and where each is drawn.
#include "report/pictures/figure_file.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "report/chart_file.hpp"
#include "report/pictures/cairo_picture.hpp"

namespace sfumato::report {

std::string figure_extension(FigureFormat format) {
  return "." + std::string(figure_format_names[static_cast<std::size_t>(format)]);
}

std::vector<FigureFormat> figure_formats(const std::vector<std::string>& names) {
  std::vector<FigureFormat> formats;
  for (const std::string& name : names) {
    const auto* found = std::find(std::begin(figure_format_names), std::end(figure_format_names), name);
    if (found == std::end(figure_format_names)) {
      bad_input("there is no format '" + name + "' of figures", "choose among svg, pdf and png");
    }
    const auto format = static_cast<FigureFormat>(found - std::begin(figure_format_names));
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
  }
  return formats;
}

std::string figure_file(const Figure& figure, FigureFormat format) {
  switch (format) {
    case FigureFormat::svg:
      return chart_file(figure);
    case FigureFormat::pdf:
      return pdf_picture(chart_picture(figure), figure.title);
    case FigureFormat::png:
      break;
  }
  return png_picture(chart_picture(figure));
}

std::vector<std::string> figure_paths(const std::string& path, const std::vector<FigureFormat>& formats) {
  std::vector<std::string> paths;
  for (const FigureFormat format : formats) paths.push_back(path + figure_extension(format));
  return paths;
}

void write_figure(const Figure& figure, const std::string& path, const std::vector<FigureFormat>& formats,
                  std::optional<unsigned> mode) {
  for (const FigureFormat format : formats) {
    io::write_text_file(path + figure_extension(format), figure_file(figure, format), mode);
  }
}

}  // namespace sfumato::report
