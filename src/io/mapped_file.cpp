// Mapped files and the handler for SIGBUS that guards them. A handler can only use globals, so the regions
// are in a small fixed table of atomics; a fault elsewhere goes to the previous handler.
#include "io/mapped_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace sfumato::io {
namespace {

struct Region {
  std::atomic<std::uintptr_t> begin{0};  // 0: free
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> shrunk{false};
};

constexpr std::size_t most_regions = 64;
std::array<Region, most_regions> regions;
struct sigaction previous_action;
std::uintptr_t page_size = 4096;

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// Maps a page of zeros where the file has become shorter, so that the reader can continue.
extern "C" void map_zero_page(int signal, siginfo_t* info, void* context) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Region& region : regions) {
    if (at < region.begin.load() || at >= region.end.load() || region.begin.load() == 0) continue;
    void* page = reinterpret_cast<void*>(at & ~(page_size - 1));  // NOLINT: an address is a number here
    region.shrunk = true;
    if (::mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
      return;
  }
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal, info, context);
  } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal);
  } else {
    ::sigaction(SIGBUS, &previous_action, nullptr);  // the fault occurs again, and ends the program
  }
}

void install_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = map_zero_page;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &previous_action);
  });
}

}  // namespace

MappedFile::MappedFile(int descriptor, std::size_t size) {
  install_handler();
  void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
  for (std::size_t slot = 0; slot < most_regions; ++slot) {
    std::uintptr_t free = 0;
    if (!regions[slot].begin.compare_exchange_strong(free, begin)) continue;
    regions[slot].shrunk = false;
    regions[slot].end = begin + size;
    bytes_ = static_cast<const char*>(mapped);
    size_ = size;
    slot_ = slot;
    return;
  }
  ::munmap(mapped, size);
}

MappedFile::~MappedFile() {
  if (bytes_ == nullptr) return;
  regions[slot_].end = 0;
  ::munmap(const_cast<char*>(bytes_), size_);
  regions[slot_].begin = 0;
}

void MappedFile::forget(std::string_view part) const {
  if (bytes_ == nullptr) return;
  const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page_size - 1) & ~(page_size - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) & ~(page_size - 1);
  if (begin >= end) return;
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);  // NOLINT: as above
}

bool MappedFile::shrunk() const { return bytes_ != nullptr && regions[slot_].shrunk; }

}  // namespace sfumato::io
