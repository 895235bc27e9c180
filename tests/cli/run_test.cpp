// `sfumato run` from outside: results, resuming after an interruption, dry runs, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/version.hpp"
#include "io/file_digest.hpp"
#include "io/json.hpp"
#include "io/table_file.hpp"
#include "support/markup.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const std::string small = R"(
title = "A small one"
seed = 1
replicates = 2
measures = ["rank-linkage", "sse"]
[data]
path = "../x.csv"
columns = ["a", "b"]
[[methods]]
method = "mdav"
k = [2, 3, 99]
[[methods]]
method = "additive-noise"
amount = { from = 0.1, to = 10, count = 3, scale = "log" }
label = "noise {amount}"
[[scores]]
name = "double"
expression = "2*sse"
)";

// Slow enough to be interrupted: 60 draws of some hundredths of a second each.
const std::string slow = R"(
seed = 1
replicates = 20
measures = ["emd", "distance-linkage"]
[data]
normal = { rows = 700, columns = 3, correlation = 0.5 }
[[methods]]
method = "additive-noise"
amount = [0.2, 0.5, 1]
)";

class RunCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_.file("plans"));
    folder_.write("x.csv", "id,a,b\n1,10,5\n2,20,3\n3,30,8\n4,47,1\n5,50,2\n6,55,9\n7,61,4\n");
    folder_.write("plans/p.toml", small);
  }
  Outcome run(std::vector<std::string> more) const {
    more.insert(more.begin(), "run");
    return run_in(folder_.path(), more);
  }
  static Value json_of(const std::string& text) { return io::parse_json(text, "a document"); }

  TemporaryFolder folder_;
};

const std::string with_target = R"(
title = "At equal risk"
seed = 1
replicates = 2
measures = ["distance-linkage", "emd", "score"]
[data]
normal = { rows = 150, columns = 2, correlation = 0.5 }
[[methods]]
method = "mdav"
k = [3, 9]
seeds = "most-distant"
[[methods]]
method = "additive-noise"
amount = 0.5
[[targets]]
measure = "distance-linkage"
value = 10
rank-by = ["emd"]
tolerance = 0.1
)";

