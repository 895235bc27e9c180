// How much room text takes on a terminal, and text broken into lines that fit. Widths are counted
// in terminal cells of UTF-8, not in bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato::report {

// Cells: 0 for combining marks, 2 for wide East Asian characters, 1 for everything else. A byte that
// is not UTF-8 counts 1.
std::size_t display_width(std::string_view text);

// Control characters, which could steer a terminal, replaced by '?'. Newlines too.
std::string printable(std::string_view text);

// Lines of at most `width` cells, broken at spaces; a longer word has a line of its own. Never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// At most `cells` cells: what is longer is cut and ends in an ellipsis.
std::string shortened(std::string_view text, std::size_t cells);

}  // namespace sfumato::report
