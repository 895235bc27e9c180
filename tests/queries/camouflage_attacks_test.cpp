// Attacks on camouflage: intersections of overlapping questions, pairs, integrality, insiders, and the bounds
// of the domain. Each succeeds against a control without our protection; known limits are shown.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "optimize/solver.hpp"
#include "queries/camouflage_databases.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

using Set = std::vector<std::size_t>;
struct Known {
  double lower = 0, upper = 0;
};
using Oracle = std::function<Known(const Set&)>;  // an interval for the sum over a set

// The range of each record for an attacker who knows all these intervals, by two linear programs per record.
std::vector<Known> attacked(std::size_t records, const std::vector<Set>& sets, const Oracle& oracle) {
  optimize::Model model;
  for (std::size_t i = 0; i < records; ++i) model.add_column(0, -infinity, infinity);
  for (const Set& set : sets) {
    std::vector<optimize::Entry> row;
    for (const std::size_t record : set) row.push_back({record, 1});
    const Known known = oracle(set);
    model.add_row(known.lower, known.upper, row);
  }
  optimize::Solver solver(model);
  std::vector<Known> left(records);
  for (std::size_t i = 0; i < records; ++i) {
    solver.set_cost(i, 1);
    solver.set_sense(optimize::Sense::minimize);
    const optimize::Solution least = solver.solve();
    solver.set_sense(optimize::Sense::maximize);
    const optimize::Solution greatest = solver.solve();
    EXPECT_EQ(least.outcome, optimize::Outcome::optimal);
    EXPECT_EQ(greatest.outcome, optimize::Outcome::optimal);
    left[i] = {least.objective, greatest.objective};
    solver.set_cost(i, 0);
  }
  return left;
}

Oracle sums_of(const Camouflaged& made) {
  return [&made](const Set& set) {
    const GroupAnswer answer = made.answer(about(Aggregate::sum, set));
    return Known{answer.lower95, answer.upper95};
  };
}

// The control: each question gets its own fixed interval of the same width at a random position around its
// true value.
Oracle intervals_of_their_own(const std::vector<std::int64_t>& values, double width, Rng& rng) {
  return [&values, width, &rng](const Set& set) {
    double sum = 0;
    for (const std::size_t record : set) sum += static_cast<double>(values[record]);
    const double lower = sum - width * rng.uniform();
    return Known{lower, lower + width};
  };
}

void expect_whole_intervals(const Camouflaged& made, const std::vector<Known>& left) {
  const TrueVectors real = true_vectors(made);
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_LE(left[i].lower, static_cast<double>(real.lower[i]) + 1e-6);
    EXPECT_GE(left[i].upper, static_cast<double>(real.upper[i]) - 1e-6);
  }
}

double mean_width(const std::vector<Known>& left) {
  double sum = 0;
  for (const Known& known : left) sum += known.upper - known.lower;
  return sum / static_cast<double>(left.size());
}