TEST_F(RunCommand, BringsMethodsToTheTargetsOfAPlan) {
  folder_.write("plans/target.toml", with_target);
  const Outcome outcome = run({"plans/target.toml", "-o", "out"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_NE(outcome.out.find("Methods at distance-linkage 10"), std::string::npos) << outcome.out;
  const Value document = json_of(folder_.read("out/results.json"));
  const Value& comparison = document.at("comparisons").as_array().at(0);
  EXPECT_EQ(comparison.at("methods").as_array().size(), 2U);  // those of the grids
  for (const Value& method : comparison.at("methods").as_array()) {
    ASSERT_TRUE(method.at("reached").as_bool()) << to_text(method.at("reason"));
    EXPECT_NEAR(method.at("attained").as_number(), 10.0, 1.0);
    const Value* seeds = method.at("parameters").find("seeds");  // as the plan says
    if (seeds != nullptr) {
      EXPECT_EQ(seeds->as_text(), "most-distant");
    }
  }
  const std::string page = folder_.read("out/report.html");
  for (const char* part : {"Risk-utility map", "Methods at distance-linkage 10", "Cells by score"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  // Everything is known now, the draws of the calibration too.
  const std::string findings = folder_.read("out/cells/findings.jsonl");
  EXPECT_EQ(run({"plans/target.toml", "-o", "out", "--json"}).out, folder_.read("out/results.json"));
  EXPECT_TRUE(folder_.read("out/cells/findings.jsonl") == findings);
}

// Rows of targets follow those of the cells, with the values that stand in the document.
TEST_F(RunCommand, PutsTheRankingsOfTargetsIntoItsTable) {
  folder_.write("plans/target.toml", with_target);
  ASSERT_EQ(run({"plans/target.toml", "-o", "out", "--quiet"}).status, 0);
  const Table table = io::read_table(folder_.file("out/results.csv"), {}, sfumato::Run()).table;
  ASSERT_EQ(table.rows(), 3U + 2U);
  const auto text = [&](const std::string& column, std::size_t row) {
    return table.column(table.require(column)).text(row);
  };
  EXPECT_EQ(text("target", 0), "");
  const Value document = json_of(folder_.read("out/results.json"));
  const Value::Array methods = document.at("comparisons").as_array().at(0).at("methods").as_array();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::size_t row = 3 + i;
    EXPECT_EQ(text("target", row), "distance-linkage=10");
    EXPECT_EQ(text("method", row), methods[i].at("method").as_text());
    EXPECT_EQ(text("reached", row), "yes");
    EXPECT_EQ(text("overall_rank", row), std::to_string(methods[i].at("ranks").at("overall").as_integer()));
    EXPECT_EQ(text("emd_rank", row), std::to_string(methods[i].at("ranks").at("emd").as_integer()));
    const auto number = [&](const std::string& column) {
      return table.column(table.require(column)).to_numbers()[row];
    };
    EXPECT_EQ(number("emd"), methods[i].at("measures").at("emd").as_number());
    EXPECT_EQ(number("distance-linkage"), methods[i].at("attained").as_number());
    const std::string dial = text("method", row) == "mdav" ? "k" : "amount";
    EXPECT_EQ(number(dial), methods[i].at("parameters").at(dial).as_number());
    EXPECT_TRUE(text("label", row).ends_with(" at distance-linkage=10")) << text("label", row);
  }
  EXPECT_TRUE(table.same_data(io::read_table(folder_.file("out/results.parquet"), {}, sfumato::Run()).table));
}

const std::string several = R"(
title = "Two files"
seed = 1
replicates = 2
measures = ["distance-linkage", "sse"]
ranks = ["sse"]
[[data]]
name = "first"
path = "../x.csv"
columns = [["a"], ["a", "b"]]
[[data]]
name = "second"
path = "../y.csv"
columns = ["a", "b"]
[[methods]]
method = "mdav"
k = [2, 3]
[[methods]]
method = "additive-noise"
amount = [0.2, 1]
[[targets]]
at-most = { distance-linkage = 60 }
rank-by = ["sse"]
methods = ["mdav"]
release = true
[[correlations]]
of = ["distance-linkage", "sse"]
[[figures]]
x = ["k", "amount"]
y = "sse"
series = ["method", "data", "columns"]
label = "{method}: {data}, {columns}"
)";

// One plan on three subjects gives what three plans give, and goes on from their findings.
TEST_F(RunCommand, RunsOnSeveralDataSetsAndSetsOfColumns) {
  folder_.write("y.csv", "id,a,b\n1,3,5\n2,9,3\n3,4,8\n4,7,1\n5,5,2\n6,2,9\n7,8,4\n8,1,7\n");
  folder_.write("plans/several.toml", several);
  std::string rows;
  for (const char* data :
       {"path = \"../x.csv\"\ncolumns = [\"a\"]", "path = \"../x.csv\"\ncolumns = [\"a\", \"b\"]",
        "path = \"../y.csv\"\ncolumns = [\"a\", \"b\"]"}) {
    const std::string methods = several.substr(several.find("[[methods]]"));
    folder_.write("plans/one.toml",
                  "seed = 1\nreplicates = 2\nmeasures = [\"distance-linkage\", \"sse\"]\n[data]\n" +
                      std::string(data) + "\n" + methods.substr(0, methods.find("[[targets]]")));
    ASSERT_EQ(run({"plans/one.toml", "-o", "out", "--quiet"}).status, 0);
    const Table one = io::read_table(folder_.file("out/results.csv"), {}, sfumato::Run()).table;
    for (std::size_t row = 0; row < one.rows(); ++row) {
      rows +=
          one.column(one.require("sse")).text(row) + " " + one.column(one.require("sse_se")).text(row) + "\n";
    }
  }
  const Outcome outcome = run({"plans/several.toml", "-o", "out"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_NE(outcome.out.find("18, 18 of them known from before"), std::string::npos) << outcome.out;
  const Table table = io::read_table(folder_.file("out/results.csv"), {}, sfumato::Run()).table;
  ASSERT_EQ(table.rows(), 12U + 3U);
  std::string found;
  for (std::size_t row = 0; row < 12; ++row) {
    found += table.column(table.require("sse")).text(row) + " " +
             table.column(table.require("sse_se")).text(row) + "\n";
  }
  EXPECT_EQ(found, rows);
  EXPECT_EQ(table.column(table.require("data")).text(8), "second");
  EXPECT_EQ(table.column(table.require("columns")).text(4), "a, b");
  EXPECT_EQ(table.column(table.require("label")).text(0), "mdav k=2 (first; a)");
  const Value document = json_of(folder_.read("out/results.json"));
  EXPECT_EQ(document.find("data"), nullptr);
  EXPECT_EQ(document.at("subjects").as_array().size(), 3U);
  EXPECT_EQ(document.at("subjects").as_array()[2].at("rows").as_integer(), 8);
  EXPECT_EQ(document.at("cells").as_array()[4].at("data_columns"), Value::array_of({"a", "b"}));
  EXPECT_EQ(document.at("cells").as_array()[4].at("ranks").at("sse").is_null(), false);
  EXPECT_EQ(document.at("comparisons").as_array().size(), 3U);
  EXPECT_EQ(document.at("correlations").as_array().size(), 3U);
  for (const char* file : {"correlations.csv", "figure-1.svg", "map-1.svg", "map-3.svg", "winner-1-1.csv",
                           "winner-1-3.csv", "winner-1-3.toml"}) {
    EXPECT_TRUE(folder_.has(std::string("out/") + file)) << file;
  }
  EXPECT_NE(folder_.read("out/figure-1.svg").find("additive-noise: second, a, b"), std::string::npos);
  EXPECT_EQ(markup_fault(folder_.read("out/report.html")), "");
  const std::string before = folder_.read("out/results.json");
  ASSERT_EQ(run({"plans/several.toml", "-o", "out", "--fresh", "--threads", "1", "--quiet"}).status, 0);
  EXPECT_EQ(folder_.read("out/results.json"), before);
  const Value dry = json_of(run({"plans/several.toml", "-o", "out", "--dry-run", "--json"}).out);
  EXPECT_EQ(dry.at("known").as_integer(), 18);
  EXPECT_EQ(dry.at("methods").as_array().size(), 6U);
}

TEST_F(RunCommand, NamesTheDataSetThatDoesNotFit) {
  folder_.write("y.csv", "id,a\n1,3\n2,9\n3,4\n");
  folder_.write("plans/several.toml", several);
  const Outcome outcome = run({"plans/several.toml", "-o", "out"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("second"), std::string::npos) << outcome.error;
  EXPECT_FALSE(folder_.has("out"));
}

// The page names the command, the attackers, the version, and the fingerprints of what was read and written.
TEST_F(RunCommand, TheReportSaysHowItWasMade) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "out", "--quiet"}).status, 0);
  const std::string page = folder_.read("out/report.html");
  EXPECT_EQ(markup_fault(page), "");
  for (const std::string& part :
       {std::string("sfumato run plans/p.toml -o out --quiet"), std::string(program_version()),
        std::string("links records by ranks"), io::file_sha256(folder_.file("plans/p.toml")),
        io::file_sha256(folder_.file("x.csv")), io::file_sha256(folder_.file("out/results.csv")),
        io::file_sha256(folder_.file("out/results.json"))}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

// The same seed, data and question: a plan's target with limits is the command's comparison.
TEST_F(RunCommand, KeepsRisksBelowLimitsAsCompareDoes) {
  ASSERT_EQ(
      run_in(folder_.path(), {"sample", "people", "--rows", "150", "--seed", "1", "-o", "people.csv"}).status,
      0);
  folder_.write("plans/limits.toml", R"(
seed = 3
replicates = 5
measures = ["sse"]
[data]
path = "../people.csv"
columns = ["income", "tax"]
[[methods]]
method = "mdav"
k = [3, 9]
[[methods]]
method = "additive-noise"
amount = 0.5
[[targets]]
at-most = { distance-linkage = 20, interval-disclosure = 60 }
rank-by = ["sse"]
)");
  const Outcome outcome = run({"plans/limits.toml", "-o", "out", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error << outcome.out;
  const Value planned = json_of(outcome.out).at("comparisons").as_array().at(0);
  const Outcome compared =
      run_in(folder_.path(), {"compare", "people.csv", "--columns", "income,tax", "--at-most",
                              "distance-linkage=20", "--at-most", "interval-disclosure=60", "--rank-by",
                              "sse", "--methods", "mdav,additive-noise", "--seed", "3", "--json"});
  ASSERT_EQ(compared.status, 0) << compared.error;
  EXPECT_EQ(planned.at("methods"), json_of(compared.out).at("methods"));
  const Value& best = planned.at("methods").as_array().at(0);
  EXPECT_TRUE(best.at("reached").as_bool());
  EXPECT_LE(best.at("risks").at("distance-linkage").at("value").as_number(), 20.0);
  EXPECT_LE(best.at("risks").at("interval-disclosure").at("value").as_number(), 60.0);
  EXPECT_NE(folder_.read("out/report.html").find("at most 20"), std::string::npos);
}

TEST_F(RunCommand, RefusesTargetsThatCannotBeAskedForBeforeItRuns) {
  std::string text = with_target;
  text.replace(text.find("rank-by = [\"emd\"]"), 17, "rank-by = [\"distance-linkage\"]");
  folder_.write("plans/same.toml", text);
  const Outcome outcome = run({"plans/same.toml", "-o", "out"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("plans/same.toml, [[targets]] 1: rank-by names 'distance-linkage' alone"),
            std::string::npos)
      << outcome.error;
  EXPECT_FALSE(folder_.has("out"));
}

TEST_F(RunCommand, APlanBesideItsDataIsNotTheirSidecar) {
  std::string text = small;
  text.replace(text.find("../x.csv"), 8, "x.csv");
  folder_.write("x.toml", text);
  const Outcome outcome = run({"x.toml", "-o", "out"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
  const Outcome inspected = run_in(folder_.path(), {"inspect", "x.csv"});
  EXPECT_EQ(inspected.status, 0) << inspected.error;
  EXPECT_EQ(inspected.error, "");
  folder_.write("x.toml", "[[steps]]\nmethod = \"mdav\"\nk = 3\n");
  const Outcome masked = run_in(folder_.path(), {"mask", "x.toml", "x.csv", "-o", "y.csv", "--quiet"});
  EXPECT_EQ(masked.error.find("unknown key"), std::string::npos) << masked.error;
  folder_.write("x.toml", "[steps]\nrole = \"identifier\"\n");
  EXPECT_EQ(run_in(folder_.path(), {"inspect", "x.csv"}).status, 2);
}

TEST_F(RunCommand, AnswersNoWhereATargetIsOutOfReach) {
  std::string text = with_target;
  text.replace(text.find("value = 10"), 10, "value = 999");
  folder_.write("plans/far.toml", text);
  EXPECT_EQ(run({"plans/far.toml", "-o", "out", "--quiet"}).status, 1);
}

TEST_F(RunCommand, WritesTheSameResultsInThreeFormats) {
  const Outcome outcome = run({"plans/p.toml", "-o", "out"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
  EXPECT_NE(outcome.out.find("noise 10"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("out/results.csv, out/results.json, out/results.parquet, out/report.html and"),
            std::string::npos);
  const Table csv = io::read_table(folder_.file("out/results.csv"), {}, sfumato::Run()).table;
  const Table parquet = io::read_table(folder_.file("out/results.parquet"), {}, sfumato::Run()).table;
  EXPECT_EQ(csv.names(), (std::vector<std::string>{"label", "method", "k", "amount", "rank-linkage",
                                                   "rank-linkage_se", "sse", "sse_se", "double", "note"}));
  EXPECT_TRUE(csv.same_data(parquet));
  ASSERT_EQ(csv.rows(), 6U);
  const Value document = json_of(folder_.read("out/results.json"));
  EXPECT_EQ(document.at("title").as_text(), "A small one");
  EXPECT_EQ(document.at("data").as_text(), "../x.csv");
  EXPECT_EQ(document.at("rows").as_integer(), 7);
  EXPECT_EQ(document.at("seed").as_integer(), 1);
  EXPECT_EQ(document.at("replicates").as_integer(), 2);
  EXPECT_EQ(document.at("columns"), Value::array_of({"a", "b"}));
  const Value::Array& cells = document.at("cells").as_array();
  ASSERT_EQ(cells.size(), 6U);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i].at("label").as_text(), csv.column(0).text(i));
    const Value& sse = cells[i].at("measures").at("sse").at("value");
    EXPECT_EQ(sse.is_null(), csv.column(6).missing(i));
    if (sse.is_null()) continue;
    EXPECT_EQ(sse.as_number(), csv.column(6).to_numbers()[i]);
    EXPECT_EQ(cells[i].at("scores").at("double").as_number(), 2.0 * sse.as_number());
  }
  EXPECT_EQ(cells[0].at("method").as_text(), "mdav");
  EXPECT_EQ(cells[0].at("parameters").at("k").as_integer(), 2);
  EXPECT_EQ(cells[0].at("draws").as_integer(), 1);
  EXPECT_EQ(cells[3].at("draws").as_integer(), 2);
}

TEST_F(RunCommand, WritesFiguresAndTablesForPapers) {
  folder_.write("plans/f.toml", small + "[[figures]]\ntitle = \"Loss by k\"\nx = \"k\"\ny = [\"sse\"]\n");
  const Outcome outcome =
      run({"plans/f.toml", "-o", "out", "--figures", "svg,pdf,png", "--tables", "csv,tex"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_NE(folder_.read("out/figure-1.svg").find(">Loss by k</text>"), std::string::npos);
  EXPECT_TRUE(folder_.read("out/figure-1.pdf").starts_with("%PDF-"));
  EXPECT_TRUE(folder_.read("out/figure-1.png").starts_with("\x89PNG"));
  EXPECT_NE(folder_.read("out/results.tex").find("\\begin{tabular}"), std::string::npos);
  EXPECT_NE(outcome.out.find("out/figure-1.png"), std::string::npos) << outcome.out;
  EXPECT_EQ(run({"plans/f.toml", "-o", "out", "--figures", "pdf", "--quiet"}).status, 0)
      << "over its own files";
  EXPECT_EQ(run({"plans/f.toml", "-o", "other", "--figures", "gif"}).status, 2);
  EXPECT_EQ(run({"plans/f.toml", "-o", "other", "--tables", "doc"}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("other")));
}

TEST_F(RunCommand, NotesMethodsThatRefuse) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "out", "--quiet"}).status, 0);
  const Value document = json_of(folder_.read("out/results.json"));
  const Value& refused = document.at("cells").as_array()[2].at("measures").at("sse");
  EXPECT_TRUE(refused.at("value").is_null());
  EXPECT_FALSE(refused.at("note").as_text().empty());
}

TEST_F(RunCommand, MeasuresAsMaskAndMeasureDo) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "out", "--quiet"}).status, 0);
  ASSERT_EQ(
      run_in(folder_.path(), {"mask", "mdav", "x.csv", "-o", "m.csv", "--k", "3", "--columns", "a,b"}).status,
      0);
  const Outcome measured = run_in(
      folder_.path(), {"measure", "x.csv", "m.csv", "--columns", "a,b", "--measures", "sse", "--json"});
  const double sse = json_of(measured.out).at("measures").at("sse").at("value").as_number();
  const Value document = json_of(folder_.read("out/results.json"));
  EXPECT_EQ(document.at("cells").as_array()[1].at("measures").at("sse").at("value").as_number(), sse);
}

TEST_F(RunCommand, PrintsTheDocumentItWrites) {
  const Outcome outcome = run({"plans/p.toml", "-o", "out", "--json"});
  EXPECT_EQ(outcome.out, folder_.read("out/results.json"));
  const Outcome quiet = run({"plans/p.toml", "-o", "out", "--quiet"});
  EXPECT_EQ(quiet.out, "");
}

TEST_F(RunCommand, DoesNotDependOnThreads) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "one", "--threads", "1"}).status, 0);
  ASSERT_EQ(run({"plans/p.toml", "-o", "eight", "--threads", "8"}).status, 0);
  for (const char* name : {"/results.csv", "/results.json", "/results.parquet"}) {
    EXPECT_EQ(folder_.read(std::string("one") + name), folder_.read(std::string("eight") + name));
  }
}

