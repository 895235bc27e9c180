// `sfumato table protect` from outside: every protection writes a safe table or none, and reports which.
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "cli/shops.hpp"
#include "io/json.hpp"
#include "support/reference_data.hpp"

namespace sfumato::testing {
namespace {

class ProtectCommand : public ShopsTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(table({"tabulate", "shops.csv", "--by", "town,trade", "--sum", "turnover", "--holding", "group",
                     "-o", "t.json"})
                  .status,
              0);
    ASSERT_EQ(table({"check", "t.json", "--rule", "p-percent=15", "-o", "c.json"}).status, 1);
  }
  Outcome protect(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "protect");
    return table(arguments);
  }
  Value json(std::vector<std::string> arguments, int status = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = protect(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  // "A,baker" → the published value; the header is left out.
  std::map<std::string, std::string> publication(const std::string& name) const {
    std::map<std::string, std::string> result;
    std::istringstream lines(folder_.read(name));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      const std::size_t comma = line.rfind(',');
      result[line.substr(0, comma)] = line.substr(comma + 1);
    }
    return result;
  }
  static void expect_sums(const std::map<std::string, std::string>& cells) {
    const auto number = [&](const std::string& name) { return std::stod(cells.at(name)); };
    for (const std::string row : {"A", "B", "Total"}) {
      EXPECT_EQ(number(row + ",baker") + number(row + ",smith"), number(row + ",Total")) << row;
    }
    for (const std::string column : {"baker", "smith", "Total"}) {
      EXPECT_EQ(number("A," + column) + number("B," + column), number("Total," + column)) << column;
    }
  }
};

// The other corners of a rectangle cost 63 + 33 + 90; every rectangle with a total costs more.
TEST_F(ProtectCommand, SuppressesAtTheLeastCost) {
  const Value made = json({"suppress", "c.json", "-o", "p.json", "--publish", "p.csv"});
  EXPECT_EQ(made.at("status").as_text(), "optimal");
  EXPECT_EQ(made.at("cost").as_number(), 186.0);
  EXPECT_EQ(made.at("bound").as_number(), 186.0);
  EXPECT_EQ(made.at("gap").as_number(), 0.0);
  EXPECT_EQ(made.at("primary").as_integer(), 1);
  EXPECT_EQ(made.at("secondary").as_integer(), 3);
  EXPECT_EQ(made.at("cells").as_array().size(), 3U);
  EXPECT_TRUE(made.at("audit").at("safe").as_bool());
  EXPECT_EQ(made.at("output").as_text(), "p.json");
  const auto cells = publication("p.csv");
  for (const std::string hidden : {"A,baker", "A,smith", "B,baker", "B,smith"})
    EXPECT_EQ(cells.at(hidden), "x");
  EXPECT_EQ(cells.at("Total,Total"), "239");
  EXPECT_EQ(cells.at("A,Total"), "116");
  EXPECT_EQ(table({"audit", "p.json"}).status, 0);
}

TEST_F(ProtectCommand, EveryAlgorithmIsSafeInEveryFormat) {
  for (const std::string algorithm : {"auto", "optimal", "hypercube", "network", "modular"}) {
    for (const std::string format : {"json", "jj", "csv", "tab"}) {
      const std::string output = algorithm + "." + format;
      const Value made = json({"suppress", "c.json", "--algorithm", algorithm, "-o", output});
      EXPECT_GE(made.at("cost").as_number(), 186.0) << output;
      EXPECT_EQ(table({"audit", output}).status, 0) << output;
    }
  }
}

TEST_F(ProtectCommand, WhatMayNotBeSuppressedIsNot) {
  folder_.write("keep.hst", "A,smith,p\nB,baker,p\n");
  ASSERT_EQ(table({"check", "c.json", "--apriori", "keep.hst", "-o", "k.json"}).status, 1);
  const Value made = json({"suppress", "k.json", "-o", "p.json", "--publish", "p.csv"});
  const auto cells = publication("p.csv");
  EXPECT_EQ(cells.at("A,baker"), "x");
  EXPECT_GT(made.at("cost").as_number(), 186.0);
}

