// The reference page of queryable databases, made from the records of aggregates and protections.
#pragma once

#include "report/report.hpp"

namespace sfumato::report {

// {"aggregates": [{"form", "parts", "restricted"}], "protections": [{"protection", "parameters"}]}.
Report describe_queries();

}  // namespace sfumato::report
