// The contract of every aggregate of the registry: it is written and read back, it answers under every
// protection or refuses with a reason, and its sensitivity is at most that of its plan.
#include "queries/aggregates/aggregate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "queries/camouflage_databases.hpp"
#include "queries/exact_answers.hpp"
#include "queries/restriction/eligible.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

const sfumato::Run& one_thread() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

std::vector<Aggregate> all() {
  std::vector<Aggregate> result;
  for (std::size_t i = 0; i < aggregate_records().size(); ++i) result.push_back(static_cast<Aggregate>(i));
  return result;
}

std::string name_of(Aggregate aggregate) { return form_text(record_of(aggregate).forms.back()); }

// "COUNT(DISTINCT c)" as a question about a column.
std::string question(const AggregateForm& form, const std::string& column) {
  std::string text = form_text(form);
  if (const std::size_t place = text.find("c"); place != std::string::npos) text.replace(place, 1, column);
  if (const std::size_t place = text.find(", p"); place != std::string::npos) text.replace(place, 3, ", 0.3");
  return "SELECT " + text + " FROM t";
}

Query asked(Aggregate aggregate, bool condition, bool grouped, std::int64_t millionths = 300'000) {
  Query result = query(aggregate, 0, condition ? leaf(1, {{1, 1}}) : Condition{},
                       grouped ? std::vector<std::size_t>{2} : std::vector<std::size_t>{}, millionths);
  return result;
}

TEST(AggregateContract, EachIsWrittenInItsOwnWay) {
  std::set<std::pair<std::string_view, Argument>> seen;
  for (const AggregateRecord& record : aggregate_records()) {
    ASSERT_FALSE(record.forms.empty());
    for (const AggregateForm& form : record.forms) {
      EXPECT_TRUE(seen.emplace(form.word, form.argument).second) << form.word;
      for (const char letter : form.word) EXPECT_TRUE(letter >= 'A' && letter <= 'Z') << form.word;
    }
  }
}

TEST(AggregateContract, EachIsReadAndItsNormalTextReadBack) {
  const Catalogue declared = catalogue({number(0, 9, true)});
  for (const Aggregate aggregate : all()) {
    for (const AggregateForm& form : record_of(aggregate).forms) {
      const std::string text = question(form, "n");
      const Query read = parse_query(text, declared);
      EXPECT_EQ(read.aggregate, aggregate) << text;
      EXPECT_EQ(normal_text(read, declared), text);
      EXPECT_EQ(parse_query(normal_text(read, declared), declared), read) << text;
    }
  }
}

