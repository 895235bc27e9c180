// Neighbouring tables of bins and categories for synthetic releases, and what an attacker can see in such a
// release: shares of three places per column, and the correlation of two columns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::testing {

// Cells of a table by their place: 0, 1 and 2 are declared. Numbers lie in the middle of their bin of the
// domain 0 to 3, categories are "a", "b" and "c".
constexpr double missing_place = -1.0;
constexpr double undeclared_place = 9.0;  // outside the domain, or an undeclared category

struct CopulaNeighbours {
  std::string name;
  Kind kind = Kind::numeric;  // of all columns
  Table one, other;           // that differ in the last record
};

// Columns of the one, by their places, and the record that replaces its last in the other.
CopulaNeighbours copula_neighbours(std::string name, Kind kind, std::vector<std::vector<double>> columns,
                                   const std::vector<double>& replacement);

// One and two columns of 2 to 6 records, of all kinds.
std::vector<CopulaNeighbours> hostile_copulas();

// A pair that changes two marginals and a correlation as much as one record can: it changes place in both
// columns and, concordant with all others before, is discordant with all of them.
CopulaNeighbours turning_record(Kind kind, std::size_t records);

// What there is to see of a release.
struct CopulaSight {
  std::vector<std::vector<double>> shares;  // of the three places, for each of one or two columns
  double correlation = 0.0;                 // of two columns
};

// As far as synthetic records show it.
CopulaSight sight_of(const Table& released);

// The views: for every two places of each column, how many records one has more than the other, by
// itself and together with the other column and the correlation; the correlation alone; empty places.
class CopulaViews {
 public:
  static constexpr std::size_t count = 17;
  static constexpr std::size_t events = 75;
  explicit CopulaViews(std::size_t records) : records_(static_cast<double>(records)) {}
  void look(const CopulaSight& sight, std::span<int> seen) const;

 private:
  double records_;
};

}  // namespace sfumato::testing
