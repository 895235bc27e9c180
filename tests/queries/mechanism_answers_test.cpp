// The guarantees of answers: intervals contain the true value, and for all data there is no failure and the
// same amount of work.
#include "queries/mechanism.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

constexpr std::int64_t one_epsilon = 1'000'000;

const sfumato::Run& single() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

double truth_of(Aggregate aggregate, std::vector<std::int64_t> values, double share) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const std::int64_t value : values) sum += static_cast<double>(value);
  for (const std::int64_t value : values) squares += std::pow(static_cast<double>(value) - sum / n, 2.0);
  std::vector<std::int64_t> distinct = values;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  switch (aggregate) {
    case Aggregate::count:
    case Aggregate::count_values:
      return n;
    case Aggregate::count_distinct:
      return static_cast<double>(distinct.size());
    case Aggregate::sum:
      return sum;
    case Aggregate::average:
      return sum / n;
    case Aggregate::variance:
      return squares / n;
    case Aggregate::standard_deviation:
      return std::sqrt(squares / n);
    case Aggregate::minimum:
      return static_cast<double>(values.front());
    case Aggregate::maximum:
      return static_cast<double>(values.back());
    default:
      return static_cast<double>(values[static_cast<std::size_t>(std::max(1.0, std::ceil(n * share))) - 1]);
  }
}

// Values that are skewed, all at one bound, or half at each.
std::vector<std::int64_t> shaped(Rng& rng, std::size_t count, int shape) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double u = rng.uniform();
    values.push_back(shape == 0   ? -20 + static_cast<std::int64_t>(200.0 * u * u * u)
                     : shape == 1 ? -20
                                  : (u < 0.5 ? -20 : 180));
  }
  return values;
}

struct Asked {
  Aggregate aggregate;
  std::int64_t millionths = 500'000;
  bool laplace = false;
};

