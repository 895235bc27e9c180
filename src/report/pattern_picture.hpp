// Tables as small grids of squares side by side: the sensitive cells, and what a protection does to the cells
// around them. The picture shows the pattern, and no values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sfumato::report {

enum class CellMark : std::uint8_t { published, empty, sensitive, suppressed, changed };

struct PatternPanel {
  std::string title;
  std::string subtitle;
  std::size_t columns = 0;
  std::vector<CellMark> marks;  // row by row, the total's row and column last; as many in every panel
};

// Marks differ by shape as well as by colour; a legend explains those that occur.
std::string pattern_svg(const std::string& title, const std::vector<PatternPanel>& panels);

}  // namespace sfumato::report
