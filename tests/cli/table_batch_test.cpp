// `sfumato table batch` from outside: the same tables, patterns and costs as the single commands give, bad
// input, and nothing half written.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/shops.hpp"
#include "io/json.hpp"
#include "support/reference_data.hpp"
#include "support/source_folder.hpp"

namespace sfumato::testing {
namespace {

class BatchCommand : public ShopsTest {
 protected:
  BatchCommand() {
    std::string records = folder_.read("shops.csv");
    folder_.write("shops.txt", records.substr(records.find('\n') + 1));
    folder_.write("shops.rda",
                  "<SEPARATOR> \",\"\ntown 5\n<RECODEABLE>\n<TOTCODE> \"Total\"\ntrade 9\n<RECODEABLE>\n"
                  "<TOTCODE> \"Total\"\nturnover 9\n<NUMERIC>\ngroup 4\n<HOLDING>\n");
  }

  static std::string opened(const std::string& specify = "\"town\"\"trade\"|\"turnover\"||",
                            const std::string& rule = "P(15,1)") {
    return "<OPENMICRODATA> \"shops.txt\"\n<OPENMETADATA> \"shops.rda\"\n<SPECIFYTABLE> " + specify +
           "\n<SAFETYRULE> " + rule + "\n<READMICRODATA>\n";
  }
  Outcome batch(const std::string& job, std::vector<std::string> further = {}) const {
    folder_.write("job.arb", job);
    std::vector<std::string> arguments{"batch", "job.arb"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return table(arguments);
  }
  Value json(const std::string& job, int status = 0) const {
    const Outcome outcome = batch(job, {"--json"});
    EXPECT_EQ(outcome.status, status) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  // The first table of a job.
  Value first(const std::string& job, int status = 0) const {
    return json(job, status).at("tables").as_array().at(0);
  }
  // The same by single commands, into by-hand.jj.
  Value by_hand(const std::vector<std::vector<std::string>>& rules,
                std::vector<std::string> protection) const {
    EXPECT_EQ(table({"tabulate", "shops.txt", "--metadata", "shops.rda", "--by", "town,trade", "--sum",
                     "turnover", "-o", "t0.json"})
                  .status,
              0);
    std::string checked = "t0.json";
    for (std::vector<std::string> rule : rules) {
      const std::string next = checked + ".json";
      rule.insert(rule.begin(), {"check", checked, "-o", next});
      EXPECT_LE(table(rule).status, 1);
      checked = next;
    }
    protection.insert(protection.begin(), "protect");
    protection.insert(protection.end(), {checked, "-o", "by-hand.jj", "--json"});
    const Outcome made = table(protection);
    EXPECT_EQ(made.status, 0) << made.error;
    return io::parse_json(made.out, "standard output");
  }
};

TEST_F(BatchCommand, SuppressesAsTheSingleCommandsDo) {
  const std::vector<std::pair<std::string, std::string>> methods = {
      {"OPT(1,5)", "optimal"}, {"MOD(1,5,1,1,1)", "modular"}, {"GH(1)", "hypercube"}, {"NET(1)", "network"}};
  for (const auto& [method, algorithm] : methods) {
    const Value made = first(opened() + "<SUPPRESS> " + method + "\n<WRITETABLE> (1,6,,\"made.jj\")\n");
    const Value plain = by_hand({{"--rule", "p-percent=15"}}, {"suppress", "--algorithm", algorithm});
    EXPECT_EQ(made.at("cost").as_number(), plain.at("cost").as_number()) << method;
    EXPECT_EQ(made.at("secondary").as_integer(), plain.at("secondary").as_integer()) << method;
    EXPECT_EQ(made.at("algorithm").as_text(), algorithm);
    EXPECT_TRUE(made.at("safe").as_bool());
    EXPECT_EQ(folder_.read("made.jj"), folder_.read("by-hand.jj")) << method;
  }
}

// The other corners of a rectangle cost 63 + 33 + 90.
TEST_F(BatchCommand, WritesEveryType) {
  const Outcome made =
      batch(opened() +
            "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"1.csv\")\n<WRITETABLE> (1,2,QU-,\"2.csv\")\n"
            "<WRITETABLE> (1,3,AS+,\"3.txt\")\n<WRITETABLE> (1,4,QU-,\"4.txt\")\n"
            "<WRITETABLE> (1,5,,\"5.tab\")\n<WRITETABLE> (1,6,,\"6.jj\")\n"
            "<LOGBOOK> \"job.log\"\n<VERSIONINFO> \"version.txt\"\n<GOINTERACTIVE>\n");
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_NE(made.out.find("SAFE"), std::string::npos) << made.out;
  EXPECT_NE(made.out.find("186"), std::string::npos) << made.out;
  EXPECT_NE(made.error.find("not for the public"), std::string::npos) << made.error;
  EXPECT_EQ(folder_.read("1.csv"), ",Total,baker,smith\nTotal,239,86,153\nA,116,x,x\nB,123,x,x\n");
  EXPECT_EQ(folder_.read("2.csv"),
            "town,trade,turnover\nTotal,Total,239\nTotal,baker,86\nTotal,smith,153\nA,Total,116\nA,baker,x\n"
            "A,smith,x\nB,Total,123\nB,baker,x\nB,smith,x\n");
  EXPECT_NE(folder_.read("3.txt").find("\"A\",\"baker\",53,3\n\"A\",\"smith\",63,11\n"), std::string::npos);
  EXPECT_NE(folder_.read("4.txt").find("A,baker,53,2,F,94.3,5.7\n"), std::string::npos);
  EXPECT_EQ(table({"audit", "5.tab"}).status, 0);
  EXPECT_EQ(table({"audit", "6.jj"}).status, 0);
  EXPECT_NE(folder_.read("job.log").find("written: 1.csv"), std::string::npos) << folder_.read("job.log");
  EXPECT_TRUE(folder_.read("version.txt").starts_with("sfumato "));
}

TEST_F(BatchCommand, RoundsAndAdjusts) {
  const Value rounded = first(opened() + "<SUPPRESS> RND(1,20)\n<WRITETABLE> (1,2,QU-,\"r.csv\")\n");
  const Value plain = by_hand({{"--rule", "p-percent=15"}}, {"round", "--base", "20"});
  EXPECT_EQ(rounded.at("cost").as_number(), plain.at("distance").as_number());
  EXPECT_EQ(rounded.at("protection").as_text(), "round");
  EXPECT_TRUE(folder_.read("r.csv").starts_with("town,trade,turnover_Round\nTotal,Total,"));
  const Value adjusted = first(opened() + "<SUPPRESS> CTA(1)\n<WRITETABLE> (1,3,AS+FL+QU-,\"a.csv\")\n");
  EXPECT_EQ(adjusted.at("cost").as_number(),
            by_hand({{"--rule", "p-percent=15"}}, {"adjust"}).at("distance").as_number());
  EXPECT_TRUE(folder_.read("a.csv").starts_with("town,trade,turnover_CTA,turnover_Orig,Status\n"));
}

// The third P is for holdings: g1 has 50 and 10 of the 86 of all bakers.
TEST_F(BatchCommand, RulesForHoldingsHaveTheirPlaces) {
  first(opened("\"town\"\"trade\"|\"turnover\"||", "P(0,0)|P(0,0)|P(40,1)|NK(1,90)|FREQ(0,0)|FREQ(3,10)") +
        "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,6,,\"made.jj\")\n");
  by_hand({{"--rule", "p-percent=40", "--holdings"},
           {"--rule", "dominance=1,90"},
           {"--rule", "frequency=3", "--holdings", "--safety-range", "10"}},
          {"suppress", "--algorithm", "optimal"});
  EXPECT_EQ(folder_.read("made.jj"), folder_.read("by-hand.jj"));
}

TEST_F(BatchCommand, CountsAndUnitCosts) {
  const Value made = first(opened("\"town\"\"trade\"|<freq>||-2", "FREQ(3,40)") +
                           "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"n.csv\")\n");
  EXPECT_EQ(made.at("sensitive").as_integer(), 1);
  EXPECT_EQ(made.at("cost").as_number(), 3.0);
  EXPECT_EQ(made.at("title").as_text(), "count by town and trade");
  const std::string text = folder_.read("n.csv");  // several rectangles cost the same
  EXPECT_EQ(std::count(text.begin(), text.end(), 'x'), 4) << text;
}

TEST_F(BatchCommand, AprioriAndManualLevels) {
  folder_.write("wishes.hst", "B;smith;u\nnowhere;smith;u\nA;smith;p\n");
  const std::string job = opened("\"town\"\"trade\"|\"turnover\"||", "MAN(10)");
  const std::string rest = "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,6,,\"made.jj\")\n";
  const Outcome strict = batch(job + "<APRIORI> \"wishes.hst\",1,\";\"\n" + rest);
  EXPECT_EQ(strict.status, 2);
  EXPECT_NE(strict.error.find("job.arb, line 6: wishes.hst, line 2"), std::string::npos) << strict.error;
  EXPECT_FALSE(folder_.has("made.jj"));
  const Value made = first(job + "<APRIORI> \"wishes.hst\",1,\";\",1,0\n" + rest);
  EXPECT_EQ(made.at("sensitive").as_integer(), 1);
  EXPECT_TRUE(made.at("safe").as_bool());
  // 90 must be uncertain by 9 either way, and A;smith is published.
  EXPECT_NE(folder_.read("made.jj").find(" 90 90 u "), std::string::npos) << folder_.read("made.jj");
  EXPECT_NE(folder_.read("made.jj").find(" 63 63 z "), std::string::npos) << folder_.read("made.jj");
}

TEST_F(BatchCommand, LinkedTablesShareTheirCells) {
  const std::string job =
      "<OPENMICRODATA> \"shops.txt\"\n<OPENMETADATA> \"shops.rda\"\n"
      "<SPECIFYTABLE> \"town\"\"trade\"|\"turnover\"||\n<SAFETYRULE> P(15,1)\n"
      "<SPECIFYTABLE> \"trade\"\"group\"|\"turnover\"||\n<SAFETYRULE> P(15,1)\n<READMICRODATA>\n";
  const Value made =
      json(job + "<SUPPRESS> MOD(0,5)\n<WRITETABLE> (1,6,,\"one.jj\")\n<WRITETABLE> (2,6,,\"two.jj\")\n");
  ASSERT_EQ(made.at("tables").as_array().size(), 2U);
  for (const Value& table : made.at("tables").as_array()) {
    EXPECT_TRUE(table.at("linked").as_bool());
    EXPECT_TRUE(table.at("safe").as_bool());
  }
  EXPECT_EQ(table({"audit", "one.jj"}).status, 0);
  ASSERT_EQ(table({"tabulate", "shops.txt", "--metadata", "shops.rda", "--by", "town,trade", "--by",
                   "trade,group", "--sum", "turnover", "-o", "t.json"})
                .status,
            0);
  ASSERT_EQ(table({"check", "t.json", "--rule", "p-percent=15", "-o", "u.json"}).status, 1);
  const Outcome plain =
      table({"protect", "suppress", "u.json", "--algorithm", "modular", "-o", "v.json", "--json"});
  ASSERT_EQ(plain.status, 0) << plain.error;
  EXPECT_EQ(made.at("tables").as_array()[0].at("cost").as_number(),
            io::parse_json(plain.out, "out").at("cost").as_number());
  EXPECT_EQ(batch(job + "<SUPPRESS> OPT(0)\n").status, 2);
  const Outcome apart = batch(job +
                              "<SUPPRESS> OPT(1)\n<SUPPRESS> OPT(2)\n<WRITETABLE> (1,1,,\"a.csv\")\n"
                              "<WRITETABLE> (2,1,,\"b.csv\")\n");
  EXPECT_EQ(apart.status, 0) << apart.error;
  EXPECT_NE(apart.error.find("show the same response and are audited one by one"), std::string::npos)
      << apart.error;
}

// Weights 2 for all double the table; the record without a town is alone and would be sensitive.
TEST_F(BatchCommand, WeightsAndMissingCodes) {
  std::string records;
  std::istringstream lines(folder_.read("shops.txt"));
  for (std::string line; std::getline(lines, line);) records += line + ",2\n";
  folder_.write("shops.txt", records + "9,baker,7,g1,2\n");
  std::string described = folder_.read("shops.rda");
  described.replace(described.find("town 5"), 6, "town 5 9");
  folder_.write("shops.rda", described + "weight 3\n<WEIGHT>\n");
  const std::string specify = "\"town\"\"trade\"|\"turnover\"||";
  const auto sensitive = [&](const std::string& rule) {
    return first(opened(specify, rule) + "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"t.csv\")\n")
        .at("sensitive")
        .as_integer();
  };
  EXPECT_EQ(sensitive("FREQ(3,10)|MIS(0)"), 3)
      << "the baker without a town, the total there, and the bakers of A";
  EXPECT_TRUE(folder_.read("t.csv").starts_with(",Total,baker,smith\nTotal,246,")) << folder_.read("t.csv");
  EXPECT_EQ(sensitive("FREQ(3,10)|MIS(1)|WGT(1)"), 1);
  EXPECT_TRUE(folder_.read("t.csv").starts_with(",Total,baker,smith\nTotal,492,")) << folder_.read("t.csv");
}

// 9 sensitive cells, and no safe pattern against outsiders costs less than 521926 (see the reference tests of
// suppression).
TEST_F(BatchCommand, ReadsTauArgussOwnData) {
  SFUMATO_REQUIRE_REFERENCE(data, "tables/tau_testW/tau_testW.asc.gz");
  SFUMATO_REQUIRE_REFERENCE(metadata, "tables/tau_testW/Tau_TestW.rda");
  const Value made =
      first("<OPENMICRODATA> \"" + data + "\"\n<OPENMETADATA> \"" + metadata +
            "\"\n<SPECIFYTABLE> \"Size\"\"Region\"|\"Var2\"||\n<SAFETYRULE> P(15,1)\n<READMICRODATA>\n"
            "<SUPPRESS> MOD(1,5,0,0,0)\n<WRITETABLE> (1,3,AS+,\"t.txt\")\n");
  EXPECT_EQ(made.at("sensitive").as_integer(), 9);
  EXPECT_TRUE(made.at("safe").as_bool());
  EXPECT_GE(made.at("cost").as_number(), 521926.0);
}

TEST_F(BatchCommand, RecodesAndClears) {
  folder_.write("town.grc", "T : A, B\n");
  const Outcome made =
      batch(opened() +
            "<RECODE> 1,\"town\",\"town.grc\"\n<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"c.csv\")\n"
            "<CLEAR>\n" +
            opened("\"trade\"|\"turnover\"||") + "<WRITETABLE> (1,1,QU-,\"d.csv\")\n");
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_EQ(folder_.read("c.csv"), ",Total,baker,smith\nTotal,239,86,153\nT,239,86,153\n");
  EXPECT_EQ(folder_.read("d.csv"), ",Total,baker,smith\n,239,86,153\n");
  EXPECT_NE(made.out.find("2.1"), std::string::npos) << made.out;
}

TEST_F(BatchCommand, TablesAreReadFromFiles) {
  ASSERT_EQ(batch(opened() + "<WRITETABLE> (1,5,,\"open.tab\")\n").status, 1) << "not protected yet";
  ASSERT_TRUE(folder_.has("open.tab"));
  const std::string job =
      "<OPENTABLEDATA> \"open.tab\"\n<OPENMETADATA> \"open.rda\"\n"
      "<SPECIFYTABLE> \"trade\"\"town\"|\"turnover\"||\n<SAFETYRULE>\n<READTABLE> 1\n";
  const Value made = first(job + "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"t.csv\")\n");
  EXPECT_EQ(made.at("cost").as_number(), 186.0);
  EXPECT_EQ(folder_.read("t.csv"), ",Total,A,B\nTotal,239,116,123\nbaker,86,x,x\nsmith,153,x,x\n");
  const Outcome other = batch(
      "<OPENTABLEDATA> \"open.tab\"\n<OPENMETADATA> \"open.rda\"\n"
      "<SPECIFYTABLE> \"trade\"|\"turnover\"||\n<SAFETYRULE>\n<READTABLE>\n");
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find("crosses other variables"), std::string::npos) << other.error;
}

// Sensitive cells alone give themselves away, and a level out of reach cannot be kept.
TEST_F(BatchCommand, WhatIsNotSafeIsNotWritten) {
  const Outcome bare = batch(opened() + "<WRITETABLE> (1,1,,\"t.csv\")\n");
  EXPECT_EQ(bare.status, 1);
  EXPECT_NE(bare.out.find("town=A, trade=baker"), std::string::npos) << bare.out;
  EXPECT_FALSE(folder_.has("t.csv"));
  folder_.write("wide.hst", "A,baker,pl,53,500\nTotal,Total,p\nTotal,baker,p\nTotal,smith,p\n");
  const Outcome wide = batch(opened() +
                             "<APRIORI> \"wide.hst\",1\n<SUPPRESS> MOD(1)\n<WRITETABLE> (1,1,,\"t.csv\")\n"
                             "<WRITETABLE> (1,6,,\"t.jj\")\n<LOGBOOK> \"job.log\"\n");
  EXPECT_EQ(wide.status, 1);
  EXPECT_FALSE(folder_.has("t.csv"));
  EXPECT_FALSE(folder_.has("t.jj"));
  EXPECT_NE(folder_.read("job.log").find("not written: t.jj"), std::string::npos);
}

TEST_F(BatchCommand, BadInputWritesNothing) {
  const std::string good =
      opened() + "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,,\"good.csv\")\n<LOGBOOK> \"job.log\"\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {good + "<WRITETABLE> (2,1,,\"t.csv\")\n", "job.arb, line 9: there is no table 2"},
      {good + "<WRITETABLE> (1,1,,\"good.csv\")\n", "'good.csv' is written twice"},
      {good + "<WRITETABLE> (1,1,,\"shops.txt\")\n", "shops.txt"},
      {good + "<WRITETABLE> (1,1,,\"nowhere/t.csv\")\n", "nowhere"},
      {good + "<WRITETABLE> (1,1,,\"C:\\out\\t.csv\")\n", "drive of another machine"},
      {good + "<SUPPRESS> OPT(1)\n", "table 1 is protected already"},
      {good + "<APRIORI> \"none.hst\",1\n", "<APRIORI> does not belong here"},
      {good + "<READMICRODATA>\n", "<READMICRODATA> does not belong here"},
      {good + "<CLEAR>\n<OPENMICRODATA> \"none.txt\"\n", "line 10 names the file 'none.txt'"},
      {good + "<CLEAR>\n<OPENMICRODATA> \"shops.txt\"\n", "the file ends before the data are read"},
      {good + "<CLEAR>\n" + opened("\"town\"\"nothing\"|\"turnover\"||") + "<SUPPRESS> OPT(1)\n", "nothing"},
      {opened("\"town\"|\"turnover\"||-3"), "the distance function"},
      {opened("\"town\"|\"turnover\"||\"turnover\",0.5"), "lambda of 0.5"},
      {opened("\"town\"|<freq>||", "P(15)"), "job.arb, line 4: P looks at amounts"},
      {opened("\"town\"|\"turnover\"||", "FREQ(3,0)"), "the safety range of FREQ is 0"},
      {opened("\"town\"|\"turnover\"||", "REQ(50,25,3,10)"), "a minimum frequency of 3 is not supported"},
      {opened("\"town\"|\"turnover\"||", "WGT(1)|P(15)"), "the .rda names none"},
      {opened("\"town\"|\"turnover\"||", "REQ(50,25,0,10)"), "REQ asks who asked for protection"},
      {good + "<CLEAR>\n" + opened() +
           "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,5,,\"a.tab\")\n<WRITETABLE> (1,5,,\"a.txt\")\n",
       "'a.rda', which describes 'a.txt', would be overwritten"},
      {opened("\"town\"|\"turnover\"||", "") + "<WRITETABLE> (1,1,,\"t.csv\")\n",
       "no cell of this table is marked as sensitive"},
      {opened() + "<SUPPRESS> GH(1,0)\n", "a-priori bounds of 0 %"},
      {opened() + "<SUPPRESS> RND(1,0)\n", "base"},
      {"<READMICRODATA>\n", "<READMICRODATA> does not belong here"},
      {"<OPENMETADATA> \"shops.rda\"\n", "<OPENMETADATA> does not belong here"},
      {"<LOGBOOK> \"x.log\"\n", "no table is specified"},
  };
  for (const auto& [job, message] : wrong) {
    const Outcome made = batch(job);
    EXPECT_EQ(made.status, 2) << job << made.error;
    EXPECT_NE(made.error.find(message), std::string::npos) << job << made.error;
    EXPECT_FALSE(folder_.has("good.csv")) << job;
    EXPECT_FALSE(folder_.has("job.log")) << job;
  }
  EXPECT_EQ(folder_.read("shops.txt").substr(0, 10), "A,baker,50");
}

TEST_F(BatchCommand, AFolderTakesEverything) {
  const Outcome made =
      batch(opened() + "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,5,,\"C:\\old\\t.tab\")\n<LOGBOOK> \"a/b.log\"\n",
            {"-o", "out/deep", "--quiet"});
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_EQ(made.out, "");
  for (const char* name : {"out/deep/t.tab", "out/deep/t.rda", "out/deep/b.log"})
    EXPECT_TRUE(folder_.has(name)) << name;
}

TEST_F(BatchCommand, AnIntermediateFileOverwritesNoDescription) {
  folder_.write("t.rda", "mine");
  const Outcome made =
      batch(opened() + "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,,\"t.csv\")\n<WRITETABLE> (1,5,,\"t.tab\")\n");
  EXPECT_EQ(made.status, 2);
  EXPECT_NE(made.error.find("'t.rda', which describes 't.tab', would be overwritten"), std::string::npos)
      << made.error;
  EXPECT_EQ(folder_.read("t.rda"), "mine");
  EXPECT_FALSE(folder_.has("t.csv"));
}

TEST_F(BatchCommand, ARecodeToALevelCutsAHierarchy) {
  folder_.write("town.hrc", "north\n@A\nsouth\n@B\n");
  std::string described = folder_.read("shops.rda");
  described.insert(described.find("trade 9"),
                   "<HIERARCHICAL>\n<HIERCODELIST> \"town.hrc\"\n<HIERLEADSTRING> \"@\"\n");
  folder_.write("shops.rda", described);
  const std::string rest = "<SUPPRESS> OPT(1)\n<WRITETABLE> (1,1,QU-,\"t.csv\")\n";
  const Outcome made = batch(opened() + "<RECODE> 1,\"town\",1\n" + rest);
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_EQ(folder_.read("t.csv"), ",Total,baker,smith\nTotal,239,86,153\nnorth,116,x,x\nsouth,123,x,x\n");
  EXPECT_EQ(batch(opened() + "<RECODE> 1,\"town\",3\n" + rest).status, 2);
  EXPECT_EQ(batch(opened() + "<RECODE> 1,\"trade\",1\n" + rest).status, 2);
  const Outcome over = batch(opened() + rest + "<WRITETABLE> (1,1,,\"town.hrc\")\n");
  EXPECT_EQ(over.status, 2) << "an input of the .rda is an input";
}

// examples/batch: a hierarchy, several tables, a-priori wishes.
TEST_F(BatchCommand, TheExampleIsWhatTheSingleCommandsMake) {
  namespace fs = std::filesystem;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/examples/batch")) {
    fs::copy(entry.path(), folder_.path());
  }
  std::string job = folder_.read("job.arb");
  job += "<WRITETABLE> (1,6,,\"made.jj\")\n";
  const Value made = first(job);
  EXPECT_TRUE(made.at("safe").as_bool());
  ASSERT_EQ(table({"tabulate", "companies.asc", "--metadata", "companies.rda", "--by", "region,sector",
                   "--sum", "turnover", "-o", "t.json"})
                .status,
            0);
  ASSERT_EQ(table({"check", "t.json", "--rule", "p-percent=15", "-o", "u.json"}).status, 1);
  ASSERT_EQ(
      table({"check", "u.json", "--rule", "frequency=3", "--safety-range", "30", "-o", "v.json"}).status, 1);
  const Outcome plain = table({"protect", "suppress", "v.json", "--apriori", "wishes.hst", "--algorithm",
                               "modular", "-o", "by-hand.jj", "--json"});
  ASSERT_EQ(plain.status, 0) << plain.error;
  EXPECT_EQ(made.at("cost").as_number(), io::parse_json(plain.out, "out").at("cost").as_number());
  EXPECT_EQ(folder_.read("made.jj"), folder_.read("by-hand.jj"));
}

}  // namespace
}  // namespace sfumato::testing
