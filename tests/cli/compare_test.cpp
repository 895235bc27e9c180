// `sfumato compare` from outside: its document, its folder, its refusals.
#include <filesystem>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class CompareCommand : public ::testing::Test {
 protected:
  void SetUp() override { make_people(folder_.path()); }

  Outcome compare(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"compare", "people.csv"});
    return run_in(folder_.path(), arguments);
  }
  Value json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Outcome run = compare(std::move(arguments));
    EXPECT_LE(run.status, 1) << run.error;
    return io::parse_json(run.out, "compare");
  }

  TemporaryFolder folder_;
  const std::vector<std::string> quick_{
      "--columns", "income,savings", "--methods", "mdav,additive-noise", "--rank-by", "sse", "--replicates",
      "2",         "--seed",         "1"};
};

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST_F(CompareCommand, KeepsAllRisksBelowTheirLimits) {
  const std::vector<std::string> limits{"--at-most", "distance-linkage=20", "--at-most",
                                        "interval-disclosure=60"};
  const Outcome run = compare(joined(joined(quick_, limits), {"-o", "out"}));
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_NE(run.out.find("Methods with distance-linkage at most 20 and interval-disclosure at most 60"),
            std::string::npos)
      << run.out;
  const Value document = io::parse_json(folder_.read("out/report.json"), "report.json");
  ASSERT_EQ(document.at("at_most").as_array().size(), 2U);
  EXPECT_FALSE(document.at("untouched_is_safe").as_bool());
  for (const Value& method : document.at("methods").as_array()) {
    ASSERT_TRUE(method.at("reached").as_bool()) << to_text(method.at("reason"));
    for (const auto& [name, limit] : {std::pair("distance-linkage", 20.0), {"interval-disclosure", 60.0}}) {
      const Value& risk = method.at("risks").at(name);
      EXPECT_LE(risk.at("value").as_number() + risk.at("standard_error").as_number(), limit * (1.0 + 1e-9));
    }
    EXPECT_NE(method.at("risks").find("rank-linkage"), nullptr);  // another risk, beside those with limits
  }
  // The release itself keeps the limits.
  const Value& released = document.at("release").at("measures");
  EXPECT_LE(released.at("distance-linkage").as_number(), 20.0);
  EXPECT_LE(released.at("interval-disclosure").as_number(), 60.0);
  EXPECT_TRUE(document.at("release").at("redrawn").is_integer());
  EXPECT_NE(folder_.read("out/report.html").find("can keep every limit"), std::string::npos);
}

TEST_F(CompareCommand, SaysThatNoMethodKeepsALimit) {
  const Outcome run = compare({"--columns", "income,savings", "--methods", "sampling", "--rank-by", "emd",
                               "--at-most", "distance-linkage=5", "-o", "out"});
  EXPECT_EQ(run.status, 1) << run.error;
  EXPECT_NE(run.out.find("No method keeps all limits"), std::string::npos) << run.out;
  EXPECT_NE(folder_.read("out/report.html").find("nothing can be recommended"), std::string::npos);
  EXPECT_EQ(compare(joined(quick_, {"--at-most", "sse=3"})).status, 2);
  EXPECT_EQ(compare(joined(quick_, {"--at-most", "um=0.5", "--equal", "um=0.5"})).status, 2);
}

