// The best way to pair n things with n others, by shortest augmenting paths over all pairs: slow and simple,
// for comparison with fast algorithms.
#pragma once

#include <limits>
#include <vector>

namespace sfumato::testing {

// The least sum of cost(i, j) over all pairings; n³ steps. Row and column potentials keep every reduced
// cost at or above 0, and each row joins along a shortest path (Kuhn and Munkres).
template <class Cost>
double plain_assignment(std::size_t n, const Cost& cost) {
  const double infinite = std::numeric_limits<double>::infinity();
  std::vector<double> row_price(n, 0.0), column_price(n, 0.0);
  std::vector<std::size_t> row_of(n, n);
  for (std::size_t start = 0; start < n; ++start) {
    std::vector<double> reach(n, infinite);
    std::vector<std::size_t> before(n, n);
    std::vector<bool> settled(n, false);
    std::size_t row = start, last = n;
    double length = 0.0;
    while (true) {
      std::size_t next = n;
      for (std::size_t j = 0; j < n; ++j) {
        if (settled[j]) continue;
        const double through = length + cost(row, j) - row_price[row] - column_price[j];
        if (through < reach[j]) {
          reach[j] = through;
          before[j] = last;
        }
        if (next == n || reach[j] < reach[next]) next = j;
      }
      length = reach[next];
      settled[next] = true;
      last = next;
      if (row_of[next] == n) break;
      row = row_of[next];
    }
    row_price[start] += length;
    for (std::size_t j = 0; j < n; ++j) {
      if (!settled[j]) continue;
      if (row_of[j] != n) row_price[row_of[j]] += length - reach[j];
      column_price[j] -= length - reach[j];
    }
    for (std::size_t j = last; j != n; j = before[j]) row_of[j] = before[j] == n ? start : row_of[before[j]];
  }
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += cost(row_of[j], j);
  return sum;
}

}  // namespace sfumato::testing
