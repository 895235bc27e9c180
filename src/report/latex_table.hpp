// A table as LaTeX, for papers: a tabular with the rules of the package booktabs. Results and rankings are
// written with it beside their CSV.
#pragma once

#include <string>
#include <string_view>

#include "core/table.hpp"

namespace sfumato::report {

// Text that LaTeX prints as it stands. What LaTeX cannot print becomes U+FFFD.
std::string latex_text(std::string_view text);

// Numbers have at most five significant digits and stand to the right; missing values are dashes. A standard
// error, the column `C_se` beside `C`, stands with its number: "0.295 ± 0.0086". Columns without any value
// are left out. Only the tabular: caption and place are the document's.
std::string latex_table(const Table& table);

}  // namespace sfumato::report
