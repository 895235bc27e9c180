// Every output of the program: who may read it, links that were planted in its place, and texts that a
// spreadsheet may run.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "core/rng.hpp"
#include "io/formula_cells.hpp"
#include "io/table_file.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::testing {
namespace {

namespace fs = std::filesystem;

// A command and the files it writes: those with confidential content, and those for others.
struct Writing {
  std::vector<std::string> arguments;
  std::vector<std::string> confidential;
  std::vector<std::string> shared = {};
  int status = 0;
};

const std::vector<Writing>& writings() {
  static const std::vector<Writing> all{
      {{"mask", "additive-noise", "people.csv", "-o", "y.csv", "--map", "map.csv", "--reveal", "reveal.json"},
       {"map.csv", "reveal.json"},
       {"y.csv", "y.toml"}},
      {{"mask", "additive-noise", "people.csv", "-o", "y.parquet"}, {}, {"y.parquet"}},
      {{"mask", "pseudonyms", "ids.csv", "--identifier", "id", "-o", "p.csv", "--new-key", "new.key"},
       {"new.key"},
       {"p.csv", "p.toml"}},
      {{"mask", "laplace", "ids.csv", "--columns", "x", "--domain", "x=0:10", "--epsilon", "1", "-o",
        "dp.csv", "--budget-file", "budget.toml", "--budget", "3"},
       {"budget.toml"},
       {"dp.csv", "dp.toml"}},
      {{"measure", "people.csv", "again.csv", "--per-record", "risks.csv"}, {"risks.csv"}},
      {{"inspect", "ids.csv", "-o", "inspected.toml"}, {}, {"inspected.toml"}},
      {{"table", "tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "-o", "t.json"},
       {"t.json"}},
      {{"table", "tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "-o", "t.csv"},
       {"t.csv", "t.toml"}},
      {{"table", "tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "-o", "t.tab"},
       {"t.tab", "t.rda"}},
      {{"table", "check", "made.json", "--rule", "p-percent=15", "-o", "checked.json", "--write-apriori",
        "a.hst"},
       {"checked.json", "a.hst"},
       {},
       1},
      {{"table", "protect", "suppress", "checked.json", "-o", "s.json", "--publish", "s.csv"},
       {"s.json"},
       {"s.csv"}},
      {{"table", "compare", "made.json", "--rule", "p-percent=15", "-o", "tc"},
       {"tc/winner.json", "tc/report.html", "tc/comparison.json"},
       {"tc/winner.csv", "tc/comparison.csv"}},
      {{"table", "ptable", "--variance", "1", "--largest", "3", "-o", "noise.csv"}, {"noise.csv"}},
      {{"run", "plan.toml", "-o", "results"},
       {},
       {"results/results.csv", "results/results.json", "results/results.parquet", "results/report.html",
        "results/cells/findings.jsonl"}},
      {{"compare", "people.csv", "--methods", "additive-noise,mdav", "--equal", "rank-linkage=0.5", "-o",
        "out"},
       {},
       {"out/winner.csv", "out/winner.toml", "out/report.html", "out/report.json", "out/results.csv"}},
  };
  return all;
}

class OutputSafety : public ::testing::Test {
 protected:
  void SetUp() override {
    make_people(folder_.path());
    folder_.write("ids.csv", "id,x\na,1\nb,2\nc,3\nd,4\n");
    folder_.write("shops.csv",
                  "town,trade,turnover\nA,baker,50\nA,baker,3\nA,smith,20\nA,smith,21\nA,smith,22\n"
                  "B,baker,10\nB,baker,11\nB,baker,12\nB,smith,30\nB,smith,31\nB,smith,29\n");
    folder_.write("plan.toml",
                  "title = \"small\"\nseed = 1\nmeasures = [\"emd\"]\n[data]\nsample = \"people\"\n"
                  "rows = 60\ncolumns = [\"income\"]\n[[methods]]\nmethod = \"additive-noise\"\n");
    expect_success({"mask", "additive-noise", "people.csv", "-o", "again.csv"});
    expect_success(
        {"table", "tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "-o", "made.json"});
  }
  void expect_success(const std::vector<std::string>& arguments, int status = 0) const {
    const Outcome outcome = run_in(folder_.path(), arguments);
    EXPECT_EQ(outcome.status, status) << arguments[0] << " " << arguments[1] << ": " << outcome.error;
  }
  mode_t mode_of(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(::lstat(folder_.file(name).c_str(), &status), 0) << name;
    return status.st_mode & 07777;
  }
  void remove_outputs() const {
    for (const Writing& writing : writings()) {
      for (const auto* names : {&writing.confidential, &writing.shared}) {
        for (const std::string& name : *names) fs::remove(folder_.file(name));
      }
    }
  }

  TemporaryFolder folder_;
};

TEST_F(OutputSafety, ConfidentialFilesAreForTheirOwnerWhateverTheUmask) {
  for (const mode_t mask : {0000U, 0077U}) {
    const mode_t before = ::umask(mask);
    for (const Writing& writing : writings()) {
      expect_success(writing.arguments, writing.status);
      for (const std::string& name : writing.confidential) EXPECT_EQ(mode_of(name), 0600U) << name;
      for (const std::string& name : writing.shared) EXPECT_EQ(mode_of(name), 0666U & ~mask) << name;
    }
    ::umask(before);
    remove_outputs();
  }
}

// A link in the place of every output, to a file that does not exist: none is created.
TEST_F(OutputSafety, PlantedLinksAreReplacedAndTheirTargetsUntouched) {
  for (const char* name : {"victim", "tc", "out", "results", "results/cells"}) {
    fs::create_directory(folder_.file(name));
  }
  std::size_t planted = 0;
  for (const Writing& writing : writings()) {
    std::vector<std::string> names = writing.confidential;
    names.insert(names.end(), writing.shared.begin(), writing.shared.end());
    for (const std::string& name : names) {
      // Never replaced: keys, budgets and findings of earlier runs. The next test plants links there.
      if (name == "new.key" || name == "budget.toml" || name.ends_with("findings.jsonl")) continue;
      fs::create_symlink(folder_.file("victim/" + std::to_string(++planted)), folder_.file(name));
    }
    expect_success(writing.arguments, writing.status);
    for (const std::string& name : names) {
      EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_.file(name)))) << name;
    }
  }
  EXPECT_GT(planted, 25U);
  EXPECT_TRUE(fs::is_empty(folder_.file("victim")));
}

TEST_F(OutputSafety, FilesThatAreNeverReplacedMayNotBeLinks) {
  fs::create_directory(folder_.file("victim"));
  fs::create_directories(folder_.file("results/cells"));
  for (const char* name : {"new.key", "budget.toml", "results/cells/findings.jsonl"}) {
    fs::create_symlink(folder_.file("victim/file"), folder_.file(name));
  }
  for (const Writing& writing : writings()) {
    for (const auto* names : {&writing.confidential, &writing.shared}) {
      for (const std::string& name : *names) {
        if (!fs::is_symlink(folder_.file(name))) continue;
        EXPECT_EQ(run_in(folder_.path(), writing.arguments).status, 2) << name;
        EXPECT_TRUE(fs::is_symlink(folder_.file(name))) << name;
      }
    }
  }
  EXPECT_TRUE(fs::is_empty(folder_.file("victim")));
}

TEST_F(OutputSafety, FormulasAreReportedOrQuoted) {
  folder_.write("x.csv",
                "job,x\n\"=HYPERLINK(\"\"http://example.org\"\")\",1\nclerk,-2\n@SUM,3\n-3.5,4\n\"'=a\",5\n");
  const std::vector<std::string> mask{"mask", "additive-noise", "x.csv",  "--columns", "x",
                                      "-o",   "y.csv",          "--force"};
  const Outcome kept = run_in(folder_.path(), mask);
  ASSERT_EQ(kept.status, 0) << kept.error;
  EXPECT_NE(kept.error.find("'job' (2)"), std::string::npos) << kept.error;
  EXPECT_NE(kept.error.find("--formulas"), std::string::npos) << kept.error;
  EXPECT_EQ(kept.error.find("SUM"), std::string::npos) << kept.error;
  EXPECT_NE(folder_.read("y.csv").find("\n@SUM,"), std::string::npos);
  std::vector<std::string> quoting = mask;
  quoting.insert(quoting.end(), {"--formulas", "quote"});
  const Outcome quoted = run_in(folder_.path(), quoting);
  ASSERT_EQ(quoted.status, 0) << quoted.error;
  EXPECT_EQ(quoted.error.find("formulas"), std::string::npos) << quoted.error;
  const std::string text = folder_.read("y.csv");
  EXPECT_NE(text.find("\n\"'=HYPERLINK(\"\"http://example.org\"\")\","), std::string::npos) << text;
  EXPECT_NE(text.find("\n\"'@SUM\","), std::string::npos) << text;
  EXPECT_NE(text.find("\n\"''=a\","), std::string::npos) << text;
  EXPECT_NE(text.find("\n-3.5,"), std::string::npos) << text;
  const Table released =
      io::with_formulas_unquoted(io::read_table(folder_.file("y.csv"), {}, sfumato::Run({.seed = 1})).table);
  EXPECT_EQ(released.column(0).text(2), "@SUM");
  EXPECT_EQ(released.column(0).text(4), "'=a");
  // Formats that no spreadsheet takes for text with formulas.
  std::vector<std::string> parquet = mask;
  parquet[6] = "y.parquet";
  EXPECT_EQ(run_in(folder_.path(), parquet).error.find("formulas"), std::string::npos);
}

// The promise is verified in the file as it is written, with quoted keys.
TEST_F(OutputSafety, PromisesAreVerifiedInQuotedFiles) {
  std::string text = "job,age\n";
  Rng rng(StreamKey{25, 1});
  for (int i = 0; i < 60; ++i) {
    text += std::string(1, "=+-@"[rng.below(4)]) + "job," + std::to_string(20 + rng.below(40)) + "\n";
  }
  folder_.write("x.csv", text);
  const Outcome made = run_in(folder_.path(), {"mask", "local-suppression", "x.csv", "--quasi", "job,age",
                                               "--k", "3", "-o", "k.csv", "--formulas", "quote", "--json"});
  ASSERT_EQ(made.status, 0) << made.error << made.out;
  EXPECT_NE(made.out.find("\"kept\": true"), std::string::npos) << made.out;
  const std::string released = folder_.read("k.csv");
  for (const char* start : {"\n=", "\n+", "\n-", "\n@"}) {
    EXPECT_EQ(released.find(start), std::string::npos) << released;
  }
}

TEST_F(OutputSafety, CodesOfTablesAreReportedOrQuoted) {
  folder_.write("x.csv", "town,n\n=A,1\n=A,2\nB,3\nB,4\nC,3\nC,3\n");
  const std::vector<std::string> tabulate{"table", "tabulate", "x.csv", "--by", "town", "--sum", "n", "-o"};
  const auto made = [&](std::vector<std::string> arguments, const std::string& output,
                        const std::string& formulas) {
    arguments.insert(arguments.end(), {output, "--formulas", formulas});
    const Outcome outcome = run_in(folder_.path(), arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return outcome.error;
  };
  EXPECT_NE(made(tabulate, "k.csv", "keep").find("'town' (1)"), std::string::npos);
  EXPECT_EQ(made(tabulate, "q.csv", "quote").find("formulas"), std::string::npos);
  EXPECT_NE(folder_.read("q.csv").find("\n\"'=A\","), std::string::npos) << folder_.read("q.csv");
  const tables::CellTable back =
      tables::read_cell_table(folder_.file("q.csv"), {}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(back.dimensions.at(0).codes.at(1), "'=A");  // as its description says
  EXPECT_EQ(made(tabulate, "j.json", "keep").find("formulas"), std::string::npos);
  ASSERT_EQ(
      run_in(folder_.path(), {"table", "check", "j.json", "--rule", "p-percent=60", "-o", "c.json"}).status,
      1);
  const std::vector<std::string> publish{"table", "protect", "suppress", "c.json", "--publish"};
  EXPECT_NE(made(publish, "p.csv", "keep").find("'town' (1)"), std::string::npos);
  EXPECT_EQ(made(publish, "pq.csv", "quote").find("formulas"), std::string::npos);
  EXPECT_NE(folder_.read("pq.csv").find("\n'=A,"), std::string::npos) << folder_.read("pq.csv");
}

}  // namespace
}  // namespace sfumato::testing
