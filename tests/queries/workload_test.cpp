// Workload files, good and bad.
#include "queries/workload.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::queries {
namespace {

using sfumato::testing::complaint;

TEST(Workload, ReadsToml) {
  const Workload made = parse_workload(R"(data = "a.csv"
catalogue = "c.toml"
recipe = "r.toml"
epsilon = 0.25
budget = 3
least = 4
questions = ["SELECT COUNT(*) FROM t", "SELECT SUM(n) FROM t"]
)",
                                       "w", true);
  EXPECT_EQ(made.data, "a.csv");
  EXPECT_EQ(made.catalogue, "c.toml");
  EXPECT_EQ(made.recipe, "r.toml");
  EXPECT_EQ(made.epsilon, "0.25");
  EXPECT_EQ(made.budget, "3");
  EXPECT_EQ(made.least, 4);
  EXPECT_EQ(made.questions.size(), 2U);
}

TEST(Workload, ReadsAFileForEachTable) {
  const Workload made =
      parse_workload("questions = [\"q\"]\n[data]\na = \"a.csv\"\nb = \"b.csv\"\n", "w", true);
  EXPECT_TRUE(made.data.empty());
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(made.tables, (std::vector<Pair>{{"a", "a.csv"}, {"b", "b.csv"}}));
}

TEST(Workload, ReadsAQuestionOnEachLine) {
  const Workload made =
      parse_workload("# counts\n\n  SELECT COUNT(*) FROM t;\r\nSELECT SUM(n) FROM t\n;\n", "w", false);
  EXPECT_EQ(made.questions, (std::vector<std::string>{"SELECT COUNT(*) FROM t", "SELECT SUM(n) FROM t"}));
}

TEST(Workload, PathsAreRelativeToItsFolder) {
  const sfumato::testing::TemporaryFolder folder;
  folder.write("w.toml", "data = \"a.csv\"\ncatalogue = \"/c.toml\"\nquestions = [\"q\"]\n");
  const Workload made = read_workload(folder.path() + "/w.toml");
  EXPECT_EQ(made.data, folder.path() + "/a.csv");
  EXPECT_EQ(made.catalogue, "/c.toml");
  EXPECT_EQ(made.recipe, "");
}

TEST(Workload, RefusesUnknownKeysAndInvalidValues) {
  const auto of = [](const std::string& text, bool toml = true) {
    return complaint([&] { parse_workload(text, "w.toml", toml); });
  };
  EXPECT_NE(of("question = [\"q\"]").find("unknown key 'question'"), std::string::npos);
  EXPECT_NE(of("data = 3\nquestions = [\"q\"]").find("must be a text"), std::string::npos);
  EXPECT_NE(of("questions = \"q\"").find("list of texts"), std::string::npos);
  EXPECT_NE(of("questions = [3]").find("must be a text"), std::string::npos);
  EXPECT_NE(of("questions = []").find("no questions"), std::string::npos);
  EXPECT_NE(of("questions = [\"q\"]\nepsilon = \"much\"").find("must be a number"), std::string::npos);
  EXPECT_NE(of("questions = [\"q\"]\nleast = 0.5").find("integer"), std::string::npos);
  EXPECT_NE(of("# nothing\n\n", false).find("no questions"), std::string::npos);
  EXPECT_NE(of("questions = [").find("w.toml"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::queries