TEST_F(ProtectCommand, LevelsOutOfReachAreListedAndNoFileIsWritten) {
  folder_.write("wide.hst", "A,baker,pl,53,500\nTotal,Total,p\nTotal,baker,p\nTotal,smith,p\n");
  ASSERT_LE(table({"check", "c.json", "--apriori", "wide.hst", "-o", "k.json"}).status, 1);
  const Outcome shown = protect({"suppress", "k.json", "-o", "p.json", "--publish", "p.csv"});
  EXPECT_EQ(shown.status, 1) << shown.out << shown.error;
  EXPECT_NE(shown.out.find("Levels out of reach"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("town=A, trade=baker"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("Nothing was written"), std::string::npos) << shown.out;
  EXPECT_FALSE(folder_.has("p.json"));
  EXPECT_FALSE(folder_.has("p.csv"));
}

TEST_F(ProtectCommand, RoundsToATableThatAddsUp) {
  const Value made = json({"round", "c.json", "--base", "20", "-o", "r.json", "--publish", "r.csv"});
  EXPECT_TRUE(made.at("additive").as_bool());
  EXPECT_TRUE(made.at("audit").at("safe").as_bool());
  const auto cells = publication("r.csv");
  expect_sums(cells);
  for (const auto& [name, value] : cells) EXPECT_EQ(std::fmod(std::stod(value), 20), 0) << name;
  EXPECT_LT(std::abs(std::stod(cells.at("A,smith")) - 63), 20);
  EXPECT_EQ(table({"audit", "r.json"}).status, 0);
}

TEST_F(ProtectCommand, ABaseThatIsTooSmallWritesNothing) {
  const Outcome made = protect({"round", "c.json", "--base", "2", "-o", "r.json"});
  EXPECT_EQ(made.status, 1) << made.out;
  EXPECT_NE(made.out.find("UNSAFE"), std::string::npos) << made.out;
  EXPECT_FALSE(folder_.has("r.json"));
}

TEST_F(ProtectCommand, CellByCellRoundingIsWrittenAsItIs) {
  const Value made = json({"round", "c.json", "--base", "80", "--mode", "conventional", "-o", "r.json"});
  EXPECT_FALSE(made.at("additive").as_bool());  // 53, 63 and 116 all go to 80
  EXPECT_NE(folder_.read("r.json").find("\"additive\": false"), std::string::npos);
  EXPECT_EQ(table({"audit", "r.json"}).status, 0);
  const Outcome refused =
      protect({"round", "c.json", "--base", "20", "--mode", "random", "--seed", "1", "-o", "r.jj"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("is not additive"), std::string::npos) << refused.error;
}

// 53 becomes 45 or less, or 61 or more, and the others follow.
TEST_F(ProtectCommand, AdjustsToTheNearestSafeTable) {
  const Value made = json({"adjust", "c.json", "-o", "a.json", "--publish", "a.csv"});
  EXPECT_TRUE(made.at("safe").as_bool());
  const auto cells = publication("a.csv");
  expect_sums(cells);
  const double baker = std::stod(cells.at("A,baker"));
  EXPECT_TRUE(baker <= 45 || baker >= 61) << baker;
  const Value fixed = json({"adjust", "c.json", "--fix-margins", "-o", "f.json", "--publish", "f.csv"});
  const auto kept = publication("f.csv");
  expect_sums(kept);
  EXPECT_EQ(kept.at("A,Total"), "116");
  EXPECT_EQ(kept.at("Total,baker"), "86");
  EXPECT_GE(fixed.at("distance").as_number(), made.at("distance").as_number());
}

TEST_F(ProtectCommand, RecodesUntilNoCellIsSensitive) {
  const Value made =
      json({"recode", "t.json", "--rule", "p-percent=15", "-o", "r.json", "--publish", "r.csv"});
  EXPECT_TRUE(made.at("safe").as_bool());
  EXPECT_EQ(table({"check", "r.json", "--rule", "p-percent=15"}).status, 0);
  const auto cells = publication("r.csv");
  EXPECT_EQ(cells.size(), 3U);  // one dimension remains, with its total
}

// A pattern is written as tau-Argus's a-priori file, and read back as the same pattern.
TEST_F(ProtectCommand, WritesThePatternAsAnAprioriFile) {
  json({"suppress", "c.json", "-o", "p.json", "--write-apriori", "p.hst"});
  const std::string text = folder_.read("p.hst");
  EXPECT_NE(text.find("A;baker;u\n"), std::string::npos) << text;
  EXPECT_NE(text.find("A;baker;pl;7.5;7.5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("B;smith;m\n"), std::string::npos) << text;
  EXPECT_EQ(table({"audit", "t.json", "--apriori", "p.hst"}).status, 0);
  EXPECT_EQ(table({"audit", "t.json"}).status, 0);  // nothing is sensitive without it
}

TEST_F(ProtectCommand, WritesWhereAHierarchyWasCut) {
  folder_.write("trades.hrc", "food\n@baker\n@butcher\ncraft\n@smith\n");
  folder_.write("more.csv", folder_.read("shops.csv") +
                                "A,butcher,40,g11\nA,butcher,41,g12\nB,butcher,9,g13\n" +
                                "B,butcher,8,g14\nB,butcher,7,g15\nA,butcher,39,g16\n");
  const std::vector<std::string> make = {"tabulate", "more.csv", "--by",        "town,trade",
                                         "--sum",    "turnover", "--hierarchy", "trade=trades.hrc",
                                         "-o"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = make;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  ASSERT_EQ(table(with({"h.json"})).status, 0);
  const Value made = json(
      {"recode", "h.json", "--rule", "p-percent=15", "-o", "r.json", "--write-recode", "trade=trade.grc"});
  EXPECT_TRUE(made.at("safe").as_bool());
  EXPECT_EQ(folder_.read("trade.grc"), "<TREERECODE>\nfood\ncraft\n");
  ASSERT_EQ(table(with({"again.json", "--recode", "trade=trade.grc"})).status, 0);
  EXPECT_EQ(table({"check", "again.json", "--rule", "p-percent=15"}).status, 0);
}

class PerturbCommand : public ProtectCommand {
 protected:
  void SetUp() override {
    ProtectCommand::SetUp();
    ASSERT_EQ(table({"ptable", "--variance", "1", "--largest", "3", "-o", "noise.csv"}).status, 0);
    folder_.write("secret", "a secret that is not guessed easily\n");
    std::filesystem::permissions(folder_.file("secret"), std::filesystem::perms::owner_read);
  }
  void tabulate(const std::string& by, const std::string& output) const {
    const Outcome made = table(
        {"tabulate", "shops.csv", "--by", by, "--record-key", "turnover", "--key", "secret", "-o", output});
    ASSERT_EQ(made.status, 0) << made.error;
  }
};

// The smiths of all towns are the same records in both tables, and so get the same noise.
TEST_F(PerturbCommand, GivesTheSameRespondentsTheSameNoiseInEveryTable) {
  tabulate("town,trade", "crossed.json");
  tabulate("trade", "single.json");
  const Value made = json({"perturb", "crossed.json", "--ptable", "noise.csv", "-o", "crossed.csv"});
  EXPECT_TRUE(made.at("audit").is_null());
  EXPECT_LE(made.at("largest_noise").as_integer(), 3);
  json({"perturb", "single.json", "--ptable", "noise.csv", "-o", "single.csv"});
  json({"perturb", "crossed.json", "--ptable", "noise.csv", "-o", "again.csv"});
  EXPECT_EQ(folder_.read("crossed.csv"), folder_.read("again.csv"));
  const auto crossed = publication("crossed.csv");
  const auto single = publication("single.csv");
  for (const std::string trade : {"baker", "smith", "Total"}) {
    EXPECT_EQ(crossed.at("Total," + trade), single.at(trade)) << trade;
  }
  json({"perturb", "crossed.json", "--ptable", "noise.csv", "-o", "crossed2.json"});
  EXPECT_EQ(folder_.read("crossed2.json").find("keys"), std::string::npos);
}

TEST_F(PerturbCommand, NewKeysAreReadableOnlyByTheOwner) {
  const Outcome made = table({"tabulate", "shops.csv", "--by", "town", "--record-key", "group", "--new-key",
                              "fresh", "-o", "n.json"});
  ASSERT_EQ(made.status, 0) << made.error;
  const auto rights = std::filesystem::status(folder_.file("fresh")).permissions();
  EXPECT_EQ(rights, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  // A job that fails leaves no key file.
  EXPECT_EQ(table({"tabulate", "shops.csv", "--by", "nowhere", "--record-key", "group", "--new-key", "other",
                   "-o", "n2.json"})
                .status,
            2);
  EXPECT_FALSE(folder_.has("other"));
}

struct Refusal {
  std::vector<std::string> arguments;
  std::string says;
};

TEST_F(PerturbCommand, BadUseIsRefusedWithAHint) {
  tabulate("town", "counts.json");
  folder_.write_private("short", "abc\n");
  folder_.write("bad.csv", "i;j;p\n1;1;0.5\n");
  const std::vector<Refusal> refusals = {
      {{"protect", "suppress", "c.json"}, "no output is named"},
      {{"protect", "suppress", "c.json", "-o", "c.json"}, "c.json"},
      {{"protect", "suppress", "c.json", "-o", "p.json", "--publish", "p.json"}, ".csv"},
      {{"protect", "suppress", "c.json", "--algorithm", "best", "-o", "p.json"}, "best"},
      {{"protect", "suppress", "c.json", "--algorithm", "gauss", "-o", "p.json"}, "gauss"},
      {{"protect", "suppress", "c.json", "--time-limit", "-3", "-o", "p.json"}, "-3"},
      {{"protect", "suppress", "c.json", "--cost", "gold", "-o", "p.json"}, "gold"},
      {{"protect", "suppress", "t.json", "-o", "p.json"}, "sensitive"},
      {{"protect", "adjust", "t.json", "-o", "p.json"}, "sensitive"},
      {{"protect", "recode", "t.json", "-o", "p.json"}, "sensitive"},
      {{"protect", "suppress", "c.json", "-o", "p.json", "--publish", "p.csv", "--mark", "12"},
       "could be read"},
      {{"protect", "round", "c.json", "-o", "p.json"}, "--base"},
      {{"protect", "round", "c.json", "--base", "0", "-o", "p.json"}, "'base'"},
      {{"protect", "round", "c.json", "--base", "5", "--mode", "odd", "-o", "p.json"}, "odd"},
      {{"protect", "adjust", "c.json", "--weight", "heavy", "-o", "p.json"}, "heavy"},
      {{"protect", "adjust", "c.json", "--levels", "50:100", "-o", "p.json"}, "below 100 %"},
      {{"audit", "c.json", "--levels", "100:200"}, "adjusted"},
      {{"protect", "perturb", "c.json", "--ptable", "noise.csv", "-o", "p.csv"}, "count"},
      {{"protect", "perturb", "counts.json", "--ptable", "bad.csv", "-o", "p.csv"}, "bad.csv"},
      {{"protect", "perturb", "counts.json", "--ptable", "noise.csv", "-o", "p.jj"}, "not additive"},
      {{"ptable", "--variance", "100", "--largest", "2", "-o", "q.csv"}, "variance"},
      {{"tabulate", "shops.csv", "--by", "town", "--record-key", "group", "--key", "short", "-o", "x.json"},
       "guessed"},
      {{"tabulate", "shops.csv", "--by", "town", "--key", "secret", "-o", "x.json"}, "record key"},
      {{"tabulate", "shops.csv", "--by", "town", "--record-key", "turnover", "-o", "x.json"}, "range"},
  };
  for (const Refusal& refusal : refusals) {
    const Outcome outcome = table(refusal.arguments);
    EXPECT_EQ(outcome.status, 2) << refusal.says << outcome.out;
    EXPECT_NE(outcome.error.find(refusal.says), std::string::npos) << refusal.says << ": " << outcome.error;
    for (const char* name : {"p.json", "p.csv", "q.csv", "x.json", "p.jj"})
      EXPECT_FALSE(folder_.has(name)) << name;
  }
}

struct Published {
  const char* file;
  double cost;
  std::int64_t secondary;
};

class PublishedOptimum : public ProtectCommand, public ::testing::WithParamInterface<Published> {};

// The published optima of reference tables, and back through JJ into the same table.
TEST_P(PublishedOptimum, IsFoundAndWrittenAsJJ) {
  SFUMATO_REQUIRE_REFERENCE(path, std::string("tables/") + GetParam().file);
  const Value made = json({"suppress", path, "--ignore-singletons", "-o", "out.jj"});
  EXPECT_EQ(made.at("status").as_text(), "optimal");
  EXPECT_EQ(made.at("cost").as_number(), GetParam().cost);
  EXPECT_EQ(made.at("secondary").as_integer(), GetParam().secondary);
  EXPECT_EQ(table({"audit", "out.jj", "--ignore-singletons"}).status, 0);
  json({"suppress", "out.jj", "--ignore-singletons", "-o", "again.jj"});
  EXPECT_EQ(folder_.read("out.jj"), folder_.read("again.jj"));
}

INSTANTIATE_TEST_SUITE_P(Tables, PublishedOptimum,
                         ::testing::Values(Published{"vignette3d_freq10.jj", 354, 23},
                                           Published{"tau_testW_SizeRegion_p15.jj", 521926, 6},
                                           Published{"TARGUS.jj", 2033155, 8}));

}  // namespace
}  // namespace sfumato::testing
