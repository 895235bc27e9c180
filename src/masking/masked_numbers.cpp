#include "masking/masked_numbers.hpp"

namespace sfumato::masking {

std::vector<std::uint64_t> numbers_of_masked(const Masked& masked, std::size_t rows, const Run& run) {
  const std::vector<std::uint64_t>* listed = run.record_numbers();
  std::vector<std::uint64_t> numbers(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t origin = masked.mapping == Mapping::subset ? masked.rows[row] : row;
    numbers[row] = listed == nullptr || masked.mapping == Mapping::none ? origin : (*listed)[origin];
  }
  return numbers;
}

}  // namespace sfumato::masking