// Categories go to the first method of a recipe, numbers to the last; all methods have the same linkage risk.
TEST_F(CompareCommand, ComparesRecipesOnColumnsOfBothKinds) {
  const Value document =
      json({"--columns", "sex,education,income,tax", "--methods", "pram+rank-swapping,mdav", "--equal",
            "distance-linkage=20", "--tolerance", "20%", "--replicates", "2", "--seed", "1"});
  bool found = false;
  for (const Value& method : document.at("methods").as_array()) {
    if (method.at("method") != Value("pram+rank-swapping")) continue;
    found = true;
    const Value::Array& steps = method.at("steps").as_array();
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(to_text(steps[0].at("columns")), "sex, education");
    EXPECT_EQ(to_text(steps[1].at("columns")), "income, tax");
    EXPECT_EQ(method.at("dial"), Value("window"));
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(compare({"--methods", "pram+sorcery", "--json"}).status, 2);
}

TEST_F(CompareCommand, GivesTheDocumentOfTheInterface) {
  const Value document = json(joined(quick_, {"--equal", "rank-linkage=0.78", "--tolerance", "10%"}));
  EXPECT_EQ(document.at("equal").at("measure"), Value("rank-linkage"));
  EXPECT_EQ(document.at("equal").at("target"), Value(0.78));
  const Value::Array& methods = document.at("methods").as_array();
  ASSERT_EQ(methods.size(), 2U);
  for (const Value& method : methods) {
    for (const char* member :
         {"method", "parameters", "attained", "reached", "reason", "interval", "measures", "ranks"}) {
      EXPECT_NE(method.find(member), nullptr) << member;
    }
    ASSERT_TRUE(method.at("reached").as_bool()) << to_text(method.at("reason"));
    EXPECT_TRUE(method.at("reason").is_null());
    EXPECT_NEAR(method.at("attained").as_number(), 0.78, 0.078);
    EXPECT_TRUE(method.at("measures").at("sse").is_number());
    EXPECT_TRUE(method.at("ranks").at("sse").is_integer());
    EXPECT_TRUE(method.at("ranks").at("overall").is_integer());
    EXPECT_LE(method.at("interval").at("lower").as_number(), method.at("interval").at("upper").as_number());
  }
  EXPECT_EQ(document.at("winner"), methods[0].at("method"));
  EXPECT_EQ(document.at("version"), Value(1));
  EXPECT_EQ(folder_.listing(), "people.csv\npeople.toml\n");  // --json alone writes nothing
}

TEST_F(CompareCommand, LeavesWinnerReportAndResults) {
  const Outcome run =
      compare(joined(quick_, {"--equal", "rank-linkage=0.78", "--tolerance", "10", "-o", "out"}));
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder_.listing(),
            "out\nout/report.html\nout/report.json\nout/results.csv\nout/winner.csv\nout/winner.toml\n"
            "people.csv\npeople.toml\n");
  const Value report = io::parse_json(folder_.read("out/report.json"), "report.json");
  const std::string winner = report.at("winner").as_text();
  EXPECT_NE(folder_.read("out/winner.toml").find("method = \"" + winner + "\""), std::string::npos);
  EXPECT_NE(folder_.read("out/winner.toml").find("guarantee = \"none\""), std::string::npos);  // drawn anew
  EXPECT_TRUE(folder_.read("out/results.csv").starts_with("equal,target,method,parameters,attained"));
  EXPECT_NE(folder_.read("out/report.html").find("</html>"), std::string::npos);
  EXPECT_NE(run.out.find("out/report.html"), std::string::npos);
  // Once more over its own files, and with a measured release.
  EXPECT_EQ(
      compare(joined(quick_, {"--equal", "rank-linkage=0.78", "--tolerance", "10", "-o", "out"})).status, 0);
  EXPECT_EQ(run_in(folder_.path(), {"measure", "people.csv", "out/winner.csv", "--columns", "income,savings",
                                    "--measures", "rank-linkage,sse"})
                .status,
            0);
}

TEST_F(CompareCommand, WritesTheMapAndTheRankingForPapers) {
  const std::vector<std::string> asked =
      joined(quick_, {"--equal", "rank-linkage=0.78", "--tolerance", "10", "-o", "out", "--figures",
                      "pdf,svg", "--tables", "tex"});
  const Outcome run = compare(asked);
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_TRUE(folder_.read("out/map.pdf").starts_with("%PDF-"));
  EXPECT_NE(folder_.read("out/map.svg").find(">sse against rank-linkage</text>"), std::string::npos);
  EXPECT_NE(folder_.read("out/results.tex").find("\\toprule"), std::string::npos);
  EXPECT_NE(run.out.find("out/map.pdf"), std::string::npos) << run.out;
  EXPECT_EQ(compare(asked).status, 0) << "over its own files";
  EXPECT_EQ(compare(joined(quick_, {"-o", "new", "--figures", "gif"})).status, 2);
}

TEST_F(CompareCommand, ProposesATarget) {
  const Value document = json(quick_);
  EXPECT_TRUE(document.at("equal").at("proposed").as_bool());
  EXPECT_EQ(document.at("equal").at("measure").as_text(), "distance-linkage");  // savings of 0 are ties
  EXPECT_FALSE(document.at("winner").is_null());
}

TEST_F(CompareCommand, AnswersNoWithStatusOne) {
  const Outcome run = compare(joined(quick_, {"--equal", "rank-linkage=50", "-o", "out"}));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find("No method reaches the target."), std::string::npos);
  EXPECT_EQ(folder_.listing(),
            "out\nout/report.html\nout/report.json\nout/results.csv\npeople.csv\npeople.toml\n");
  const Value report = io::parse_json(folder_.read("out/report.json"), "report.json");
  EXPECT_TRUE(report.at("winner").is_null());
}

TEST_F(CompareCommand, TakesSeveralTargets) {
  const std::vector<std::string> targets{
      "--equal", "rank-linkage=0.78", "--equal", "rank-linkage=0.55", "--tolerance", "10%", "-o", "out"};
  const Value document = json(joined(quick_, targets));
  const Value::Array& parts = document.at("comparisons").as_array();
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].at("equal").at("target"), Value(0.55));
  EXPECT_NE(folder_.listing().find("out/winner-1.csv\n"), std::string::npos);
  EXPECT_NE(folder_.listing().find("out/winner-2.csv\n"), std::string::npos);
}

TEST_F(CompareCommand, SweepsWithoutATarget) {
  const Value document = json({"--columns", "income,savings", "--methods", "mdav", "--sweep", "mdav.k=3,7",
                               "--fix", "mdav.seeds=most-distant", "--rank-by", "sse"});
  EXPECT_TRUE(document.at("equal").is_null());
  const Value::Array& methods = document.at("methods").as_array();
  ASSERT_EQ(methods.size(), 2U);
  EXPECT_EQ(methods[0].at("parameters").at("k"), Value(3));
  EXPECT_EQ(methods[1].at("parameters").at("seeds"), Value("most-distant"));
}

