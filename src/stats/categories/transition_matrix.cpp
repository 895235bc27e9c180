// Alias tables are built by the algorithm of Vose (1991), whose rounding never gives a share to a category of
// probability 0.
#include "stats/categories/transition_matrix.hpp"

#include <Eigen/LU>
#include <numeric>

namespace sfumato::stats {

Matrix retention_matrix(std::span<const double> counts, double retain) {
  const std::size_t m = counts.size();
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  Matrix result(m, m);
  for (std::size_t i = 0; i < m; ++i) {
    const double others = total - counts[i];
    for (std::size_t j = 0; j < m; ++j) {
      const double moved = others > 0.0 ? (1.0 - retain) * counts[j] / others : 0.0;
      result(i, j) = i != j ? moved : others > 0.0 ? retain : 1.0;
    }
  }
  return result;
}

Matrix invariant_matrix(const Matrix& transition, std::span<const double> counts) {
  const std::size_t m = transition.rows();
  Matrix back(m, m);  // Q
  for (std::size_t j = 0; j < m; ++j) {
    double arriving = 0.0;
    for (std::size_t h = 0; h < m; ++h) arriving += counts[h] * transition(h, j);
    for (std::size_t i = 0; i < m; ++i) {
      back(j, i) = arriving > 0.0 ? counts[i] * transition(i, j) / arriving : i == j ? 1.0 : 0.0;
    }
  }
  Matrix result(m, m);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t i = 0; i < m; ++i) result(i, k) += transition(i, j) * back(j, k);
    }
  }
  return result;
}

double expected_change(const Matrix& transition, std::span<const double> counts) {
  double moved = 0.0, total = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    moved += counts[i] * (1.0 - transition(i, i));
    total += counts[i];
  }
  return total > 0.0 ? moved / total : 0.0;
}

TransitionDraws::TransitionDraws(const Matrix& transition)
    : columns_(transition.columns()), slots_(transition.rows() * transition.columns()) {
  std::vector<double> row(columns_);
  for (std::size_t i = 0; i < transition.rows(); ++i) {
    for (std::size_t j = 0; j < columns_; ++j) row[j] = transition(i, j);
    fill(std::span(slots_).subspan(i * columns_, columns_), row);
  }
}

void TransitionDraws::fill(std::span<Slot> slots, std::span<const double> row) {
  std::vector<double> left(row.size());
  std::vector<std::size_t> small, large;
  for (std::size_t j = 0; j < row.size(); ++j) {
    left[j] = row[j] * static_cast<double>(row.size());
    (left[j] < 1.0 ? small : large).push_back(j);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t poor = small.back(), rich = large.back();
    small.pop_back();
    slots[poor] = {left[poor], static_cast<std::int32_t>(rich)};
    left[rich] -= 1.0 - left[poor];
    if (left[rich] < 1.0) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  for (const auto& rest : {small, large}) {
    for (const std::size_t j : rest) slots[j] = {1.0, static_cast<std::int32_t>(j)};
  }
}

PramCorrection pram_correction(const Matrix& transition, std::span<const double> observed) {
  const auto m = static_cast<Eigen::Index>(observed.size());
  if (transition.rows() != transition.columns() || transition.rows() != observed.size()) {
    return {std::nullopt, "the matrix has other categories than the counts"};
  }
  if (m == 0) return {std::vector<double>{}};
  Eigen::MatrixXd transposed(m, m);
  Eigen::VectorXd counts(m);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    counts(static_cast<Eigen::Index>(i)) = observed[i];
    for (std::size_t j = 0; j < observed.size(); ++j) {
      transposed(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = transition(i, j);
    }
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(transposed);
  if (!factors.isInvertible()) {
    return {std::nullopt,
            "the matrix is singular: different originals have the same expected counts, and no estimate can "
            "distinguish them"};
  }
  const Eigen::VectorXd estimate = factors.solve(counts);
  return {std::vector<double>(estimate.data(), estimate.data() + m)};
}

}  // namespace sfumato::stats
