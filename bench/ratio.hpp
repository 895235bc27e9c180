// What benchmarks share: a clock, made-up numbers, and lines that give ratios. Absolute times on
// shared machines are noise; a ratio of two runs under the same load is not.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "core/table.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::bench {

// The least of `repeats` times of one call, in seconds.
template <class Function>
double seconds(int repeats, Function function) {
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    function();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// The processor time of one call, of all threads, in seconds: what other work beside it changes little.
template <class Function>
double processor_seconds(Function function) {
  const std::clock_t start = std::clock();
  function();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// A benchmark with a wrong result must not report a time.
inline void require(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong result: %s\n", what.c_str());
  std::exit(1);
}

// The exponent p of time ~ size^p between two measurements.
inline double growth(double size, double time, double larger_size, double larger_time) {
  return std::log(larger_time / time) / std::log(larger_size / size);
}

enum class Shape { normal, correlated, skewed, uniform };
inline const char* to_text(Shape shape) {
  constexpr const char* names[] = {"independent normal", "correlated normal", "skewed, correlated",
                                   "uniform"};
  return names[static_cast<int>(shape)];
}

// Records of ten columns of the given shape.
inline stats::Matrix records(std::size_t rows, Shape shape, std::uint64_t seed = 1) {
  Rng rng({seed, 77});
  stats::Matrix points(rows, 10);
  for (std::size_t i = 0; i < rows; ++i) {
    const double shared = rng.normal();
    for (std::size_t j = 0; j < 10; ++j) {
      const double own = shape == Shape::uniform ? rng.uniform() : rng.normal();
      const double mixed = 0.7 * shared + 0.7 * own;
      points(i, j) = shape == Shape::correlated ? mixed : shape == Shape::skewed ? std::exp(mixed) : own;
    }
  }
  return points;
}

// The same as a table with columns V0, V1, ….
inline Table table_of(const stats::Matrix& data) {
  std::vector<ColumnInfo> schema(data.columns());
  std::vector<Column> columns;
  for (std::size_t j = 0; j < data.columns(); ++j) {
    schema[j].name = "V" + std::to_string(j);
    columns.emplace_back(Numbers(data.column(j).begin(), data.column(j).end()));
  }
  return {schema, columns};
}

}  // namespace sfumato::bench
