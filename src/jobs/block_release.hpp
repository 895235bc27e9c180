// A release of a file in blocks of records: when it is made so, and the result as the job `mask` gives it.
#pragma once

#include "jobs/file_release.hpp"

namespace sfumato::jobs {

// Does the table of the file need more memory than the run may take, or is it asked for? Then every step must
// work on blocks: an error says which one does not, before the file is read.
bool masks_in_blocks(const FileRelease& wanted, const release::ReleaseTarget& target, const Run& run);

MaskResult release_blocks(const FileRelease& wanted, release::ReleaseTarget target, const Run& run);

// Does making this release draw random numbers?
bool draws_at_random(const masking::Recipe& recipe, const release::DeliveryTerms& terms);

// Columns that the recipe leaves out and that are no identifiers.
std::size_t dropped_others(const Table& original, const masking::Recipe& recipe);

}  // namespace sfumato::jobs
