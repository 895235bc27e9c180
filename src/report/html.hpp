// A report as one HTML page that needs nothing else: no scripts, no fonts, no images, no requests. It
// is read on screens light and dark, on phones and on paper, and kept as a file for years.
#pragma once

#include <map>
#include <string>

#include "report/report.hpp"

namespace sfumato::report {

struct HtmlPage {
  std::string title;  // empty: the report's first heading of level 1
  std::string subtitle = {};
  std::string language = "en";
  // What no block can say, ready-made and trusted: rules beside the page's own, and markup below the heading
  // of a section (numbered from 1).
  std::string style = {};
  std::map<std::size_t, std::string> markup = {};
};

// All text is escaped, whatever its origin; between backquotes in paragraphs it is shown as code. The page
// is well-formed XML too. A level-1 heading that repeats the title is left out.
std::string html_document(const Report& report, const HtmlPage& page);

}  // namespace sfumato::report
