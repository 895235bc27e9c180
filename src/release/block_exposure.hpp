// What a release that was made in blocks still says about its records: unique records on the declared
// quasi-identifiers, columns that are as they were, and the order of the records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "release/block_recipe.hpp"
#include "release/exposure.hpp"

namespace sfumato::release {

// In place of a number of unique records that was not counted.
constexpr std::size_t not_counted = SIZE_MAX;

struct BlockExposure {
  std::optional<KeyExposure> exposure;  // as key_exposure
  UnchangedColumns unchanged;
  // In the order of a release in memory. A number that blocks do not give is named by a note.
  Warnings exposed, kept;
};

BlockExposure block_exposure(const BlockRelease& release, const std::string& folder, const Run& run);

// That the order of the records is that of these identifiers, and that a number of unique records is not
// known.
std::string order_warning(const std::vector<std::string>& identifiers);
Warning uncounted_note();

// The warning about unique records of a release that promises no classes; `kept`: some key is as it was.
Warnings exposure_warnings(const KeyExposure& exposure, bool kept);

}  // namespace sfumato::release
