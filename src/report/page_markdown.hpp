// The Markdown of reference pages, read into blocks. It is a small part of Markdown, and everything else is
// an error, so that a page looks the same as text, as HTML and on the web.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace sfumato::report {

// Paragraphs, "## " and "### " headings, lists that start with "- " or "1. " (further lines indented), tables
// with a header, and fenced blocks; within a line, code between backquotes. An Error names `source` and the
// line.
std::vector<Block> read_page(std::string_view text, const std::string& source);

}  // namespace sfumato::report
