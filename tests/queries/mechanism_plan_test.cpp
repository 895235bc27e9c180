// Plans against all neighbouring databases of a tiny domain: sensitivities, the split of ε, and expected
// errors.
#include "queries/mechanism.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "queries/small_databases.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

constexpr std::int64_t planned_epsilon = 1'000'000;

const sfumato::Run& single_question() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

// A tiny domain: a number, a flag for conditions, and two groups.
struct World {
  Catalogue catalogue;
  bool condition = true;
  bool histogram = false;
  std::size_t unit_rows = 1;
};

World world(std::int64_t lower, std::int64_t upper, bool condition, bool histogram, std::size_t unit_rows) {
  World made{catalogue({number(lower, upper), category(2), category(2)}), condition, histogram, unit_rows};
  if (unit_rows > 1) made.catalogue.tables[0].person = "id";
  made.catalogue.tables[0].rows_per_unit = static_cast<std::int64_t>(unit_rows);
  return made;
}

Query asked_in(const World& world, Aggregate aggregate) {
  return query(aggregate, 0, world.condition ? leaf(1, {{1, 1}}) : Condition{},
               world.histogram ? std::vector<std::size_t>{2} : std::vector<std::size_t>{});
}

// All possible units: one record, or one to two records.
std::vector<std::vector<Row>> units_of_world(const World& world) {
  std::vector<Row> records;
  const CatalogueColumn& column = world.catalogue.tables[0].columns[0];
  for (std::int64_t value = column.lower; value <= column.upper; ++value) {
    for (const std::int64_t flag : {0, 1}) {
      for (const std::int64_t group : {0, 1}) records.push_back({value, flag, group});
    }
  }
  std::vector<std::vector<Row>> units;
  for (std::size_t i = 0; i < records.size(); ++i) {
    units.push_back({records[i]});
    for (std::size_t j = i; world.unit_rows > 1 && j < records.size(); ++j) {
      units.push_back({records[i], records[j]});
    }
  }
  return units;
}

double figure(PartKind kind, const Figures& figures) {
  if (kind == PartKind::sum) return static_cast<double>(figures.sum);
  if (kind == PartKind::squares) return static_cast<double>(figures.squares);
  return static_cast<double>(kind == PartKind::distinct ? figures.distinct : figures.rows);
}

// The largest change of all figures of a part between neighbours, over a few databases around the unit.
double largest_change(const World& world, const Query& asked, const Plan& plan, PartKind kind) {
  const std::int64_t low = world.catalogue.tables[0].columns[0].lower;
  const std::vector<std::vector<Row>> around{{}, {{low, 1, 0}, {low, 1, 1}}};
  double largest = 0.0;
  for (const auto& others : around) {
    std::vector<std::vector<double>> seen;
    auto units = units_of_world(world);
    if (plan.neighbours == Neighbours::add_remove) units.insert(units.begin(), std::vector<Row>{});
    for (const auto& unit : units) {
      std::vector<Row> rows = others;
      rows.insert(rows.end(), unit.begin(), unit.end());
      std::vector<double>& all = seen.emplace_back();
      for (const Figures& group :
           figures(asked, world.catalogue.tables[0], data(rows, 3), plan.reference, single_question())) {
        all.push_back(figure(kind, group));
      }
    }
    const std::size_t firsts = plan.neighbours == Neighbours::add_remove ? 1 : seen.size();
    for (std::size_t i = 0; i < firsts; ++i) {
      for (const auto& other : seen) {
        double change = 0.0;
        for (std::size_t group = 0; group < other.size(); ++group) {
          change += std::fabs(other[group] - seen[i][group]);
        }
        largest = std::max(largest, change);
      }
    }
  }
  return largest;
}

TEST(QueryPlan, SensitivitiesAreTheLargestChangesOfATinyDomain) {
  constexpr Aggregate aggregates[] = {Aggregate::count, Aggregate::count_distinct, Aggregate::sum,
                                      Aggregate::average, Aggregate::variance};
  const std::vector<std::array<std::int64_t, 2>> domains{{3, 6}, {-2, 1}, {-6, -4}};
  for (const auto& [lower, upper] : domains) {
    for (const bool condition : {true, false}) {
      for (const bool histogram : {true, false}) {
        for (const std::size_t rows : {1U, 2U}) {
          const World made = world(lower, upper, condition, histogram, rows);
          for (const Neighbours neighbours : {Neighbours::replace, Neighbours::add_remove}) {
            for (const Aggregate aggregate : aggregates) {
              const Query asked = asked_in(made, aggregate);
              const Plan plan = make_plan(asked, made.catalogue, planned_epsilon, neighbours);
              for (const PlanPart& part : plan.parts) {
                const double change = largest_change(made, asked, plan, part.kind);
                EXPECT_LE(change, part.sensitivity);
                // Without a condition a count may not change: the number of units is public. And
                // sensitivities allow a unit of several rows to have none, which does not occur here.
                if (!condition && (rows > 1 || aggregate != Aggregate::sum)) continue;
                EXPECT_EQ(change, part.sensitivity)
                    << lower << " " << condition << histogram << rows << static_cast<int>(neighbours) << " "
                    << static_cast<int>(aggregate) << " " << static_cast<int>(part.kind);
              }
            }
          }
        }
      }
    }
  }
}

