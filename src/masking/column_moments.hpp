// Moments of columns whose records come in blocks: the same sums in the same order as of a column in memory,
// so that they are equal bit for bit.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::masking {

// Of one column, in two passes: means first, then squares. Present values alone count.
class PassedMoments {
 public:
  static constexpr std::size_t passes = 2;

  void observe(std::size_t pass, std::span<const double> values) {
    if (pass == 0) {
      for (const double value : values) {
        if (std::isnan(value)) continue;
        sum_ += value;
        if (moments_.count++ == 0) first_ = value;
        constant_ = constant_ && value == first_;
      }
      return;
    }
    for (const double value : values) {
      if (std::isnan(value)) continue;
      const double deviation = value - moments_.mean;
      moments_.squares += deviation * deviation;
    }
  }
  void finish(std::size_t pass) {
    if (pass == 0 && moments_.count > 0) moments_.mean = sum_ / static_cast<double>(moments_.count);
  }

  const stats::Moments& moments() const { return moments_; }
  // Are all present values equal? True where there is none.
  bool constant() const { return constant_; }

 private:
  stats::Moments moments_;
  double sum_ = 0.0, first_ = 0.0;
  bool constant_ = true;
};

// Calls body(values) with the numbers of a column, without a copy where it has doubles.
template <class Body>
void with_numbers(const Column& column, const Body& body) {
  if (const Numbers* numbers = column.get_if<Numbers>()) {
    body(std::span<const double>(*numbers));
  } else {
    const Numbers numbers_of = column.to_numbers();
    body(std::span<const double>(numbers_of));
  }
}

// Of several columns, each on a thread of its own.
class ColumnMoments {
 public:
  explicit ColumnMoments(ColumnSet columns) : columns_(std::move(columns)), of_(columns_.size()) {}

  void observe(std::size_t pass, const Table& block, const Run& run) {
    run.parallel(columns_.size(), [&](std::size_t j) {
      with_numbers(block.column(columns_[j]),
                   [&](std::span<const double> values) { of_[j].observe(pass, values); });
    });
  }
  void finish(std::size_t pass) {
    for (PassedMoments& one : of_) one.finish(pass);
  }
  const PassedMoments& operator[](std::size_t j) const { return of_[j]; }

 private:
  ColumnSet columns_;
  std::vector<PassedMoments> of_;
};

}  // namespace sfumato::masking