TEST_F(CompareCommand, PublishesNeitherSeedNorThresholdNorOriginal) {
  const Outcome run = compare({"--columns", "income,savings", "--methods", "mdav,additive-noise", "--rank-by",
                               "sse", "--equal", "rank-linkage=0.73125", "--tolerance", "20%", "--public",
                               "-o", "out", "--seed", "918273"});
  ASSERT_EQ(run.status, 0) << run.error;
  for (const char* file : {"out/report.html", "out/report.json", "out/results.csv"}) {
    const std::string text = folder_.read(file);
    for (const char* secret : {"0.73125", "0.731", "918273", "attained"}) {
      EXPECT_EQ(text.find(secret), std::string::npos) << secret << " in " << file;
    }
  }
}

TEST_F(CompareCommand, RefusesWhatItCannotDo) {
  const auto refused = [&](std::vector<std::string> arguments, const std::string& message) {
    const Outcome run = compare(std::move(arguments));
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_NE(run.error.find(message), std::string::npos) << run.error;
  };
  refused({}, "needs a folder");
  refused({"--equal", "rank-linkag=1", "--json"}, "rank-linkage");
  refused({"--equal", "rank-linkage", "--json"}, "--equal cannot be");
  refused({"--methods", "mdaw", "--json"}, "mdav");
  refused({"--tolerance", "x", "--json"}, "--tolerance cannot be");
  refused({"--fix", "mdav", "--json"}, "--fix cannot be");
  refused({"--sweep", "mdav.seeds", "--json"}, "needs the values to try");
  refused({"--columns", "sex", "--rank-by", "emd", "-o", "people.csv"}, "is a file");
  std::filesystem::create_directory(folder_.file("taken"));
  folder_.write("taken/report.html", "mine\n");
  refused(joined(quick_, {"-o", "taken"}), "not from a comparison");
  EXPECT_TRUE(folder_.read("taken/report.html") == "mine\n");
  EXPECT_EQ(folder_.listing(), "people.csv\npeople.toml\ntaken\ntaken/report.html\n");
}

TEST_F(CompareCommand, NeverLosesAFileOfTheUsers) {
  std::filesystem::create_directory(folder_.file("mine"));
  folder_.write("mine/winner.csv", "mine\n");
  const auto in = [&](const std::string& data, const std::string& where) {
    return run_in(folder_.path(), {"compare", data, "--columns", "income,savings", "--methods", "mdav",
                                   "--rank-by", "sse", "--equal", "rank-linkage=99", "-o", where});
  };
  EXPECT_EQ(in("people.csv", "mine").status, 2);
  EXPECT_EQ(folder_.read("mine/winner.csv"), "mine\n");
  ASSERT_EQ(in("people.csv", "out").status, 1);
  const std::string people = folder_.read("people.csv");
  folder_.write("out/results.csv", people);  // a folder of ours, with the data under a name of ours
  EXPECT_EQ(in("out/results.csv", "out").status, 2);
  EXPECT_TRUE(folder_.read("out/results.csv") == people);
  EXPECT_EQ(in("people.csv", "").status, 2);
}

TEST_F(CompareCommand, LeavesNoReleaseOfAnEarlierComparison) {
  const std::string before = "people.csv\npeople.toml\n";
  const auto again = [&](std::vector<std::string> more) {
    compare(joined(quick_, joined({"--tolerance", "10%", "-o", "out"}, more)));
    return folder_.listing();
  };
  const std::string files = "out\nout/report.html\nout/report.json\nout/results.csv\n";
  EXPECT_EQ(again({"--equal", "rank-linkage=0.78"}), files + "out/winner.csv\nout/winner.toml\n" + before);
  EXPECT_EQ(again({"--equal", "rank-linkage=0.78", "--equal", "rank-linkage=0.55"}),
            files + "out/winner-1.csv\nout/winner-1.toml\nout/winner-2.csv\nout/winner-2.toml\n" + before);
  EXPECT_EQ(again({"--equal", "rank-linkage=99"}), files + before);
}

TEST_F(CompareCommand, ListsMethodsThatCannotTakePart) {
  const Value document = json({"--columns", "income,sex", "--methods", "variable-mdav,sampling,ipso",
                               "--equal", "rank-linkage=1", "--rank-by", "propensity"});
  for (const Value& method : document.at("methods").as_array()) {
    if (method.at("method") == Value("sampling")) continue;
    EXPECT_FALSE(method.at("reached").as_bool());
    EXPECT_NE(method.at("reason").as_text().find("'sex' is not"), std::string::npos);
  }
}

TEST_F(CompareCommand, DoesNotDependOnThreads) {
  const auto with = [&](const char* threads) {
    return compare(joined(quick_, {"--equal", "rank-linkage=0.65", "--json", "--threads", threads})).out;
  };
  EXPECT_EQ(with("1"), with("8"));
}

}  // namespace
}  // namespace sfumato::testing
