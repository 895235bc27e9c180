// Generalization under models of confidential values, of a population and of a release as a whole.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/step.hpp"
#include "support/generalized_tables.hpp"

namespace sfumato {
namespace {

using testing::generalized;
using testing::levels_text;
using testing::nominal;
using testing::residents;
using testing::text_column;

TEST(GeneralizationModels, KeepsFurtherModels) {
  for (const bool local : {false, true}) {
    const Masked masked =
        generalized(residents(), {{"k", 2}, {"model", "l-diversity:illness:distinct:2"}, {"local", local}});
    const Table& table = masked.tables[0];
    EXPECT_EQ(table.column(2), residents().column(2)) << "the model's column stays";
    std::map<std::vector<std::string>, std::set<std::string>> illnesses;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      illnesses[{table.column(0).text(row), table.column(1).text(row)}].insert(table.column(2).text(row));
    }
    for (const auto& [key, values] : illnesses) EXPECT_GE(values.size(), 2U);
  }
}

// Of the two in Reus one has a flu and the other has no value: one value, whatever is missing. Those in
// Falset have none.
Table patients() {
  return Table({nominal("town", {{"Reus", "Camp", "*"}, {"Valls", "Camp", "*"}, {"Falset", "Priorat", "*"}}),
                nominal("illness", {{"flu", "lung"}, {"cold", "lung"}})},
               {text_column({"Reus", "Reus", "Valls", "Valls", "Falset", "Falset"}),
                text_column({"flu", "", "flu", "cold", "", ""})});
}

TEST(GeneralizationModels, CountNoMissingValue) {
  const auto levels = [](const std::string& model) {
    return levels_text(generalized(patients(), {{"k", 2}, {"model", model}}, {0}));
  };
  for (const char* model : {"l-diversity:illness:distinct:2", "l-diversity:illness:entropy:1",
                            "l-diversity:illness:recursive:3:1"}) {
    EXPECT_EQ(levels(model), "2") << model;
  }
  // Known are flu 2/3 and cold 1/3; Reus has 1 and 0, Valls 1/2 and 1/2, and Falset has no value.
  EXPECT_EQ(levels("t-closeness:illness:equal:0.34"), "0");
  EXPECT_EQ(levels("t-closeness:illness:equal:0.33"), "1");
  EXPECT_EQ(levels("t-closeness:illness:hierarchical:0.34"), "0") << "a missing value needs no row";
  EXPECT_EQ(levels("beta-likeness:illness:0.5"), "0");
  EXPECT_EQ(levels("ck-safety:illness:0.7:0"), "1");
}

// Two of each town in the file; the population has 2 more of Reus and none more of Valls, and one of Falset.
Table townspeople() {
  return Table({nominal("town", {{"Reus", "Camp", "*"},
                                 {"Valls", "Camp", "*"},
                                 {"Cambrils", "Camp", "*"},
                                 {"Falset", "Priorat", "*"}})},
               {text_column({"Reus", "Reus", "Valls", "Valls"})});
}

Masked with_townspeople(const ParamValues& more) {
  const Table population({nominal("town")},
                         {text_column({"Reus", "Reus", "Valls", "Valls", "Reus", "Reus", "Falset"})});
  ParamValues params = {{"k", 1}, {"population", "people.csv"}};
  params.insert(params.end(), more.begin(), more.end());
  const Table file = townspeople();
  return masking::method("generalization")
      .apply(file, {0}, params, Run({.seed = 1, .threads = 2}).with_table("people.csv", population));
}

TEST(GeneralizationModels, CountsThePopulationInClasses) {
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:2"}})), "0");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:3"}})), "1");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:7"}})), "2");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "journalist-risk:0.2"}})), "1");
  const Masked suppressing = with_townspeople({{"model", "k-map:3"}, {"suppress", 50.0}});
  EXPECT_EQ(levels_text(suppressing), "0");
  EXPECT_EQ(suppressing.tables[0].column(0).text(0), "Reus");
  EXPECT_EQ(suppressing.tables[0].column(0).text(2), "*");
  EXPECT_EQ(suppressing.tables[0].rows(), 4U);
  ASSERT_EQ(suppressing.promises.size(), 1U);
  EXPECT_EQ(suppressing.promises[0].population, "people.csv");
  EXPECT_EQ(suppressing.promises[0].models, (std::vector<std::string>{"k-anonymity:1", "k-map:3"}));
}

