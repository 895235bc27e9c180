// What a masked file exposes, from counts of its keys: the warnings that the job `measure` gives of records
// in one place.
#pragma once

#include <string>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"
#include "release/file_exposure.hpp"

namespace sfumato::jobs {

// `count`: the column of both tables that says how many equal records a row stands for. Other columns are
// keys, and quasi-identifiers whatever they are declared as.
Warnings counted_exposure(const Table& original, const Table& masked, const std::string& count,
                          release::CountedFile file, const Run& run);

}  // namespace sfumato::jobs
