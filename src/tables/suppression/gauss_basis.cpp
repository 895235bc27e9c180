#include "tables/suppression/gauss_basis.hpp"

#include <limits>

namespace sfumato::tables {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

std::uint64_t coefficient(double number) { return Field61::of(static_cast<std::int64_t>(number)); }

}  // namespace

GaussBasis::GaussBasis(const SuppressionProblem& problem, const std::vector<std::size_t>& likely)
    : problem_(problem),
      likely_in_row_(problem.rows(), 0),
      pivot_of_row_(problem.rows(), none),
      values_(problem.rows(), 0),
      touched_mark_(problem.rows(), 0),
      probe_(problem.rows(), 1) {
  for (const std::size_t cell : likely) {
    for (std::size_t i = problem.column_starts[cell]; i < problem.column_starts[cell + 1]; ++i) {
      ++likely_in_row_[problem.column_rows[i]];
    }
  }
}

void GaussBasis::touch(std::size_t row) {
  if (touched_mark_[row]) return;
  touched_mark_[row] = 1;
  touched_.push_back(row);
  if (pivot_of_row_[row] != none) due_.push(pivot_of_row_[row]);
}

void GaussBasis::scatter(std::size_t cell) {
  for (std::size_t i = problem_.column_starts[cell]; i < problem_.column_starts[cell + 1]; ++i) {
    values_[problem_.column_rows[i]] = coefficient(problem_.column_coefficients[i]);
    touch(problem_.column_rows[i]);
  }
}

// Reduces the column by the basis, pivot by pivot, and returns the coefficient of each lower column.
SparseVector GaussBasis::reduce() {
  SparseVector coefficients;
  while (!due_.empty()) {
    const std::size_t pivot = due_.top();
    due_.pop();
    const std::uint64_t share = values_[pivot_rows_[pivot]];
    if (share == 0) continue;
    values_[pivot_rows_[pivot]] = 0;
    coefficients.push_back({pivot, share});
    for (const auto& [row, number] : lowers_[pivot]) {
      values_[row] = Field61::subtract(values_[row], Field61::multiply(share, number));
      touch(row);
    }
    work_ += lowers_[pivot].size() + 1;
  }
  return coefficients;
}

void GaussBasis::extend(std::size_t cell, SparseVector coefficients, std::size_t pivot) {
  const std::uint64_t inverse = Field61::inverse(values_[pivot]);
  SparseVector lower;
  for (const std::size_t row : touched_) {
    if (row != pivot && values_[row] != 0) lower.push_back({row, Field61::multiply(values_[row], inverse)});
  }
  entries_ += lower.size() + coefficients.size() + 1;
  pivot_of_row_[pivot] = size();
  pivot_rows_.push_back(pivot);
  cells_.push_back(cell);
  inverse_scales_.push_back(inverse);
  lowers_.push_back(std::move(lower));
  uppers_.push_back(std::move(coefficients));
  shares_.push_back(0);
  share_mark_.push_back(0);
}

// From coefficients of the lower columns to coefficients of the basis, last one first.
SparseVector GaussBasis::circuit(std::size_t cell, const SparseVector& coefficients) {
  SparseVector cells;
  std::priority_queue<std::size_t> open;
  for (const auto& [pivot, share] : coefficients) {
    shares_[pivot] = share;
    share_mark_[pivot] = 1;
    open.push(pivot);
  }
  while (!open.empty()) {
    const std::size_t pivot = open.top();
    open.pop();
    share_mark_[pivot] = 0;
    const std::uint64_t share = Field61::multiply(shares_[pivot], inverse_scales_[pivot]);
    shares_[pivot] = 0;
    if (share == 0) continue;
    cells.push_back({cells_[pivot], Field61::subtract(0, share)});
    for (const auto& [other, number] : uppers_[pivot]) {
      shares_[other] = Field61::subtract(shares_[other], Field61::multiply(share, number));
      if (share_mark_[other]) continue;
      share_mark_[other] = 1;
      open.push(other);
    }
    work_ += uppers_[pivot].size() + 1;
  }
  cells.push_back({cell, 1});
  return cells;
}

std::optional<SparseVector> GaussBasis::add(std::size_t cell) {
  scatter(cell);
  SparseVector coefficients = reduce();
  std::size_t pivot = none;
  for (const std::size_t row : touched_) {
    if (values_[row] == 0) continue;
    if (pivot == none || std::pair(likely_in_row_[row], row) < std::pair(likely_in_row_[pivot], pivot))
      pivot = row;
  }
  std::optional<SparseVector> found;
  if (pivot != none) {
    extend(cell, std::move(coefficients), pivot);
  } else {
    found = circuit(cell, coefficients);
  }
  for (const std::size_t row : touched_) {
    values_[row] = 0;
    touched_mark_[row] = 0;
  }
  touched_.clear();
  return found;
}

// A row vector whose product with each column of the basis is random where wanted and 0 elsewhere, and that
// is random in rows without a pivot: its product with a column is 0 only if the column depends on the basis
// and on no wanted column of it, or with probability 2⁻⁶¹. It stays valid when columns join the basis later.
void GaussBasis::look_for(const std::vector<std::uint8_t>& wanted, Rng& rng) {
  std::vector<std::uint64_t> products(size());  // with the lower columns
  for (std::size_t k = 0; k < size(); ++k) {
    std::uint64_t product = wanted[cells_[k]] ? Field61::reduced(rng.bits()) : 0;
    for (const auto& [other, number] : uppers_[k]) {
      product = Field61::subtract(product, Field61::multiply(number, products[other]));
    }
    products[k] = Field61::multiply(product, inverse_scales_[k]);
  }
  for (std::size_t row = 0; row < probe_.size(); ++row) {
    if (pivot_of_row_[row] == none) probe_[row] = Field61::reduced(rng.bits());
  }
  for (std::size_t k = size(); k-- > 0;) {
    std::uint64_t product = products[k];
    for (const auto& [row, number] : lowers_[k]) {
      product = Field61::subtract(product, Field61::multiply(number, probe_[row]));
    }
    probe_[pivot_rows_[k]] = product;
  }
  work_ += entries_;
}

bool GaussBasis::promising(std::size_t cell) const {
  std::uint64_t product = 0;
  for (std::size_t i = problem_.column_starts[cell]; i < problem_.column_starts[cell + 1]; ++i) {
    product = Field61::add(product, Field61::multiply(coefficient(problem_.column_coefficients[i]),
                                                      probe_[problem_.column_rows[i]]));
  }
  return product != 0;
}

}  // namespace sfumato::tables
