// The layer below the program that makes faults: it stands in for the C library's calls on files and counts
// those below one folder. A chosen call fails, or all calls are recorded, so that a disk can be put into the
// state after a loss of power (disk_after_loss.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::faults {

// What happens at the chosen call. `part`: half of the bytes are read or written. `dead`: this call and all
// after it fail with EIO. `full`: this call and all after it that need space fail with ENOSPC.
enum class Fault : std::uint8_t { none, io_error, no_space, interrupted, part, dead, full };
inline constexpr Fault all_faults[] = {Fault::io_error, Fault::no_space, Fault::interrupted,
                                       Fault::part,     Fault::dead,     Fault::full};
const char* name_of(Fault fault);

// The kind of a call decides which faults it can have, and what the recording keeps of it.
enum class Call : std::uint8_t {
  open,      // handle, path; `place` 1: it made the file, 2: it emptied the file
  read,      // not recorded
  look,      // stat, access; not recorded
  lock,      // not recorded
  close,     // not recorded
  mode,      // chmod; not recorded
  write,     // handle, place, bytes
  truncate,  // handle, place = size
  sync,      // handle
  make_folder,
  rename,  // path, bytes = the new path
  link,    // path, bytes = the new path
  unlink,
  remove_folder,
  seen  // not a call: bytes = what left the program
};
const char* name_of(Call call);
bool can_have(Call call, Fault fault);

struct RecordedCall {
  Call call = Call::open;
  int handle = -1;  // number of the open call, for calls on descriptors
  std::int64_t place = 0;
  std::string path;  // relative to the folder; "" is the folder itself
  std::string bytes;
};

// Lies in memory that parent and child share.
inline constexpr std::int64_t max_calls = 1 << 16;
struct Report {
  std::atomic<std::int64_t> calls{0};
  std::atomic<bool> injected{false};
  std::atomic<Call> failed_call{Call::open};
  char failed_path[128] = {};
  Call kinds[max_calls] = {};  // of every call
  std::atomic<std::uint64_t> recorded_bytes{0};
};

// From now on in this process: calls below `folder` (absolute, without links) are counted in the report, and
// call number `at` (from 1) has the fault. A call of a kind that cannot have it goes well, and `injected`
// stays false.
void begin(const std::string& folder, std::int64_t at, Fault fault);
void begin_recording(const std::string& folder);
void end();
// Text that left the program at this point.
void announce(std::string_view text);

Report& report();
void clear_report();
std::vector<RecordedCall> recorded_calls();

}  // namespace sfumato::faults