TEST(CamouflageAttacks, IntersectionOfAllQuestionsNarrowsNoRecord) {
  Rng rng({1, 1});
  for (std::uint32_t round = 0; round < 6; ++round) {
    CamouflageTerms terms;
    terms.vectors = 3 + static_cast<int>(round % 3);
    const auto values = random_values(8, 1, 9'999, rng);
    const auto made = camouflaged(values, number(0, 10'000), terms, round);
    expect_whole_intervals(made, attacked(8, all_sets(8), sums_of(made)));
    const auto naive = attacked(8, all_sets(8), intervals_of_their_own(values, 1'000, rng));
    EXPECT_LT(mean_width(naive), 150);  // of 1,000
  }
}

// Answers use no new random numbers. With fresh random intervals, repeated questions find the value.
TEST(CamouflageAttacks, RepeatedQuestionsRevealNothingNew) {
  Rng rng({2, 1});
  const std::vector<std::int64_t> values = random_values(8, 1, 9'999, rng);
  const auto made = camouflaged(values, number(0, 10'000), {}, 4);
  const Oracle naive = intervals_of_their_own(values, 1'000, rng);
  Known ours{-1e9, 1e9}, control = ours;
  const Known first = sums_of(made)({3});
  for (int i = 0; i < 2'000; ++i) {
    const Known again = sums_of(made)({3}), fresh = naive({3});
    ours = {std::max(ours.lower, again.lower), std::min(ours.upper, again.upper)};
    control = {std::max(control.lower, fresh.lower), std::min(control.upper, fresh.upper)};
  }
  EXPECT_EQ(ours.lower, first.lower);
  EXPECT_EQ(ours.upper, first.upper);
  EXPECT_LT(control.upper - control.lower, 10);
}

TEST(CamouflageAttacks, PairsNarrowNoRecord) {
  Rng rng({3, 1});
  constexpr std::size_t records = 14;
  const auto values = random_values(records, 1, 9'999, rng);
  const auto made = camouflaged(values, number(0, 10'000), {}, 5);
  // Each record alone, all pairs, and all except each pair: the differences of the latter are pairs.
  std::vector<Set> sets;
  for (std::size_t i = 0; i < records; ++i) {
    sets.push_back({i});
    for (std::size_t j = 0; j < i; ++j) {
      sets.push_back({j, i});
      Set others;
      for (std::size_t m = 0; m < records; ++m) {
        if (m != i && m != j) others.push_back(m);
      }
      sets.push_back(others);
    }
  }
  expect_whole_intervals(made, attacked(records, sets, sums_of(made)));
  EXPECT_LT(mean_width(attacked(records, sets, intervals_of_their_own(values, 1'000, rng))), 300);
}

// All aggregates at once: each ⌈Σ γ_j Q_j⌉ gives exactly the same answers, so that none can be excluded.
TEST(CamouflageAttacks, NoAggregateDistinguishesTheTrueVector) {
  Rng rng({4, 1});
  constexpr std::size_t records = 6;
  const auto made = camouflaged(random_values(records, 1, 199, rng), number(0, 200), {}, 6);
  const TrueVectors real = true_vectors(made);
  std::vector<Camouflaged> others;
  for (int other = 0; other < 30; ++other) {
    std::vector<double> weights(5, 0);
    if (other < 5) weights[static_cast<std::size_t>(other)] = 1;  // a vector itself
    double sum = other < 5 ? 1 : 0;
    for (std::size_t j = 0; j < 5 && other >= 5; ++j) sum += weights[j] = -std::log(rng.uniform());
    Broad values;
    for (std::size_t i = 0; i < records; ++i) {
      double mean = 0;
      for (std::size_t j = 0; j < 5; ++j) {
        mean += weights[j] / sum * static_cast<double>(std::floor(real.entries[i][j]));
      }
      values.push_back(static_cast<std::int64_t>(std::ceil(mean)));
      EXPECT_TRUE(values.back() >= 0 && values.back() <= 200);
    }
    Camouflaged& world = others.emplace_back();
    world.catalogue = made.catalogue;
    world.data = made.data;
    world.data.columns[value_column] = values;
  }
  for (const Set& set : all_sets(records)) {
    for (const Aggregate aggregate :
         {Aggregate::sum, Aggregate::average, Aggregate::minimum, Aggregate::maximum, Aggregate::variance,
          Aggregate::standard_deviation, Aggregate::quantile, Aggregate::count_distinct}) {
      for (const std::int64_t millionths : {250'000, 500'000}) {
        const Query asked = about(aggregate, set, millionths);
        const GroupAnswer answer = made.answer(asked);
        for (const Camouflaged& world : others) {
          const double value = world.truth(asked)[0].value;
          EXPECT_LE(answer.lower95, value) << static_cast<int>(aggregate);
          EXPECT_GE(answer.upper95, value) << static_cast<int>(aggregate);
        }
      }
    }
  }
}

// The possible integer values inside the domain, consistent with the sums over all sets.
std::vector<std::set<std::int64_t>> whole_numbers_left(std::size_t records, std::int64_t upper,
                                                       const Oracle& oracle) {
  const std::vector<Set> sets = all_sets(records);
  std::vector<Known> known;
  for (const Set& set : sets) known.push_back(oracle(set));
  std::vector<std::set<std::int64_t>> left(records);
  std::vector<std::int64_t> values(records, 0);
  // Record by record; sets[bits − 1] is the set of those bits, so sets of the first ones come first.
  const std::function<void(std::size_t)> choose = [&](std::size_t record) {
    if (record == records) {
      for (std::size_t i = 0; i < records; ++i) left[i].insert(values[i]);
      return;
    }
    for (values[record] = 0; values[record] <= upper; ++values[record]) {
      bool fits = true;
      for (std::size_t bits = std::size_t{1} << record; fits && bits < std::size_t{2} << record; ++bits) {
        double sum = 0;
        for (const std::size_t i : sets[bits - 1]) sum += static_cast<double>(values[i]);
        fits = sum >= known[bits - 1].lower && sum <= known[bits - 1].upper;
      }
      if (fits) choose(record + 1);
    }
  };
  choose(0);
  return left;
}

TEST(CamouflageAttacks, KnowingThatValuesAreIntegersNarrowsNoRecord) {
  Rng rng({5, 1});
  constexpr std::size_t records = 6;
  for (std::uint32_t round = 0; round < 5; ++round) {
    CamouflageTerms terms;
    terms.vectors = 3;
    terms.width = 0.25;
    const auto made = camouflaged(random_values(records, 1, 39, rng), number(0, 40), terms, round);
    const TrueVectors real = true_vectors(made);
    const auto left = whole_numbers_left(records, 40, sums_of(made));
    for (std::size_t i = 0; i < records; ++i) {
      const auto first = static_cast<std::int64_t>(std::floor(real.lower[i]));
      const auto last = static_cast<std::int64_t>(std::floor(real.upper[i]));
      EXPECT_LT(first, last);
      for (std::int64_t value = first; value <= last; ++value) EXPECT_TRUE(left[i].contains(value));
    }
  }
}

// Why a unit of slack per record is needed. The control reveals the unrounded vectors: then integer values of
// two records determine the weights of three vectors, and only the true weights make all values integers.
TEST(CamouflageAttacks, IntegersAreFoundInUnroundedVectors) {
  Rng rng({9, 1});
  CamouflageTerms terms;
  terms.vectors = 3;
  const auto values = random_values(40, 100, 1'900, rng);
  const auto made = camouflaged(values, number(0, 2'000), terms, 3);
  const auto survivors = [&](const std::vector<std::vector<long double>>& p, long double above) {
    const auto side = [&](std::size_t i, std::size_t j) { return p[i][j] - p[i][2]; };
    const long double determinant = side(0, 0) * side(1, 1) - side(0, 1) * side(1, 0);
    std::set<std::pair<std::int64_t, std::int64_t>> found;
    for (std::int64_t first = values[0] - 200; first <= values[0] + 200; ++first) {
      for (std::int64_t second = values[1] - 200; second <= values[1] + 200; ++second) {
        const long double b0 = static_cast<long double>(first) - p[0][2];
        const long double b1 = static_cast<long double>(second) - p[1][2];
        const long double x = (b0 * side(1, 1) - b1 * side(0, 1)) / determinant;
        const long double y = (side(0, 0) * b1 - side(1, 0) * b0) / determinant;
        bool fits = x > 0 && y > 0 && x + y < 1;
        for (std::size_t i = 2; fits && i < p.size(); ++i) {
          const long double mean = p[i][2] + x * side(i, 0) + y * side(i, 1);
          fits = std::ceil(mean - 1e-4L) - mean <= above;
        }
        if (fits) found.insert({first, second});
      }
    }
    return found;
  };
  const TrueVectors real = true_vectors(made);
  const auto control = survivors(real.entries, 1e-4L);
  ASSERT_EQ(control.size(), 1U);
  EXPECT_EQ(*control.begin(), std::pair(values[0], values[1]));
  // Ours are known only to within a unit, so that there is always an integer.
  auto floors = real.entries;
  for (auto& entries : floors) {
    for (long double& entry : entries) entry = std::floor(entry);
  }
  EXPECT_GT(survivors(floors, 1).size(), 1'000U);
}

// The ranges of the records for an attacker who knows all vectors, some of the values, and optionally the
// domain.
std::vector<Known> attacked_from_inside(const TrueVectors& real, const std::vector<std::int64_t>& values,
                                        std::size_t insiders, const CatalogueColumn* domain = nullptr) {
  const std::size_t count = real.weights.size();
  optimize::Model model;
  std::vector<optimize::Entry> sum;
  for (std::size_t j = 0; j < count; ++j) sum.push_back({model.add_column(0, 0, 1), 1});
  model.add_row(1, 1, sum);
  const auto floors = [&](std::size_t i) {
    std::vector<optimize::Entry> row;
    for (std::size_t j = 0; j < count; ++j)
      row.push_back({j, static_cast<double>(std::floor(real.entries[i][j]))});
    return row;
  };
  // A value is above its weighted mean of floors by less than 1.
  for (std::size_t i = 0; i < insiders; ++i) {
    model.add_row(static_cast<double>(values[i]) - 1, static_cast<double>(values[i]), floors(i));
  }
  for (std::size_t i = 0; domain != nullptr && i < values.size(); ++i) {
    model.add_row(static_cast<double>(domain->lower) - 1, static_cast<double>(domain->upper), floors(i));
  }
  std::vector<Known> left;
  for (std::size_t i = insiders; i < values.size(); ++i) {
    Known known;
    for (const optimize::Sense sense : {optimize::Sense::minimize, optimize::Sense::maximize}) {
      optimize::Model own = model;
      own.sense = sense;
      for (const optimize::Entry& entry : floors(i)) own.cost[entry.column] = entry.coefficient;
      const optimize::Solution solution = optimize::Solver(own).solve();
      EXPECT_EQ(solution.outcome, optimize::Outcome::optimal);
      (sense == optimize::Sense::minimize ? known.lower : known.upper) = solution.objective;
    }
    known.upper += 1;
    EXPECT_LE(known.lower, static_cast<double>(values[i]) + 1e-3);
    EXPECT_GE(known.upper, static_cast<double>(values[i]) - 1e-3);
    left.push_back(known);
  }
  return left;
}

// The documented limit. k − 2 known values leave a line of weights; k − 1 leave a point, and all values are
// disclosed up to rounding.
TEST(CamouflageAttacks, InsidersNarrowByTheirNumberAndKLessOneFindAll) {
  Rng rng({6, 1});
  for (const int vectors : {3, 5, 8}) {
    const auto most = static_cast<std::size_t>(vectors) - 1;
    std::vector<double> left(most + 1, 0);
    constexpr int rounds = 12;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      CamouflageTerms terms;
      terms.vectors = vectors;
      const auto values = random_values(30, 100'000'000, 900'000'000, rng);
      const auto made = camouflaged(values, number(0, 1'000'000'000), terms, round);
      const TrueVectors real = true_vectors(made);
      for (std::size_t insiders = 0; insiders <= most; ++insiders) {
        left[insiders] += mean_width(attacked_from_inside(real, values, insiders)) / 1e8 / rounds;
      }
    }
    EXPECT_GT(left[0], 0.99) << vectors;  // of the full interval
    for (std::size_t insiders = 1; insiders <= most; ++insiders) {
      EXPECT_LT(left[insiders], left[insiders - 1]) << vectors << " vectors, " << insiders << " insiders";
    }
    EXPECT_GT(left[most - 1], 0.02) << vectors;
    EXPECT_LT(left[most], 1e-4) << vectors;
  }
}

// With intervals inside the domain, knowledge of the domain adds nothing. If intervals may exceed it, those
// that do exclude weights, and so values of all records: another limit.
TEST(CamouflageAttacks, KnowingTheDomainHelpsOnlyWhereIntervalsReachBeyond) {
  Rng rng({7, 1});
  const CatalogueColumn domain = number(0, 1'000'000);
  std::vector<std::int64_t> values = random_values(300, 1, 999'999, rng);
  for (std::size_t i = 0; i < values.size(); i += 4) values[i] = 1;
  CamouflageTerms terms;
  const auto inside = camouflaged(values, domain, terms, 8);
  const TrueVectors real = true_vectors(inside);
  const auto left = attacked_from_inside(real, values, 0, &domain);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_LE(left[i].lower, static_cast<double>(real.lower[i]) + 1e-3);
    EXPECT_GE(left[i].upper, static_cast<double>(real.upper[i]) - 1e-3);
  }
  terms.beyond = true;
  const auto beyond = camouflaged(values, domain, terms, 8);
  EXPECT_EQ(beyond.counts[0].narrowed, 0U);
  EXPECT_GT(mean_width(attacked_from_inside(true_vectors(beyond), values, 0)), 99'000);
  EXPECT_LT(mean_width(attacked_from_inside(true_vectors(beyond), values, 0, &domain)), 1'000);
}

// A limit of any camouflage with common weights: an attacker who knows that many records have the same known
// value, but not which ones, tries the weights that give it to two records, and chooses those that give it to
// many.
TEST(CamouflageAttacks, ManyEqualValuesRevealTheWeights) {
  Rng rng({8, 1});
  std::vector<std::int64_t> values = random_values(60, 1, 9'999, rng);
  for (std::size_t i = 0; i < values.size(); i += 3) values[i] = 5'000;
  CamouflageTerms terms;
  terms.vectors = 3;
  const TrueVectors real = true_vectors(camouflaged(values, number(0, 10'000), terms, 9));
  const auto entry = [&](std::size_t i, std::size_t j) { return std::floor(real.entries[i][j]) + 0.5L; };
  const auto side = [&](std::size_t i, std::size_t j) { return entry(i, j) - entry(i, 2); };
  const auto guess = [&](std::size_t i, long double x, long double y) {
    return entry(i, 2) + x * side(i, 0) + y * side(i, 1);
  };
  std::size_t most = 0;
  long double best_x = 0, best_y = 0;
  for (std::size_t a = 0; a < values.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const long double determinant = side(a, 0) * side(b, 1) - side(a, 1) * side(b, 0);
      if (std::abs(determinant) < 1) continue;
      const long double of_a = 5'000 - entry(a, 2), of_b = 5'000 - entry(b, 2);
      const long double x = (of_a * side(b, 1) - of_b * side(a, 1)) / determinant;
      const long double y = (side(a, 0) * of_b - side(b, 0) * of_a) / determinant;
      std::size_t equal = 0;
      for (std::size_t i = 0; i < values.size(); ++i) equal += std::abs(guess(i, x, y) - 5'000) <= 2 ? 1 : 0;
      if (x < 0 || y < 0 || x + y > 1 || equal <= most) continue;
      most = equal;
      best_x = x;
      best_y = y;
    }
  }
  EXPECT_GE(most, 18U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(guess(i, best_x, best_y)), static_cast<double>(values[i]),
                10);  // of 1,000
  }
}

}  // namespace
}  // namespace sfumato::queries
