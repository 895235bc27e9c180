// Plans: every key, and that everything else is refused with its place and what to do.
#include "compare/plan.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

Plan parsed(const std::string& text) {
  return parse_plan(io::parse_toml(text, "plans/p.toml"), "plans/p.toml");
}

const std::string data = "[data]\npath = \"x.csv\"\n";
const std::string measured = "measures = [\"sse\", \"distance-linkage\"]\n";
const std::string method = "[[methods]]\nmethod = \"mdav\"\n";

std::string refusal(const std::string& text) {
  try {
    parsed(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty()) << error.message;
    EXPECT_TRUE(error.message.starts_with("plans/p.toml")) << error.message;
    return error.message.substr(12);
  }
  return "taken";
}

std::string refused_method(const std::string& keys) { return refusal(measured + data + method + keys); }

TEST(Plan, SettingsNameFilesBesideThePlan) {
  const Plan plan = parsed(
      "measures = [\"uniqueness\"]\n[settings]\nuniqueness = { population = \"all.csv\" }\n" + data + method);
  EXPECT_EQ(plan.tables, (std::vector<std::pair<std::string, std::string>>{{"all.csv", "plans/all.csv"}}));
  EXPECT_TRUE(parsed(measured + data + method).tables.empty());
}

TEST(Plan, HasEverythingItsDocumentSays) {
  const Plan plan = parsed(R"(
title = "Groups against noise"
seed = 7
replicates = 5
measures = ["rank-linkage", "emd", "sse"]
[settings]
rank-linkage = { zero = "floor" }
propensity = { terms = "all" }
[data]
path = "people.csv"
columns = ["income", "tax"]
missing = ["NA", "-9"]
format = "tsv"
roles = "people.toml"
[columns.income]
role = "confidential"
domain = [0, 100]
[[methods]]
method = "mdav"
k = [3, 5, 10]
label = "Mic {k} of {together}"
[[methods]]
method = "correlated-noise"
amount = { from = 0.01, to = 10, count = 4, scale = "log" }
keep-moments = [false, true]
columns = ["income"]
replicates = 10
[[scores]]
name = "trade-off"
expression = "0.5*emd + 0.5*sse"
[[targets]]
measure = "rank-linkage"
value = 0.45
rank-by = ["emd", "propensity"]
methods = ["mdav"]
tolerance = 0.02
[map]
utility = "sse"
)");
  EXPECT_EQ(plan.title, "Groups against noise");
  EXPECT_EQ(plan.seed, 7U);
  EXPECT_EQ(plan.replicates, 5U);
  EXPECT_EQ(plan.data[0].path, "plans/people.csv");
  EXPECT_EQ(plan.data[0].description, "people.csv");
  EXPECT_EQ(plan.data[0].columns, (std::vector<std::string>{"income", "tax"}));
  EXPECT_EQ(plan.data[0].read.missing, (std::vector<std::string>{"NA", "-9"}));
  EXPECT_EQ(plan.data[0].read.format, "tsv");
  EXPECT_EQ(plan.data[0].read.roles, "plans/people.toml");
  EXPECT_EQ(plan.data[0].read.declared.at("income").role, Role::confidential);
  EXPECT_EQ(plan.data[0].read.declared.at("income").domain, (Domain{0.0, 100.0}));
  ASSERT_EQ(plan.measures.size(), 3U);
  EXPECT_EQ(plan.measures[0].parameters[0], (std::pair<std::string, Value>("zero", "floor")));
  EXPECT_TRUE(plan.measures[0].named);
  EXPECT_EQ(plan_request(plan, "propensity").parameters.size(), plan.settings.at("propensity").size());
  ASSERT_EQ(plan.methods.size(), 2U);
  EXPECT_EQ(plan.cells(), 3U + 8U);
  EXPECT_EQ(plan.methods[0].label_of(1), "Mic 5 of 0");
  EXPECT_EQ(plan.methods[1].columns, std::vector<std::string>{"income"});
  EXPECT_EQ(plan.methods[1].candidate(0).replicates, 10U);
  ASSERT_EQ(plan.scores.size(), 1U);
  EXPECT_EQ(plan.scores[0].expression.names(), (std::vector<std::string>{"emd", "sse"}));
  ASSERT_EQ(plan.targets.size(), 1U);
  EXPECT_EQ(plan.targets[0].equal->value, 0.45);
  EXPECT_EQ(plan.targets[0].name(), "rank-linkage=0.45");
  EXPECT_EQ(plan.targets[0].rank_by, (std::vector<std::string>{"emd", "propensity"}));
  EXPECT_EQ(plan.targets[0].methods, std::vector<std::string>{"mdav"});
  EXPECT_EQ(plan.targets[0].tolerance, 0.02);
  EXPECT_EQ(plan.map.risk, "rank-linkage");
  EXPECT_EQ(plan.map.utility, "sse");
}

