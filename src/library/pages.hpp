// Reports as pages in a result, and the job `report`, which takes one of them out again.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/value.hpp"
#include "library/endpoint.hpp"
#include "library/request.hpp"
#include "report/report.hpp"

namespace sfumato::library {

// {"text": …, "html": …, "svg": [{"title": …, "picture": …}, …]}. Where the text alone is wanted, {"text":
// …}; a job whose page costs more than its result then adds what `report` needs to make the page later.
Value rendered_pages(const Outcome& outcome, const std::string& title, const Request& request);

// {"result": what was made with "report": true, "format": "html" | "text" | "svg", "figure": 1} → {"report":
// text}. Of a release that was made with "report": "text", the page is made now: "request" is the request of
// the job `mask`, and the inputs are "original", "masked" (each copy) and, where there is one, "map". With
// "measures": false the page has before and after, without measures. The format "pictures" gives all
// pictures:
// [{"title": …, "picture": …}, …].
Outcome report_page(const Value& request, const Inputs& inputs, const Run& run);

}  // namespace sfumato::library
