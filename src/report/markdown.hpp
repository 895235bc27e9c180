// A report as a Markdown page, for the reference in docs/.
#pragma once

#include <string>

#include "report/report.hpp"

namespace sfumato::report {

std::string markdown_document(const Report& report);

// Text as it stands, with what Markdown would take for markup in a table cell escaped.
std::string markdown_cell(const std::string& text);

}  // namespace sfumato::report
