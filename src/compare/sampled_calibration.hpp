// Calibration of a large file: the dial is searched on a sample of its records, and what is found there is
// confirmed and corrected on the whole file, until the whole file gives the target.
#pragma once

#include <functional>
#include <optional>

#include "compare/corrected_estimates.hpp"

namespace sfumato::compare {

using OutOfTime = std::function<bool()>;

// As `calibrate`, for the first of the measures of `estimates`. The setting that is returned was tried on the
// whole file with all draws, unless the time was up, or `first_look` asks for one round alone. None: the
// sample gives no answer, so that the whole file must be searched. No other setting is tried where the target
// is missed by at most `accepted` of the tolerance.
std::optional<Calibration> calibrate_by_sample(const DialRange& dial, double start, double target,
                                               double tolerance, Better better, CorrectedEstimates& estimates,
                                               const OutOfTime& out_of_time, bool first_look = false,
                                               double accepted = 0.25);

// As `least_protection`, for all measures of `estimates`. A setting that is found was safe on the whole file
// with all draws; so was, for a continuous dial, the next stronger one of the scan.
std::optional<LeastProtection> least_protection_by_sample(const DialRange& dial, double start,
                                                          const std::vector<Limit>& limits,
                                                          CorrectedEstimates& estimates,
                                                          const OutOfTime& out_of_time);

}  // namespace sfumato::compare
