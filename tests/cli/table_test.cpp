// `sfumato table` from outside: from records to an audited table, its formats, exit statuses, JSON and errors.
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class TableCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("shops.csv",
                  "town,trade,turnover,group\n"
                  "A,baker,50,g1\nA,baker,3,g2\nA,smith,20,g3\nA,smith,21,g4\nA,smith,22,g5\n"
                  "B,baker,10,g1\nB,baker,11,g6\nB,baker,12,g7\nB,smith,30,g8\nB,smith,31,g9\nB,smith,29,g10\n");
  }
  Outcome table(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "table");
    return run_in(folder_.path(), arguments);
  }
  Value json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Outcome outcome = table(arguments);
    EXPECT_LE(outcome.status, 1) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  void make_table(const std::string& name = "t.json") const {
    const Outcome outcome = table({"tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover",
                                   "--holding", "group", "-o", name, "--quiet"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  }
  std::string text_of(const std::string& name) const { return folder_.read(name); }

  TemporaryFolder folder_;
};

TEST_F(TableCommand, TabulatesWithMargins) {
  const Value document = json({"tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover"});
  EXPECT_EQ(document.at("cells").as_integer(), 9);
  EXPECT_EQ(document.at("relations").as_integer(), 6);
  EXPECT_EQ(document.at("records").as_integer(), 11);
  EXPECT_TRUE(document.at("output").is_null());
  const Outcome shown = table({"tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover"});
  EXPECT_NE(shown.out.find("239"), std::string::npos) << shown.out;
}

// 53 = 50 + 3: the second largest comes within 0 % of the largest. No other cell is near that.
TEST_F(TableCommand, ChecksWithExitStatusOneWhereCellsAreUnsafe) {
  make_table();
  const Outcome unsafe = table({"check", "t.json", "--rule", "p-percent=15", "-o", "c.json", "--quiet"});
  EXPECT_EQ(unsafe.status, 1) << unsafe.error;
  const Value document = json({"check", "t.json", "--rule", "p-percent=15"});
  EXPECT_EQ(document.at("unsafe").as_integer(), 1);
  const Value& cell = document.at("cells").as_array().front();
  EXPECT_EQ(cell.at("name").as_text(), "town=A, trade=baker");
  EXPECT_EQ(cell.at("value").as_number(), 53.0);
  EXPECT_EQ(cell.at("upper_level").as_number(), 7.5);
  EXPECT_EQ(cell.at("lower_level").as_number(), 7.5);
  EXPECT_TRUE(cell.at("attacks").at("internal").as_bool());
  const Outcome safe = table({"check", "t.json", "--rule", "dominance=1,99"});
  EXPECT_EQ(safe.status, 0) << safe.out;
}

TEST_F(TableCommand, AuditsAPatternInEveryFormat) {
  make_table();
  folder_.write("pattern.hst", "A,smith,m\nB,baker,m\nB,smith,m\n");
  ASSERT_EQ(table({"check", "t.json", "--rule", "p-percent=15", "-o", "c.json"}).status, 1);
  const Outcome alone = table({"audit", "c.json"});
  EXPECT_EQ(alone.status, 1);
  EXPECT_NE(alone.out.find("UNSAFE: 1 of 1"), std::string::npos) << alone.out;
  ASSERT_EQ(table({"check", "c.json", "--apriori", "pattern.hst", "-o", "p.json"}).status, 1);
  for (const std::string format : {"jj", "csv", "tab"}) {
    ASSERT_EQ(table({"check", "p.json", "-o", "p." + format, "--quiet"}).status, 1) << format;
    const Value audited = json({"audit", "p." + format});
    EXPECT_TRUE(audited.at("safe").as_bool()) << format;
    EXPECT_EQ(audited.at("suppressed").as_integer(), 4) << format;
    const Value& cell = audited.at("cells").as_array().front();
    // The row and the column leave 0 to 86: the row has 116 with the smiths, the column 86 with those of B.
    EXPECT_EQ(cell.at("lower").as_number(), 0.0) << format;
    EXPECT_EQ(cell.at("upper").as_number(), 86.0) << format;
    EXPECT_EQ(cell.at("need_lower").as_number(), 45.5) << format;
    EXPECT_EQ(cell.at("need_upper").as_number(), 60.5) << format;
  }
}

TEST_F(TableCommand, ReadsASpecificationFromAFile) {
  folder_.write("spec.toml",
                "sum = [\"turnover\"]\n[[table]]\nby = [\"town\", \"trade\"]\n[[table]]\nby = [\"town\", "
                "\"group\"]\n[dimension.town]\ntotal = \"Both\"\n");
  const Value document = json({"tabulate", "shops.csv", "--spec", "spec.toml", "-o", "linked.json"});
  EXPECT_EQ(document.at("tables").as_integer(), 2);
  EXPECT_EQ(document.at("cells").as_integer(), 9 + 3 * 10);  // the three totals of towns are shared
  const Outcome twice = table({"tabulate", "shops.csv", "--spec", "spec.toml", "--by", "town"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_NE(twice.error.find("--spec"), std::string::npos) << twice.error;
}

TEST_F(TableCommand, TakesHierarchiesOfBothKinds) {
  folder_.write("towns.csv", "zone,value\nA,1\nB,2\nC,3\nD,4\n");
  folder_.write("zone.hrc", "North\n@A\n@B\nSouth\n@C\n@D\n");
  folder_.write("coast.csv", "A;Sea\nB;Land\nC;Sea\nD;Land\n");
  const Value document = json({"tabulate", "towns.csv", "--by", "zone", "--sum", "value", "--hierarchy",
                               "zone=zone.hrc", "--hierarchy", "zone=coast.csv", "-o", "z.json"});
  EXPECT_EQ(document.at("cells").as_integer(), 9);
  EXPECT_EQ(document.at("relations").as_integer(), 6);
  const Outcome unknown = table(
      {"tabulate", "shops.csv", "--by", "town", "--hierarchy", "town=zone.hrc", "--hierarchy", "trade=zone.hrc"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("trade"), std::string::npos) << unknown.error;
}

TEST_F(TableCommand, RefusesBadInputAndWritesNothing) {
  make_table();
  folder_.write("bad.jj", "0\n3\n0 10 10 s 0 20 0 0 0\n1 4 4 s 0 20 0 0 0\n2 5 5 s 0 20 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"tabulate", "shops.csv", "-o", "x.json"}, "--by"},
      {{"tabulate", "shops.csv", "--by", "towns", "-o", "x.json"}, "towns"},
      {{"tabulate", "shops.csv", "--by", "town", "--sum", "trade", "-o", "x.json"}, "trade"},
      {{"tabulate", "shops.csv", "--by", "town", "-o", "x.docx"}, "x.docx"},
      {{"tabulate", "shops.csv", "--by", "town", "-o", "shops.csv"}, "shops.csv"},
      {{"tabulate", "shops.csv", "--by", "town", "-o", "nowhere/x.json"}, "nowhere"},
      {{"check", "t.json", "-o", "x.json"}, "--rule"},
      {{"check", "t.json", "--rule", "p-percent", "-o", "x.json"}, "p-percent"},
      {{"check", "t.json", "--rule", "frequency=3", "-o", "x.json"}, "--safety-range"},
      {{"check", "t.json", "--rule", "zero", "--safety-range", "much", "-o", "x.json"}, "much"},
      {{"check", "bad.jj", "--rule", "frequency=3", "-o", "x.json"}, "cell 0 = cell 1 + cell 2"},
      {{"check", "missing.json", "--rule", "frequency=3"}, "missing.json"},
      {{"audit", "t.json", "--prior", "-3"}, "--prior"},
      {{"audit", "shops.csv"}, "shops.csv"}};
  for (const auto& [arguments, named] : cases) {
    const Outcome outcome = table(arguments);
    std::string typed;
    for (const std::string& argument : arguments) typed += argument + " ";
    EXPECT_EQ(outcome.status, 2) << typed << outcome.out;
    EXPECT_NE(outcome.error.find(named), std::string::npos) << typed << outcome.error;
    EXPECT_NE(outcome.error.find("hint:"), std::string::npos) << typed << outcome.error;
    EXPECT_FALSE(folder_.has("x.json")) << typed;
  }
  EXPECT_EQ(text_of("shops.csv").substr(0, 10), "town,trade");
}

// Values and primary cells as tau-Argus has them for its own test data (the .jj beside the data).
TEST_F(TableCommand, FindsTheNineCellsOfTauArgus) {
  SFUMATO_REQUIRE_REFERENCE(data, "tables/tau_testW/tau_testW.asc.gz");
  SFUMATO_REQUIRE_REFERENCE(metadata, "tables/tau_testW/Tau_TestW.rda");
  const Outcome made = table({"tabulate", data, "--metadata", metadata, "--by", "Size,Region", "--sum",
                              "Var2", "-o", "tau.json", "--quiet"});
  ASSERT_EQ(made.status, 0) << made.error;
  const Value document = json({"check", "tau.json", "--rule", "p-percent=15"});
  EXPECT_EQ(document.at("unsafe").as_integer(), 9);
  EXPECT_EQ(document.at("cells").as_array().size(), 9U);
}

}  // namespace
}  // namespace sfumato::testing
