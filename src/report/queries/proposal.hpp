// A proposed catalogue as a report: what is to be confirmed, and what was left out.
#pragma once

#include "queries/proposal.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"catalogue": TOML, "confirm": […], "left_out": […]}. The text is the catalogue itself, unless it was
// written to a file.
Report query_proposal_report(const queries::ProposedCatalogue& proposal, bool written);

}  // namespace sfumato::report
