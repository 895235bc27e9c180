// The audit of sums against exact rational arithmetic: for small tables every small set is tested for
// derivability. The audit must allow safe questions and refuse the others.
#include <bit>
#include <functional>
#include <numeric>

#include "queries/restriction/small_sets.hpp"
#include "queries/restriction_support.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::queries::testing {
namespace {

__extension__ using Long = __int128;

struct Fraction {
  Long top = 0, bottom = 1;
  Fraction() = default;
  Fraction(Long numerator, Long denominator = 1) : top(numerator), bottom(denominator) {  // NOLINT
    Long a = top < 0 ? -top : top, b = bottom < 0 ? -bottom : bottom;
    while (b != 0) {
      const Long rest = a % b;
      a = b;
      b = rest;
    }
    if (bottom < 0) a = -a;
    top /= a;
    bottom /= a;
  }
  bool is_zero() const { return top == 0; }
  Fraction operator-(const Fraction& o) const { return {top * o.bottom - o.top * bottom, bottom * o.bottom}; }
  Fraction operator*(const Fraction& o) const { return {top * o.top, bottom * o.bottom}; }
  Fraction operator/(const Fraction& o) const { return {top * o.bottom, bottom * o.top}; }
};

// A row space over the rational numbers, by plain elimination.
class Fractions {
 public:
  using Vector = std::vector<Fraction>;
  Vector remainder(Vector vector) const {
    for (const auto& [pivot, row] : rows_) {
      const Fraction factor = vector[pivot];
      if (factor.is_zero()) continue;
      for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = vector[i] - factor * row[i];
    }
    return vector;
  }
  static std::optional<std::size_t> first(const Vector& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i)
      if (!vector[i].is_zero()) return i;
    return std::nullopt;
  }
  void add(const Vector& vector) {
    Vector rest = remainder(vector);
    const auto pivot = first(rest);
    if (!pivot) return;
    const Fraction value = rest[*pivot];
    for (Fraction& one : rest) one = one / value;
    for (auto& [other, row] : rows_) {
      const Fraction factor = row[*pivot];
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] - factor * rest[i];
    }
    rows_.emplace_back(*pivot, std::move(rest));
  }
  bool contains(const Vector& vector) const { return !first(remainder(vector)); }
  // Can any set of 1 to `most` records be derived?
  bool has_small_set(std::size_t records, std::int64_t most) const {
    for (std::uint32_t set = 1; set < (1U << records); ++set) {
      if (std::popcount(set) > most) continue;
      Vector vector(records);
      for (std::size_t i = 0; i < records; ++i) vector[i] = (set >> i & 1) != 0 ? 1 : 0;
      if (contains(vector)) return true;
    }
    return false;
  }

 private:
  std::vector<std::pair<std::size_t, Vector>> rows_;
};

Fractions::Vector vector_of(const std::vector<std::int64_t>& record_ids,
                            const std::vector<std::int64_t>& wanted) {
  Fractions::Vector vector;
  for (const std::int64_t id : record_ids)
    vector.emplace_back(std::find(wanted.begin(), wanted.end(), id) != wanted.end() ? 1 : 0);
  return vector;
}

struct Tally {
  int allowed = 0, refused = 0, by_size = 0;
};

// Random questions; each decision must be that of the exact arithmetic.
void run_sequence(const std::vector<std::int64_t>& record_ids, std::int64_t least, std::uint64_t seed,
                  Tally& tally) {
  const Staff staff(record_ids);
  const auto records = static_cast<std::int64_t>(record_ids.size());
  Guarded guarded(staff, {least, std::nullopt});
  Rng rng({seed, 77});
  Fractions answered;
  const std::int64_t most = std::max<std::int64_t>(1, least - 1);
  for (int i = 0; i < 14; ++i) {
    const auto wanted = random_ids(rng, 1 + *std::max_element(record_ids.begin(), record_ids.end()));
    if (wanted.empty()) continue;
    const auto vector = vector_of(record_ids, wanted);
    std::int64_t size = 0;
    for (const Fraction& one : vector) size += one.is_zero() ? 0 : 1;
    Fractions with = answered;
    with.add(vector);
    Refusal expected = Refusal::none;
    if (size < least || size > records - least)
      expected = Refusal::set_size;
    else if (with.has_small_set(record_ids.size(), most))
      expected = Refusal::derivable;
    const Aggregate aggregate = i % 2 == 0 ? Aggregate::sum : Aggregate::average;
    ASSERT_EQ(guarded.ask(about(aggregate, wanted)), expected) << "seed " << seed << " question " << i;
    if (expected == Refusal::none) answered = with;
    ++(expected == Refusal::none       ? tally.allowed
       : expected == Refusal::set_size ? tally.by_size
                                       : tally.refused);
  }
}

