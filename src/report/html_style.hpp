// The style sheets of pages and charts. Charts name their colours by classes only; the page that shows a
// chart includes `chart_style`.
#pragma once

#include <string_view>

namespace sfumato::report {

// Colours for light and dark, and how charts use them. The series' colours are those of Okabe and Ito
// ("Color universal design", 2008): without yellow on light ground and without deep blue on dark, where
// they would hardly be seen.
std::string_view chart_style();

// Text, tables, figures, warnings; on screens and on paper.
std::string_view page_style();

}  // namespace sfumato::report