TEST(Plan, NeedsLittle) {
  const Plan plan = parsed(measured + data + method);
  EXPECT_EQ(plan.seed, std::nullopt);
  EXPECT_EQ(plan.replicates, 1U);
  EXPECT_EQ(plan.cells(), 1U);
  EXPECT_EQ(plan.methods[0].label_of(0), "mdav");
  EXPECT_EQ(plan.map.risk, "distance-linkage");
  EXPECT_EQ(plan.map.utility, "sse");
  const Plan aimed = parsed(data + "[[targets]]\nmeasure = \"sse\"\nvalue = 3\n");
  EXPECT_EQ(aimed.cells(), 0U);
  EXPECT_EQ(aimed.targets[0].equal->value, 3.0);
  EXPECT_EQ(aimed.map.risk, "");
}

TEST(Plan, TakesMadeUpData) {
  const Plan people = parsed(measured + "[data]\nsample = \"people\"\nrows = 50\nsample-seed = 3\n" + method);
  EXPECT_EQ(people.data[0].sample, "people");
  EXPECT_EQ(people.data[0].rows, 50U);
  EXPECT_EQ(people.data[0].seed, 3U);
  EXPECT_EQ(people.data[0].description, "sample people, 50 rows");
  const Plan normal =
      parsed(measured + "[data]\nnormal = { rows = 1080, columns = 4, correlation = 0.99 }\n" + method);
  ASSERT_TRUE(normal.data[0].normal.has_value());
  EXPECT_EQ(normal.data[0].normal->rows, 1080U);
  EXPECT_EQ(normal.data[0].normal->columns, 4U);
  EXPECT_EQ(normal.data[0].normal->correlation, 0.99);
  EXPECT_EQ(normal.data[0].seed, 1U);
  EXPECT_EQ(normal.data[0].description, "4 normal columns with correlation 0.99, 1080 rows");
}

TEST(Plan, ExpandsEnvironmentVariablesInPaths) {
  ASSERT_EQ(setenv("SFUMATO_TEST_FOLDER", "/some/where", 1), 0);
  ASSERT_EQ(setenv("SFUMATO_TEST_EMPTY", "", 1), 0);
  const auto path = [](const std::string& written) {
    return parsed(measured + "[data]\npath = \"" + written + "\"\n" + method).data[0].path;
  };
  EXPECT_EQ(path("${SFUMATO_TEST_FOLDER}/x.csv"), "/some/where/x.csv");
  EXPECT_EQ(path("a$b/${SFUMATO_TEST_FOLDER}"), "plans/a$b//some/where");
  EXPECT_EQ(path("../x.csv"), "plans/../x.csv");
  const auto refused = [](const std::string& written) {
    return refusal(measured + "[data]\npath = \"" + written + "\"\n" + method);
  };
  EXPECT_EQ(refused("${SFUMATO_TEST_NONE}/x"),
            ", [data]: path needs the environment variable SFUMATO_TEST_NONE, which is not set");
  EXPECT_EQ(refused("${SFUMATO_TEST_EMPTY}/x"),
            ", [data]: path needs the environment variable SFUMATO_TEST_EMPTY, which is not set");
  for (const char* broken : {"${", "${A", "${}", "${A B}"}) {
    EXPECT_EQ(refused(broken), ", [data]: path has a ${ without a name and a }") << broken;
  }
}

