// What `sfumato mask` has to say of a release.
#pragma once

#include <string>
#include <vector>

#include "cli/masking_job.hpp"
#include "cli/release.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

// Warnings are not part of it.
report::Report mask_report(const Table& original, const MaskingResult& result, const WrittenRelease& written);

}  // namespace sfumato::cli
