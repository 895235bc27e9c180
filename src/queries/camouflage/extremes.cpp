// The simplex method on the dual: maximise v with Σ_i λ_i q_ij − v − s_j = 0 for each vector j and Σ λ_i = 1.
// A basis has k + 1 variables for any number of records; pricing is one pass over all records.
#include "queries/camouflage/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "queries/engine.hpp"

namespace sfumato::queries {
namespace {

constexpr int max_pivots = 400;  // usually some dozens; an early stop gives a wider, still valid bound
constexpr double tolerance = 1e-11;
constexpr int share_bits = 40;

using Row = std::vector<double>;

// Solves a dense system in place by Gaussian elimination with partial pivoting; false if it is singular.
bool solve(std::vector<Row> matrix, Row& right) {
  const std::size_t size = right.size();
  for (std::size_t step = 0; step < size; ++step) {
    std::size_t best = step;
    for (std::size_t i = step + 1; i < size; ++i) {
      if (std::abs(matrix[i][step]) > std::abs(matrix[best][step])) best = i;
    }
    if (std::abs(matrix[best][step]) < 1e-13) return false;
    std::swap(matrix[step], matrix[best]);
    std::swap(right[step], right[best]);
    for (std::size_t i = step + 1; i < size; ++i) {
      const double factor = matrix[i][step] / matrix[step][step];
      for (std::size_t j = step; j < size; ++j) matrix[i][j] -= factor * matrix[step][j];
      right[i] -= factor * right[step];
    }
  }
  for (std::size_t step = size; step-- > 0;) {
    for (std::size_t j = step + 1; j < size; ++j) right[step] -= matrix[step][j] * right[j];
    right[step] /= matrix[step][step];
  }
  return true;
}

class Simplex {
 public:
  // Entries are scaled to [−1, 1]; `first` is the record with the greatest least entry.
  Simplex(std::vector<double> entries, std::size_t count, std::size_t first)
      : entries_(std::move(entries)), count_(count) {
    std::size_t least = 0;
    for (std::size_t j = 1; j < count_; ++j) {
      if (at(first, j) < at(first, least)) least = j;
    }
    basis_.push_back({Kind::level, 0});
    basis_.push_back({Kind::record, first});
    for (std::size_t j = 0; j < count_; ++j) {
      if (j != least) basis_.push_back({Kind::surplus, j});
    }
  }

  struct Share {
    std::size_t record = 0;
    double value = 0;
  };

  std::vector<Share> shares() {
    for (int pivot = 0; pivot < max_pivots && improve(); ++pivot) {
    }
    std::vector<Share> result;
    Row values = right_side();
    if (!solve(matrix(), values)) return result;
    for (std::size_t i = 0; i < basis_.size(); ++i) {
      if (basis_[i].kind == Kind::record && values[i] > 0) result.push_back({basis_[i].index, values[i]});
    }
    return result;
  }

 private:
  enum class Kind : std::uint8_t { level, record, surplus };
  struct Variable {
    Kind kind = Kind::level;
    std::size_t index = 0;
  };

  double at(std::size_t record, std::size_t vector) const { return entries_[record * count_ + vector]; }

  // One row for each vector, then the row of Σ λ.
  Row column(const Variable& variable) const {
    Row result(count_ + 1, 0.0);
    for (std::size_t j = 0; j < count_; ++j) {
      if (variable.kind == Kind::level) result[j] = -1;
      if (variable.kind == Kind::record) result[j] = at(variable.index, j);
    }
    if (variable.kind == Kind::record) result[count_] = 1;
    if (variable.kind == Kind::surplus) result[variable.index] = -1;
    return result;
  }
  Row right_side() const {
    Row result(count_ + 1, 0.0);
    result[count_] = 1;
    return result;
  }
  std::vector<Row> matrix(bool transposed = false) const {
    std::vector<Row> result(count_ + 1, Row(count_ + 1));
    for (std::size_t i = 0; i <= count_; ++i) {
      const Row own = column(basis_[i]);
      for (std::size_t j = 0; j <= count_; ++j) (transposed ? result[i][j] : result[j][i]) = own[j];
    }
    return result;
  }

