// The page of a release that was made before, from its result, its request and its data: measuring a release
// takes longer than making it, so that this is done when the page is asked for.
#pragma once

#include <vector>

#include "core/value.hpp"
#include "library/endpoint.hpp"
#include "report/report.hpp"

namespace sfumato::library {

// Paragraphs, facts and tables of a report as JSON; other blocks are left out.
Value blocks_value(const std::vector<report::Block>& blocks);

// The inputs are "original", "masked" once for each copy, and "map" where the release has one. A release in
// random order, or of some of the records, without a map is measured without knowing which record is which.
// Without measures the page says what happened to each column, and no risk or utility.
report::Report release_page(const Value& result, const Value& request, const Inputs& inputs, bool measures,
                            const Run& run);

}  // namespace sfumato::library
