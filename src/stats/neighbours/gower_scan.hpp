// The same results as GowerTree by scanning every point, for records whose numbers may be missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/neighbours/gower_column.hpp"

namespace sfumato::stats {

class GowerScan {
 public:
  // As for GowerTree, but numbers may be NaN: distances are summed over the columns that both have and scaled
  // by columns/shared. Some column is categorical, so that any two share one.
  GowerScan(const std::vector<GowerColumn>& columns, const std::vector<std::uint32_t>& rows,
            std::span<const std::uint32_t> points, const std::vector<std::uint32_t>& fronts);

  void remove(std::uint32_t point);
  std::vector<GowerCandidate> nearest(const GowerPoint& centre, std::size_t count) const;
  GowerCandidate farthest(const GowerPoint& centre, std::uint32_t except) const;

 private:
  struct PackedColumn {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    bool missing = false;  // is any number missing?
  };

  std::vector<double> distances_from(const GowerPoint& centre) const;
  void add_column(std::size_t j, const GowerPoint& centre, std::vector<double>& distances,
                  std::vector<double>& shared) const;

  const std::vector<GowerColumn>& columns_;
  const std::vector<std::uint32_t>& fronts_;
  std::vector<std::uint32_t> points_;    // by place; one that goes gives its place to the last
  std::vector<std::uint32_t> place_of_;  // by point
  std::vector<PackedColumn> packed_;
};

}  // namespace sfumato::stats