TEST(Plan, KeepsAHierarchyRelativeToItself) {
  const Plan plan = parsed(measured + data + "[columns.c]\nhierarchy = \"h.csv\"\n" + method);
  const std::string path = plan.data[0].read.declared.at("c").hierarchy;
  EXPECT_TRUE(path.starts_with("/") && path.ends_with("/plans/h.csv")) << path;
}

TEST(Plan, RefusesWhatIsMissingOrUnknown) {
  EXPECT_EQ(refusal(""), " has no [data]");
  EXPECT_EQ(refusal(data), " has no methods");
  EXPECT_EQ(refusal(data + method), " has no measures");
  EXPECT_EQ(refusal("measure = [\"sse\"]\n" + data + method), ": unknown key 'measure'");
  EXPECT_EQ(refusal("title = 3\n" + measured + data + method), ": title must be a text");
  EXPECT_EQ(refusal("seed = -1\n" + measured + data + method), ": seed must be a whole number");
  EXPECT_EQ(refusal("replicates = 0\n" + measured + data + method), ": replicates must be a whole number");
  EXPECT_EQ(refusal("methods = 3\n" + measured + data), ": methods must be a list of tables");
  EXPECT_EQ(refusal("methods = [3]\n" + measured + data), ", [[methods]] 1 must be a table");
  EXPECT_EQ(refusal("data = 3\n" + measured + method), ", [data] must be a table");
  EXPECT_EQ(refusal("columns = 3\n" + measured + data + method), ": columns must be a table");
}

TEST(Plan, RefusesMeasuresAndSettingsThatAreInvalid) {
  EXPECT_EQ(refusal("measures = \"sse\"\n" + data + method), ": measures must be a list of texts");
  EXPECT_EQ(refusal("measures = []\n" + data + method), ": measures must be a list of texts");
  EXPECT_EQ(refusal("measures = [\"see\"]\n" + data + method), ": measures: there is no measure 'see'");
  EXPECT_EQ(refusal("measures = [\"sse\", \"sse\"]\n" + data + method), ": measures names 'sse' twice");
  EXPECT_EQ(refusal(measured + "[settings]\nemd = { clusters = 3 }\n" + data + method),
            ", [settings]: emd is not measured");
  EXPECT_EQ(refusal(measured + "[settings]\nedm = { clusters = 3 }\n" + data + method),
            ", [settings]: there is no measure 'edm'");
  EXPECT_EQ(refusal(measured + "[settings]\nsse = 3\n" + data + method), ", [settings]: sse must be a table");
  EXPECT_EQ(refusal(measured + "[settings]\ndistance-linkage = { scale = \"big\" }\n" + data + method),
            ", [settings]: parameter 'scale' cannot be 'big'");
  EXPECT_EQ(refusal(measured + "[settings]\ndistance-linkage = { sacle = \"raw\" }\n" + data + method),
            ", [settings]: distance-linkage has no parameter 'sacle'");
}

