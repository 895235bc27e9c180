// Every view of an attacker is scaled to the unit interval first, and then to a small number.
#include "support/neighbours.hpp"

#include <algorithm>
#include <cmath>

#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

const double missing = std::nan("");

Table table_of(const std::vector<std::vector<double>>& columns, const Domain& domain) {
  NamedNumbers named;
  for (std::size_t j = 0; j < columns.size(); ++j) named.emplace_back("x" + std::to_string(j), columns[j]);
  return with_domains(numbers_table(named), domain);
}

// 0 at the lower end, `levels` − 1 at the upper one, equal parts of the domain between them.
int level(double value, int levels) {
  if (value <= 0.0) return 0;
  if (value >= 1.0) return levels - 1;
  return std::min(levels - 2, 1 + static_cast<int>(value * (levels - 2)));
}

std::vector<double> unit_values(const Table& table, ColumnId id, const Domain& domain) {
  std::vector<double> values = table.column(id).to_numbers();
  for (double& value : values) value = (value - domain.lower) / (domain.upper - domain.lower);
  return values;
}

std::vector<double> sorted_clamped(const Table& table, const Domain& domain) {
  std::vector<double> values = unit_values(table, 0, domain);
  for (double& value : values) value = std::isnan(value) ? 0.5 : std::clamp(value, 0.0, 1.0);
  std::sort(values.begin(), values.end());
  return values;
}

// The first other row with the same value, from 1 on and at most 9; 0: none.
int partner(const std::vector<double>& values, std::size_t row) {
  for (std::size_t other = 0; other < values.size(); ++other) {
    if (other != row && values[other] == values[row]) return std::min(9, static_cast<int>(other) + 1);
  }
  return 0;
}

int capped_count(const std::vector<double>& values, double wanted, int cap) {
  return std::min(cap, static_cast<int>(std::count(values.begin(), values.end(), wanted)));
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

Neighbours neighbours(std::string name, const std::vector<std::vector<double>>& columns, std::size_t touched,
                      const std::vector<double>& replacement, Domain domain, std::size_t k) {
  std::vector<std::vector<double>> changed = columns;
  for (std::size_t j = 0; j < columns.size(); ++j) changed[j].at(touched) = replacement.at(j);
  return {std::move(name), table_of(columns, domain), table_of(changed, domain), touched, domain, k};
}

std::vector<Neighbours> hostile_records() {
  return {neighbours("a record from end to end", {{0}}, 0, {1}),
          neighbours("all low, one high", {{0, 0, 0}}, 2, {1}),
          neighbours("a tie broken", {{0.5, 0.5}}, 1, {0}),
          neighbours("missing and present", {{missing}}, 0, {1}),
          neighbours("far outside and inside", {{-1e149}}, 0, {7}, {-3.0, 0.1}),
          neighbours("a domain far from zero", {{1e9}}, 0, {1e9 + 10}, {1e9, 1e9 + 10}),
          neighbours("two columns", {{0}, {0}}, 0, {1, 1}),
          neighbours("three columns, opposite ways", {{0, 1}, {1, 0}, {0, 0}}, 0, {1, 0, 1})};
}

std::vector<Neighbours> hostile_groups() {
  return {neighbours("groups of one", {{0, 0}}, 1, {1}),
          neighbours("n = 2k, all low, one high", {{0, 0, 0, 0}}, 3, {1}, {0.0, 1.0}, 2),
          neighbours("n = 2k, every mean moves", {{0, 0.25, 0.5, 0.75}}, 0, {1}, {0.0, 1.0}, 2),
          neighbours("n = 2k + 1, every mean moves", {{0, 0.2, 0.4, 0.6, 0.8}}, 0, {1}, {0.0, 1.0}, 2),
          neighbours("n = 2k − 1, one group", {{0, 0, 0}}, 1, {1}, {0.0, 1.0}, 2),
          neighbours("n = 3k + 1, ties at both ends", {{0, 0, 0, 1, 1, 1, 1}}, 3, {0}, {0.0, 1.0}, 2),
          neighbours("missing and present", {{missing, 0, 0, 0}}, 0, {1}, {0.0, 1.0}, 2),
          neighbours("far outside and inside", {{-1e149, -3, -3, -3}}, 0, {7}, {-3.0, 0.1}, 2),
          neighbours("two columns", {{0, 0, 0, 0}, {0, 0, 0, 0}}, 0, {1, 1}, {0.0, 1.0}, 2),
          neighbours("two columns, opposite ways", {{0, 0, 1, 1}, {1, 1, 0, 0}}, 0, {1, 0}, {0.0, 1.0}, 2)};
}

Neighbours deviation_trap(std::size_t k) {
  // Seen from (0, 0) with equal deviations, records of the two kinds alternate: their distances differ by
  // less than what one record changes in the deviations.
  constexpr double apart = 1e-6;
  std::vector<std::vector<double>> columns(2, std::vector<double>(2 * k, 0.0));
  for (std::size_t i = 0; i < 2 * k; ++i) columns[i % 2][i] = 1.0 - apart * static_cast<double>(i);
  return neighbours("one record moves the deviations", columns, 2 * k - 1, {0, 0}, {0.0, 1.0}, k);
}

Neighbours shifted_pairs(std::size_t groups) {
  std::vector<std::vector<double>> columns(2, std::vector<double>(2 * groups, 0.0));
  for (std::size_t i = 0; i < 2 * groups; ++i) {
    columns[i / 2 % 2][i] = 1.0 - 1e-6 * static_cast<double>(2 * groups - i);
  }
  return neighbours("every pair is broken", columns, 2 * groups - 1, {0, 0}, {0.0, 1.0}, 2);
}

Views::Views(const Neighbours& pair) : touched_(pair.touched), domain_(pair.domain) {
  const std::vector<double> before = sorted_clamped(pair.one, domain_),
                            after = sorted_clamped(pair.other, domain_);
  double length = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    direction_.push_back(after[i] - before[i]);
    length += std::fabs(direction_.back());
  }
  for (double& part : direction_) part /= length > 0.0 ? length : 1.0;
}

void Views::look(const Table& released, std::span<int> seen) const {
  const std::vector<double> first = unit_values(released, 0, domain_);
  std::vector<double> sorted = first;
  std::sort(sorted.begin(), sorted.end());
  const double own = first[touched_];
  int corner = 0;
  double all = 0.0, apart = 0.0;
  for (ColumnId id = 0; id < released.column_count(); ++id) {
    const std::vector<double> values = unit_values(released, id, domain_);
    if (id < 3) corner = 3 * corner + level(values[touched_], 3);
    all += mean_of(values) / static_cast<double>(released.column_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
      apart += std::fabs(values[i] - first[i]) / static_cast<double>(values.size());
    }
  }
  double projected = 0.5;
  for (std::size_t i = 0; i < sorted.size(); ++i) projected += 0.5 * direction_[i] * sorted[i];
  seen[0] = level(own, 40);
  seen[1] = corner;
  seen[2] = level(all, 40);
  seen[3] = 6 * level(sorted.front(), 6) + level(sorted.back(), 6);
  seen[4] = 6 * capped_count(first, 0.0, 5) + capped_count(first, 1.0, 5);
  seen[5] = 4 * partner(first, touched_) + 2 * static_cast<int>(own == sorted.back()) +
            static_cast<int>(own == sorted.front());
  seen[6] = level(projected, 40);
  seen[7] = level(apart, 40);
}

}  // namespace sfumato::testing