TEST(QueryPlan, DetectsWhenARecordMayNotCount) {
  Catalogue declared = catalogue({number(100, 110), number(0, 5)});
  const Query sum = query(Aggregate::sum);
  const auto sensitivity = [&](const Query& asked) {
    return make_plan(asked, declared, planned_epsilon, Neighbours::replace).parts[0].sensitivity;
  };
  EXPECT_EQ(sensitivity(sum), 10.0);
  EXPECT_EQ(sensitivity(query(Aggregate::sum, 0, leaf(1, {{1, 2}}))), 110.0);
  declared.tables[0].columns[1].outside = Outside::drop;
  EXPECT_EQ(sensitivity(sum), 110.0);
  declared.tables[0].columns[1].outside = Outside::clamp;
  declared.tables[0].columns[0].nullable = true;
  EXPECT_EQ(sensitivity(sum), 110.0);
  declared.tables[0].columns[0].nullable = false;
  declared.tables[0].person = "id";
  declared.tables[0].rows_per_unit = 3;
  EXPECT_EQ(sensitivity(sum), 330.0);
}

TEST(QueryPlan, SplitsEpsilonToTheLastMillionth) {
  const Catalogue declared = catalogue({number(0, 100), category(3)});
  for (const Aggregate aggregate : {Aggregate::count, Aggregate::sum, Aggregate::average, Aggregate::variance,
                                    Aggregate::standard_deviation, Aggregate::quantile, Aggregate::minimum}) {
    for (const std::int64_t micro : {3LL, 4LL, 5LL, 100'000LL, 1'000'001LL}) {
      const Plan plan = make_plan(query(aggregate), declared, micro, Neighbours::replace);
      std::int64_t sum = 0;
      for (const PlanPart& part : plan.parts) {
        EXPECT_GE(part.micro_epsilon, 1);
        sum += part.micro_epsilon;
      }
      EXPECT_EQ(sum, micro);
    }
  }
}

TEST(QueryPlan, RefusesAnEpsilonThatCannotBeSplitOrDrawn) {
  Catalogue declared = catalogue({number(0, 100), category(3)});
  const auto plan = [&](Aggregate aggregate, std::int64_t micro) {
    return make_plan(query(aggregate), declared, micro, Neighbours::replace);
  };
  EXPECT_THROW(plan(Aggregate::count, 0), Error);
  EXPECT_THROW(plan(Aggregate::count, -5), Error);
  EXPECT_THROW(plan(Aggregate::variance, 2), Error);
  EXPECT_THROW(plan(Aggregate::count, INT64_MAX), Error);
  declared.tables[0].person = "id";
  declared.tables[0].rows_per_unit = INT64_MAX;
  EXPECT_THROW(plan(Aggregate::quantile, 3), Error);
}

TEST(QueryPlan, RoundsFiguresIfNoiseWouldNotFit) {
  constexpr std::int64_t extreme = std::int64_t{1} << 53;
  const Catalogue declared = catalogue({number(-extreme, extreme)});
  const Plan plan = make_plan(query(Aggregate::variance), declared, planned_epsilon, Neighbours::replace);
  EXPECT_EQ(plan.parts[0].grid, 0);
  const PlanPart& squares = plan.parts[2];
  EXPECT_EQ(squares.sensitivity, 0x1p106);
  EXPECT_GT(squares.grid, 40);
  EXPECT_GE(squares.lambda, stats::GeometricNoise::smallest_lambda);
  const double step = std::ldexp(1.0, squares.grid);
  EXPECT_NEAR(squares.lambda / (step * (1.0 / 3.0) / (squares.sensitivity + step)), 1.0, 1e-5);
}

TEST(QueryPlan, ErrorsAreAsLargeAsExpected) {
  const Catalogue declared = catalogue({number(-50, 150, false, 1), category(3)});
  const DataTable table = data({{10, 0}, {-20, 1}, {150, 1}}, 2);
  struct {
    Query asked;
    double truth;
  } const cases[] = {{query(Aggregate::count, {}, leaf(1, {{1, 1}})), 2.0},
                     {query(Aggregate::sum, 0, leaf(1, {{1, 2}})), 13.0},
                     {query(Aggregate::count_distinct), 3.0}};
  SecureRng rng(SecureRng::Key{4});
  for (const auto& [asked, truth] : cases) {
    for (const std::int64_t micro : {100'000LL, 1'000'000LL, 3'000'000LL}) {
      const Plan plan = make_plan(asked, declared, micro, Neighbours::replace);
      constexpr int draws = 4000;
      double sum = 0.0, squares = 0.0;
      for (int i = 0; i < draws; ++i) {
        const double error =
            std::fabs(draw(plan, asked, declared, table, rng, single_question())[0].value - truth);
        sum += error;
        squares += error * error;
      }
      const double mean = sum / draws, deviation = std::sqrt((squares / draws - mean * mean) / draws);
      EXPECT_NEAR(mean, plan.expected_error, 4.5 * deviation) << micro;
    }
  }
  EXPECT_TRUE(std::isnan(
      make_plan(query(Aggregate::average), declared, planned_epsilon, Neighbours::replace).expected_error));
}

}  // namespace
}  // namespace sfumato::queries
