// One method applied to the records of a table, or of one stratum, with missing cells filled where that is
// asked for.
#pragma once

#include "masking/step.hpp"

namespace sfumato::masking {

// Without strata, and without households that are masked once.
Masked apply_plain(const Table& original, const Step& step, const Run& run);

// The records of stratum number `stratum`, in the order of their numbers. An error of the method about its
// records says which stratum it is; `name` is the value that they share.
Masked apply_stratum(const Table& records, const Step& step, std::size_t stratum, const std::string& name,
                     const Run& run);

}  // namespace sfumato::masking
