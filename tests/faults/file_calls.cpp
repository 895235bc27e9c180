// The state of the layer and its recording. Parent and child share one area of memory, because the child that
// is watched ends without a word.
#include "faults/file_calls.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>

#include "faults/watched_calls.hpp"

namespace sfumato::faults {
namespace {

constexpr std::size_t recording_bytes = std::size_t{256} << 20;

struct Shared {
  Report report;
  char recording[1];
};

Shared& shared() {
  static Shared* const area = [] {
    void* made = ::mmap(nullptr, sizeof(Shared) + recording_bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) throw std::runtime_error("no shared memory for the recording");
    return new (made) Shared;
  }();
  return *area;
}

struct Plan {
  bool active = false, recording = false;
  std::string folder;
  std::int64_t at = 0;
  Fault fault = Fault::none;
};
Plan plan;
std::recursive_mutex mutex;
std::map<int, OpenFile> files;  // by descriptor
int handles = 0;

int error_of(Fault fault) {
  if (fault == Fault::no_space || fault == Fault::full) return ENOSPC;
  return fault == Fault::interrupted ? EINTR : EIO;
}

struct Head {
  Call call;
  int handle;
  std::int64_t place;
  std::uint32_t path, bytes;
};

void record(const RecordedCall& call) {
  Shared& area = shared();
  const Head head{call.call, call.handle, call.place, static_cast<std::uint32_t>(call.path.size()),
                  static_cast<std::uint32_t>(call.bytes.size())};
  const std::size_t size = sizeof head + call.path.size() + call.bytes.size();
  const std::size_t at = area.report.recorded_bytes;
  if (at + size > recording_bytes) throw std::runtime_error("the recording is full");
  char* to = area.recording + at;
  std::memcpy(to, &head, sizeof head);
  std::memcpy(to + sizeof head, call.path.data(), call.path.size());
  std::memcpy(to + sizeof head + call.path.size(), call.bytes.data(), call.bytes.size());
  area.report.recorded_bytes = at + size;
}

}  // namespace

const char* name_of(Fault fault) {
  constexpr const char* names[] = {"none", "EIO", "ENOSPC", "EINTR", "part", "dead", "full"};
  return names[static_cast<std::size_t>(fault)];
}

const char* name_of(Call call) {
  constexpr const char* names[] = {"open", "read",  "stat",   "lock", "close",  "chmod", "write", "truncate",
                                   "sync", "mkdir", "rename", "link", "unlink", "rmdir", "seen"};
  return names[static_cast<std::size_t>(call)];
}

bool can_have(Call call, Fault fault) {
  const bool moves_bytes = call == Call::read || call == Call::write;
  const bool needs_space = call == Call::write || call == Call::make_folder || call == Call::rename ||
                           call == Call::link || call == Call::truncate || call == Call::sync;
  switch (fault) {
    case Fault::none:
      return false;
    case Fault::io_error:
    case Fault::dead:
      return true;
    case Fault::no_space:
    case Fault::full:
      return needs_space;
    case Fault::interrupted:
      return moves_bytes || call == Call::open || call == Call::sync || call == Call::lock ||
             call == Call::truncate;
    case Fault::part:
      return moves_bytes;
  }
  return false;
}

void begin(const std::string& folder, std::int64_t at, Fault fault) {
  clear_report();
  files.clear();
  handles = 0;
  plan = {true, false, folder, at, fault};
}

void begin_recording(const std::string& folder) {
  begin(folder, 0, Fault::none);
  plan.recording = true;
}

void end() { plan.active = false; }

void announce(std::string_view text) {
  const std::lock_guard lock(mutex);
  if (plan.active && plan.recording) record({Call::seen, -1, 0, {}, std::string(text)});
}

Report& report() { return shared().report; }

void clear_report() {
  Report& area = report();
  area.calls = 0;
  area.injected = false;
  area.recorded_bytes = 0;
  area.failed_path[0] = 0;
}

std::vector<RecordedCall> recorded_calls() {
  const Shared& area = shared();
  std::vector<RecordedCall> all;
  for (std::size_t at = 0; at < area.report.recorded_bytes;) {
    Head head{};
    std::memcpy(&head, area.recording + at, sizeof head);
    at += sizeof head;
    const char* text = area.recording + at;
    all.push_back({head.call, head.handle, head.place, {text, head.path}, {text + head.path, head.bytes}});
    at += head.path + head.bytes;
  }
  return all;
}

std::optional<std::string> watched_path(int folder, const char* path) {
  if (!plan.active || path == nullptr) return std::nullopt;
  const std::lock_guard lock(mutex);
  namespace fs = std::filesystem;
  std::string full = path;
  if (full.empty() || full[0] != '/') {
    if (folder == AT_FDCWD) {
      full = plan.folder + "/" + full;  // the child works in that folder
    } else {
      const auto found = files.find(folder);
      if (found == files.end()) return std::nullopt;
      full = plan.folder + "/" + found->second.path + "/" + full;
    }
  }
  std::string normal = fs::path(full).lexically_normal().string();
  while (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  if (normal == plan.folder) return std::string();
  if (!normal.starts_with(plan.folder + "/")) return std::nullopt;
  return normal.substr(plan.folder.size() + 1);
}

std::optional<OpenFile> watched_file(int descriptor) {
  if (!plan.active) return std::nullopt;
  const std::lock_guard lock(mutex);
  const auto found = files.find(descriptor);
  return found == files.end() ? std::nullopt : std::optional(found->second);
}

Verdict judge(Call call, const std::string& path) {
  Report& area = report();
  const std::int64_t number = ++area.calls;
  if (number > max_calls) throw std::runtime_error("too many calls");
  area.kinds[number - 1] = call;
  const bool lasting = plan.fault == Fault::dead || plan.fault == Fault::full;
  if (plan.at == 0 || number < plan.at || (number > plan.at && !(lasting && area.injected))) return {};
  if (!can_have(call, plan.fault)) return {};
  if (!area.injected.exchange(true)) {
    area.failed_call = call;
    std::strncpy(area.failed_path, path.c_str(), sizeof area.failed_path - 1);
    area.failed_path[sizeof area.failed_path - 1] = 0;
  }
  if (plan.fault == Fault::part) return {false, true};
  errno = error_of(plan.fault);
  return {true, false};
}

void opened(int descriptor, const std::string& path, OpenEffect effect) {
  const std::lock_guard lock(mutex);
  files[descriptor] = {handles++, path};
  if (plan.recording) record({Call::open, handles - 1, static_cast<std::int64_t>(effect), path, {}});
}

void closed(int descriptor) {
  const std::lock_guard lock(mutex);
  files.erase(descriptor);
}

void done(Call call, int handle, std::int64_t place, const std::string& path, std::string bytes) {
  const std::lock_guard lock(mutex);
  if (plan.recording) record({call, handle, place, path, std::move(bytes)});
}

}  // namespace sfumato::faults
