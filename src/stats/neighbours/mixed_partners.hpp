// The rank of the partner of a record among all records of another file, by distances over numbers and
// categories at once. Linkage asks only whether it is nearest or second, so that few pairs must be compared.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/category_distance.hpp"

namespace sfumato::stats {

// One column of both files: numbers, or codes of categories. Row i of one belongs to row i of the other.
struct MixedColumn {
  // Numbers, scaled and weighted, NaN where missing; a difference counts with its square.
  std::vector<double> queries = {};
  std::vector<double> points = {};
  // Categories, −1 where missing; a distance counts with its square times the weight.
  bool categorical = false;
  std::vector<std::int32_t> query_codes = {};
  std::vector<std::int32_t> point_codes = {};
  CategoryDistance distance = CategoryDistance::nominal();
  double weight = 1.0;
  // The distance of a pair of which one or both are missing: no less than that of any other pair.
  double missing = 1.0;
};

struct PartnerPlace {
  std::uint64_t closer = 0;  // points that are nearer than the partner; 2 means two or more
  std::uint64_t equal = 0;   // points as near as it, itself included; counted where closer < 2
};

// Squared distances are summed in column order. Points that are equal are stored once, in a tree whose nodes
// have the range of each number and the categories below them.
std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns, const Run& run);

}  // namespace sfumato::stats
