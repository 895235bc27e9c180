// Arithmetic modulo primes and the eliminations over it, against plain computations in 128 bits and by hand.
#include "stats/fields/prime_field.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "core/rng.hpp"
#include "stats/fields/dense_rows.hpp"
#include "stats/fields/sparse_echelon.hpp"
#include "stats/fields/sparse_space.hpp"
#include "stats/fields/sparse_vector.hpp"

namespace sfumato {
namespace {

template <class Field>
void expect_field(std::uint64_t seed) {
  using Element = typename Field::Element;
  EXPECT_EQ(Field::multiply(Field::prime - 1, Field::prime - 1), Element{1});
  EXPECT_EQ(Field::add_product(Field::prime - 1, Field::prime - 1, Field::prime - 1), Element{0});
  EXPECT_EQ(Field::of(-1), Field::prime - 1);
  EXPECT_EQ(Field::of(std::int64_t{Field::prime} + 5), Element{5});
  EXPECT_EQ(Field::of(-std::int64_t{Field::prime}), Element{0});
  EXPECT_EQ(Field::reduced(std::numeric_limits<std::uint64_t>::max()),
            static_cast<Element>(std::numeric_limits<std::uint64_t>::max() % Field::prime));
  EXPECT_EQ(Field::inverse(1), Element{1});
  Rng rng({seed, 1});
  for (int i = 0; i < 2000; ++i) {
    const Element a = Field::reduced(rng.bits()), b = Field::reduced(rng.bits());
    EXPECT_EQ(Field::multiply(a, b), static_cast<Element>(WideProduct{a} * b % Field::prime));
    EXPECT_EQ(Field::add_product(b, a, b), Field::add(b, Field::multiply(a, b)));
    EXPECT_EQ(Field::subtract(Field::add(a, b), b), a);
    EXPECT_EQ(Field::add(a, Field::negative(a)), Element{0});
    if (a != 0) {
      EXPECT_EQ(Field::multiply(a, Field::inverse(a)), Element{1});
    }
  }
}

TEST(PrimeField, MersenneFieldsComputeModuloTheirPrimes) {
  expect_field<Field61>(40);
  expect_field<Field31>(84);
  EXPECT_EQ(Field61::of(std::numeric_limits<std::int64_t>::min()), Field61::prime - 4);  // −2⁶³ = −4 · 2⁶¹
  EXPECT_EQ(Field31::inverse(2), 1U << 30);                                              // 2³¹ ≡ 1
}

TEST(PrimeField, FindsTheFractionThatAnElementStandsFor) {
  Rng rng({84, 2});
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t above = static_cast<std::int64_t>(rng.below(65535)) - 32767;
    const auto below = static_cast<std::uint32_t>(1 + rng.below(32767));
    EXPECT_DOUBLE_EQ(fraction_of(Field31::multiply(Field31::of(above), Field31::inverse(below))),
                     static_cast<double>(above) / static_cast<double>(below));
  }
}

TEST(PrimeField, ComputesModuloAPrimeOfRunTime) {
  SecureRng secure;
  const PrimeField random = PrimeField::random(secure);
  EXPECT_EQ(random.prime() >> 60, 1U);
  EXPECT_TRUE(is_prime(random.prime()));
  const PrimeField mersenne(Field61::prime);
  Rng rng({41, 1});
  std::vector<std::uint64_t> left, right;
  std::uint64_t dot = 0;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t a = Field61::reduced(rng.bits()), b = Field61::reduced(rng.bits());
    EXPECT_EQ(mersenne.multiply(a, b), Field61::multiply(a, b));
    EXPECT_EQ(mersenne.inverse(a + 1), mersenne.power(a + 1, Field61::prime - 2));
    left.push_back(a);
    right.push_back(b);
    dot = Field61::add_product(dot, a, b);
  }
  EXPECT_EQ(mersenne.dot(left.data(), right.data(), left.size()), dot);
}

TEST(PrimeField, RecognisesPrimes) {
  for (const std::uint64_t prime :
       {std::uint64_t{2}, std::uint64_t{37}, std::uint64_t{Field31::prime}, Field61::prime})
    EXPECT_TRUE(is_prime(prime)) << prime;
  // The third is a strong pseudoprime to the bases 2, 3, 5 and 7.
  for (const std::uint64_t number : {1ULL, 561ULL, 3215031751ULL, (1ULL << 61) + 1})
    EXPECT_FALSE(is_prime(number)) << number;
}

