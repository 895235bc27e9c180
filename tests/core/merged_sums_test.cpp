// Exact sums: against integers and long doubles, in any order, merged and taken apart, at the ends of the
// range.
#include "core/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/error.hpp"

namespace sfumato {
namespace {

double summed(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

TEST(MergedSums, KnownSums) {
  EXPECT_EQ(summed({}), 0.0);
  EXPECT_EQ(summed({0.1}), 0.1);
  EXPECT_EQ(summed({-0.1}), -0.1);
  EXPECT_EQ(summed({1e100, 1.0, -1e100}), 1.0);
  EXPECT_EQ(summed({1e308, 1e308, -1e308, -1e308, 3.0}), 3.0);
  EXPECT_EQ(summed({0.1, 0.2, 0.3}), 0.6);  // 0.1 + 0.2 + 0.3 in doubles is 0.6000000000000001
  // Ten times the double next to 0.1 is 1.00000000000000005551…, of which 1 is the nearest double.
  EXPECT_EQ(summed(std::vector<double>(10, 0.1)), 1.0);
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(summed({least, least, least}), 3.0 * least);
  EXPECT_EQ(summed({std::numeric_limits<double>::min(), -least}), std::numeric_limits<double>::min() - least);
  EXPECT_EQ(summed({1e300, -least}), 1e300);
}

// A tie goes to the even digit, and any smaller term breaks it.
TEST(MergedSums, RoundsOnceAtTheEnd) {
  EXPECT_EQ(summed({1.0, 0x1p-53}), 1.0);
  EXPECT_EQ(summed({1.0, 0x1p-53, 0x1p-1000}), 1.0 + 0x1p-52);
  EXPECT_EQ(summed({1.0 + 0x1p-52, 0x1p-53}), 1.0 + 0x1p-51);
  EXPECT_EQ(summed({1.0 + 0x1p-52, 0x1p-53, -0x1p-1000}), 1.0 + 0x1p-52);
  EXPECT_EQ(summed({-1.0, -0x1p-53, -0x1p-1000}), -1.0 - 0x1p-52);
}

TEST(MergedSums, WholeNumbersAreSummedAsIntegers) {
  std::mt19937_64 draw(1);
  for (int trial = 0; trial < 50; ++trial) {
    ExactSum sum;
    std::int64_t expected = 0;
    for (int i = 0; i < 5000; ++i) {
      const std::int64_t term = static_cast<std::int64_t>(draw() >> 24) - (std::int64_t{1} << 39);
      expected += term;
      sum.add(static_cast<double>(term));
    }
    EXPECT_EQ(sum.value(), static_cast<double>(expected));
  }
}

TEST(MergedSums, IsTheSameForAnyOrderAndAnyParts) {
  std::mt19937_64 draw(2);
  std::vector<double> terms;
  for (int i = 0; i < 4000; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(draw() % 600) - 300);
    terms.push_back((static_cast<double>(draw() >> 11) * 0x1p-53 - 0.5) * size);
  }
  const double expected = summed(terms);
  for (int trial = 0; trial < 20; ++trial) {
    std::shuffle(terms.begin(), terms.end(), draw);
    EXPECT_EQ(summed(terms), expected);
    std::vector<ExactSum> parts(7);
    for (const double term : terms) parts[draw() % parts.size()].add(term);
    ExactSum merged;
    for (const ExactSum& part : parts) merged.add(ExactSum::of_state(part.state()));
    EXPECT_EQ(merged.value(), expected);
    ExactSum rest = merged;
    for (std::size_t i = 1; i < parts.size(); ++i) rest.subtract(parts[i]);
    EXPECT_EQ(rest.value(), parts[0].value());
  }
}

TEST(MergedSums, TermsThatAreNotFinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(summed({1.0, infinity}), infinity);
  EXPECT_EQ(summed({-infinity, 5.0}), -infinity);
  EXPECT_TRUE(std::isnan(summed({infinity, -infinity})));
  ExactSum sum;
  sum.add(infinity);
  EXPECT_EQ(ExactSum::of_state(sum.state()).value(), infinity);
}

TEST(MergedSums, DamagedStatesAreErrors) {
  const Value states[] = {Value(),
                          Value(3),
                          Value(Value::Array{0}),
                          Value(Value::Array{9, 0}),
                          Value(Value::Array{0, -1, 4}),
                          Value(Value::Array{0, 67, 4}),
                          Value(Value::Array{0, 0, "4"}),
                          Value(Value::Array{0, 0, std::int64_t{1} << 60})};
  for (const Value& state : states) EXPECT_THROW(ExactSum::of_state(state), Error);
}

}  // namespace
}  // namespace sfumato
