// Releases that are broken on purpose, each in a way that has been published or implemented before: the
// tester that finds no violation in `laplace` must detect them all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "masking/laplace_release.hpp"
#include "masking/registry.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/insensitive_groups.hpp"
#include "stats/linear/records.hpp"
#include "support/neighbours.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using masking::ColumnNoise;
using masking::LaplaceMode;
using testing::Neighbours;
using testing::Proof;
using testing::Views;

#ifdef SFUMATO_SANITIZED
constexpr std::size_t draws = 10000;
#else
constexpr std::size_t draws = 40000;
#endif

using Release = std::function<Table(const Table& table, const Run& run)>;

Proof proof(const Neighbours& pair, const Release& release) {
  const Views views(pair);
  const auto sampler = [&](const Table& table, std::uint64_t key) -> testing::Sampler {
    const Run run({.seed = key, .threads = 1});
    return [&release, &views, &table, run](std::uint64_t draw, std::span<int> seen) {
      views.look(release(table, run.within("draw", draw)), seen);
    };
  };
  return testing::proven_epsilon(sampler(pair.one, 1), sampler(pair.other, 2),
                                 {Views::count, Views::events, draws});
}

std::vector<ColumnNoise> noises(const Table& table, LaplaceMode mode, double epsilon, std::size_t k = 1) {
  std::vector<Domain> domains;
  for (ColumnId id = 0; id < table.column_count(); ++id) domains.push_back(*table.info(id).domain);
  return masking::column_noises(domains, mode, epsilon, static_cast<std::int64_t>(k), table.rows());
}

TEST(PrivacyTester, BoundsAreExact) {
  // No hits of n: (1 − p)^n = error; all hits: p^n = error.
  EXPECT_NEAR(testing::upper_bound(0, 100, 1e-6), 1.0 - std::pow(1e-6, 0.01), 1e-12);
  EXPECT_NEAR(testing::lower_bound(100, 100, 1e-6), std::pow(1e-6, 0.01), 1e-12);
  EXPECT_EQ(testing::lower_bound(0, 100, 1e-6), 0.0);
  // One hit of two at 5 %: P[at least one] = 1 − (1 − p)² = 0.05.
  EXPECT_NEAR(testing::lower_bound(1, 2, 0.05), 1.0 - std::sqrt(0.95), 1e-12);
}

// Randomized response that tells the truth with probability e^ε/(1 + e^ε) has exactly ε.
TEST(PrivacyTester, FindsTheEpsilonOfRandomizedResponse) {
  for (const double epsilon : {0.2, 1.0, 3.0}) {
    const auto sampler = [&](bool truth) -> testing::Sampler {
      return [=](std::uint64_t draw, std::span<int> seen) {
        Rng rng({draw, truth ? 1U : 2U});
        seen[0] = static_cast<int>(rng.chance(1.0 / (1.0 + std::exp(-epsilon))) == truth);
      };
    };
    const Proof found = testing::proven_epsilon(sampler(true), sampler(false), {1, 2, 200000});
    EXPECT_LE(found.epsilon, epsilon);
    EXPECT_GT(found.epsilon, epsilon - 0.15);
  }
}

TEST(PrivacyTester, ProvesNothingWhereThereIsNothing) {
  const auto sampler = [](std::uint64_t key) -> testing::Sampler {
    return [=](std::uint64_t draw, std::span<int> seen) {
      seen[0] = static_cast<int>(Rng({draw, key}).below(40));
    };
  };
  EXPECT_EQ(testing::proven_epsilon(sampler(1), sampler(2), {1, 40, 100000}).epsilon, 0.0);
}

TEST(LaplaceControl, HalfTheNoiseIsDetected) {
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    const Proof found =
        proof(testing::hostile_records()[0], [&](const Table& table, const sfumato::Run& run) {
          auto halved = noises(table, LaplaceMode::record, epsilon);
          halved[0].lambda *= 2.0;
          return masking::noisy_records(table, {0}, halved, run);
        });
    EXPECT_GT(found.epsilon, epsilon) << found.event;
  }
}

