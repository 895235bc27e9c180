#include "core/scratch_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace sfumato {
namespace {

TEST(ScratchMemory, HoldsSmallAndLargeVectorsThatGrow) {
  for (const std::size_t size : {0, 1, 1000, 131'071, 131'072, 3'000'000}) {  // 131,072 · 8 bytes are large
    ScratchVector<std::uint64_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::uint64_t i = 0; i < 300'000; ++i) numbers.push_back(size + i);
    ScratchVector<std::uint64_t> others = numbers;
    numbers.clear();
    numbers.shrink_to_fit();
    numbers.swap(others);
    for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
  }
}

TEST(ScratchMemory, RefusesMoreThanThereCanBe) {
  EXPECT_THROW(ScratchAllocator<std::uint64_t>().allocate(std::size_t{1} << 62U), std::bad_array_new_length);
  EXPECT_THROW(ScratchAllocator<std::uint64_t>().allocate(std::size_t{1} << 58U), std::bad_alloc);
}

}  // namespace
}  // namespace sfumato
