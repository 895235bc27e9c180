// The turned copy of the records and the limits of its rounding errors. A turn keeps distances, whatever the
// axes: those of a part of the records do.
#include "stats/neighbours/compact_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_limits.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

// Finding the axes takes the cube of the number of columns, and turning a point its square: beyond this they
// cost more than they save. Which records are close does not depend on them.
constexpr std::size_t most_turned = 256;

constexpr double single_unit = 0x1p-24 * 1.01;  // with a margin for the rounding of doubles
constexpr double tiny_length = 1e-36;           // above what underflow does to a turned coordinate
constexpr std::size_t rows_for_axes = 20'000;
constexpr std::size_t rows_per_block = 8192;

// Covariances of some evenly spaced rows, up to a factor.
Matrix sampled_covariances(const Matrix& points, const std::vector<double>& middle, double scale) {
  const std::size_t step = points.rows() / rows_for_axes + 1;
  Matrix result(points.columns(), points.columns());
  for (std::size_t a = 0; a < points.columns(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0.0;
      for (std::size_t i = 0; i < points.rows(); i += step) {
        sum += (points(i, a) - middle[a]) * scale * ((points(i, b) - middle[b]) * scale);
      }
      result(a, b) = result(b, a) = sum;
    }
  }
  return result;
}

// Do the columns have length 1 and right angles, up to rounding?
bool orthonormal(const Matrix& vectors) {
  for (std::size_t a = 0; a < vectors.columns(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = a == b ? -1.0 : 0.0;
      for (std::size_t j = 0; j < vectors.rows(); ++j) sum += vectors(j, a) * vectors(j, b);
      if (!(std::fabs(sum) < 1e-12)) return false;
    }
  }
  return true;
}

}  // namespace

CompactPoints::CompactPoints(const Matrix& points, const Run& run)
    : rows_(points.rows()),
      columns_(points.columns()),
      middle_(columns_, 0.0),
      records_(rows_ * columns_),
      turned_(rows_ * columns_) {
  double largest = 0.0;
  for (std::size_t j = 0; j < columns_; ++j) {
    std::size_t present = 0;
    for (const double value : points.column(j)) present += std::isnan(value) ? 0 : 1;
    complete_ = complete_ && present == rows_;
    for (std::size_t i = 0; i < rows_; ++i) {
      records_[i * columns_ + j] = points(i, j);
      if (!std::isnan(points(i, j))) middle_[j] += points(i, j) / static_cast<double>(present);
    }
    for (const double value : points.column(j)) {
      if (!std::isnan(value)) largest = std::max(largest, std::fabs(value - middle_[j]));
    }
  }
  if (largest > 0.0) scale_ = std::ldexp(1.0, std::min(400, -std::ilogb(largest)));
  overflows_ = !(largest * static_cast<double>(columns_) < 1e150);
  if (complete_ && columns_ > 1 && columns_ <= most_turned) choose_axes(points);
  run.blocks(rows_, rows_per_block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      turn(records_.data() + row * columns_, turned_.data() + row * columns_);
    }
  });
}

void CompactPoints::choose_axes(const Matrix& points) {
  const Matrix vectors = symmetric_eigensystem(sampled_covariances(points, middle_, scale_)).vectors;
  if (!orthonormal(vectors)) return;
  for (std::size_t a = 0; a < columns_; ++a) {
    axes_.insert(axes_.end(), vectors.column(a).begin(), vectors.column(a).end());
  }
}

void CompactPoints::turn(const double* centre, float* result) const {
  if (axes_.empty()) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const double offset = (centre[j] - middle_[j]) * scale_;
      result[j] = std::isnan(offset) ? 0.0F : static_cast<float>(offset);
    }
    return;
  }
  for (std::size_t a = 0; a < columns_; ++a) {
    const double* axis = axes_.data() + a * columns_;
    double sum = 0.0;
    for (std::size_t j = 0; j < columns_; ++j) sum += (centre[j] - middle_[j]) * scale_ * axis[j];
    result[a] = static_cast<float>(sum);
  }
}

double CompactPoints::squared(std::uint32_t row, const double* centre) const {
  const double* values = record(row);
  double sum = 0.0;
  if (complete_) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const double difference = values[j] - centre[j];
      sum += difference * difference;
    }
    return sum;
  }
  std::size_t shared = 0;
  for (std::size_t j = 0; j < columns_; ++j) {
    const double difference = values[j] - centre[j];
    if (std::isnan(difference)) continue;
    sum += difference * difference;
    ++shared;
  }
  if (shared == 0) return infinity;
  return shared == columns_ ? sum : sum * (static_cast<double>(columns_) / static_cast<double>(shared));
}

// A point within a distance d of the centre is within length + d of the origin.
float CompactPoints::most(double squared, double length) const {
  const double distance = scale_ * std::sqrt(squared) * (1.0 + 1e-12);
  const double error = single_unit * (2.0 * length + distance) + tiny_length;
  const double roundings = (2.0 * static_cast<double>(columns_) + 8.0) * 0x1p-24;
  const double result = (distance + error) * (distance + error) * (1.0 + roundings) + tiny_length;
  constexpr float largest = std::numeric_limits<float>::max();
  return result < static_cast<double>(largest) ? static_cast<float>(result) : largest;
}

float CompactPoints::least(double squared, double length, double reach) const {
  if (squared == infinity) return overflows_ ? 0.0F : std::numeric_limits<float>::max();
  if (!(squared > 0.0)) return 0.0F;
  const double distance = scale_ * std::sqrt(squared) * (1.0 - 1e-12);
  const double error = single_unit * (length + reach) + tiny_length;
  const double roundings = (2.0 * static_cast<double>(columns_) + 8.0) * 0x1p-24;
  if (distance <= error) return 0.0F;
  return static_cast<float>((distance - error) * (distance - error) * (1.0 - roundings));
}

}  // namespace sfumato::stats