TEST(Plan, RefusesDataThatAreInvalid) {
  const auto refused = [](const std::string& keys) {
    return refusal(measured + "[data]\n" + keys + "\n" + method);
  };
  EXPECT_EQ(refused(""), ", [data] names no data");
  EXPECT_EQ(refused("path = \"x.csv\"\nsample = \"people\""), ", [data] names data twice");
  EXPECT_EQ(refused("path = \"\""), ", [data] has no path");
  EXPECT_EQ(refused("path = 3"), ", [data]: path must be a text");
  EXPECT_EQ(refused("file = \"x.csv\""), ", [data]: unknown key 'file'");
  EXPECT_EQ(refused("path = \"x.csv\"\nrows = 3"), ", [data]: rows is for made-up data, not for a file");
  EXPECT_EQ(refused("sample = \"people\"\nformat = \"csv\""),
            ", [data]: format is for files, not for made-up data");
  EXPECT_EQ(refused("sample = \"people\"\nrows = 0"), ", [data]: rows must be a whole number");
  EXPECT_EQ(refused("normal = 3"), ", [data]: normal must be a table");
  EXPECT_EQ(refused("normal = { rows = 3, colums = 2 }"), ", [data]: normal: unknown key 'colums'");
  EXPECT_EQ(refused("normal = { correlation = 1.1 }"), ", [data]: normal: correlation must be 0 to 1");
  EXPECT_EQ(refused("normal = { rows = 5 }\nrows = 3"), ", [data]: rows is for samples");
  EXPECT_EQ(refused("path = \"x.csv\"\ncolumns = \"a\""),
            ", [data]: columns must be a list of texts, or of such lists");
  EXPECT_EQ(refused("path = \"x.csv\"\ncolumns = [\"a\", \"a\"]"), ", [data]: columns names 'a' twice");
  EXPECT_EQ(refused("path = \"x.csv\"\n[columns.a]\nrole = \"secret\""),
            ", [columns.a]: role = \"secret\" is not known");
}

TEST(Plan, RefusesScoresThatAreInvalid) {
  const auto refused = [](const std::string& keys) {
    return refusal(measured + data + method + "k = [3, 4]\n[[scores]]\n" + keys);
  };
  EXPECT_EQ(refused("name = \"a\"\nexpression = \"2*sse\""), "taken");
  EXPECT_EQ(refused("expression = \"2*sse\""), ", [[scores]] 1 has no name");
  EXPECT_EQ(refused("name = \"a\""), ", [[scores]] 1 has no expression");
  for (const char* taken : {"sse", "sse_se", "label", "k", "note"}) {
    EXPECT_EQ(refused("expression = \"2*sse\"\nname = \"" + std::string(taken) + "\""),
              ", [[scores]] 1: name = \"" + std::string(taken) + "\" is taken");
  }
  EXPECT_TRUE(refused("name = \"a\"\nexpression = \"emd\"").starts_with(", [[scores]] 1: "));
  EXPECT_EQ(refused("name = \"a\"\nexpression = \"sse\"\n[[scores]]\nname = \"a\"\nexpression = \"sse\""),
            ", [[scores]] 2: name = \"a\" is taken");
  EXPECT_EQ(refused("name = \"a\"\nexpression = \"sse\"\nweight = 3"),
            ", [[scores]] 1: unknown key 'weight'");
}

TEST(Plan, TakesTolerancesAsNumbersAndAsText) {
  const auto tolerance = [](const std::string& written) {
    return parsed(data + "[[targets]]\nmeasure = \"sse\"\nvalue = 3\ntolerance = " + written + "\n")
        .targets[0]
        .tolerance;
  };
  for (const char* written : {"0.05", "\"0.05\"", "\"5%\"", "\"5\""}) EXPECT_EQ(tolerance(written), 0.05);
  EXPECT_EQ(tolerance("\"0.5%\""), 0.005);
  EXPECT_EQ(tolerance("1"), 1.0);
  const auto refused = [](const std::string& written) {
    return refusal(data + "[[targets]]\nmeasure = \"sse\"\nvalue = 3\ntolerance = " + written + "\n");
  };
  for (const char* written : {"\"x\"", "\"0%\"", "\"-1%\"", "\"101%\"", "\"\"", "\"%\""}) {
    EXPECT_EQ(refused(written), ", [[targets]] 1: tolerance cannot be " + std::string(written));
  }
  EXPECT_EQ(refused("5"), ", [[targets]] 1: tolerance must be at most 1");
  EXPECT_EQ(refused("true"), ", [[targets]] 1: tolerance must be a number");
}

