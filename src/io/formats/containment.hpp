// Readers of third-party libraries run in a child process: files are untrusted, and a library that crashes on
// a damaged file must not end the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

struct ChildLimits {
  std::chrono::seconds processor{60};  // of processor time, over all threads
  std::chrono::seconds silence{60};    // without a byte sent and without processor time used
  std::uint64_t memory = 0;            // bytes beyond what this process has mapped; 0: no limit
};

// For a file of that many bytes: a minute and a second for every MiB. The memory is a second limit, for what
// a library allocates uncounted: well beyond `budget`, and at most that of the machine.
ChildLimits limits_for(std::uint64_t file_bytes, std::uint64_t budget);

// What `reader` returns, computed in a child process. Its errors are rethrown unchanged; a crash, or an
// exceeded limit, is a bad-input error that names `source`. Stops when the run is asked to. Column infos keep
// what send_table keeps of them.
Table read_in_child(const std::string& source, const ChildLimits& limits,
                    const std::function<Table()>& reader, const Run& run);

}  // namespace sfumato::io
