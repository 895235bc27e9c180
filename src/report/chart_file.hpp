// A chart as a file of its own, for documents that take pictures and no style sheets.
#pragma once

#include <string>

#include "report/report.hpp"

namespace sfumato::report {

// An SVG document with its style inside: readable on light and dark ground, whatever shows it.
std::string chart_file(const Figure& figure);

}  // namespace sfumato::report
