// A report as one JSON document: "version" first, then the report's members, then its warnings.
#pragma once

#include <string>

#include "core/error.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Ends with a newline. A number that is not finite becomes null, and the object around it says so
// in a "note", unless it has a note of its own. References to parameters are spelled in what the program says
// (warnings, notes, reasons), never in data.
std::string json_document(const Report& report, ParameterSpelling how = ParameterSpelling::plain);

// The same tree with what JSON cannot hold made null and noted, and references to parameters spelled.
Value with_notes(const Value& value, ParameterSpelling how = ParameterSpelling::plain);

}  // namespace sfumato::report
