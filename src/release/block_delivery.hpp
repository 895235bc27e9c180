// A release that was made in blocks, written to its files: the same bytes, warnings and sidecar as a release
// in memory.
#pragma once

#include <string>

#include "release/block_recipe.hpp"
#include "release/release_files.hpp"

namespace sfumato::release {

// Why a release with these terms cannot be made in blocks, such as a random order of its records; empty where
// it can.
std::string delivery_hindrance(const ReleaseTarget& target, const DeliveryTerms& terms);

// As FileDestination::deliver. `folder` is for temporary data.
Delivery deliver_blocks(const BlockRelease& release, const ReleaseTarget& target, const DeliveryTerms& terms,
                        const std::string& folder, const Run& run);

}  // namespace sfumato::release
