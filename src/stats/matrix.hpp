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

}  // namespace sfumato::stats