TEST(GeneralizationModels, OfAPopulationDoNotGoIntoStrata) {
  const Table original = residents();
  const masking::Step step{&masking::method("generalization"),
                           {{"k", 1}, {"model", "k-map:1"}, {"population", "people.csv"}},
                           {0},
                           ColumnId{1},
                           false};
  const sfumato::Run run = sfumato::Run({.seed = 1}).with_table("people.csv", original);
  EXPECT_THROW(masking::apply_step(original, step, run), Error);
}

// Shares 2/4 and 2/2, then 4/6, then 4/7.
TEST(GeneralizationModels, BoundsPresenceFromBothSides) {
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0.5:1"}})), "0");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0.5:0.9"}})), "1");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0:0.6"}})), "2");
}

TEST(GeneralizationModels, KeepsThePopulationLocally) {
  const Masked masked = with_townspeople({{"model", "k-map:3"}, {"local", true}});
  EXPECT_EQ(masked.tables[0].column(0).text(0), masked.tables[0].column(0).text(2));
  EXPECT_EQ(with_townspeople({{"model", "k-map:2"}, {"local", true}}).tables[0].column(0).text(2), "Valls");
}

// Classes 21, 22, … are 8 of 8 records, tens and towns 3, towns 2, all one 1.
TEST(GeneralizationModels, BoundsMeanAndLargestRisks) {
  const auto levels = [](const char* model) {
    return levels_text(generalized(residents(), {{"k", 1}, {"model", model}}, {0, 1}));
  };
  EXPECT_EQ(levels("average-risk:1"), "0, 0");
  EXPECT_EQ(levels("average-risk:0.375"), "1, 0");
  EXPECT_EQ(levels("average-risk:0.374"), "2, 0");
  EXPECT_EQ(levels("prosecutor-risk:0.25"), "2, 0");
  EXPECT_EQ(levels("prosecutor-risk:0.2"), "2, 1");
}

// The smallest class is suppressed where that is allowed: 2 classes of 7 records are left at tens and towns.
TEST(GeneralizationModels, SuppressesForMeanRisksAndEstimates) {
  for (const char* model : {"average-risk:0.3", "population-uniqueness:0.1"}) {
    ParamValues params{{"k", 1}, {"suppress", 12.5}, {"model", model}};
    if (std::string_view(model).starts_with("population")) params.push_back({"population-size", 8.0});
    const Masked masked = generalized(residents(), params, {0, 1});
    EXPECT_EQ(levels_text(masked), "1, 0") << model;
    EXPECT_EQ(masked.details.at("suppressed_records").as_integer(), 1);
    EXPECT_EQ(masked.tables[0].column(0).text(7), "*");
  }
}

// Without knowledge the worst belief is the largest share: 6 of 8 have flu, and all of Valls. With one
// implication it is 3/4 for values 2, 1 and 1, by hand in release_models_test.
TEST(GeneralizationModels, KeepsWorstCaseKnowledgeBelowABound) {
  const auto levels = [](const Table& table, const char* model, const ColumnSet& columns) {
    return levels_text(generalized(table, {{"k", 1}, {"model", model}}, columns));
  };
  EXPECT_EQ(levels(residents(), "ck-safety:illness:0.76:0", {0, 1}), "2, 1");
  EXPECT_THROW(levels(residents(), "ck-safety:illness:0.75:0", {0, 1}), Error);
  const Table four({nominal("town"), nominal("illness")}, {text_column({"Reus", "Reus", "Valls", "Valls"}),
                                                           text_column({"flu", "cold", "flu", "gout"})});
  EXPECT_EQ(levels(four, "ck-safety:illness:0.76:0", {0}), "0");
  EXPECT_EQ(levels(four, "ck-safety:illness:0.76:1", {0}), "1");
  EXPECT_THROW(levels(four, "ck-safety:illness:0.75:1", {0}), Error);
}

TEST(GeneralizationModels, EstimatesPopulationUniques) {
  const auto levels = [](const char* model, double people) {
    return levels_text(
        generalized(residents(), {{"k", 1}, {"model", model}, {"population-size", people}}, {0, 1}));
  };
  EXPECT_EQ(levels("population-uniqueness:1", 8.0), "0, 0");
  EXPECT_EQ(levels("population-uniqueness:0.9", 8.0), "1, 0");  // 1 of 8 is unique
  EXPECT_EQ(levels("population-uniqueness:0.1", 8.0), "2, 0");
}

}  // namespace
}  // namespace sfumato
