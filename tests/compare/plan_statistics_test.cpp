// Ranks of cells and correlations between measures, by hand.
#include "compare/plan_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compare/plan_table.hpp"
#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

Plan statistics_plan(const std::string& top, const std::string& tables = "") {
  const std::string text = "measures = [\"sse\", \"um\"]\n" + top +
                           "\n[data]\npath = \"x.csv\"\ncolumns = [[\"a\"], [\"b\"]]\n"
                           "[[methods]]\nmethod = \"mdav\"\nk = [2, 3, 4, 5]\n"
                           "[[scores]]\nname = \"twice\"\nexpression = \"2*sse\"\n" +
                           tables;
  return parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
}

std::string statistics_refusal(const std::string& top, const std::string& tables = "") {
  try {
    statistics_plan(top, tables);
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return error.message;
  }
  return "taken";
}

struct Pair {
  Estimate sse, um;
};

PlanResult result_of(const Plan& plan, const std::vector<Pair>& values) {
  PlanResult result;
  const std::vector<PlanCell> cells = plan.all_cells();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<double> sse = values[i].sse.value;
    result.cells.push_back({cells[i].method,
                            cells[i].cell,
                            plan.label_of(cells[i]),
                            {values[i].sse, values[i].um},
                            {sse ? std::optional(2.0 * *sse) : std::nullopt},
                            1,
                            0.0,
                            cells[i].subject});
  }
  return result;
}

std::vector<std::optional<std::size_t>> ranks_by(const PlanResult& result, std::size_t which) {
  std::vector<std::optional<std::size_t>> ranks;
  for (const CellResult& cell : result.cells) ranks.push_back(cell.ranks.at(which));
  return ranks;
}

using Ranks = std::vector<std::optional<std::size_t>>;

// sse is better when low, um when high; each subject is ranked for itself.
TEST(PlanRanks, OrderCellsOfOneSubject) {
  const Plan plan = statistics_plan("ranks = true");
  EXPECT_EQ(plan.ranks, (std::vector<std::string>{"sse", "um", "twice"}));
  PlanResult result = result_of(plan, {{{.value = 4.0}, {.value = 0.1}},
                                       {{.value = 1.0}, {.value = 0.9}},
                                       {{.value = 1.0}, {.value = 0.5}},
                                       {{.value = std::nullopt}, {.value = std::nullopt}},
                                       {{.value = endless}, {.value = 0.0, .structural_zero = true}},
                                       {{.value = 7.0}, {.value = 0.2}},
                                       {{.value = 6.0}, {.value = 0.3}},
                                       {{.value = -endless}, {.value = 0.4}}});
  add_ranks(plan, result);
  EXPECT_EQ(ranks_by(result, 0), (Ranks{3, 1, 1, std::nullopt, 4, 3, 2, 1}));
  EXPECT_EQ(ranks_by(result, 1), (Ranks{3, 1, 2, std::nullopt, std::nullopt, 3, 2, 1}));
  EXPECT_EQ(ranks_by(result, 2), ranks_by(result, 0));
  const Table table = results_table(plan, result, Infinite::as_text);
  EXPECT_EQ(table.names(),
            (std::vector<std::string>{"label", "method", "columns", "k", "sse", "sse_se", "sse_rank", "um",
                                      "um_se", "um_rank", "twice", "twice_rank", "note"}));
  EXPECT_EQ(table.column(2).text(5), "b");
  EXPECT_EQ(table.column(6).text(5), "3");
  EXPECT_TRUE(table.column(6).missing(3));
}

// 10 ± 2 and 13 ± 2 overlap, 16 ± 2 only with the second.
TEST(PlanRanks, StandardErrorsThatOverlapTie) {
  const Plan plan = statistics_plan("ranks = [\"sse\"]");
  PlanResult result = result_of(plan, {{{.value = 16.0, .standard_error = 2.0}, {}},
                                       {{.value = 10.0, .standard_error = 2.0}, {}},
                                       {{.value = 13.0, .standard_error = 2.0}, {}}});
  add_ranks(plan, result);
  EXPECT_EQ(ranks_by(result, 0), (Ranks{2, 1, 1}));
}

TEST(PlanRanks, RefuseWhatThePlanDoesNotMeasure) {
  EXPECT_TRUE(statistics_plan("ranks = false").ranks.empty());
  EXPECT_EQ(statistics_refusal("ranks = [\"ssee\"]"),
            "p.toml: ranks names 'ssee', which is not a measure or a score of the plan");
  EXPECT_EQ(statistics_refusal("ranks = 3"), "p.toml: ranks must be a list of texts");
}

