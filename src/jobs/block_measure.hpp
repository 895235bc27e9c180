// The job `measure` for files that do not fit into memory: k-anonymity and uniqueness of a file that is read
// in blocks of records, with the numbers that the records in memory give.
#pragma once

#include <string>
#include <vector>

#include "io/table_file.hpp"
#include "jobs/measure.hpp"

namespace sfumato::jobs {

// The files of a request, whose tables are not read yet.
struct MeasuredFiles {
  std::string original;
  io::ReadOptions reading;
  std::vector<std::string> masked;
  io::ReadOptions masked_reading;
  bool report = false;     // a page to sign is asked for
  bool in_blocks = false;  // asked for, also where the tables fit into memory
};

// Whether the files are measured in blocks: where that is asked for, or where their tables do not fit and
// what is asked for can be measured so. Where it cannot, the error says why.
bool measures_in_blocks(const MeasureRequest& request, const MeasuredFiles& files, const Run& run);

// Rows are not compared with those of the original. Temporary data lie in the system's folder for them.
MeasureResult measure_blocks(const MeasureRequest& request, const MeasuredFiles& files, const Run& run);

}  // namespace sfumato::jobs
