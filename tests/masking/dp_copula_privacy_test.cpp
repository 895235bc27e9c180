// Tries to refute the guarantee of `dp-copula`, in synthetic records and in their noisy statistics; and tests
// wrong implementations of the method, all of which the same tester must detect.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "masking/copula_release.hpp"
#include "masking/registry.hpp"
#include "support/copula_neighbours.hpp"
#include "support/privacy_tester.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using masking::CopulaBudget;
using masking::NoisyCopula;
using testing::CopulaNeighbours;
using testing::CopulaSight;
using testing::CopulaViews;
using testing::Proof;

#ifdef SFUMATO_SANITIZED
constexpr std::size_t fewer = 20;
constexpr std::array control_epsilons{3.0};  // few draws are enough
#else
constexpr std::size_t fewer = 1;
constexpr std::array control_epsilons{0.5, 1.0, 3.0};
#endif

constexpr std::size_t shown = 100;  // records that are drawn from a few, so that shares can be estimated

using Release = std::function<CopulaSight(const Table& table, const Run& run)>;
using Doctor = std::function<void(CopulaBudget& budget)>;

void leave_alone(CopulaBudget&) {}

// Draws are seeded by their number: what is proven does not change from run to run.
Proof proof(const CopulaNeighbours& pair, const Release& release, std::size_t draws) {
  const CopulaViews views(pair.one.rows());
  const auto sampler = [&](const Table& table, std::uint64_t key) -> testing::Sampler {
    const Run run({.seed = key, .threads = 1});
    return [&release, &views, &table, run](std::uint64_t draw, std::span<int> seen) {
      views.look(release(table, run.within("draw", draw)), seen);
    };
  };
  return testing::proven_epsilon(sampler(pair.one, 1), sampler(pair.other, 2),
                                 {CopulaViews::count, CopulaViews::events, draws});
}

// The method as users call it.
Release whole_method(double epsilon) {
  const ParamValues params{
      {"epsilon", epsilon}, {"bins", 3}, {"spacing", "equal"}, {"rows", static_cast<std::int64_t>(shown)}};
  return [=](const Table& table, const Run& run) {
    const ColumnSet columns = testing::all_columns(table);
    return testing::sight_of(masking::method("dp-copula").apply(table, columns, params, run).tables[0]);
  };
}

masking::ColumnSupports supports_of(const Table& table) {
  masking::ColumnSupports supports =
      masking::column_supports(table, testing::all_columns(table), std::nullopt, "dp-copula");
  masking::set_bins(supports, 3);
  return supports;
}

NoisyCopula copula_of(const Table& table, const masking::ColumnSupports& supports, double epsilon,
                      const Doctor& doctor, const Run& run) {
  CopulaBudget budget = masking::copula_budget(epsilon, 0.5, table.column_count(), table.rows());
  doctor(budget);
  return masking::noisy_copula(table, testing::all_columns(table), supports, budget, run);
}

// An attacker who sees the noisy statistics themselves, as if infinitely many records were drawn.
Release bare_numbers(double epsilon, const Doctor& doctor = leave_alone) {
  return [=](const Table& table, const Run& run) {
    const NoisyCopula copula = copula_of(table, supports_of(table), epsilon, doctor, run);
    const double correlation = table.column_count() > 1 ? copula.correlation(0, 1) : 0.0;
    return CopulaSight{copula.shares, correlation};
  };
}

// …and one who has synthetic records, with a wrong budget.
Release doctored(double epsilon, const Doctor& doctor) {
  return [=](const Table& table, const Run& run) {
    const masking::ColumnSupports supports = supports_of(table);
    const NoisyCopula copula = copula_of(table, supports, epsilon, doctor, run);
    return testing::sight_of({table.schema(), masking::drawn_columns(copula, supports, shown, run)});
  };
}

class DpCopulaPrivacy : public ::testing::TestWithParam<double> {};

TEST_P(DpCopulaPrivacy, SyntheticRecordsDoNotDistinguishNeighboursBeyondEpsilon) {
  const double epsilon = GetParam();
  for (const CopulaNeighbours& pair : testing::hostile_copulas()) {
    const Proof found = proof(pair, whole_method(epsilon), 2000 / fewer);
    EXPECT_LE(found.epsilon, epsilon) << pair.name << ": " << found.event;
  }
}

TEST_P(DpCopulaPrivacy, NorDoTheNoisyNumbersBehindThem) {
  const double epsilon = GetParam();
  for (const CopulaNeighbours& pair : testing::hostile_copulas()) {
    const Proof found = proof(pair, bare_numbers(epsilon), 6000 / fewer);
    EXPECT_LE(found.epsilon, epsilon) << pair.name << ": " << found.event;
  }
}