TEST(LaplaceControl, AnUnsplitBudgetIsDetected) {
  const Neighbours pair = testing::neighbours("three columns", {{0}, {0}, {0}}, 0, {1, 1, 1});
  for (const double epsilon : {0.5, 1.0}) {
    const Release unsplit = [&](const Table& table, const sfumato::Run& run) {
      return masking::noisy_records(table, {0, 1, 2}, noises(table, LaplaceMode::record, 3.0 * epsilon), run);
    };
    const Proof found = proof(pair, unsplit);
    EXPECT_GT(found.epsilon, 1.5 * epsilon) << found.event;
    EXPECT_LE(found.epsilon, 3.0 * epsilon) << found.event;
  }
}

// Each of the three members of the group that changes gets a draw of its own for the same centroid.
TEST(LaplaceControl, ThePaperOf2013IsDetected) {
  const Neighbours pair = testing::neighbours("a group of k", {{0, 0, 0}}, 2, {1}, {0.0, 1.0}, 3);
  for (const double epsilon : {0.5, 1.0}) {
    const Proof found = proof(pair, [&](const Table& table, const sfumato::Run& run) {
      const ParamValues params{{"mode", "paper-2013"}, {"epsilon", epsilon}, {"k", 3}};
      return masking::method("laplace").apply(table, {0}, params, run).tables[0];
    });
    EXPECT_GT(found.epsilon, epsilon) << found.event;
    EXPECT_LE(found.epsilon, 3.0 * epsilon) << found.event;
  }
}

stats::Grouping groups_by(const Table& table, std::size_t k, bool deviations, const sfumato::Run& run) {
  stats::Matrix offsets = stats::numbers(table, testing::all_columns(table));
  for (std::size_t j = 0; deviations && j < offsets.columns(); ++j) {
    const double sd = stats::moments(offsets.column(j)).sd();
    for (double& value : offsets.column(j)) value /= sd;
  }
  return stats::insensitive_groups(offsets, k, run);
}

TEST(LaplaceControl, GroupsByStandardDeviationsAreDetected) {
  const Neighbours pair = testing::deviation_trap(20);
  const auto release = [&](bool deviations) -> Release {
    return [=, &pair](const Table& table, const sfumato::Run& run) {
      return masking::noisy_centroids(table, {0, 1}, groups_by(table, pair.k, deviations, run),
                                      noises(table, LaplaceMode::multivariate, 1.0, pair.k), run);
    };
  };
  const Proof found = proof(pair, release(true));
  EXPECT_GT(found.epsilon, 1.5) << found.event;
  EXPECT_LE(proof(pair, release(false)).epsilon, 1.0);  // the domain's width instead: the same pair is safe
}

// Noise for one group, as if a record could change its own alone.
TEST(LaplaceControl, NoiseForASingleGroupIsDetected) {
  const Neighbours pair = testing::shifted_pairs(6);
  const Proof found = proof(pair, [&](const Table& table, const sfumato::Run& run) {
    return masking::noisy_centroids(table, {0, 1}, groups_by(table, pair.k, false, run),
                                    noises(table, LaplaceMode::individual, 3.0, pair.k), run);
  });
  EXPECT_GT(found.epsilon, 3.0) << found.event;
}

// Means in the rows of their records: the grouping itself has no noise.
TEST(LaplaceControl, RankedGroupsInTheOriginalOrderAreDetected) {
  const Neighbours pair =
      testing::neighbours("partners change", {{0.2, 0.4, 0.6, 0.8}}, 0, {1.0}, {0.0, 1.0}, 2);
  const Proof found = proof(pair, [&](const Table& table, const sfumato::Run& run) {
    const Numbers values = table.column(0).to_numbers();
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    const ColumnNoise noise = noises(table, LaplaceMode::individual, 0.5, 2)[0];
    const stats::GeometricNoise distribution(noise.lambda);
    SecureRng rng = run.secure("noise");
    Table masked = table;
    for (const auto& group : stats::groups_of_order(order, stats::consecutive_starts(4, 2)).groups) {
      const double mean = 0.5 * (values[group[0]] + values[group[1]]);
      const double noisy = noise.grid.value(noise.grid.steps(mean) + distribution.draw(rng));
      for (const std::uint32_t row : group) masked.edit_numbers(0)[row] = noisy;
    }
    return masked;
  });
  EXPECT_GT(found.epsilon, 0.5) << found.event;
}

}  // namespace
}  // namespace sfumato
