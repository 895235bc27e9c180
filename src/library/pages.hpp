// Reports as pages in a result, and the job `report`, which takes one of them out again.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/value.hpp"
#include "library/endpoint.hpp"
#include "report/report.hpp"

namespace sfumato::library {

// {"text": …, "html": …, "svg": [{"title": …, "picture": …}, …]}
Value rendered_pages(const Outcome& outcome, const std::string& title, ParameterSpelling spelling);

// {"result": what was made with "report": true, "format": "html" | "text" | "svg", "figure": 1} → {"report":
// text}
Outcome report_page(const Value& request, const Inputs& inputs, const Run& run);

}  // namespace sfumato::library