TEST(RestrictionSums, AgreeWithFractionsOnEveryRandomSequence) {
  for (std::int64_t least = 1; least <= 4; ++least) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      std::vector<std::int64_t> record_ids(least == 4 ? 10 : 6 + seed % 5);
      std::iota(record_ids.begin(), record_ids.end(), 0);
      run_sequence(record_ids, least, 1000 * static_cast<std::uint64_t>(least) + seed, tally);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.allowed, 20) << least;
    EXPECT_GT(tally.refused, 3) << least;
  }
}

// Records with the same values of all public columns cannot be distinguished by any question.
TEST(RestrictionSums, AgreeWithFractionsWhereRecordsShareTheirPublicValues) {
  for (std::int64_t least = 1; least <= 4; ++least) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng rng({seed, 5});
      std::vector<std::int64_t> record_ids;
      for (std::int64_t id = 0; id < 6; ++id)
        for (std::uint64_t copies = 1 + rng.bits() % 3 / 2 + rng.bits() % 2; copies > 0; --copies)
          if (record_ids.size() < 10) record_ids.push_back(id);
      run_sequence(record_ids, least, 5000 * static_cast<std::uint64_t>(least) + seed, tally);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.allowed, 20) << least;
    EXPECT_GT(tally.refused, 3) << least;
  }
}

// The same, over another field and by trying all sets of up to 4 of 26 records.
TEST(RestrictionSums, AgreeWithPlainEliminationOnLargerTables) {
  constexpr std::size_t records = 26;
  const PrimeField field((std::uint64_t{1} << 61) - 1);
  for (const std::int64_t least : {3, 5}) {
    const Staff staff = Staff::of(records);
    Guarded guarded(staff, {least, std::nullopt});
    Rng rng({static_cast<std::uint64_t>(least), 99});
    std::vector<std::vector<std::uint64_t>> rows;
    std::vector<std::size_t> pivots;
    const auto reduce = [&](std::vector<std::uint64_t> vector) {
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::uint64_t factor = vector[pivots[r]];
        for (std::size_t i = 0; factor != 0 && i < records; ++i)
          vector[i] = field.subtract(vector[i], field.multiply(factor, rows[r][i]));
      }
      return vector;
    };
    // A set is derivable if and only if the reduced unit vectors of its records add up to 0.
    const auto discloses = [&] {
      std::vector<std::vector<std::uint64_t>> units;
      for (std::size_t i = 0; i < records; ++i) {
        std::vector<std::uint64_t> unit(records, 0);
        unit[i] = 1;
        units.push_back(reduce(unit));
      }
      const auto zero = [](const std::vector<std::uint64_t>& v) {
        return std::all_of(v.begin(), v.end(), [](std::uint64_t x) { return x == 0; });
      };
      const std::function<bool(std::size_t, std::vector<std::uint64_t>, std::int64_t)> any =
          [&](std::size_t from, std::vector<std::uint64_t> sum, std::int64_t left) -> bool {
        for (std::size_t i = from; i < records; ++i) {
          std::vector<std::uint64_t> next = sum;
          for (std::size_t j = 0; j < records; ++j) next[j] = field.add(next[j], units[i][j]);
          if (zero(next)) return true;
          if (left > 1 && any(i + 1, next, left - 1)) return true;
        }
        return false;
      };
      return any(0, std::vector<std::uint64_t>(records, 0), least - 1);
    };
    int allowed = 0, refused = 0;
    for (int i = 0; i < 40; ++i) {
      const auto wanted = random_ids(rng, records);
      const auto size = static_cast<std::int64_t>(wanted.size());
      if (size < least || size > static_cast<std::int64_t>(records) - least) continue;
      std::vector<std::uint64_t> vector(records, 0);
      for (const std::int64_t id : wanted) vector[static_cast<std::size_t>(id)] = 1;
      vector = reduce(vector);
      const auto pivot = static_cast<std::size_t>(
          std::find_if(vector.begin(), vector.end(), [](std::uint64_t x) { return x != 0; }) -
          vector.begin());
      const auto old_rows = rows;
      const auto old_pivots = pivots;
      if (pivot < records) {
        const std::uint64_t inverse = field.inverse(vector[pivot]);
        for (std::uint64_t& one : vector) one = field.multiply(one, inverse);
        for (auto& row : rows) {
          const std::uint64_t factor = row[pivot];
          for (std::size_t j = 0; j < records; ++j)
            row[j] = field.subtract(row[j], field.multiply(factor, vector[j]));
        }
        rows.push_back(vector);
        pivots.push_back(pivot);
      }
      const bool bad = discloses();
      ASSERT_EQ(guarded.ask(about(Aggregate::sum, wanted)), bad ? Refusal::derivable : Refusal::none) << i;
      if (bad) {
        rows = old_rows;
        pivots = old_pivots;
      }
      ++(bad ? refused : allowed);
    }
    EXPECT_GT(allowed, 8);
    EXPECT_GT(refused, 5);
  }
}

