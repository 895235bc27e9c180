// Draws are 64 bits of a cryptographic generator at the place of the number.
#include "masking/unit_numbers.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace sfumato::masking {

std::vector<std::size_t> rows_by_draw(const std::vector<std::uint64_t>& numbers, SecureRng& draws) {
  std::vector<std::uint64_t> drawn;
  drawn.reserve(numbers.size());
  for (const std::uint64_t number : numbers) drawn.push_back(draws.bits_at(number));
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return drawn[a] != drawn[b] ? drawn[a] < drawn[b] : numbers[a] < numbers[b];
  });
  return order;
}

UnitNumbers::UnitNumbers(const std::vector<std::string>& avoided) {
  for (const std::string& text : avoided) {
    const bool digits = !text.empty() && text.size() < 19 && text.front() != '0' &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) left_out_.push_back(std::stoll(text));
  }
  std::sort(left_out_.begin(), left_out_.end());
  left_out_.erase(std::unique(left_out_.begin(), left_out_.end()), left_out_.end());
}

std::int64_t UnitNumbers::at(std::uint64_t rank) const {
  auto number = static_cast<std::int64_t>(rank) + 1;
  for (const std::int64_t one : left_out_) number += one <= number ? 1 : 0;
  return number;
}

Column numbered_units(const Column& column, const UnitNumbers& names,
                      const std::vector<std::uint64_t>& numbers, SecureRng& draws, bool text) {
  std::unordered_map<std::string, std::size_t> position;
  std::vector<std::size_t> unit(column.size());
  std::vector<std::uint64_t> first;  // the least number of each unit
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    const auto [found, fresh] = position.try_emplace(column.text(row), first.size());
    unit[row] = found->second;
    if (fresh) first.push_back(numbers[row]);
    first[found->second] = std::min(first[found->second], numbers[row]);
  }
  const std::vector<std::size_t> order = rows_by_draw(first, draws);
  std::vector<std::size_t> rank(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
  if (text) {
    Codes texts;
    for (std::size_t r = 0; r < order.size(); ++r) texts.labels.push_back(std::to_string(names.at(r)));
    for (std::size_t row = 0; row < column.size(); ++row) {
      texts.codes.push_back(column.missing(row) ? Codes::missing
                                                : static_cast<std::int32_t>(rank[unit[row]]));
    }
    return texts;
  }
  Integers integers;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const bool missing = column.missing(row);
    integers.values.push_back(missing ? 0 : names.at(rank[unit[row]]));
    integers.missing.push_back(missing ? 1 : 0);
  }
  if (column.missing_count() == 0) integers.missing.clear();
  return integers;
}

}  // namespace sfumato::masking