  // The prices y solve yᵀB = c: v has the cost 1, so that the weights are γ_j = −y_j and their sum is 1. The
  // reduced cost of a record is its mean Σ γ_j q_ij minus the level, that of a surplus is −γ_j.
  bool entering(Variable& best) const {
    Row prices(count_ + 1, 0.0);
    for (std::size_t i = 0; i <= count_; ++i) prices[i] = basis_[i].kind == Kind::level ? 1 : 0;
    if (!solve(matrix(true), prices)) return false;
    double gain = tolerance;
    for (std::size_t j = 0; j < count_; ++j) {
      if (prices[j] > gain) {
        gain = prices[j];
        best = {Kind::surplus, j};
      }
    }
    for (std::size_t record = 0; record * count_ < entries_.size(); ++record) {
      double worth = -prices[count_];
      for (std::size_t j = 0; j < count_; ++j) worth -= prices[j] * at(record, j);
      if (worth > gain) {
        gain = worth;
        best = {Kind::record, record};
      }
    }
    return gain > tolerance;
  }

  bool improve() {
    Variable next;
    if (!entering(next)) return false;
    Row values = right_side(), change = column(next);
    const std::vector<Row> basis = matrix();
    if (!solve(basis, values) || !solve(basis, change)) return false;
    std::size_t leaving = basis_.size();
    double least = 0;
    for (std::size_t i = 0; i < basis_.size(); ++i) {
      if (basis_[i].kind == Kind::level || change[i] < 1e-12) continue;
      const double ratio = std::max(values[i], 0.0) / change[i];
      if (leaving == basis_.size() || ratio < least) {
        least = ratio;
        leaving = i;
      }
    }
    if (leaving == basis_.size()) return false;
    basis_[leaving] = next;
    return true;
  }

  std::vector<double> entries_;
  std::size_t count_;
  std::vector<Variable> basis_;
};

Wide floor_of(Wide numerator, Wide denominator) {
  const Wide quotient = numerator / denominator;
  return quotient * denominator > numerator ? quotient - 1 : quotient;
}

}  // namespace

std::int64_t minimax(std::span<const std::int64_t> entries, std::size_t count) {
  const std::size_t records = entries.size() / count;
  // The greatest of the least entries is a lower bound; records that never exceed it are skipped.
  std::vector<std::int64_t> least(records), greatest(records);
  for (std::size_t i = 0; i < records; ++i) {
    const auto [low, high] =
        std::minmax_element(entries.begin() + static_cast<std::ptrdiff_t>(i * count),
                            entries.begin() + static_cast<std::ptrdiff_t>((i + 1) * count));
    least[i] = *low;
    greatest[i] = *high;
  }
  const auto best = static_cast<std::size_t>(std::max_element(least.begin(), least.end()) - least.begin());
  const std::int64_t bound = least[best];
  std::vector<std::size_t> kept;
  std::size_t first = 0;
  double scale = 1;
  for (std::size_t i = 0; i < records; ++i) {
    if (i != best && greatest[i] <= bound) continue;
    if (i == best) first = kept.size();
    kept.push_back(i);
    scale =
        std::max({scale, static_cast<double>(greatest[i] - bound), static_cast<double>(bound - least[i])});
  }
  if (kept.size() == 1) return bound;
  std::vector<double> scaled;
  scaled.reserve(kept.size() * count);
  for (const std::size_t i : kept) {
    for (std::size_t j = 0; j < count; ++j) {
      scaled.push_back(static_cast<double>(entries[i * count + j] - bound) / scale);
    }
  }
  std::vector<Wide> sums(count, 0);
  Wide total = 0;
  for (const Simplex::Share& share : Simplex(std::move(scaled), count, first).shares()) {
    const auto part = static_cast<Wide>(std::llround(std::ldexp(std::min(share.value, 1.0), share_bits)));
    total += part;
    for (std::size_t j = 0; j < count; ++j) {
      sums[j] += part * (static_cast<Wide>(entries[kept[share.record] * count + j]) - bound);
    }
  }
  if (total <= 0) return bound;
  const Wide proved = floor_of(*std::min_element(sums.begin(), sums.end()), total);
  return bound + static_cast<std::int64_t>(std::max<Wide>(proved, 0));
}

}  // namespace sfumato::queries
