// Neighbouring tables that are hard to protect, and what an attacker can compute from a release of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "support/privacy_tester.hpp"

namespace sfumato::testing {

// Two tables that differ in one record, `touched`; every column has the same declared domain.
struct Neighbours {
  std::string name;
  Table one, other;
  std::size_t touched = 0;
  Domain domain{0.0, 1.0};
  std::size_t k = 1;  // group size to release them with
};

// Columns of the one, and the record that replaces its row `touched` in the other.
Neighbours neighbours(std::string name, const std::vector<std::vector<double>>& columns, std::size_t touched,
                      const std::vector<double>& replacement, Domain domain = {0.0, 1.0}, std::size_t k = 1);

// Hostile pairs for releases of single records.
std::vector<Neighbours> hostile_records();
// …and for releases of groups: k of each, the domain's ends, ties, surplus records, missing cells.
std::vector<Neighbours> hostile_groups();

// Two columns of 2k records in which one record decides, through the standard deviations, whether all the
// others are grouped with similar records: k around (1, 0), and k around (0, 1).
Neighbours deviation_trap(std::size_t k);

// Two columns of 2·groups records whose pairs, counted from the lower corner of the domain, are all equal
// until one record is at that corner: then all are mixed, and every mean moves by half the domain.
Neighbours shifted_pairs(std::size_t groups);

// The views of a release: the touched record's values; sums; extremes; how many values lie at the
// ends of the domain; whether the touched record carries the largest value, and who else has its own;
// the projection on the direction of the change; and how far two columns are apart.
class Views {
 public:
  explicit Views(const Neighbours& pair);
  static constexpr std::size_t count = 8;
  static constexpr std::size_t events = 40;
  void look(const Table& released, std::span<int> seen) const;

 private:
  std::size_t touched_;
  Domain domain_;
  std::vector<double> direction_;  // of the first column's sorted values, from the one to the other
};

}  // namespace sfumato::testing