// 20 records, k = 3; computed by hand. {0..5} and {0..5, 6, 7} differ by two records.
TEST(RestrictionSums, HandWorkedDifferences) {
  const Staff staff = Staff::of(20);
  Guarded guarded(staff, {3, std::nullopt});
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3, 4, 5})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3, 4, 5, 6})), Refusal::derivable);
  EXPECT_EQ(guarded.ask(about(Aggregate::average, {0, 1, 2, 3, 4, 5, 6, 7})), Refusal::derivable);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3, 4, 5, 6, 7, 8})), Refusal::none);
  // Another column and counts have their own audits.
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3, 4, 5, 6}, debt_column)), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::count, {0, 1, 2, 3, 4, 5, 6})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::count, {0, 1, 2, 3, 4, 5})), Refusal::derivable);
  // A set that can be derived from answers may be answered: {6, 7, 8}.
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {6, 7, 8})), Refusal::none);
}

TEST(RestrictionSums, GroupsAreAnsweredTogetherOrNotAtAll) {
  const Staff staff = Staff::of(20);
  Guarded guarded(staff, {3, std::nullopt});
  const auto by_half = [](Condition where) {
    return query(Aggregate::sum, pay_column, where, {half_column});
  };
  // Evens 0..8 and odds 1..9.
  EXPECT_EQ(guarded.ask(by_half(leaf(id_column, {{0, 9}}))), Refusal::none);
  // Evens 0..10 would isolate record 10, although odds are safe.
  EXPECT_EQ(guarded.ask(by_half(
                joined(Condition::Kind::any, {leaf(id_column, {{0, 10}}), leaf(id_column, {{13, 19}})}))),
            Refusal::none);
  EXPECT_EQ(guarded.ask(by_half(leaf(id_column, {{0, 10}}))), Refusal::derivable);
  // The refused question did not change the audit: odds 1..9 are known, so is a part of them with the rest.
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {1, 3, 5, 7, 9})), Refusal::none);
  // A group of two records is too small; a group without records is not a query set.
  EXPECT_EQ(guarded.ask(by_half(leaf(id_column, {{0, 4}}))), Refusal::set_size);
  EXPECT_EQ(guarded.ask(query(Aggregate::sum, debt_column, ids({1, 3, 5, 7}), {half_column})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {500})), Refusal::set_size);
}

TEST(RestrictionSums, OverlapIsLimitedIfRequested) {
  const Staff staff = Staff::of(30);
  Guarded guarded(staff, {2, 2});
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3, 4})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {2, 3, 4, 5, 6})), Refusal::overlap);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {3, 4, 5, 6, 7})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::average, {0, 1, 2, 3, 4})), Refusal::none);  // the same set
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3})), Refusal::overlap);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {2, 3, 4, 5, 6}, debt_column)), Refusal::none);
}

TEST(RestrictionSums, PrimesAgreeWithTrialDivision) {
  for (std::uint64_t number = 0; number < 3000; ++number) {
    bool prime = number > 1;
    for (std::uint64_t d = 2; d * d <= number; ++d) prime = prime && number % d != 0;
    EXPECT_EQ(is_prime(number), prime) << number;
  }
  EXPECT_TRUE(is_prime((std::uint64_t{1} << 61) - 1));
  EXPECT_FALSE(is_prime(3'215'031'751));               // a strong pseudoprime to 2, 3, 5 and 7
  EXPECT_FALSE(is_prime(3'825'123'056'546'413'051U));  // to all primes up to 23
  SecureRng rng(SecureRng::Key{1});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(PrimeField::random(rng).prime() >> 60, 1U);
}

}  // namespace
}  // namespace sfumato::queries::testing
