// Panels of equal size side by side and below each other, as one SVG. Plain, without scripts or style sheets,
// so that it shows wherever an image does.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace sfumato::report {

struct PanelSheet {
  std::string title;        // drawn above all panels; empty: none
  double width = 200.0;     // of what is drawn in a panel
  double height = 200.0;    // the same, below its caption
  std::size_t per_row = 4;  // panels
  std::string footer = {};  // SVG below all panels, from its own (0, 0) on
  double footer_height = 0.0;
};

// Room above a panel's drawing for two lines of text.
inline constexpr double panel_caption = 34.0;

// Title and subtitle of a panel whose corner is there.
std::string panel_heading(double left, double top, const std::string& title, const std::string& subtitle);

// `panel` draws the panel of this number, caption and all, from this corner on.
std::string panels_svg(const PanelSheet& sheet, std::size_t count,
                       const std::function<std::string(std::size_t, double left, double top)>& panel);

}  // namespace sfumato::report
