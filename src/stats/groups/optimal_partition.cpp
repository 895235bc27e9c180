// Shortest path over the places between sorted values, block by block. The last group of the best
// cut before place j begins at some i in j − 2k + 1 … j − k, so k places in a row depend only on
// places before them, and their costs form a totally monotone matrix, whose row minima SMAWK finds
// in linear time: Aggarwal, Klawe, Moran, Shor, Wilber (1987), "Geometric applications of a
// matrix-searching algorithm", Algorithmica 2.
#include "stats/groups/optimal_partition.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

constexpr std::size_t scan_up_to = 12;  // group sizes for which trying every start is quicker

class OptimalPartition {
 public:
  OptimalPartition(std::span<const double> values, std::size_t k)
      : values_(values), k_(k), from_(values.size() + 1, 0), best_(values.size() + 1, 0.0) {
    inverse_.assign(2 * k, 0.0);
    for (std::size_t size = 1; size < 2 * k; ++size) inverse_[size] = 1.0 / static_cast<double>(size);
    const double range = values.back() - values.front();
    if (range > 0.0) scale_ = std::ldexp(1.0, std::min(-std::ilogb(range), 1000));
  }

  std::vector<std::uint32_t> starts() {
    const std::size_t n = values_.size();
    measure_ends(0, std::min(n, 2 * k_ - 1));
    for (std::size_t j = k_; j <= std::min(n, 2 * k_ - 1); ++j) best_[j] = ends_[j].squares;
    for (std::size_t begin = 2 * k_; begin <= n; begin += k_) solve_block(begin, std::min(n, begin + k_ - 1));
    std::vector<std::uint32_t> result{static_cast<std::uint32_t>(n)};
    while (result.back() > 0) result.push_back(from_[result.back()]);
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  // The values between a start or an end and the anchor, a place that lies between them. What two
  // such parts cost together is a sum of positive terms, so that neither gaps, nor far values, nor a
  // large offset take digits from it:
  //   squares of both + (sizes multiplied / sizes added)·(difference of the means)².
  struct Part {
    double size = 0.0, mean = 0.0;
    double squares = 0.0;  // from the mean; of a start with the least cost before it

    void add(double value, double inverse_size) {
      const double deviation = value - mean;
      mean += deviation * inverse_size;
      squares += deviation * (value - mean);
      size += 1.0;
    }
  };

  // The cost of the best cut before j whose last group begins at i, less the squares of j's part,
  // which all starts share.
  double cost(std::size_t i, std::size_t j) const {
    const Part& left = starts_[anchor_ - i];
    const Part& right = ends_[j - anchor_];
    const double difference = left.mean - right.mean;
    return left.squares + left.size * right.size * inverse_[j - i] * (difference * difference);
  }

  void settle(std::size_t j, std::size_t i) {
    from_[j] = static_cast<std::uint32_t>(i);
    best_[j] = cost(i, j) + ends_[j - anchor_].squares;
  }

  // The parts from the anchor up to each end until `last`; means are counted from the anchor's value.
  void measure_ends(std::size_t anchor, std::size_t last) {
    anchor_ = anchor;
    ends_.resize(last - anchor + 1);
    Part part;
    ends_[0] = part;
    for (std::size_t j = anchor; j < last; ++j) {
      part.add((values_[j] - values_[anchor]) * scale_, inverse_[j + 1 - anchor]);
      ends_[j + 1 - anchor] = part;
    }
  }

  // The parts from each start down to `first` up to the anchor. Costs before them are counted from
  // the least: only their differences matter.
  void measure_starts(std::size_t first) {
    starts_.resize(anchor_ - first + 1);
    const auto begin = best_.begin();
    const double base = *std::min_element(begin + static_cast<std::ptrdiff_t>(first),
                                          begin + static_cast<std::ptrdiff_t>(anchor_));
    const double near = values_[anchor_ - 1];
    const double shift = anchor_ < values_.size() ? (near - values_[anchor_]) * scale_ : 0.0;
    Part part;
    for (std::size_t i = anchor_; i-- > first;) {
      best_[i] -= base;
      part.add((values_[i] - near) * scale_, inverse_[anchor_ - i]);
      starts_[anchor_ - i] = {part.size, part.mean + shift, part.squares + best_[i]};
    }
  }

  std::size_t lowest_start(std::size_t j) const { return std::max(k_, j + 1 - 2 * k_); }

  // Is start b better than start a < b for a last group that ends before j? Starts out of reach on
  // the right never are and those on the left always give way: infinite costs in those two corners
  // keep the matrix totally monotone, and keep sizes within k … 2k − 1 whatever rounding does.
  bool better(std::size_t j, std::size_t a, std::size_t b) const {
    if (b + k_ > j) return false;
    if (a < lowest_start(j)) return true;
    return cost(b, j) <= cost(a, j);
  }

  void solve_block(std::size_t begin, std::size_t end) {
    const std::size_t first = lowest_start(begin);
    measure_ends(begin, end);
    measure_starts(first);
    if (k_ <= scan_up_to) {
      for (std::size_t j = begin; j <= end; ++j) {
        std::size_t start = lowest_start(j);
        for (std::size_t i = start + 1; i + k_ <= j; ++i) start = cost(i, j) <= cost(start, j) ? i : start;
        settle(j, start);
      }
      return;
    }
    scratch_.clear();
    for (std::size_t i = first; i + k_ <= end; ++i) scratch_.push_back(static_cast<std::uint32_t>(i));
    row_minima(begin, 1, end - begin + 1, 0);
    for (std::size_t j = begin; j <= end; ++j) settle(j, from_[j]);
  }

  // SMAWK: sets from_ of the places row, row + step, …, `rows` of them, to the best of the starts in
  // scratch_ from `columns` on; what lies beyond in scratch_ is overwritten.
  void row_minima(std::size_t row, std::size_t step, std::size_t rows, std::size_t columns) {
    const std::size_t kept = scratch_.size();  // at most one start for each row
    for (std::size_t c = columns; c < kept; ++c) {
      const std::uint32_t start = scratch_[c];
      while (scratch_.size() > kept &&
             better(row + step * (scratch_.size() - kept - 1), scratch_.back(), start)) {
        scratch_.pop_back();
      }
      if (scratch_.size() < kept + rows) scratch_.push_back(start);
    }
    if (rows > 1) row_minima(row + step, 2 * step, rows / 2, kept);
    std::size_t c = kept;
    for (std::size_t t = 0; t < rows; t += 2) {
      const std::size_t j = row + step * t;
      const std::uint32_t until = t + 1 < rows ? from_[j + step] : scratch_.back();
      std::uint32_t start = scratch_[c];
      while (scratch_[c] != until) {
        ++c;
        if (better(j, start, scratch_[c])) start = scratch_[c];
      }
      from_[j] = start;
    }
    scratch_.resize(kept);
  }

  std::span<const double> values_;
  std::size_t k_;
  std::vector<std::uint32_t> from_;  // where the last group before each place begins
  std::vector<double> best_;         // least cost before each place, from a base that moves along
  std::vector<double> inverse_;      // of group sizes
  double scale_ = 1.0;               // a power of two that brings the range to about 1: squares stay finite
  std::size_t anchor_ = 0;           // the first end of the block
  std::vector<Part> starts_;         // by distance from the anchor, downwards
  std::vector<Part> ends_;           // and upwards
  std::vector<std::uint32_t> scratch_;
};

}  // namespace

std::vector<std::uint32_t> optimal_starts(std::span<const double> ascending, std::size_t k) {
  if (ascending.empty()) return {0};
  if (k == 1 || ascending.size() < 2 * k) {
    std::vector<std::uint32_t> result;
    const std::size_t size = k == 1 ? 1 : ascending.size();
    for (std::size_t start = 0; start <= ascending.size(); start += size)
      result.push_back(static_cast<std::uint32_t>(start));
    return result;
  }
  return OptimalPartition(ascending, k).starts();
}

}  // namespace sfumato::stats
