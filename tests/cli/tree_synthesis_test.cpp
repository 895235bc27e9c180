// Synthesis by trees with the program: what it says of a release, and how it is compared.
#include <gtest/gtest.h>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class TreeSynthesis : public ::testing::Test {
 protected:
  void SetUp() override { make_people(folder_.path()); }

  Value json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = run_in(folder_.path(), arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return io::parse_json(outcome.out, "output");
  }

  static bool warns(const Value& document, const std::string& part) {
    for (const Value& warning : document.at("warnings").as_array()) {
      if (warning.as_text().find(part) != std::string::npos) return true;
    }
    return false;
  }

  TemporaryFolder folder_;
};

TEST_F(TreeSynthesis, WarnsOfNumbersThatOneRecordHas) {
  const std::vector<std::string> command = {"mask",   "sequential-trees",    "people.csv",
                                            "--drop", "household_id,weight", "-o"};
  std::vector<std::string> plain = command, smooth = command;
  plain.emplace_back("plain.csv");
  smooth.insert(smooth.end(), {"smooth.csv", "--smooth", "--leaf", "20"});
  const Value drawn = json(plain), smoothed = json(smooth);
  EXPECT_TRUE(warns(drawn, "are values that one record of the original alone has"));
  const auto lone = [](const Value& document) {
    return document.at("details").at("lone_numbers").as_integer();
  };
  EXPECT_GT(lone(drawn), 100);
  EXPECT_LT(lone(smoothed), lone(drawn) / 5);  // rounding can bring a number back
  EXPECT_EQ(smoothed.at("sidecar").at("release").at("mapping").as_text(), "none");
}

TEST_F(TreeSynthesis, SaysThatHouseholdsHaveNewNumbers) {
  const Value document =
      json({"mask", "household-synthesis", "people.csv", "--drop", "weight", "-o", "new.csv"});
  EXPECT_EQ(document.at("sidecar").at("release").at("renumbered"), Value::array_of({"household_id"}));
  EXPECT_FALSE(warns(document, "household numbers of the original"));
  EXPECT_FALSE(warns(document, "no column has the role household"));
  const Value alone =
      json({"mask", "household-synthesis", "people.csv", "--drop", "weight,household_id", "-o", "alone.csv"});
  EXPECT_TRUE(warns(alone, "no column has the role household"));
}

TEST_F(TreeSynthesis, ReportsRulesThatCannotBeKept) {
  const std::vector<std::string> command = {
      "mask", "sequential-trees", "people.csv", "--drop", "household_id,weight",
      "-o",   "drawn.csv",        "--tries",    "2"};
  std::vector<std::string> broken = command, unknown = command;
  broken.insert(broken.end(), {"--rule", "age>200"});
  unknown.insert(unknown.end(), {"--rule", "height>200"});
  EXPECT_TRUE(warns(json(broken), "records break a --rule after all --tries"));
  const Outcome refused = run_in(folder_.path(), unknown);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("height"), std::string::npos) << refused.error;
}

// Who publishes the release must know it too.
TEST_F(TreeSynthesis, WarnsOfValuesOfOneRecordInAPublicComparison) {
  for (const bool for_public : {false, true}) {
    std::vector<std::string> command = {"compare",   "people.csv",
                                        "--columns", "age,income,tax,savings",
                                        "--methods", "sequential-trees",
                                        "--at-most", "exact-copies=30",
                                        "--seed",    "1",
                                        "-o",        "out",
                                        "--force"};
    if (for_public) command.emplace_back("--public");
    EXPECT_TRUE(warns(json(command), "of the original alone has")) << for_public;
  }
  EXPECT_NE(folder_.read("out/report.html").find("of the original alone has"), std::string::npos);
}

TEST_F(TreeSynthesis, IsMeasuredAsItsRowsAre) {
  json({"mask", "sequential-trees", "people.csv", "--drop", "household_id,weight", "-o", "all.csv"});
  json({"mask", "sequential-trees", "people.csv", "--columns", "income,tax", "-o", "some.csv"});
  const std::vector<std::string> quick = {"--measures", "marginals"};
  const auto measured = [&](const std::string& file, bool synthetic) {
    std::vector<std::string> command = {"measure", "people.csv", file};
    command.insert(command.end(), quick.begin(), quick.end());
    if (synthetic) command.emplace_back("--synthetic");
    return json(command);
  };
  EXPECT_TRUE(warns(measured("all.csv", false), "set --synthetic"));
  EXPECT_FALSE(warns(measured("all.csv", true), "sidecar"));
  EXPECT_TRUE(warns(measured("some.csv", false), "partly synthetic: 'income' and 'tax' were drawn"));
  EXPECT_TRUE(warns(measured("some.csv", true), "measure it without --synthetic too"));
}

// The region belongs to the household, and age to the person.
TEST_F(TreeSynthesis, DrawsHouseholdsFirst) {
  const std::vector<std::string> command = {
      "mask", "sequential-trees", "people.csv", "--columns", "age,region", "-o", "homes.csv"};
  std::vector<std::string> ordered = command, longer = command;
  ordered.insert(ordered.end(), {"--order", "age,region", "--rule", "if region=North then age<50"});
  longer.insert(longer.end(), {"--rows", "10", "--force"});
  const Value document = json(ordered);
  EXPECT_EQ(document.at("details").at("household_level").at("columns"), Value::array_of({"region"}));
  EXPECT_EQ(document.at("details").at("record_rules").at("broken").as_integer(), 0);
  const Outcome refused = run_in(folder_.path(), longer);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("'household_id'"), std::string::npos) << refused.error;
  EXPECT_NE(refused.error.find("leave them out with --drop"), std::string::npos) << refused.error;
}

TEST_F(TreeSynthesis, IsComparedByRisksOfSyntheticFiles) {
  const Value document =
      json({"compare", "people.csv", "--columns", "age,income,tax,savings", "--methods", "sequential-trees",
            "--at-most", "exact-copies=30", "--holdout-share", "0.2", "--seed", "1", "-o", "out"});
  const Value& found = document.at("methods").as_array().front();
  EXPECT_TRUE(found.at("reached").as_bool());
  EXPECT_EQ(found.at("dial").as_text(), "leaf");
  EXPECT_EQ(found.at("shape").as_text(), "monotone");
  EXPECT_LE(found.at("attained").as_number(), 30.0);
}

// Risks of synthetic files need no rows, so that a synthesizer without any has them too.
TEST_F(TreeSynthesis, StandsBesideOtherSynthesizers) {
  for (const std::string risk : {"exact-copies=30", "closest-record=20", "membership=70"}) {
    const Value document =
        json({"compare", "people.csv", "--columns", "age,sex,region,income", "--methods",
              "dp-copula,sequential-trees,multiple-imputation", "--at-most", risk, "--rank-by", "marginals",
              "--holdout-share", "0.2", "--replicates", "1", "--seed", "1", "-o", "out", "--force"});
    const auto& methods = document.at("methods").as_array();
    EXPECT_EQ(methods.size(), 3U) << risk;
    for (const Value& method : methods) {
      EXPECT_TRUE(method.at("reached").as_bool()) << risk << " " << method.at("method").as_text();
      EXPECT_TRUE(method.at("attained").is_number()) << risk;
    }
  }
}

}  // namespace
}  // namespace sfumato::testing