TEST_F(RunCommand, TakesItsSeedFromTheCommandLine) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "one"}).status, 0);
  ASSERT_EQ(run({"plans/p.toml", "-o", "two", "--seed", "2"}).status, 0);
  EXPECT_NE(folder_.read("one/results.csv"), folder_.read("two/results.csv"));
  EXPECT_EQ(json_of(folder_.read("two/results.json")).at("seed").as_integer(), 2);
}

TEST_F(RunCommand, KnowsWhatItHasFoundBefore) {
  ASSERT_EQ(run({"plans/p.toml", "-o", "out"}).status, 0);
  const std::string findings = folder_.read("out/cells/findings.jsonl");
  const Outcome again = run({"plans/p.toml", "-o", "out"});
  EXPECT_NE(again.out.find("9, 9 of them known from before"), std::string::npos) << again.out;
  EXPECT_EQ(folder_.read("out/cells/findings.jsonl"), findings);
  // Other data under the same name are other data.
  folder_.write("x.csv", "id,a,b\n1,11,5\n2,20,3\n3,30,8\n4,47,1\n5,50,2\n6,55,9\n7,61,4\n");
  const Outcome changed = run({"plans/p.toml", "-o", "out"});
  EXPECT_EQ(changed.out.find("known from before"), std::string::npos) << changed.out;
  EXPECT_GT(folder_.read("out/cells/findings.jsonl").size(), findings.size());
  ASSERT_EQ(run({"plans/p.toml", "-o", "out", "--fresh"}).status, 0);
  const std::string fresh = folder_.read("out/cells/findings.jsonl");
  EXPECT_EQ(std::count(fresh.begin(), fresh.end(), '\n'), std::count(findings.begin(), findings.end(), '\n'));
}