TEST(Plan, TakesLimitsOfSeveralRisks) {
  const Plan plan = parsed(data +
                           "[[targets]]\nat-most = { interval-disclosure = 30, distance-linkage = 5 }\n"
                           "rank-by = [\"sse\"]\n[[targets]]\nat-most = { k-anonymity = 3 }\n");
  const PlanTarget& target = plan.targets[0];
  EXPECT_FALSE(target.equal);
  ASSERT_EQ(target.at_most.size(), 2U);
  EXPECT_EQ(target.at_most[0].measure, "interval-disclosure");
  EXPECT_EQ(target.at_most[0].value, 30.0);
  EXPECT_EQ(target.at_most[1].measure, "distance-linkage");
  EXPECT_EQ(target.name(), "interval-disclosure<=30, distance-linkage<=5");
  EXPECT_EQ(target.measures(), (std::vector<std::string>{"interval-disclosure", "distance-linkage", "sse"}));
  EXPECT_EQ(plan.targets[1].name(), "k-anonymity>=3");  // where larger is safer, the least value
}

TEST(Plan, RefusesLimitsThatAreInvalid) {
  const auto refused = [](const std::string& keys) { return refusal(data + "[[targets]]\n" + keys + "\n"); };
  const std::string where = ", [[targets]] 1: ";
  EXPECT_EQ(refused("at-most = { sse = 3 }"), where + "at-most takes risks, and sse measures utility");
  EXPECT_EQ(refused("at-most = { distance-linkage = \"5\" }"),
            where + "at-most has no number for distance-linkage");
  EXPECT_EQ(refused("at-most = { linkage = 5 }"), where + "at-most: there is no measure 'linkage'");
  EXPECT_EQ(refused("at-most = {}"), where + "at-most must be a table of risks and their limits");
  EXPECT_EQ(refused("at-most = [\"distance-linkage=5\"]"),
            where + "at-most must be a table of risks and their limits");
  for (const char* other : {"measure = \"emd\"", "value = 3", "tolerance = 0.1"}) {
    const std::string key = std::string(other).substr(0, std::string(other).find(' '));
    EXPECT_EQ(refused("at-most = { distance-linkage = 5 }\n" + std::string(other)),
              where + key + " does not go with at-most");
  }
}

TEST(Plan, RefusesTargetsAndMapsThatAreInvalid) {
  const auto refused = [](const std::string& keys) { return refusal(measured + data + method + keys); };
  EXPECT_EQ(refused("[[targets]]\nvalue = 3"), ", [[targets]] 1 has no measure");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\""), ", [[targets]] 1 has no value");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"see\"\nvalue = 3"),
            ", [[targets]] 1: measure: there is no measure 'see'");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\"\nvalue = \"3\""),
            ", [[targets]] 1: value must be a number");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\"\nvalue = nan"),
            ", [[targets]] 1: value must be a number");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\"\nvalue = 3\nrank-by = [\"x\"]"),
            ", [[targets]] 1: rank-by: there is no measure 'x'");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\"\nvalue = 3\nmethods = [\"x\"]"),
            ", [[targets]] 1: methods: there is no method 'x'");
  EXPECT_EQ(refused("[[targets]]\nmeasure = \"sse\"\nvalue = 3\ntolerance = 0"),
            ", [[targets]] 1: tolerance must be above 0");
  EXPECT_EQ(refused("[map]\nrisk = \"emd\""), ", [map]: risk = \"emd\" is not among the measures");
  EXPECT_EQ(refused("[map]\nrisk = \"sse\""), ", [map]: risk = \"sse\" is a measure of the other side");
  EXPECT_EQ(refused("[map]\nx = \"sse\""), ", [map]: unknown key 'x'");
}