// Pairs that have much of ε: many draws prove a good part of it and never more, so the tester has power.
TEST_P(DpCopulaPrivacy, AGoodPartOfEpsilonCanBeProvenAndNoMore) {
  const double epsilon = GetParam();
  const std::vector<CopulaNeighbours> pairs{
      testing::copula_neighbours("one column", Kind::nominal, {{0, 0}}, {2}),
      testing::turning_record(Kind::numeric, 2)};
  for (const CopulaNeighbours& pair : pairs) {
    const Proof found = proof(pair, bare_numbers(epsilon), 30000 / fewer);
    EXPECT_LE(found.epsilon, epsilon) << pair.name << ": " << found.event;
    if (fewer == 1) {
      EXPECT_GT(found.epsilon, (epsilon < 1.0 ? 0.3 : 0.5) * epsilon) << pair.name;
    }
  }
}

std::string epsilon_name(const ::testing::TestParamInfo<double>& info) {
  return std::to_string(static_cast<int>(10.0 * info.param)) + "_tenths";
}

INSTANTIATE_TEST_SUITE_P(Epsilons, DpCopulaPrivacy, ::testing::Values(0.5, 1.0, 3.0), epsilon_name);

// A small ε takes many draws to refute.
std::size_t draws_for(double epsilon) { return epsilon < 1.0 ? 40000 : epsilon < 3.0 ? 20000 : 6000; }

// Every marginal and every correlation has the whole ε, as if it were released alone.
TEST(DpCopulaControl, AnUnsplitBudgetIsDetected) {
  for (const double epsilon : control_epsilons) {
    const Doctor unsplit = [&](CopulaBudget& budget) { budget.column = budget.pair = epsilon; };
    const Proof found =
        proof(testing::turning_record(Kind::numeric, 2), doctored(epsilon, unsplit), draws_for(epsilon));
    EXPECT_GT(found.epsilon, epsilon) << found.event;
    EXPECT_LE(found.epsilon, 3.0 * epsilon) << found.event;
  }
}

// The marginals share one ε and the correlations another: the release has both.
TEST(DpCopulaControl, ABudgetForEachHalfIsDetected) {
  for (const double epsilon : control_epsilons) {
    if (epsilon < 1.0) continue;  // takes more draws than a test has time for
    const Doctor twice = [](CopulaBudget& budget) {
      budget.column *= 2.0;
      budget.pair *= 2.0;
    };
    const Proof found =
        proof(testing::turning_record(Kind::numeric, 2), doctored(epsilon, twice), draws_for(epsilon));
    EXPECT_GT(found.epsilon, epsilon) << found.event;
    EXPECT_LE(found.epsilon, 2.0 * epsilon) << found.event;
  }
}

// As if replacing a record changed one count only.
TEST(DpCopulaControl, HistogramNoiseForSensitivityOneIsDetected) {
  const CopulaNeighbours pair = testing::copula_neighbours("one elsewhere", Kind::nominal, {{0, 0}}, {2});
  for (const double epsilon : control_epsilons) {
    const Doctor halved = [](CopulaBudget& budget) { budget.column *= 2.0; };
    const Proof found = proof(pair, doctored(epsilon, halved), draws_for(epsilon));
    EXPECT_GT(found.epsilon, epsilon) << found.event;
    EXPECT_LE(found.epsilon, 2.0 * epsilon) << found.event;
  }
}

// Noise for a single pair of records, as if Kendall's S changed by 2 whatever their number: of six, the
// correlation has 5·ε/2 and the marginals ε/2.
TEST(DpCopulaControl, CorrelationNoiseForASinglePairIsDetected) {
  for (const double epsilon : control_epsilons) {
    const Doctor single = [](CopulaBudget& budget) {
      budget.pair *= static_cast<double>(budget.records - 1);
    };
    const Proof found = proof(testing::turning_record(Kind::numeric, 6), doctored(epsilon, single), 6000);
    EXPECT_GT(found.epsilon, epsilon) << found.event;
    EXPECT_LE(found.epsilon, 3.0 * epsilon) << found.event;
  }
}

TEST(DpCopulaControl, CorrelationsWithoutNoiseAreDetected) {
  for (const double epsilon : control_epsilons) {
    const Doctor bare = [](CopulaBudget& budget) { budget.pair = 1e6; };
    const Proof found = proof(testing::turning_record(Kind::numeric, 6), doctored(epsilon, bare), 3000);
    EXPECT_GT(found.epsilon, epsilon) << found.event;
  }
}

}  // namespace
}  // namespace sfumato