TEST_F(RunCommand, GoesOnWhereItWasInterruptedWithTheSameResults) {
  folder_.write("slow.toml", slow);
  ASSERT_EQ(run({"slow.toml", "-o", "whole"}).status, 0);
  std::size_t interrupted = 0;
  Outcome outcome;
  const auto found = [&] {
    const std::string path = "parts/cells/findings.jsonl";
    const std::string text = folder_.has(path) ? folder_.read(path) : "";
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const int enough : {1, 20, 50, 90}) {
    outcome = run_program({.arguments = {"run", "slow.toml", "-o", "parts", "--threads", "2"},
                           .folder = folder_.path(),
                           .interrupt_when = [&] { return found() >= enough; }});
    if (outcome.status == 0) break;
    ASSERT_EQ(outcome.status, 130) << outcome.error;
    EXPECT_FALSE(folder_.has("parts/results.csv"));
    EXPECT_NE(outcome.error.find("interrupted"), std::string::npos) << outcome.error;
    ++interrupted;
  }
  if (outcome.status != 0) outcome = run({"slow.toml", "-o", "parts"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  if (interrupted == 0) GTEST_SKIP() << "too fast here to be interrupted";
  for (const char* name : {"/results.csv", "/results.json", "/results.parquet"}) {
    EXPECT_EQ(folder_.read(std::string("parts") + name), folder_.read(std::string("whole") + name));
  }
}

TEST_F(RunCommand, GoesOnBehindATornLine) {
  folder_.write("slow.toml", slow);
  ASSERT_EQ(run({"slow.toml", "-o", "out"}).status, 0);
  const std::string results = folder_.read("out/results.csv");
  const std::string findings = folder_.read("out/cells/findings.jsonl");
  folder_.write("out/cells/findings.jsonl", findings.substr(0, findings.size() / 2));
  const Outcome outcome = run({"slow.toml", "-o", "out"});
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(folder_.read("out/results.csv"), results);
  folder_.write("out/cells/findings.jsonl", "nonsense\n" + findings);
  const Outcome warned = run({"slow.toml", "-o", "out"});
  EXPECT_NE(warned.error.find("has 1 lines that are not findings"), std::string::npos) << warned.error;
  EXPECT_EQ(folder_.read("out/results.csv"), results);
}

TEST_F(RunCommand, SaysThatAPlanWithoutASeedCannotGoOn) {
  std::string unseeded = small;
  unseeded.erase(unseeded.find("seed = 1\n"), 9);
  folder_.write("plans/p.toml", unseeded);
  const Outcome outcome = run({"plans/p.toml", "-o", "out"});
  ASSERT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.error.find("no seed"), std::string::npos) << outcome.error;
  EXPECT_FALSE(folder_.has("out/cells"));
  EXPECT_TRUE(json_of(folder_.read("out/results.json")).at("seed").is_null());
}

TEST_F(RunCommand, ShowsTheGridAndItsCostWithoutWriting) {
  const std::string before = folder_.listing();
  const Outcome outcome = run({"plans/p.toml", "--dry-run"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(folder_.listing(), before);
  EXPECT_NE(outcome.out.find("one draw of its first cell"), std::string::npos) << outcome.out;
  const Value document = json_of(run({"plans/p.toml", "--dry-run", "--json", "-o", "none"}).out);
  EXPECT_EQ(folder_.listing(), before);
  EXPECT_EQ(document.at("cells").as_integer(), 6);
  EXPECT_EQ(document.at("draws").as_integer(), 9);
  EXPECT_EQ(document.at("known").as_integer(), 0);
  EXPECT_GT(document.at("seconds").as_number(), 0.0);
  ASSERT_EQ(run({"plans/p.toml", "-o", "out"}).status, 0);
  const Outcome done = run({"plans/p.toml", "--dry-run", "-o", "out"});
  EXPECT_NE(done.out.find("none: everything is known"), std::string::npos) << done.out;
}

TEST_F(RunCommand, RefusesBadPlansAndWritesNothing) {
  std::filesystem::create_directory(folder_.file("bad"));
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"seed = 1\nreplicates = 2", "replicates = \"two\""},
      {"k = [2, 3, 99]", "kk = 3"},
      {"path = \"../x.csv\"", "path = \"../none.csv\""},
      {"columns = [\"a\", \"b\"]", "columns = [\"a\", \"none\"]"},
      {"measures = [\"rank-linkage\", \"sse\"]", "measures = [\"see\"]"},
      {"path = \"../x.csv\"", "sample = \"peple\""},
      {"title = ", "title "}};
  for (const auto& [from, to] : wrong) {
    std::string text = small;
    text.replace(text.find(from), from.size(), to);
    folder_.write("bad/p.toml", text);
    const Outcome outcome = run({"bad/p.toml", "-o", "out"});
    EXPECT_EQ(outcome.status, 2) << to << ": " << outcome.error;
    EXPECT_NE(outcome.error.find("error:"), std::string::npos);
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(folder_.has("out")) << to;
  }
  EXPECT_EQ(run({"none.toml", "-o", "out"}).status, 2);
  EXPECT_EQ(run({"plans/p.toml"}).status, 2);
  EXPECT_FALSE(folder_.has("out"));
}

TEST_F(RunCommand, LeavesFilesOfOthersAlone) {
  std::filesystem::create_directory(folder_.file("mine"));
  folder_.write("mine/results.csv", "my,own\n1,2\n");
  for (const char* option : {"--quiet", "--fresh"}) {
    const Outcome outcome = run({"plans/p.toml", "-o", "mine", option});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.error.find("not from a plan"), std::string::npos) << outcome.error;
  }
  EXPECT_EQ(folder_.read("mine/results.csv"), "my,own\n1,2\n");
  EXPECT_EQ(run({"plans/p.toml", "-o", "x.csv"}).status, 2);
  std::string from_itself = small;
  from_itself.replace(from_itself.find("../x.csv"), 8, "results.csv");
  ASSERT_EQ(run({"plans/p.toml", "-o", "out"}).status, 0);
  folder_.write("out/q.toml", from_itself);
  EXPECT_NE(run({"out/q.toml", "-o", "out"}).error.find("same file as the input"), std::string::npos);
}

