// Draws are 64 bits of a cryptographic generator at the place of the number.
#include "release/record_draws.hpp"

#include <algorithm>
#include <numeric>

namespace sfumato::release {

SecureRng order_draws(const Run& run, std::size_t copy) { return run.secure("record order", copy); }

SecureRng household_draws(const Run& run, const std::string& column, std::size_t copy) {
  return run.within("household numbers", copy).secure(column);
}

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

HouseholdNumbers::HouseholdNumbers(const std::vector<std::string>& avoided) {
  for (const std::string& text : avoided) {
    const bool digits = !text.empty() && text.size() < 19 && text.front() != '0' &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) left_out_.push_back(std::stoll(text));
  }
  std::sort(left_out_.begin(), left_out_.end());
  left_out_.erase(std::unique(left_out_.begin(), left_out_.end()), left_out_.end());
}

std::int64_t HouseholdNumbers::at(std::uint64_t rank) const {
  auto number = static_cast<std::int64_t>(rank) + 1;
  for (const std::int64_t one : left_out_) number += one <= number ? 1 : 0;
  return number;
}

ColumnInfo info_of_numbers(const ColumnInfo& before, bool text) {
  ColumnInfo info;
  info.name = before.name;
  info.role = before.role;
  info.label = before.label;
  info.missing = before.missing;
  info.kind = text ? Kind::nominal : Kind::numeric;
  return info;
}

}  // namespace sfumato::release