TEST(QueryAnswers, IntervalsContainTheTrueValue) {
  const Catalogue declared = catalogue({number(-20, 180)});
  const std::vector<Asked> cases{{Aggregate::count},
                                 {Aggregate::count_distinct},
                                 {Aggregate::sum},
                                 {Aggregate::average},
                                 {Aggregate::variance},
                                 {Aggregate::standard_deviation},
                                 {Aggregate::minimum},
                                 {Aggregate::maximum},
                                 {Aggregate::quantile},
                                 {Aggregate::quantile, 900'000},
                                 {Aggregate::quantile, 0},
                                 {Aggregate::quantile, 500'000, true},
                                 {Aggregate::minimum, 0, true}};
  SecureRng rng(SecureRng::Key{5});
  Rng shapes({5, 5});
#ifdef SFUMATO_SANITIZED
  constexpr int draws = 40;
#else
  constexpr int draws = 1000;
#endif
  const double enough = 0.95 - 3.0 * std::sqrt(0.05 * 0.95 / draws);
  for (const Asked& one : cases) {
    for (const std::int64_t micro : {100'000LL, 1'000'000LL, 8'000'000LL}) {
      for (const std::size_t n : {4U, 150U}) {
        for (int shape = 0; shape < 3; ++shape) {
          const auto values = shaped(shapes, n, shape);
          const Query asked = query(one.aggregate, 0, {}, {}, one.millionths);
          const auto neighbours = shape == 1 ? Neighbours::add_remove : Neighbours::replace;
          const Plan plan = make_plan(asked, declared, micro, neighbours, one.laplace);
          const DataTable table = numbers(values, shape == 2);
          const double truth = truth_of(one.aggregate, values, static_cast<double>(one.millionths) / 1e6);
          int held = 0;
          for (int i = 0; i < draws; ++i) {
            const GroupAnswer answer = draw(plan, asked, declared, table, rng, single())[0];
            ASSERT_LE(answer.lower95, answer.value);
            ASSERT_LE(answer.value, answer.upper95);
            held += answer.lower95 <= truth && truth <= answer.upper95 ? 1 : 0;
          }
          EXPECT_GE(held, enough * draws)
              << static_cast<int>(one.aggregate) << " " << micro << " " << n << " " << shape << " " << truth;
        }
      }
    }
  }
}

// Intervals are also useful: with 20,000 records and ε = 1 errors in ranks are below 2 %, and the interval is
// as narrow.
TEST(QueryAnswers, AreAccurateForManyRecords) {
  const Catalogue declared = catalogue({number(0, 1'000'000)});
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 20'000; ++i) values.push_back(200'000 + 25 * i);
  const DataTable table = numbers(values);
  SecureRng rng(SecureRng::Key{6});
  const auto near = [&](const Query& asked, double truth, double error, double width) {
    const Plan plan = make_plan(asked, declared, one_epsilon, Neighbours::replace);
    for (int i = 0; i < 5; ++i) {
      const GroupAnswer answer = draw(plan, asked, declared, table, rng, single())[0];
      EXPECT_NEAR(answer.value, truth, error) << static_cast<int>(asked.aggregate);
      EXPECT_LT(answer.upper95 - answer.lower95, width) << static_cast<int>(asked.aggregate);
    }
  };
  near(query(Aggregate::average), 449'987.5, 3000.0, 10'000.0);
  near(query(Aggregate::standard_deviation), 144'337.0, 3000.0, 20'000.0);
  near(query(Aggregate::quantile), 449'975.0, 5000.0, 20'000.0);
  near(query(Aggregate::quantile, 0, {}, {}, 100'000), 249'975.0, 5000.0, 20'000.0);
  near(query(Aggregate::minimum), 200'000.0, 8000.0, 220'000.0);  // there are no data below the minimum
  near(query(Aggregate::maximum), 699'975.0, 8000.0, 320'000.0);
}

const std::vector<Aggregate>& all_aggregates() {
  static const std::vector<Aggregate> all{
      Aggregate::count,   Aggregate::count_values, Aggregate::count_distinct,
      Aggregate::sum,     Aggregate::average,      Aggregate::minimum,
      Aggregate::maximum, Aggregate::variance,     Aggregate::standard_deviation,
      Aggregate::quantile};
  return all;
}

// Errors would be a side channel: no record may make a question fail, or its answer not a number.
TEST(QueryAnswers, NothingInTheDataMakesThemFail) {
  constexpr std::int64_t extreme = std::int64_t{1} << 53;
  const Catalogue declared = catalogue({number(-extreme, extreme, true, 3), category(2, true)});
  const std::vector<std::vector<Row>> contents{
      {},
      {{std::nullopt, std::nullopt}},
      {{extreme, 0}, {-extreme, 0}, {extreme, 1}},
      std::vector<Row>(100'000, {extreme, 1})};  // their squares have 123 bits
  SecureRng rng(SecureRng::Key{7});
  for (const auto& rows : contents) {
    const DataTable table = data(rows, 2, true);
    for (const Aggregate aggregate : all_aggregates()) {
      for (const bool grouped : {false, true}) {
        const Query asked =
            query(aggregate, 0, {}, grouped ? std::vector<std::size_t>{1} : std::vector<std::size_t>{});
        for (const bool laplace : {false, true}) {
          const Plan plan = make_plan(asked, declared, 50'000, Neighbours::add_remove, laplace);
          const auto answers = draw(plan, asked, declared, table, rng, single());
          ASSERT_EQ(answers.size(), grouped ? 3U : 1U);
          for (const GroupAnswer& answer : answers) {
            EXPECT_TRUE(std::isfinite(answer.value) && std::isfinite(answer.lower95) &&
                        std::isfinite(answer.upper95));
            EXPECT_TRUE(aggregate != Aggregate::average || std::fabs(answer.value) <= 0x1p53 / 1000.0);
            EXPECT_TRUE(aggregate != Aggregate::variance || answer.value >= 0.0);
          }
        }
      }
    }
  }
}

// The position of the stream afterwards gives the number of words drawn: it is the same for all data.
TEST(QueryAnswers, UseTheSameNumberOfRandomWordsForAllData) {
  const Catalogue declared = catalogue({number(0, 100, true), category(2)});
  const std::vector<std::vector<Row>> contents{{{std::nullopt, 0}, {std::nullopt, 0}, {std::nullopt, 0}},
                                               {{0, 0}, {0, 0}, {0, 0}},
                                               {{5, 0}, {100, 1}, {7, 1}}};
  for (const Aggregate aggregate : all_aggregates()) {
    const Query asked = query(aggregate, 0, leaf(0, {{3, 50}}), {1});
    const Plan plan = make_plan(asked, declared, one_epsilon, Neighbours::replace);
    for (std::uint32_t key = 0; key < 20; ++key) {
      std::vector<std::uint64_t> next;
      for (const auto& rows : contents) {
        SecureRng rng(SecureRng::Key{8, key});
        draw(plan, asked, declared, data(rows, 2), rng, single());
        next.push_back(rng.bits());
      }
      EXPECT_EQ(next[0], next[1]);
      EXPECT_EQ(next[0], next[2]);
    }
  }
}

TEST(QueryAnswers, AreTheSameForAnyNumberOfThreads) {
  const Catalogue declared = catalogue({number(0, 1000), category(5)});
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < 3000; ++i) rows.push_back({i * i % 1001, i % 5});
  const DataTable table = data(rows, 2);
  for (const Aggregate aggregate : all_aggregates()) {
    const Query asked = query(aggregate, 0, {}, {1});
    const Plan plan = make_plan(asked, declared, one_epsilon, Neighbours::replace);
    SecureRng first(SecureRng::Key{9}), second(SecureRng::Key{9});
    const auto one = draw(plan, asked, declared, table, first, sfumato::Run({.seed = 1, .threads = 1}));
    const auto eight = draw(plan, asked, declared, table, second, sfumato::Run({.seed = 1, .threads = 8}));
    for (std::size_t group = 0; group < one.size(); ++group) {
      EXPECT_EQ(one[group].group, eight[group].group);
      EXPECT_EQ(one[group].value, eight[group].value);
      EXPECT_EQ(one[group].lower95, eight[group].lower95);
      EXPECT_EQ(one[group].upper95, eight[group].upper95);
    }
  }
}

}  // namespace
}  // namespace sfumato::queries
