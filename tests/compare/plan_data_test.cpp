// Data of plans: several data sets and sets of columns, what they are called, and what is refused.
#include "compare/plan_data.hpp"

#include <gtest/gtest.h>

#include "compare/plan.hpp"
#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

Plan whole(const std::string& data, const std::string& method = "method = \"mdav\"\nk = [3, 5]\n") {
  const std::string text = "measures = [\"sse\"]\n" + data + "\n[[methods]]\n" + method;
  return parse_plan(io::parse_toml(text, "plans/p.toml"), "plans/p.toml");
}

std::string refused_data(const std::string& data, const std::string& method = "method = \"mdav\"\n") {
  try {
    whole(data, method);
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty()) << error.message;
    EXPECT_TRUE(error.message.starts_with("plans/p.toml")) << error.message;
    return error.message.substr(12);
  }
  return "taken";
}

std::vector<std::string> labels_of(const Plan& plan) {
  std::vector<std::string> labels;
  for (const PlanCell& cell : plan.all_cells()) labels.push_back(plan.label_of(cell));
  return labels;
}

using Texts = std::vector<std::string>;

TEST(PlanData, OneListIsOneSetOfColumns) {
  const Plan plan = whole("[data]\npath = \"x.csv\"\ncolumns = [\"a\", \"b\"]\n");
  ASSERT_EQ(plan.data.size(), 1U);
  EXPECT_EQ(plan.data[0].columns, (Texts{"a", "b"}));
  EXPECT_FALSE(plan.several_data_sets());
  EXPECT_FALSE(plan.several_column_sets());
  EXPECT_EQ(plan.subject_name(0), "");
  EXPECT_EQ(labels_of(plan), (Texts{"mdav k=3", "mdav k=5"}));
}

TEST(PlanData, SetsOfColumnsAreADimensionOfTheGrid) {
  const Plan plan = whole("[data]\npath = \"x.csv\"\ncolumns = [[\"a\", \"b\"], [\"a\", \"b\", \"c\"]]\n");
  ASSERT_EQ(plan.data.size(), 2U);
  EXPECT_EQ(plan.cells(), 4U);
  EXPECT_EQ(plan.data[1].columns, (Texts{"a", "b", "c"}));
  EXPECT_EQ(plan.data[1].columns_name, "a, b, c");
  EXPECT_EQ(plan.data[1].data_set, 0U);
  EXPECT_FALSE(plan.several_data_sets());
  EXPECT_TRUE(plan.several_column_sets());
  EXPECT_EQ(labels_of(plan),
            (Texts{"mdav k=3 (a, b)", "mdav k=5 (a, b)", "mdav k=3 (a, b, c)", "mdav k=5 (a, b, c)"}));
}

TEST(PlanData, DataSetsAreADimensionOfTheGrid) {
  const Plan plan = whole(
      "[[data]]\nname = \"Small\"\npath = \"x.csv\"\ncolumns = { two = [\"a\", \"b\"], three = [\"a\", "
      "\"b\", \"c\"] }\n"
      "[[data]]\nsample = \"people\"\nrows = 50\n",
      "method = \"mdav\"\nlabel = \"{k} of {data}\"\n");
  ASSERT_EQ(plan.data.size(), 3U);
  EXPECT_EQ(plan.data[0].name, "Small");
  EXPECT_EQ(plan.data[0].description, "x.csv");
  EXPECT_EQ(plan.data[1].columns_name, "three");
  EXPECT_EQ(plan.data[1].data_set, 0U);
  EXPECT_EQ(plan.data[2].name, "sample people, 50 rows");
  EXPECT_EQ(plan.data[2].data_set, 1U);
  EXPECT_EQ(plan.data[2].columns_name, "");
  EXPECT_EQ(plan.subject_name(1), "Small; three");
  EXPECT_EQ(plan.subject_name(2), "sample people, 50 rows");
  EXPECT_EQ(labels_of(plan),
            (Texts{"3 of Small (two)", "3 of Small (three)", "3 of sample people, 50 rows"}));
}

TEST(PlanData, LabelsNameColumns) {
  const Plan plan = whole("[data]\npath = \"x.csv\"\ncolumns = [[\"a\"], [\"b\"]]\n",
                          "method = \"mdav\"\nlabel = \"{columns}: {k}\"\n");
  EXPECT_EQ(labels_of(plan), (Texts{"a: 3", "b: 3"}));
  EXPECT_EQ(refused_data("[data]\npath = \"x.csv\"\n", "method = \"mdav\"\nlabel = \"{columns}\"\n"),
            ", [[methods]] 1: label has {columns}, but [data] names none");
}

TEST(PlanData, RefusesWhatCannotBeToldApart) {
  const std::string one = "[data]\npath = \"x.csv\"\n";
  EXPECT_EQ(refused_data(one + "columns = [[\"a\"], [\"a\"]]\n"), ", [data]: columns lists a twice");
  EXPECT_EQ(refused_data(one + "columns = { x = [\"a\"], y = [\"a\"] }\n"),
            ", [data]: columns lists y twice");
  EXPECT_EQ(refused_data(one + "columns = [[\"a\", \"a\"]]\n"), ", [data]: columns names 'a' twice");
  for (const char* columns : {"[]", "[[]]", "[[\"a\"], \"b\"]", "[\"a\", [\"b\"]]", "3", "[3]", "\"a\""}) {
    EXPECT_EQ(refused_data(one + "columns = " + columns + "\n"),
              ", [data]: columns must be a list of texts, or of such lists")
        << columns;
  }
  EXPECT_EQ(refused_data(one + "columns = {}\n"), ", [data]: columns is an empty table");
  EXPECT_EQ(refused_data("[[data]]\npath = \"x.csv\"\n[[data]]\npath = \"x.csv\"\n"),
            ", [[data]] 2 has the name of another data set, \"x.csv\"");
  EXPECT_EQ(refused_data("[[data]]\npath = \"x.csv\"\n[[data]]\nname = \"\"\npath = \"y.csv\"\n"),
            ", [[data]] 2: name is empty");
  EXPECT_EQ(refused_data("[[data]]\npath = \"x.csv\"\n[[data]]\nrows = 3\n"), ", [[data]] 2 names no data");
  EXPECT_EQ(refused_data("data = []\n"), " has no [data]");
  EXPECT_EQ(refused_data("data = [3]\n"), ", [[data]] 1 must be a table");
}

TEST(PlanData, CellsOfAllSubjectsCount) {
  std::string columns = "columns = [";
  for (int i = 0; i < 11; ++i) columns += (i == 0 ? "[\"c" : ", [\"c") + std::to_string(i) + "\"]";
  const std::string data = "[data]\npath = \"x.csv\"\n" + columns + "]\n";
  EXPECT_EQ(refused_data(data, "method = \"mdav\"\nk = { from = 2, to = 10002, step = 1 }\n"),
            ", [[methods]] 1 gives the plan more than 100000 cells");
}

}  // namespace
}  // namespace sfumato::compare
