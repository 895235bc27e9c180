// Moments of columns whose records come in blocks. Sums are exact until they are read, so that they have the
// same bits for blocks of any size in any order.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "masking/partial_state.hpp"
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
        sum_.add(value);
        ++moments_.count;
        lowest_ = std::min(lowest_, value);
        highest_ = std::max(highest_, value);
      }
      return;
    }
    for (const double value : values) {
      if (std::isnan(value)) continue;
      const double deviation = value - moments_.mean;
      squares_.add(deviation * deviation);
    }
  }
  void finish(std::size_t pass) {
    if (pass == 0 && moments_.count > 0) moments_.mean = sum_.value() / static_cast<double>(moments_.count);
    if (pass == 1) moments_.squares = squares_.value();
  }

  Value partial(std::size_t pass) const {
    Value state = Value::array();
    if (pass == 1) {
      state.push(squares_.state());
      return state;
    }
    state.push(moments_.count);
    state.push(sum_.state());
    state.push(number_state(lowest_));
    state.push(number_state(highest_));
    return state;
  }
  void merge(std::size_t pass, const Value& part) {
    if (pass == 1) {
      squares_.add(ExactSum::of_state(item_of(part, 0)));
      return;
    }
    moments_.count += count_of(item_of(part, 0));
    sum_.add(ExactSum::of_state(item_of(part, 1)));
    lowest_ = std::min(lowest_, number_of_state(item_of(part, 2)));
    highest_ = std::max(highest_, number_of_state(item_of(part, 3)));
  }

  const stats::Moments& moments() const { return moments_; }
  // Are all present values equal? True where there is none.
  bool constant() const { return lowest_ >= highest_; }

 private:
  stats::Moments moments_;
  ExactSum sum_, squares_;
  double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
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
  Value partial(std::size_t pass) const { return partials_of(of_, pass); }
  void merge(std::size_t pass, const Value& part) { merge_each(of_, pass, part); }
  const PassedMoments& operator[](std::size_t j) const { return of_[j]; }

 private:
  ColumnSet columns_;
  std::vector<PassedMoments> of_;
};

}  // namespace sfumato::masking
