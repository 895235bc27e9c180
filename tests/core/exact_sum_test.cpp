// Exact sums against long hand-made cases and against each other in other orders and parts.
#include "core/exact_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.hpp"

namespace sfumato {
namespace {

TEST(ExactSum, IsTheNearestDoubleOfTheExactSum) {
  // 1 + 2^-53 + 2^-106: ordinary addition gives 1, and the exact sum lies above the middle of 1 and 1 +
  // 2^-52.
  EXPECT_EQ(exact_sum(std::vector{1.0, std::ldexp(1.0, -53), std::ldexp(1.0, -106)}),
            1.0 + std::ldexp(1.0, -52));
  EXPECT_EQ(exact_sum(std::vector{1.0, std::ldexp(1.0, -53)}), 1.0);  // a tie, to even
  EXPECT_EQ(exact_sum(std::vector{1e300, 1.0, -1e300}), 1.0);
  EXPECT_EQ(exact_sum(std::vector{-0.1, -0.2, 0.3}),
            -std::ldexp(1.0, -55));  // of the doubles nearest to these
  EXPECT_EQ(exact_sum(std::vector<double>(10, 0.1)), 1.0);
  EXPECT_EQ(exact_sum(std::vector<double>{}), 0.0);
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(exact_sum(std::vector{least, least, -least}), least);
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(exact_sum(std::vector{most, most, -most}), most);
}

TEST(ExactSum, RepeatsAValue) {
  ExactSum once, often;
  for (int i = 0; i < 1000; ++i) once.add(0.1);
  often.add(0.1, 1000);
  EXPECT_EQ(once.value(), often.value());
  EXPECT_EQ(often.value(), 100.0);
  ExactSum large;
  large.add(1e308, 4'294'967'295U);
  large.add(-1e308, 4'294'967'294U);
  EXPECT_EQ(large.value(), 1e308);
}

TEST(ExactSum, KeepsNanAndInfinity) {
  EXPECT_TRUE(std::isnan(exact_sum(std::vector{1.0, std::nan("")})));
  EXPECT_EQ(exact_sum(std::vector{1.0, HUGE_VAL}), HUGE_VAL);
}

// Values of many sizes, as weights and shares are, in groups.
std::vector<double> mixed_values(std::size_t count, int spread, std::uint64_t seed) {
  Rng rng(derive_key({}, "exact sums", seed));
  std::vector<double> values(count);
  for (double& value : values) {
    value = std::ldexp(rng.uniform() - 0.3, static_cast<int>(rng.uniform() * spread) - spread / 2);
  }
  return values;
}

TEST(ExactSum, GroupsAreSummedAlikeInAnyOrder) {
  for (const int spread : {4, 40, 1200}) {  // the last has a range that 128 bits do not hold
    std::vector<double> values = mixed_values(500, spread, static_cast<std::uint64_t>(spread));
    std::vector<std::uint32_t> of(values.size()), times(values.size());
    for (std::size_t i = 0; i < of.size(); ++i) {
      of[i] = static_cast<std::uint32_t>(i * i % 7);
      times[i] = static_cast<std::uint32_t>(1 + i % 5);
    }
    std::vector<double> expected;
    for (std::uint32_t group = 0; group < 7; ++group) {
      ExactSum sum;
      for (std::size_t i = values.size(); i-- > 0;) {
        for (std::uint32_t time = 0; of[i] == group && time < times[i]; ++time) sum.add(values[i]);
      }
      expected.push_back(sum.value());
    }
    EXPECT_EQ(exact_sums(values, times, of, 7), expected) << spread;
  }
}

TEST(ExactSum, DigitsAreAddedOneByOne) {
  Rng rng(derive_key({}, "digits", 1));
  SplitNumber sum;
  ExactSum expected;
  for (int i = 0; i < 5000; ++i) {
    const double weight = 1e-3 + 5000.0 * rng.uniform() * rng.uniform();
    const auto times = static_cast<std::uint64_t>(1 + i % 3);
    SplitNumber one;
    ASSERT_TRUE(one.set(weight, times));
    for (std::size_t place = 0; place < SplitNumber::digits; ++place) sum.digit[place] += one.digit[place];
    expected.add(weight, times);
  }
  EXPECT_EQ(sum.value(), expected.value());
  SplitNumber one;
  EXPECT_TRUE(one.set(0.0));
  EXPECT_FALSE(one.set(1e-20));
  EXPECT_FALSE(one.set(1e30));
  EXPECT_FALSE(one.set(-1.0));
  EXPECT_FALSE(one.set(std::nan("")));
}

}  // namespace
}  // namespace sfumato
