// The job `inspect` for a file that does not fit into memory: it is read in blocks of records, with the
// numbers that the records in memory give.
#pragma once

#include <string>

#include "io/table_file.hpp"
#include "jobs/inspect.hpp"

namespace sfumato::jobs {

// Whether the file is inspected in blocks: where that is asked for, or where its table does not fit. An error
// says why where it cannot be.
bool inspects_in_blocks(const std::string& path, const io::ReadOptions& reading, bool asked, const Run& run);

// `most` is how many different values of each column are kept; 0: by the memory of the run.
InspectResult inspect_blocks(const std::string& path, const io::ReadOptions& reading, const Run& run,
                             std::size_t most = 0);

}  // namespace sfumato::jobs
