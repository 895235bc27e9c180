// Memory for work in between. Large pieces come from the system and go back to it at once: those of the
// ordinary allocator stay with the process, in gaps between results that are kept.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sfumato {

void* take_scratch(std::size_t bytes);  // throws std::bad_alloc
void return_scratch(void* memory, std::size_t bytes) noexcept;

template <class T>
struct ScratchAllocator {
  using value_type = T;
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  ScratchAllocator() = default;
  template <class Other>
  ScratchAllocator(const ScratchAllocator<Other>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(take_scratch(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { return_scratch(memory, count * sizeof(T)); }

  friend bool operator==(const ScratchAllocator&, const ScratchAllocator&) { return true; }
};

template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace sfumato
