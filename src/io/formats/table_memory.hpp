// What a table takes while a library reads it: its values are held by the library, by the child process that
// reads, and by the process that receives them.
#pragma once

#include "io/memory_budget.hpp"

namespace sfumato::io {

constexpr std::uint64_t bytes_per_value = 24;  // three times 8
constexpr std::uint64_t bytes_per_label = 96;  // of a text that was not seen before, beside its letters

// Ends with an error where so many values, by default rows × columns, and bytes of texts exceed the budget.
void require_table_memory(const MemoryBudget& budget, double rows, int columns);
void require_table_memory(const MemoryBudget& budget, double rows, int columns, double values, double texts);

}  // namespace sfumato::io
