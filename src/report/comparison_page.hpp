// The page of a comparison, as blocks: for the person who must sign it, and for the public.
#pragma once

#include <string>

#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// "200 records, 4 columns compared, on 2026-11-15, by sfumato 0.1.0": stands below the title of either page.
std::string comparison_subtitle(const jobs::CompareResult& outcome);

// In short, what was asked, the data, and per target: ranking, map, calibration, release, before and after,
// risk by record; then how it was made and lines to sign. The document stays empty.
Report comparison_page(const jobs::CompareResult& outcome);

// Who came first and how useful the release is, without seeds, targets, attained risks, single records or
// anything of the original but its size and its columns' names and kinds. Options as typed and the outcome's
// own warnings stay out too, since they may hold any of that.
Report public_comparison_page(const jobs::CompareResult& outcome);

}  // namespace sfumato::report
