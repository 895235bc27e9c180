#include "core/scratch_memory.hpp"

#include <sys/mman.h>

namespace sfumato {
namespace {

constexpr std::size_t large = std::size_t{1} << 20;

}  // namespace

void* take_scratch(std::size_t bytes) {
  if (bytes < large) return ::operator new(bytes);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();  // NOLINT: the system's constant is a cast
  return memory;
}

void return_scratch(void* memory, std::size_t bytes) noexcept {
  if (bytes < large) {
    ::operator delete(memory);
  } else {
    ::munmap(memory, bytes);
  }
}

}  // namespace sfumato
