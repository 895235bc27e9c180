// The report of measures that were taken in groups, from the document that joins them: the records lie in
// several processes, so that nothing but the document is known.
#pragma once

#include "report/report.hpp"

namespace sfumato::report {

// What is printed.
Report joined_measures_report(const Value& document, const Warnings& warnings);
// What is signed.
Report joined_measures_page(const Value& document, const Warnings& warnings);

}  // namespace sfumato::report
