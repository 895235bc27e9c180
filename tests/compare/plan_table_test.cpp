// Results as a table: types of columns, infinite values, standard errors, and notes.
#include "compare/plan_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

const std::string text = R"(
measures = ["sse", "um"]
[data]
path = "x.csv"
[[methods]]
method = "mdav"
k = [3, 5]
seeds = "most-distant"
[[methods]]
method = "additive-noise"
amount = 0.5
keep-moments = true
[[scores]]
name = "both"
expression = "sse + um"
)";

class PlanTable : public ::testing::Test {
 protected:
  // A result with the given values of sse and um in three cells.
  PlanResult result(const std::vector<std::vector<Estimate>>& measures) const {
    PlanResult made;
    for (std::size_t i = 0; i < measures.size(); ++i) {
      const PlanMethod& method = plan_.methods[i < 2 ? 0 : 1];
      const std::size_t cell = i < 2 ? i : 0;
      made.cells.push_back({&method, cell, method.label_of(cell), measures[i], {std::nullopt}, 1, 0.0});
    }
    return made;
  }

  Plan plan_ = parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
};

TEST_F(PlanTable, HasAColumnPerParameterMeasureAndScore) {
  PlanResult made =
      result({{{.value = 1.0}, {.value = 2.0}},
              {{.value = 1.5}, {.value = 2.5}},
              {{.value = 3.0, .standard_error = 0.25, .draws = 4}, {.value = 4.0, .draws = 1}}});
  made.cells[2].scores[0] = 7.0;
  const Table table = results_table(plan_, made, Infinite::as_text);
  EXPECT_EQ(table.names(),
            (std::vector<std::string>{"label", "method", "k", "seeds", "amount", "keep-moments", "sse",
                                      "sse_se", "um", "um_se", "both", "note"}));
  const auto row = [&](std::size_t at) {
    std::string line;
    for (ColumnId id = 0; id < table.column_count(); ++id) line += table.column(id).text(at) + "|";
    return line;
  };
  EXPECT_EQ(row(0), "mdav k=3 seeds=most-distant|mdav|3|most-distant|||1|0|2|0|||");
  EXPECT_EQ(row(2), "additive-noise amount=0.5 keep-moments=true|additive-noise|||0.5|true|3|0.25|4||7||");
  EXPECT_NE(table.column(2).get_if<Integers>(), nullptr);
  EXPECT_NE(table.column(4).get_if<Numbers>(), nullptr);
  EXPECT_NE(table.column(5).get_if<Codes>(), nullptr);
}

TEST_F(PlanTable, WritesInfiniteValuesAsTextOrLeavesThemOut) {
  const PlanResult made = result({{{.value = -infinite}, {.value = 2.0}},
                                  {{.value = 1.5}, {.value = 2.5}},
                                  {{.value = std::nullopt, .note = "no"}, {.value = 4.0}}});
  const Table as_text = results_table(plan_, made, Infinite::as_text);
  const ColumnId sse = as_text.require("sse");
  EXPECT_EQ(as_text.column(sse).text(0), "-inf");
  EXPECT_EQ(as_text.column(sse).text(1), "1.5");
  EXPECT_TRUE(as_text.column(sse).missing(2));
  const Table left_out = results_table(plan_, made, Infinite::missing);
  ASSERT_NE(left_out.column(sse).get_if<Numbers>(), nullptr);
  EXPECT_TRUE(left_out.column(sse).missing(0));
  EXPECT_EQ(left_out.column(left_out.require("note")).text(0), "sse: is -inf");
  EXPECT_EQ(left_out.column(left_out.require("note")).text(2), "sse: no");
}

TEST_F(PlanTable, SaysARefusalOnce) {
  const PlanResult made = result(
      {{{.value = std::nullopt, .note = "k is too large"}, {.value = std::nullopt, .note = "k is too large"}},
       {{.value = 1.0, .note = "a"}, {.value = 2.0, .note = "a"}}});
  EXPECT_EQ(cell_note(plan_, made.cells[0]), "k is too large");
  EXPECT_EQ(cell_note(plan_, made.cells[1]), "sse: a; um: a");
}

}  // namespace
}  // namespace sfumato::compare
