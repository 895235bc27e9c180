// Comparisons for tests: real ones of made-up incomes, and small ones built by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jobs/compare_result.hpp"

namespace sfumato::testing {

struct SmallComparison {
  Table original;
  std::vector<std::string> methods = {"mdav", "rank-swapping", "additive-noise"};
  std::vector<std::string> measures = {"rank-linkage", "emd", "distance-linkage", "sse"};
  std::vector<std::string> rank_by = {"emd"};
  std::string target = "rank-linkage";
  std::vector<double> values = {};  // of the target; a part each
  std::size_t replicates = 3;
  double tolerance = 0.02;
  std::uint64_t seed = 5;
  std::string map_risk = "rank-linkage", map_utility = "emd";
};

// Compares, draws the winner again and measures it, as the program does. Attempts point into the outcome's
// contenders: it may be moved, and not copied.
jobs::CompareResult compared(const SmallComparison& request);

// A contender that was calibrated to `parameter`, where the target's measure is `attained` and the measures
// that rank are `measures` with these ranks.
compare::Attempt attempt(const compare::Contender& contender, double parameter, double attained,
                         const std::vector<double>& measures, const std::vector<std::size_t>& ranks);

// mdav, rank-swapping and additive-noise, with their dials.
std::vector<compare::Contender> three_contenders();

// All three at rank-linkage 0.45, ranked by emd: 0.17, 0.257 and 0.4.
jobs::CompareResult small_comparison();

}  // namespace sfumato::testing