// (1, 2, 0), (2, 4, 1), (3, 6, 1): the third is the sum of the others.
TEST(DenseRows, KeepAnEchelonForm) {
  EchelonRows<Field61> basis;
  EXPECT_TRUE(basis.add({2, 4, 0}));
  EXPECT_TRUE(basis.add({2, 4, 1}));
  EXPECT_FALSE(basis.add({3, 6, 1}));
  EXPECT_FALSE(basis.add({0, 0, 0}));
  EXPECT_TRUE(basis.add({0, 3, 7}));
  const std::vector<std::vector<std::uint64_t>> expected = {{1, 2, 0}, {0, 0, 1}, {0, 1, 0}};
  EXPECT_EQ(basis.rows(), expected);
}

TEST(DenseRows, AddAMultipleAtSomePositions) {
  std::vector<std::uint32_t> row = {1, 2, 3};
  const std::vector<std::size_t> positions = {0, 2};
  const std::vector<std::uint32_t> values = {5, 6};
  add_multiple(Field31(), row.data(), Field31::negative(1), positions, values);
  EXPECT_EQ(row, (std::vector<std::uint32_t>{Field31::of(-4), 2, Field31::of(-3)}));
}

TEST(SparseRows, SubtractionSaysWhichPositionsCameAndWent) {
  const SparseVector vector = {{1, 4}, {3, 6}, {8, 1}}, other = {{0, 1}, {3, 3}, {8, 1}, {9, 5}};
  std::vector<std::size_t> gained, lost;
  const SparseVector rest = less_multiple(
      Field61(), vector, 2, other, [&](std::size_t position) { gained.push_back(position); },
      [&](std::size_t position) { lost.push_back(position); });
  EXPECT_EQ(rest, (SparseVector{{0, Field61::of(-2)}, {1, 4}, {8, Field61::of(-1)}, {9, Field61::of(-10)}}));
  EXPECT_EQ(gained, (std::vector<std::size_t>{0, 9}));
  EXPECT_EQ(lost, (std::vector<std::size_t>{3}));
  EXPECT_EQ(value_at(rest, 8), Field61::of(-1));
  EXPECT_EQ(value_at(rest, 3), 0U);
  EXPECT_EQ(value_at(rest, 10), 0U);
}

TEST(SparseRows, SpaceIsReducedAndSplitsIntoComponents) {
  SparseSpace space{PrimeField(Field61::prime)};
  space.add(space.remainder({{0, 2}, {1, 2}}));
  space.add(space.remainder({{4, 1}, {5, 1}}));
  space.forget_changes();
  EXPECT_TRUE(space.remainder({{0, 3}, {1, 3}, {4, 1}, {5, 1}}).empty());
  space.add(space.remainder({{1, 1}, {2, 1}}));
  EXPECT_EQ(space.row(0), (SparseVector{{0, 1}, {2, Field61::of(-1)}}));
  EXPECT_TRUE(space.changed(0));
  EXPECT_FALSE(space.changed(1));
  EXPECT_EQ(space.entries(), 6U);
  EXPECT_EQ(space.components(), (std::vector<std::vector<std::size_t>>{{0, 2}, {1}}));
}

// The rank of random rows of three digits, and whether a row follows, agree with dense elimination.
TEST(SparseRows, EchelonFindsTheRowsThatFollow) {
  Rng rng({42, 1});
  std::size_t dependent = 0;
  for (int trial = 0; trial < 50; ++trial) {
    SparseEchelon sparse;
    EchelonRows<Field61> dense;
    for (int r = 0; r < 12; ++r) {
      std::vector<std::uint64_t> row(8, 0);
      SparseVector entries;
      for (int i = 0; i < 3; ++i) {
        const std::size_t position = rng.below(8);
        const std::uint64_t value = Field61::of(static_cast<std::int64_t>(rng.below(3)) - 1);
        entries.push_back({position, value});
        row[position] = Field61::add(row[position], value);
      }
      const bool independent = dense.add(row);
      EXPECT_EQ(sparse.add(entries), independent);
      dependent += independent ? 0 : 1;
    }
  }
  EXPECT_GT(dependent, 100U);
}

}  // namespace
}  // namespace sfumato
