// Drawings as PDF and PNG, by cairo. No type of cairo leaves the source beside this.
#pragma once

#include <string>

#include "report/chart_svg.hpp"

namespace sfumato::report {

// One page of the size of the drawing: 96 pixels are an inch.
std::string pdf_picture(const Drawing& drawing, const std::string& title);

// Two pixels for each of the drawing.
std::string png_picture(const Drawing& drawing);

}  // namespace sfumato::report
