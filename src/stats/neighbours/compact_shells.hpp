// A shrinking set of compact points with a search that visits those far from a centre. Boxes prune little for
// that in many dimensions; instead the points are sorted into shells by their distance from their middle, so
// that the search ends early, and each shell along the axis with the largest variance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/neighbours/compact_points.hpp"
#include "stats/neighbours/compact_tree.hpp"

namespace sfumato::stats {

class CompactShells {
 public:
  // As CompactTree. The places of all rows are stored in `place_of`.
  CompactShells(const CompactPoints& points, std::span<const std::uint32_t> rows,
                std::span<const std::uint32_t> axes, std::vector<std::uint32_t>& place_of);

  void remove(std::uint32_t row);

  // No point is farther than this from the origin of the axes.
  double reach() const { return reach_; }

  // Calls visit(row) for points whose turned squared distance from the centre is at least `limit`, outer ones
  // first; it returns the limit from then on.
  template <class Visit>
  void search(const CentreOnAxes& centre, float limit, Visit visit) const;

 private:
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t shell_blocks = 16;

  struct Block {
    float most = 0.0F;              // distance of its points from the middle
    float low = 0.0F, high = 0.0F;  // their coordinates on the long axis, from the middle
    std::uint32_t count = 0;
  };
  struct Ordered {
    float distance;  // from the middle
    float along;     // the long axis
    std::uint32_t row;
  };
  // A centre as seen from the middle: how far it is, how far on the long axis, and how far across it.
  struct Away {
    double all = 0.0, along = 0.0, across = 0.0;
    bool on_long_axis = false;
  };

  static bool block_distances(const float* block, const CentreOnAxes& centre, float limit, float* squared);
  std::vector<Ordered> ordered(const CompactPoints& points, std::span<const std::uint32_t> rows);
  void find_middle(const CompactPoints& points, std::span<const std::uint32_t> rows);
  Away away(const CentreOnAxes& centre) const;
  // Upper bounds of the squared distance of points in a block and in all shells from one on.
  double block_bound(const Block& block, const Away& away) const;
  double shell_bound(std::size_t shell, const Away& away) const;

  std::vector<std::uint32_t>& place_of_;
  std::vector<std::uint32_t> axes_;
  std::vector<double> middle_;
  std::size_t long_axis_ = 0;  // its position
  double reach_ = 0.0;
  double margin_;              // relative; far beyond the rounding of distances and bounds
  std::vector<float> shells_;  // the largest distance from the middle in each, descending
  std::vector<Block> blocks_;
  std::size_t first_ = 0;            // blocks before this one are empty
  std::vector<std::uint32_t> rows_;  // by place
  std::vector<float> coordinates_;   // per block: axis by axis. NaN: removed
};

template <class Visit>
void CompactShells::search(const CentreOnAxes& centre, float limit, Visit visit) const {
  const Away from_middle = away(centre);
  float squared[block_size];
  for (std::size_t b = first_; b < blocks_.size(); ++b) {
    if (shell_bound(b / shell_blocks, from_middle) < static_cast<double>(limit)) break;
    if (blocks_[b].count == 0 || block_bound(blocks_[b], from_middle) < static_cast<double>(limit)) continue;
    const float* values = coordinates_.data() + b * axes_.size() * block_size;
    if (!block_distances(values, centre, limit, squared)) continue;
    for (std::size_t t = 0; t < block_size; ++t) {
      if (squared[t] >= limit) limit = visit(rows_[b * block_size + t]);
    }
  }
}

}  // namespace sfumato::stats