// Deviations −2, 1, 1 and −3, 0, 3: 9/√(6·18) = √3/2; ranks 1, 2.5, 2.5 and 1, 2, 3 give √3/2 too.
TEST(PlanCorrelations, AreThoseByHand) {
  const Plan plan = statistics_plan("", "[[correlations]]\nof = [\"sse\", \"um\", \"k\"]\n");
  PlanResult result = result_of(plan, {{{.value = 0.0}, {.value = 1.0}},
                                       {{.value = 3.0}, {.value = 4.0}},
                                       {{.value = 3.0}, {.value = 7.0}},
                                       {{.value = endless}, {.value = 100.0}},
                                       {{.value = 1.0}, {.value = 5.0}},
                                       {{.value = 4.0}, {.value = 5.0}},
                                       {{.value = 9.0}, {.value = 5.0}},
                                       {{.value = 16.0}, {.value = 5.0}}});
  add_correlations(plan, result);
  ASSERT_EQ(result.correlations.size(), 6U);
  const CorrelationResult& first = result.correlations[0];
  EXPECT_EQ(first.first + "/" + first.second, "sse/um");
  EXPECT_EQ(first.cells, 3U) << "a cell with an infinite value is left out";
  EXPECT_NEAR(*first.pearson, std::sqrt(3.0) / 2.0, 1e-15);
  EXPECT_NEAR(*first.spearman, std::sqrt(3.0) / 2.0, 1e-15);
  const CorrelationResult& constant = result.correlations[3];
  EXPECT_EQ(constant.subject, 1U);
  EXPECT_EQ(constant.pearson, std::nullopt) << "um does not vary";
  EXPECT_EQ(constant.spearman, std::nullopt);
  EXPECT_EQ(constant.cells, 4U);
  // Squares of 1 to 4 against k: deviations −6.5, −3.5, 1.5, 8.5 and −1.5, −0.5, 0.5, 1.5.
  EXPECT_NEAR(*result.correlations[4].pearson, 25.0 / std::sqrt(129.0 * 5.0), 1e-14);
  EXPECT_EQ(result.correlations[4].spearman, 1.0);
  const Table table = correlations_table(plan, result);
  EXPECT_EQ(table.names(), (std::vector<std::string>{"title", "columns", "first", "second", "pearson",
                                                     "spearman", "cells"}));
  EXPECT_EQ(table.rows(), 6U);
  EXPECT_TRUE(table.column(4).missing(3));
}

TEST(PlanCorrelations, LeaveOutCellsByTheirLabels) {
  const Plan plan = statistics_plan("",
                                    "[[correlations]]\ntitle = \"all but k = 5\"\nof = [\"sse\", "
                                    "\"twice\"]\nwithout = [\"mdav k=5 (a)\"]\n");
  std::vector<Pair> values;
  for (const double sse : {1.0, 2.0, 4.0, 9.0}) values.push_back({{.value = sse}, {.value = 1.0}});
  PlanResult result = result_of(plan, values);
  add_correlations(plan, result);
  EXPECT_EQ(result.correlations[0].cells, 3U);
  EXPECT_NEAR(*result.correlations[0].pearson, 1.0, 1e-15);
  EXPECT_EQ(result.correlations[1].cells, 0U);
  EXPECT_EQ(result.correlations[1].pearson, std::nullopt);
}

TEST(PlanCorrelations, RefuseWhatIsNotANumberOfThePlan) {
  const auto refused = [](const std::string& keys) {
    return statistics_refusal("", "[[correlations]]\n" + keys + "\n");
  };
  const std::string where = "p.toml, [[correlations]] 1: ";
  EXPECT_EQ(refused("of = [\"sse\"]"), where + "of must name two measures or more");
  EXPECT_EQ(refused(""), where + "of must name two measures or more");
  EXPECT_EQ(refused("of = [\"sse\", \"seeds\"]"),
            where + "of names 'seeds', which is not a measure, a score or a number of the plan");
  EXPECT_EQ(refused("of = [\"sse\", \"um\"]\nwithout = [\"mdav k=5\"]"),
            where + "without names 'mdav k=5', which is not the label of a cell");
  EXPECT_NE(refused("of = [\"sse\", \"um\"]\nkind = \"pearson\""), "taken");
}

TEST(PlanCorrelations, NeedThreePairs) {
  const std::vector<double> two{1.0, 2.0};
  EXPECT_EQ(pearson_correlation(two, two), std::nullopt);
  EXPECT_EQ(pearson_correlation({}, {}), std::nullopt);
  const std::vector<double> huge{1e150, 2e150, 3e150};  // the product of their squares is out of range
  EXPECT_NEAR(*pearson_correlation(huge, huge), 1.0, 1e-12);
}

}  // namespace
}  // namespace sfumato::compare
