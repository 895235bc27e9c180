// Records in single precision for searches that skip most of them, with their exact distances for the few
// that remain. The copy is scaled and turned to the principal axes, so that the first axes decide most.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// A turned record is off by its length times 2⁻²⁴, and a sum of m squares by m + 4 roundings; `most` and
// `least` contain both errors. What they let through is decided by `squared`.
class CompactPoints {
 public:
  // NaN is missing. Axes are turned where no value is missing; otherwise axis j is column j.
  CompactPoints(const Matrix& points, const Run& run);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool complete() const { return complete_; }
  const double* record(std::uint32_t row) const { return records_.data() + std::size_t{row} * columns_; }
  const float* turned(std::uint32_t row) const { return turned_.data() + std::size_t{row} * columns_; }

  // Summed in column order over the columns that both have, scaled by columns/shared; infinite if none.
  double squared(std::uint32_t row, const double* centre) const;

  // Any point as `turned` has it: 0 where it is missing.
  void turn(const double* centre, float* result) const;

  // The largest turned squared distance of a point whose squared distance, not scaled by columns/shared, is
  // at most `squared`, from a centre that is `length` from the origin of the axes.
  float most(double squared, double length) const;
  // The least one of a point whose squared distance is at least `squared`; no point is farther than `reach`
  // from the origin.
  float least(double squared, double length, double reach) const;

 private:
  void choose_axes(const Matrix& points);

  std::size_t rows_, columns_;
  bool complete_ = true;
  double scale_ = 1.0;      // a power of two
  bool overflows_ = false;  // can a squared distance exceed the largest double?
  std::vector<double> middle_;
  std::vector<double> axes_;     // axis by axis; empty: the columns
  std::vector<double> records_;  // record by record
  std::vector<float> turned_;
};

}  // namespace sfumato::stats
