// `sfumato table compare` from outside: its document, its folder, its errors.
#include <filesystem>

#include "cli/shops.hpp"
#include "core/hmac.hpp"
#include "core/version.hpp"
#include "io/json.hpp"
#include "support/markup.hpp"
#include "support/reference_data.hpp"

namespace sfumato::testing {
namespace {

class TableCompareCommand : public ShopsTest {
 protected:
  void SetUp() override {
    const Outcome made = table(
        {"tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "-o", "t.json", "--quiet"});
    ASSERT_EQ(made.status, 0) << made.error;
  }
  Outcome compare(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"compare", "t.json", "--rule", "p-percent=15"});
    return table(arguments);
  }
  Value json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Outcome run = compare(std::move(arguments));
    EXPECT_LE(run.status, 1) << run.error;
    return io::parse_json(run.out, "table compare");
  }
};

TEST_F(TableCompareCommand, GivesADocument) {
  const Value document = json({"--totals", "any"});
  EXPECT_EQ(document.at("version"), Value(1));
  EXPECT_EQ(document.at("rank_by"), Value("loss"));
  EXPECT_EQ(document.at("levels").at("sensitive"), Value(1));
  EXPECT_EQ(document.at("levels").at("upper").at("largest"), Value(7.5));
  const Value::Array& methods = document.at("methods").as_array();
  ASSERT_EQ(methods.size(), 9U);
  for (const Value& method : methods) {
    for (const char* member : {"method", "parameters", "safe", "reason", "loss", "lost_cells", "lost_cost",
                               "suppressed", "distance", "widths", "doubt", "gap", "rank"}) {
      EXPECT_NE(method.find(member), nullptr) << member;
    }
    EXPECT_EQ(method.at("safe").as_bool(), !method.at("rank").is_null());
    EXPECT_EQ(method.at("safe").as_bool(), method.at("reason").is_null());
  }
  EXPECT_EQ(document.at("winner"), methods[0].at("method"));
  EXPECT_EQ(document.at("winner"), Value("adjust"));
  EXPECT_DOUBLE_EQ(methods[0].at("loss").as_number(), 3200.0 / 956);  // four cells move by 8
  EXPECT_EQ(folder_.listing(), "shops.csv\nt.json\n");                // --json alone writes nothing
}

// Rounding has the smaller loss, but changes totals; alone it is proposed, with a sentence that says so.
TEST_F(TableCompareCommand, ProposesWhatChangesNoPublishedTotal) {
  const Value document = json({"--methods", "suppress-optimal,round"});
  EXPECT_EQ(document.at("winner"), Value("suppress-optimal"));
  EXPECT_EQ(document.at("totals"), Value("keep"));
  EXPECT_EQ(document.at("winner_changes_totals"), Value(false));
  const Value& other = document.at("methods").as_array()[1];
  EXPECT_EQ(other.at("method"), Value("round"));
  EXPECT_TRUE(other.at("safe").as_bool());
  EXPECT_TRUE(other.at("rank").is_null());
  EXPECT_GT(other.at("totals_changed").as_number(), 0);
  const Outcome text = compare({"--methods", "suppress-optimal,round", "-o", "out"});
  EXPECT_NE(text.out.find("It changes no published total"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("--totals any"), std::string::npos) << text.out;
  const Value alone = json({"--methods", "round"});
  EXPECT_EQ(alone.at("winner"), Value("round"));
  EXPECT_EQ(alone.at("winner_changes_totals"), Value(true));
}

// The page to sign: rules, attacker, command, version, and the SHA-256 of input and output.
TEST_F(TableCompareCommand, SaysHowItWasMade) {
  ASSERT_EQ(compare({"--methods", "suppress-optimal", "-o", "out"}).status, 0);
  const Value making = io::parse_json(folder_.read("out/comparison.json"), "comparison.json").at("making");
  EXPECT_EQ(making.at("version"), Value(std::string(program_version())));
  EXPECT_TRUE(making.at("command").as_text().starts_with(
      "sfumato table compare t.json --rule p-percent=15 --methods suppress-optimal -o out"))
      << making.at("command").as_text();
  for (const char* part : {"--rule p-percent=15", "--methods suppress-optimal", "--rank-by "}) {
    EXPECT_NE(making.at("parameters").as_text().find(part), std::string::npos)
        << making.at("parameters").as_text();
  }
  ASSERT_EQ(making.at("rules").as_array().size(), 1U);
  EXPECT_EQ(making.at("rules").as_array()[0].at("parameters"), Value("p = 15"));
  EXPECT_FALSE(making.at("attacker").as_array().empty());
  const std::string page = folder_.read("out/report.html");
  ASSERT_EQ(making.at("files").as_array().size(), 3U);
  for (const Value& file : making.at("files").as_array()) {
    const std::string& path = file.at("path").as_text();
    const std::string local = path.substr(path.find_last_of('/') + 1);
    const std::string content = folder_.read(local == "t.json" ? local : "out/" + local);
    EXPECT_EQ(file.at("sha256"), Value(hexadecimal(sha256(content)))) << path;
    EXPECT_NE(page.find(file.at("sha256").as_text()), std::string::npos) << path;
  }
  EXPECT_NE(page.find("How it was made"), std::string::npos);
  EXPECT_NE(page.find("p-percent=15"), std::string::npos);
}

TEST_F(TableCompareCommand, LeavesWinnerReportAndResults) {
  const std::vector<std::string> patterns{"--methods", "suppress-optimal,recode", "-o", "out"};
  const Outcome run = compare(patterns);
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder_.listing(),
            "out\nout/comparison.csv\nout/comparison.json\nout/report.html\nout/winner.csv\n"
            "out/winner.json\nshops.csv\nt.json\n");
  EXPECT_NE(run.out.find("suppress-optimal has the least loss: 25 %"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("out/report.html"), std::string::npos) << run.out;
  const Value document = io::parse_json(folder_.read("out/comparison.json"), "comparison.json");
  const Value alone = json({"--methods", "suppress-optimal,recode"});
  EXPECT_EQ(document.at("methods"), alone.at("methods"));
  EXPECT_EQ(document.at("making").at("parameters"), alone.at("making").at("parameters"));
  EXPECT_TRUE(folder_.read("out/comparison.csv").starts_with("method,parameters,safe,rank,loss"));
  // The published table has the totals, and none of the four inner cells.
  const std::string published = folder_.read("out/winner.csv");
  EXPECT_EQ(occurrences(published, ",x\n"), 4U) << published;
  for (const char* secret : {",53\n", ",63\n", ",33\n", ",90\n"}) {
    EXPECT_EQ(published.find(secret), std::string::npos) << secret;
  }
  EXPECT_EQ(table({"audit", "out/winner.json"}).status, 0);
  const std::string page = folder_.read("out/report.html");
  EXPECT_EQ(markup_fault(page), "");
  EXPECT_NE(page.find("Confidential: do not publish"), std::string::npos);
  // Again over its own files; and where nothing is safe, no winner of the last time remains.
  EXPECT_EQ(compare(patterns).status, 0);
  const Outcome none = compare({"--methods", "suppress-gauss", "-o", "out"});
  EXPECT_EQ(none.status, 1) << none.error;
  EXPECT_FALSE(folder_.has("out/winner.csv"));
  EXPECT_FALSE(folder_.has("out/winner.json"));
  EXPECT_TRUE(folder_.has("out/report.html"));
}

TEST_F(TableCompareCommand, WritesItsMapAndRankingForPapers) {
  const std::vector<std::string> asked{"-o",        "out",     "--methods", "suppress-optimal,adjust",
                                       "--figures", "svg,pdf", "--tables",  "tex"};
  const Outcome run = compare(asked);
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_NE(folder_.read("out/map.svg").find("doubt</text>"), std::string::npos);
  EXPECT_TRUE(folder_.read("out/map.pdf").starts_with("%PDF-"));
  EXPECT_NE(folder_.read("out/comparison.tex").find("suppress-optimal"), std::string::npos);
  EXPECT_NE(run.out.find("out/map.pdf"), std::string::npos) << run.out;
  EXPECT_EQ(compare(asked).status, 0) << "over its own files";
  EXPECT_EQ(compare({"-o", "new", "--figures", "bmp"}).status, 2);
}

TEST_F(TableCompareCommand, RanksAsRequested) {
  const std::string both = "suppress-optimal,round";
  EXPECT_EQ(json({"--rank-by", "cells", "--methods", both}).at("winner"), Value("suppress-optimal"));
  EXPECT_EQ(json({"--rank-by", "loss", "--methods", both, "--totals", "any"}).at("winner"), Value("round"));
  EXPECT_EQ(json({"--rank-by", "cost", "--methods", "recode,adjust", "--totals", "any"}).at("winner"),
            Value("adjust"));
}

TEST_F(TableCompareCommand, RefusesBadInputAndWritesNothing) {
  std::filesystem::create_directory(folder_.file("mine"));
  folder_.write("mine/winner.csv", "a,b\n");
  folder_.write("file", "x");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"compare", "t.json", "--rule", "p-percent=15"}, "-o"},
      {{"compare", "t.json", "-o", "out"}, "sensitive"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--methods", "suppres", "-o", "out"}, "suppres"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--rank-by", "luck", "-o", "out"}, "luck"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--time-limit", "soon", "-o", "out"}, "soon"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--time-limit", "0", "-o", "out"}, "time limit"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--prior", "-1", "-o", "out"}, "'prior'"},
      {{"compare", "t.json", "--rule", "p-percent=15", "-o", "mine"}, "mine/winner.csv"},
      {{"compare", "t.json", "--rule", "p-percent=15", "-o", "file"}, "file"},
      {{"compare", "t.json", "--rule", "p-percent=15", "--ptable", "none.csv", "-o", "out"}, "none.csv"},
      {{"compare", "missing.json", "-o", "out"}, "missing.json"}};
  for (const auto& [arguments, named] : cases) {
    const Outcome outcome = table(arguments);
    EXPECT_EQ(outcome.status, 2) << named << outcome.out << outcome.error;
    EXPECT_NE(outcome.error.find(named), std::string::npos) << named << ": " << outcome.error;
    EXPECT_FALSE(folder_.has("out")) << named;
  }
  EXPECT_EQ(folder_.read("mine/winner.csv"), "a,b\n");
}

TEST_F(TableCompareCommand, OverwritesNoInput) {
  ASSERT_EQ(compare({"--methods", "adjust", "-o", "out"}).status, 0);
  const Outcome again = table({"compare", "out/winner.json", "--rule", "p-percent=15", "-o", "out"});
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.error.find("would be overwritten"), std::string::npos) << again.error;
}

TEST_F(TableCompareCommand, TakesAFileOfRelations) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TARGUS.jj");
  const Outcome run = table({"compare", path, "--ignore-singletons", "--methods", "suppress-optimal,recode",
                             "--time-limit", "3600", "-o", "out", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = io::parse_json(run.out, "table compare");
  const Value& best = document.at("methods").as_array().front();
  EXPECT_EQ(best.at("cost").as_number(), 2033155);
  EXPECT_EQ(best.at("suppressed").at("secondary"), Value(8));
  EXPECT_TRUE(document.at("methods").as_array().back().at("rank").is_null());
  EXPECT_EQ(markup_fault(folder_.read("out/report.html")), "");
}

}  // namespace
}  // namespace sfumato::testing
