// A report as one JSON document: "version" first, then the report's members, then its warnings.
#pragma once

#include <string>

#include "report/report.hpp"

namespace sfumato::report {

// Ends with a newline. A number that is not finite becomes null, and the object around it says so
// in a "note", unless it has a note of its own.
std::string json_document(const Report& report);

// The same tree with what JSON cannot hold made null and noted.
Value with_notes(const Value& value);

}  // namespace sfumato::report