TEST(Plan, RefusesMethodsThatAreInvalid) {
  EXPECT_EQ(refusal(measured + data + "[[methods]]\nk = 3"), ", [[methods]] 1 has no method");
  EXPECT_EQ(refusal(measured + data + "[[methods]]\nmethod = \"mdva\""),
            ", [[methods]] 1: there is no method 'mdva'");
  EXPECT_EQ(refused_method("kk = 3"), ", [[methods]] 1: mdav has no parameter 'kk'");
  EXPECT_EQ(refused_method("k = \"three\""), ", [[methods]] 1: parameter 'k' cannot be 'three'");
  EXPECT_EQ(refused_method("k = [3, 0]"), ", [[methods]] 1: parameter 'k' cannot be '0'");
  EXPECT_EQ(refused_method("k = []"), ", [[methods]] 1: k is an empty list");
  EXPECT_EQ(refused_method("k = [3, 4, 3]"), ", [[methods]] 1: k lists 3 twice");
  EXPECT_EQ(refused_method("columns = \"x\""), ", [[methods]] 1: columns must be a list of texts");
  EXPECT_EQ(refused_method("replicates = 0"), ", [[methods]] 1: replicates must be a whole number");
  EXPECT_EQ(refused_method("label = \"{kk}\""),
            ", [[methods]] 1: label has {kk}, which is not a parameter of the method");
  for (const char* broken : {"{k", "k}", "{{k}}", "{"}) {
    EXPECT_EQ(refused_method("label = \"" + std::string(broken) + "\""),
              ", [[methods]] 1: label has a brace without its partner");
  }
}

TEST(Plan, RefusesRangesThatAreInvalid) {
  EXPECT_EQ(refused_method("k = { from = 3 }"), ", [[methods]] 1: k: to is missing");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9 }"), ", [[methods]] 1: k: count is missing");
  EXPECT_EQ(refused_method("k = { from = 9, to = 3, count = 2 }"),
            ", [[methods]] 1: k: from must be less than to");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9, count = 1 }"),
            ", [[methods]] 1: k: count must be a whole number");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9, count = 3, scale = \"cubic\" }"),
            ", [[methods]] 1: k: scale must be linear or log");
  EXPECT_EQ(refused_method("k = { from = 0, to = 9, count = 3, scale = \"log\" }"),
            ", [[methods]] 1: k: from must be above 0");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9, step = 1, count = 3 }"),
            ", [[methods]] 1: k: count does not go with step");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9, step = 0 }"), ", [[methods]] 1: k: step must be above 0");
  EXPECT_EQ(refused_method("k = { from = 3, to = 9, step = 1e-9 }"),
            ", [[methods]] 1: k: step makes too many values");
  EXPECT_EQ(refused_method("k = { form = 3 }"), ", [[methods]] 1: k: unknown key 'form'");
  EXPECT_EQ(refused_method("k = { from = 3, to = 1e17, count = 3 }"),
            ", [[methods]] 1: k exceeds the range of integers");
  EXPECT_EQ(refused_method("seeds = { from = 3, to = 9, step = 1 }"),
            ", [[methods]] 1: seeds is a range, but the parameter is not a number");
}

TEST(Plan, BoundsItsGrid) {
  const std::string wide =
      "k = { from = 2, to = 201, step = 1 }\ntogether = { from = 1, to = 600, step = 1 }\n";
  EXPECT_EQ(refused_method(wide), ", [[methods]] 1 has a grid of 120000 cells");
  const std::string half =
      "k = { from = 2, to = 201, step = 1 }\ntogether = { from = 1, to = 300, step = 1 }\n";
  EXPECT_EQ(refused_method(half), "taken");
  EXPECT_EQ(refused_method(half + method + half), ", [[methods]] 2 gives the plan more than 100000 cells");
}

}  // namespace
}  // namespace sfumato::compare
