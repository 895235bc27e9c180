// Four columns against one at a time, four rows to a lane; every sum of products is added up in the same
// order whatever the number of columns.
#include "stats/linear/cross_products.hpp"

#include <algorithm>

#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t block_rows = 2048;
constexpr std::size_t width = sizeof(DoubleLanes) / sizeof(double);

// a·b for `Together` columns b that lie `stride` apart.
template <std::size_t Together>
[[gnu::always_inline]] inline void products(const double* a, const double* b, std::size_t stride,
                                            std::size_t count, double* result) {
  DoubleLanes sums[Together] = {};
  const std::size_t whole = count - count % width;
  for (std::size_t i = 0; i < whole; i += width) {
    DoubleLanes left, right;
    load_lanes(left, a + i);
    for (std::size_t c = 0; c < Together; ++c) {
      load_lanes(right, b + c * stride + i);
      sums[c] += left * right;
    }
  }
  for (std::size_t c = 0; c < Together; ++c) {
    double first = sums[c][0];
    for (std::size_t i = whole; i < count; ++i) first += a[i] * b[c * stride + i];
    result[c] = (first + sums[c][1]) + (sums[c][2] + sums[c][3]);
  }
}

// result[k] = column j · column k for k ≤ j.
SFUMATO_VECTOR_CLONES
void products_up_to(const double* data, std::size_t rows, std::size_t j, double* result) {
  const double* a = data + j * rows;
  std::size_t k = 0;
  for (; k + 4 <= j + 1; k += 4) products<4>(a, data + k * rows, rows, rows, result + k);
  for (; k <= j; ++k) products<1>(a, data + k * rows, rows, rows, result + k);
}

}  // namespace

std::vector<std::span<const double>> columns_of(const Matrix& matrix) {
  std::vector<std::span<const double>> result;
  for (std::size_t j = 0; j < matrix.columns(); ++j) result.push_back(matrix.column(j));
  return result;
}

Matrix rank_products(const std::vector<std::span<const double>>& ranks, const Run& run) {
  const std::size_t columns = ranks.size(), rows = columns == 0 ? 0 : ranks.front().size();
  const double mean = (static_cast<double>(rows) + 1.0) / 2.0;
  std::vector<Matrix> sums((rows + block_rows - 1) / block_rows);
  run.blocks(rows, block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Matrix centred(end - begin, columns);
    sums[block] = Matrix(columns, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = begin; i < end; ++i) centred(i - begin, j) = ranks[j][i] - mean;
      products_up_to(centred.column(0).data(), end - begin, j, sums[block].column(j).data());
    }
  });
  Matrix total(columns, columns);
  for (const Matrix& sum : sums) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k <= j; ++k) total(k, j) += sum(k, j);
    }
  }
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t k = 0; k < j; ++k) total(j, k) = total(k, j);
  }
  return total;
}

}  // namespace sfumato::stats
