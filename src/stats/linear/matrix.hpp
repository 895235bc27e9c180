// A dense matrix of doubles, column by column: records are rows and variables are columns.
#pragma once

#include <span>
#include <vector>

namespace sfumato::stats {

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), data_(rows * columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  double& operator()(std::size_t row, std::size_t column) { return data_[column * rows_ + row]; }
  double operator()(std::size_t row, std::size_t column) const { return data_[column * rows_ + row]; }
  std::span<double> column(std::size_t j) { return {data_.data() + j * rows_, rows_}; }
  std::span<const double> column(std::size_t j) const { return {data_.data() + j * rows_, rows_}; }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> data_;
};

inline Matrix transposed(const Matrix& matrix) {
  Matrix result(matrix.columns(), matrix.rows());
  for (std::size_t j = 0; j < matrix.columns(); ++j) {
    for (std::size_t i = 0; i < matrix.rows(); ++i) result(j, i) = matrix(i, j);
  }
  return result;
}

// The given rows, in that order.
template <class Rows>
Matrix taking_rows(const Matrix& matrix, const Rows& rows) {
  Matrix result(rows.size(), matrix.columns());
  for (std::size_t j = 0; j < matrix.columns(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) result(i, j) = matrix(rows[i], j);
  }
  return result;
}

// The given columns, in that order.
template <class Columns>
Matrix taking_columns(const Matrix& matrix, const Columns& columns) {
  Matrix result(matrix.rows(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; i < matrix.rows(); ++i) result(i, j) = matrix(i, columns[j]);
  }
  return result;
}

// The rows of a and then those of b, which has the same columns.
inline Matrix stacked(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows() + b.rows(), a.columns());
  for (std::size_t j = 0; j < a.columns(); ++j) {
    for (std::size_t i = 0; i < a.rows(); ++i) result(i, j) = a(i, j);
    for (std::size_t i = 0; i < b.rows(); ++i) result(a.rows() + i, j) = b(i, j);
  }
  return result;
}

// a·b, summed in the order of a's columns.
inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  for (std::size_t j = 0; j < b.columns(); ++j) {
    double* sums = result.column(j).data();
    for (std::size_t f = 0; f < a.columns(); ++f) {
      const double* factors = a.column(f).data();
      const double weight = b(f, j);
      for (std::size_t i = 0; i < a.rows(); ++i) sums[i] += weight * factors[i];
    }
  }
  return result;
}

}  // namespace sfumato::stats
