#include "masking/class_exchange.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "masking/draw_stream.hpp"

namespace sfumato::masking {
namespace {

std::vector<std::uint64_t> draws_of(const RecordNumbers& numbers, std::size_t rows, const Rng& rng) {
  DrawStream stream(rng);
  std::vector<std::uint64_t> draws(rows);
  for (std::size_t row = 0; row < rows; ++row) draws[row] = stream.record(numbers[row]).bits();
  return draws;
}

struct Drawn {
  KeyedDraw draw;
  std::uint32_t row;
  bool operator<(const Drawn& other) const { return draw < other.draw; }
};

}  // namespace

ClassExchange::ClassExchange(const stats::KeyClasses& classes, const RecordNumbers& numbers,
                             const Rng& tickets)
    : classes_(classes), numbers_(numbers), tickets_(draws_of(numbers, classes.of_row.size(), tickets)) {}

void ClassExchange::observe(std::size_t pass, DrawThreshold& last) const {
  constexpr std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  struct FirstTwo {
    KeyedDraw first{end, end}, second{end, end};
  };
  std::vector<FirstTwo> of_class(classes_.count());
  for (std::size_t row = 0; row < tickets_.size(); ++row) {
    FirstTwo& two = of_class[classes_.of_row[row]];
    const KeyedDraw own = ticket(row);
    if (own < two.first) {
      two.second = two.first;
      two.first = own;
    } else if (own < two.second) {
      two.second = own;
    }
  }
  for (std::size_t row = 0; row < tickets_.size(); ++row) {
    const std::uint32_t c = classes_.of_row[row];
    if (classes_.sizes[c] < 2) continue;
    const KeyedDraw own = ticket(row);
    last.observe(pass, own, own == of_class[c].first ? 2U : own == of_class[c].second ? 0U : 1U);
  }
}

std::size_t ClassExchange::alone() const {
  return static_cast<std::size_t>(std::count(classes_.sizes.begin(), classes_.sizes.end(), 1U));
}

std::vector<std::vector<std::uint32_t>> ClassExchange::chosen(const DrawThreshold& last,
                                                              const Rng& choice) const {
  std::vector<std::uint32_t> drawn(classes_.count(), 0);
  for (std::size_t row = 0; row < tickets_.size(); ++row) {
    const std::uint32_t c = classes_.of_row[row];
    if (classes_.sizes[c] > 1 && last.takes(ticket(row))) ++drawn[c];
  }
  std::vector<std::vector<Drawn>> members(classes_.count());
  for (std::size_t c = 0; c < members.size(); ++c) {
    if (drawn[c] > 0) members[c].reserve(classes_.sizes[c]);
  }
  DrawStream stream(choice);
  for (std::size_t row = 0; row < tickets_.size(); ++row) {
    const std::uint32_t c = classes_.of_row[row];
    if (drawn[c] == 0) continue;
    const std::uint64_t number = numbers_[row];
    members[c].push_back({{stream.record(number).bits(), number}, static_cast<std::uint32_t>(row)});
  }
  std::vector<std::vector<std::uint32_t>> result(classes_.count());
  for (std::size_t c = 0; c < members.size(); ++c) {
    if (drawn[c] == 0) continue;
    const std::size_t count = std::max<std::size_t>(2, drawn[c]);
    if (count < members[c].size()) {
      std::nth_element(members[c].begin(), members[c].begin() + static_cast<std::ptrdiff_t>(count),
                       members[c].end());
    }
    for (std::size_t i = 0; i < count; ++i) result[c].push_back(members[c][i].row);
    std::sort(result[c].begin(), result[c].end());
    members[c] = {};
  }
  return result;
}

std::vector<std::size_t> ClassExchange::exchanged(const std::vector<std::vector<std::uint32_t>>& chosen,
                                                  const Rng& cycle) const {
  std::vector<std::size_t> source(tickets_.size());
  std::iota(source.begin(), source.end(), std::size_t{0});
  DrawStream stream(cycle);
  std::vector<Drawn> order;
  for (const std::vector<std::uint32_t>& members : chosen) {
    if (members.empty()) continue;
    order.clear();
    for (const std::uint32_t row : members) {
      const std::uint64_t number = numbers_[row];
      order.push_back({{stream.record(number).bits(), number}, row});
    }
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i + 1 < order.size(); ++i) source[order[i].row] = order[i + 1].row;
    source[order.back().row] = order.front().row;
  }
  return source;
}

}  // namespace sfumato::masking
