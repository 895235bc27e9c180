// What `sfumato mask` has to say of a release.
#pragma once

#include <string>
#include <vector>

#include "release/recipe_run.hpp"
#include "release/release_files.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

// Warnings are not part of it.
report::Report mask_report(const Table& original, const release::MaskingResult& result,
                           const release::WrittenRelease& written);

}  // namespace sfumato::cli
