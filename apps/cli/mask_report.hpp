// What `sfumato mask` has to say of a release.
#pragma once

#include <string>
#include <vector>

#include "cli/masking_job.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

// `output` are the paths of the masked tables. Warnings are not part of it.
report::Report mask_report(const Table& original, const MaskingResult& result,
                           const std::vector<std::string>& output);

}  // namespace sfumato::cli