TEST_F(RunCommand, ExpandsTheFolderOfReferenceData) {
  ASSERT_EQ(setenv("SFUMATO_TEST_DATA", folder_.path().c_str(), 1), 0);
  std::string text = small;
  text.replace(text.find("../x.csv"), 8, "${SFUMATO_TEST_DATA}/x.csv");
  folder_.write("plans/p.toml", text);
  ASSERT_EQ(run({"plans/p.toml", "-o", "out", "--quiet"}).status, 0);
  EXPECT_EQ(json_of(folder_.read("out/results.json")).at("data").as_text(), "${SFUMATO_TEST_DATA}/x.csv");
  ASSERT_EQ(unsetenv("SFUMATO_TEST_DATA"), 0);
  const Outcome unset = run({"plans/p.toml", "-o", "out"});
  EXPECT_EQ(unset.status, 2);
  EXPECT_NE(unset.error.find("SFUMATO_TEST_DATA, which is not set"), std::string::npos) << unset.error;
}

TEST_F(RunCommand, ReadsTablesThatParametersName) {
  folder_.write("frame.csv", "id,a,b\n8,12,3\n9,25,4\n10,33,5\n11,41,6\n12,52,7\n");
  folder_.write("plans/p.toml", R"(
seed = 1
measures = ["um"]
[data]
path = "../x.csv"
columns = ["b"]
[columns.id]
role = "identifier"
[[methods]]
method = "multiple-imputation"
frame = "../frame.csv"
copies = 2
)");
  const Outcome outcome = run({"plans/p.toml", "-o", "out", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = json_of(outcome.out);
  EXPECT_EQ(document.at("cells").as_array()[0].at("parameters").at("frame").as_text(), "../frame.csv");
  std::string text = folder_.read("plans/p.toml");
  text.replace(text.find("frame.csv"), 9, "other.csv");
  folder_.write("plans/p.toml", text);
  EXPECT_EQ(run({"plans/p.toml", "-o", "out"}).status, 2);
}

TEST_F(RunCommand, RunsTheExample) {
  const std::string plan = testing::source_folder() + "/examples/plans/people.toml";
  const Outcome outcome = run({plan, "-o", "out", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value::Array cells = json_of(outcome.out).at("cells").as_array();
  ASSERT_EQ(cells.size(), 4U + 4U + 10U);
  for (const Value& cell : cells) {
    EXPECT_FALSE(cell.at("scores").at("trade-off").is_null()) << cell.at("label").as_text();
  }
  // Larger groups are safer and lose more.
  const auto value = [&](std::size_t cell, const char* measure) {
    return cells[cell].at("measures").at(measure).at("value").as_number();
  };
  EXPECT_GT(value(0, "distance-linkage"), value(3, "distance-linkage"));
  EXPECT_LT(value(0, "sse"), value(3, "sse"));
}

}  // namespace
}  // namespace sfumato::testing
