// `sfumato table` from outside: from records to an audited table, its formats, exit statuses, JSON and
// errors.
#include "cli/shops.hpp"
#include "io/json.hpp"
#include "support/reference_data.hpp"

namespace sfumato::testing {
namespace {

class TableCommand : public ShopsTest {
 protected:
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

// 53 = 50 + 3: the second largest comes within 0 % of the largest. No other cell is close to that.
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
  const Outcome unknown = table({"tabulate", "shops.csv", "--by", "town", "--hierarchy", "town=zone.hrc",
                                 "--hierarchy", "trade=zone.hrc"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("trade"), std::string::npos) << unknown.error;
}

TEST_F(TableCommand, RefusesBadInputAndWritesNothing) {
  make_table();
  folder_.write(
      "bad.jj",
      "0\n3\n0 10 10 s 0 20 0 0 0\n1 4 4 s 0 20 0 0 0\n2 5 5 s 0 20 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n");
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
      {{"audit", "t.json", "--prior", "-3"}, "'prior'"},
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

// The holdings are 100, 5 and 1 (50 − 49): the holding with 5 knows the 100 within 1.
TEST_F(TableCommand, TreatsAHoldingAsTheSumOfItsRecords) {
  folder_.write("n.csv", "a,h,v\nx,A,50\nx,A,-49\nx,B,100\nx,C,5\ny,D,4\ny,E,4\ny,F,4\n");
  ASSERT_EQ(table({"tabulate", "n.csv", "--by", "a", "--sum", "v", "--holding", "h", "-o", "n.json"}).status,
            0);
  const Value document = json({"check", "n.json", "--rule", "p-percent=15", "--holdings"});
  ASSERT_GE(document.at("unsafe").as_integer(), 1);
  EXPECT_EQ(document.at("cells").as_array().back().at("name").as_text(), "a=x");
  EXPECT_EQ(document.at("cells").as_array().back().at("upper_level").as_number(), 14.0);  // 15 − 1
}

TEST_F(TableCommand, MeasuresRequestsByHoldingsAndByWeights) {
  folder_.write("q.csv", "a,h,q,v\nx,H,1,10\nx,H,0,10\nx,H,0,10\nx,K,0,10\nx,L,0,10\ny,M,0,9\ny,N,0,9\n");
  ASSERT_EQ(table({"tabulate", "q.csv", "--by", "a", "--sum", "v", "--holding", "h", "--request", "q", "-o",
                   "q.json", "--quiet"})
                .status,
            0);
  const std::vector<std::string> rule{"check", "q.json", "--rule", "request=50,60", "--safety-range", "10"};
  EXPECT_EQ(json(rule).at("unsafe").as_integer(), 0);  // one record of 10 in 50
  std::vector<std::string> holdings = rule;
  holdings.emplace_back("--holdings");
  EXPECT_EQ(json(holdings).at("unsafe").as_integer(), 1);  // a holding of 30 in 50
  folder_.write("w.csv", "a,w,q,v\nx,10,1,5\ny,1,0,5\ny,1,0,6\n");
  ASSERT_EQ(table({"tabulate", "w.csv", "--by", "a", "--sum", "v", "--weight", "w", "--request", "q", "-o",
                   "w.json", "--quiet"})
                .status,
            0);
  const Value weighted = json({"check", "w.json", "--rule", "request=90,95", "--safety-range", "10"});
  ASSERT_EQ(weighted.at("unsafe").as_integer(), 1);
  EXPECT_EQ(weighted.at("cells").as_array().front().at("name").as_text(), "a=x");
}

TEST_F(TableCommand, UsesBoundsOfCellsBesideNegativeOnes) {
  const std::string rows =
      "a,b,value,status,lower,upper,lower_level,upper_level\n"
      "Total,Total,9,s,0,,0,0\nTotal,p,5,s,0,,0,0\nTotal,q,4,s,0,,0,0\nx,Total,5,s,0,,0,0\nx,p,3,u,0,,1,3\n"
      "x,q,2,m,0,,0,0\ny,Total,5,s,0,,0,0\ny,p,3,m,0,,0,0\ny,q,2,m,0,,0,0\nz,Total,-1,s,,,0,0\nz,p,-1,s,,,0,"
      "0\n"
      "z,q,0,s,,,0,0\n";
  folder_.write("o.csv", rows);
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--prior", "150"}}) {
    std::vector<std::string> arguments{"audit", "o.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Value audited = json(arguments);
    EXPECT_FALSE(audited.at("safe").as_bool());
    EXPECT_EQ(audited.at("cells").as_array().front().at("lower").as_number(), 1.0);
    EXPECT_EQ(audited.at("cells").as_array().front().at("upper").as_number(), 5.0);
  }
}

// H is alone in two cells of the row: with both known, the third follows.
TEST_F(TableCommand, FindsTheSingleContributorOfSeveralCountCells) {
  folder_.write("h.csv",
                "a,b,h\nx,p,H\nx,q,H\nx,r,K\nx,r,L\nx,s,M\ny,p,K\ny,q,M\ny,r,N\ny,r,O\ny,p,N\ny,q,N\n");
  folder_.write("h.hst", "x,p,m\nx,q,m\nx,r,u\nx,r,pl,1,1\ny,p,m\ny,q,m\ny,r,m\n");
  ASSERT_EQ(table({"tabulate", "h.csv", "--by", "a,b", "--holding", "h", "-o", "h.json", "--quiet"}).status,
            0);
  EXPECT_FALSE(json({"audit", "h.json", "--apriori", "h.hst"}).at("safe").as_bool());
  EXPECT_TRUE(json({"audit", "h.json", "--apriori", "h.hst", "--ignore-singletons"}).at("safe").as_bool());
}

// The single contributor of x,p is also the single contributor of x.
TEST_F(TableCommand, IdentifiesTheSingleContributorOfACellAndItsMargin) {
  folder_.write("m.csv", "a,b\nx,p\ny,p\ny,p\ny,q\ny,q\nz,p\nz,q\nz,q\nz,p\n");
  folder_.write("m.hst", "x,p,u\nx,p,pl,1,1\nx,Total,m\ny,p,m\ny,Total,m\n");
  ASSERT_EQ(table({"tabulate", "m.csv", "--by", "a,b", "-o", "m.json", "--quiet"}).status, 0);
  EXPECT_TRUE(json({"audit", "m.json", "--apriori", "m.hst"}).at("safe").as_bool());
}

TEST_F(TableCommand, NeverOverwritesOtherFilesBesideItsOutput) {
  folder_.write("other.rda", "somebody's\n");
  EXPECT_EQ(table({"tabulate", "shops.csv", "--by", "town", "-o", "other.tab"}).status, 2);
  EXPECT_EQ(text_of("other.rda"), "somebody's\n");
  EXPECT_FALSE(folder_.has("other.tab"));
  folder_.write("again.csv", text_of("shops.csv"));
  folder_.write("again.toml", "[columns.turnover]\nrole = \"confidential\"\n");
  EXPECT_EQ(
      run_in(folder_.path(), {"table", "tabulate", "again.csv", "--by", "town", "-o", "again.csv"}).status,
      2);
  folder_.write("spec.toml", "[[table]]\nby = [\"town\"]\n");
  const std::string specification = text_of("spec.toml");
  EXPECT_EQ(table({"tabulate", "shops.csv", "--spec", "spec.toml", "-o", "spec.csv"}).status, 2);
  EXPECT_EQ(text_of("spec.toml"), specification);
}

TEST_F(TableCommand, RefusesToRankWithoutWeightsWhatWasKeptByThem) {
  std::string rows = "a,w,v\n";
  for (int i = 0; i < 11; ++i) rows += "x,1,10\n";
  folder_.write("u.csv", rows + "x,1000,9\ny,1,5\n");
  ASSERT_EQ(
      table({"tabulate", "u.csv", "--by", "a", "--sum", "v", "--weight", "w", "-o", "u.json", "--quiet"})
          .status,
      0);
  const Outcome refused = table({"check", "u.json", "--rule", "p-percent=15", "--unweighted"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("--keep"), std::string::npos) << refused.error;
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