TEST(AggregateContract, EachAnswersWithNoiseAndExactly) {
  const Catalogue declared = catalogue({number(0, 50), category(2), category(2)});
  std::vector<Row> rows;
  for (int i = 0; i < 200; ++i) rows.push_back({i % 51, i % 2, i % 3 == 0});
  const DataTable records = data(rows, 3);
  for (const Aggregate aggregate : all()) {
    const Query one = asked(aggregate, true, true);
    const std::vector<GroupAnswer> truth = exact_answers(one, declared, records, one_thread());
    for (const bool laplace : {false, true}) {
      const Plan plan = make_plan(one, declared, 1'000'000'000, Neighbours::replace, laplace);
      SecureRng rng(SecureRng::Key{7});
      const std::vector<GroupAnswer> noisy = draw(plan, one, declared, records, rng, one_thread());
      ASSERT_EQ(noisy.size(), truth.size()) << name_of(aggregate);
      for (std::size_t group = 0; group < truth.size(); ++group) {
        // With ε = 1000 noise is at most one step.
        EXPECT_NEAR(noisy[group].value, truth[group].value, 1.0) << name_of(aggregate);
        EXPECT_LE(noisy[group].lower95, noisy[group].value) << name_of(aggregate);
        EXPECT_GE(noisy[group].upper95, noisy[group].value) << name_of(aggregate);
      }
    }
  }
}

TEST(AggregateContract, EachIsRestrictedOrRefusedWithAReason) {
  CatalogueColumn value = number(0, 50), flag = category(2), group = category(2);
  value.role = Role::confidential;
  flag.role = group.role = Role::quasi_identifier;
  const Catalogue declared = catalogue({value, flag, group});
  for (const Aggregate aggregate : all()) {
    const Query one = asked(aggregate, true, true);
    if (record_of(aggregate).audit != Audit::none) {
      EXPECT_NO_THROW(require_restrictable(one, declared)) << name_of(aggregate);
      continue;
    }
    try {
      require_restrictable(one, declared);
      ADD_FAILURE() << name_of(aggregate) << " is not audited, and not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::refused);
      EXPECT_FALSE(error.message.empty());
      EXPECT_FALSE(error.hint.empty());
    }
  }
}

TEST(AggregateContract, EachCamouflageIntervalContainsTheTrueValue) {
  std::vector<std::int64_t> values;
  for (int i = 0; i < 40; ++i) values.push_back(5 + (i * 37) % 90);
  const Camouflaged made = camouflaged(values, number(0, 100), {}, 11);
  for (const Aggregate aggregate : all()) {
    const Query one = query(aggregate, value_column, {}, {group_column}, 300'000);
    const auto answers = made.answers(one), truth = made.truth(one);
    for (std::size_t group = 0; group < truth.size(); ++group) {
      if (std::isnan(truth[group].value)) {
        EXPECT_TRUE(std::isnan(answers[group].lower95)) << name_of(aggregate);
        continue;
      }
      EXPECT_LE(answers[group].lower95, truth[group].value) << name_of(aggregate);
      EXPECT_GE(answers[group].upper95, truth[group].value) << name_of(aggregate);
    }
  }
}

// The figure of a part of the plan.
double figure_of_part(PartKind kind, const Figures& figures) {
  switch (kind) {
    case PartKind::sum:
      return static_cast<double>(figures.sum);
    case PartKind::squares:
      return static_cast<double>(figures.squares);
    case PartKind::distinct:
      return static_cast<double>(figures.distinct);
    default:
      return static_cast<double>(figures.rows);
  }
}

// The distance in ranks of x from the rank of a share: max(0, #{v < x} − τ, τ − #{v ≤ x}), τ = pN.
double ranks_off(const std::vector<std::int64_t>& values, std::int64_t x, std::int64_t millionths) {
  const double rank = static_cast<double>(millionths) / 1e6 * static_cast<double>(values.size());
  double below = 0, up_to = 0;
  for (const std::int64_t value : values) {
    below += value < x ? 1 : 0;
    up_to += value <= x ? 1 : 0;
  }
  return std::max({0.0, below - rank, rank - up_to});
}

// The greatest change over all values that could be chosen, of all groups together.
double change_of_ranks(const std::vector<std::vector<std::int64_t>>& one,
                       const std::vector<std::vector<std::int64_t>>& other, const PlanPart& part,
                       std::int64_t lower, std::int64_t upper) {
  double change = 0;
  for (std::size_t group = 0; group < one.size(); ++group) {
    double most = 0;
    for (std::int64_t x = lower; x <= upper; ++x) {
      most = std::max(most, std::fabs(ranks_off(one[group], x, part.millionths) -
                                      ranks_off(other[group], x, part.millionths)));
    }
    change += most;
  }
  return change;
}

double change_of_part(const Query& one, const CatalogueTable& table, const Plan& plan, const PlanPart& part,
                      const DataTable& left, const DataTable& right) {
  if (!part.noise) {
    return change_of_ranks(ordered_values(one, table, left, one_thread()),
                           ordered_values(one, table, right, one_thread()), part, table.columns[0].lower,
                           table.columns[0].upper);
  }
  const auto before = figures(one, table, left, plan.reference, one_thread());
  const auto after = figures(one, table, right, plan.reference, one_thread());
  double change = 0;
  for (std::size_t group = 0; group < before.size(); ++group) {
    change += std::fabs(figure_of_part(part.kind, before[group]) - figure_of_part(part.kind, after[group]));
  }
  return change;
}

TEST(AggregateContract, OneUnitChangesFiguresByAtMostTheSensitivity) {
  Rng rng({19, 7});
  for (int round = 0; round < 300; ++round) {
    const auto lower = static_cast<std::int64_t>(rng.below(20)) - 12;
    const std::int64_t upper = lower + 1 + static_cast<std::int64_t>(rng.below(10));
    const Catalogue declared = catalogue({number(lower, upper, round % 5 == 0), category(2), category(3)});
    const CatalogueTable& table = declared.tables[0];
    const auto row = [&]() -> Row {
      std::optional<std::int64_t> value =
          lower + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(upper - lower + 1)));
      if (table.columns[0].nullable && rng.below(4) == 0) value.reset();
      return {value, static_cast<std::int64_t>(rng.below(2)), static_cast<std::int64_t>(rng.below(3))};
    };
    std::vector<Row> rows;
    for (std::uint64_t i = rng.below(8); i > 0; --i) rows.push_back(row());
    std::vector<Row> left = rows, right = rows;
    const Neighbours neighbours = round % 2 == 0 ? Neighbours::replace : Neighbours::add_remove;
    left.push_back(row());
    if (neighbours == Neighbours::replace) right.push_back(row());
    for (const Aggregate aggregate : all()) {
      const Query one = asked(aggregate, rng.below(2) == 0, rng.below(2) == 0,
                              static_cast<std::int64_t>(1 + rng.below(999'999)));
      const Plan plan = make_plan(one, declared, 1'000'000, neighbours);
      for (const PlanPart& part : plan.parts) {
        EXPECT_LE(change_of_part(one, table, plan, part, data(left, 3), data(right, 3)),
                  part.sensitivity + 1e-9)
            << name_of(aggregate) << ", round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::queries
