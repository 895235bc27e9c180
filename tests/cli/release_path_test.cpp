// One release path: what `mask` says and verifies of a release, `compare` says and verifies of its winner,
// and a database of masked records is masked by the same code.
#include <algorithm>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class ReleasePath : public ::testing::Test {
 protected:
  void SetUp() override {
    // Every third income is missing, so that means of small groups rest on few values.
    std::string text = "id,age,income\n";
    for (int i = 0; i < 60; ++i) {
      text += std::to_string(i) + "," + std::to_string(20 + (i * 7) % 50) + "," +
              (i % 3 == 0 ? std::string() : std::to_string(1000 + (i * 37) % 500)) + "\n";
    }
    folder_.write("people.csv", text);
  }

  Value json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Outcome run = run_in(folder_.path(), arguments);
    EXPECT_LE(run.status, 1) << run.error;
    return io::parse_json(run.out, "output");
  }

  TemporaryFolder folder_;
};

std::vector<std::string> texts(const Value& array) {
  std::vector<std::string> result;
  for (const Value& item : array.as_array()) result.push_back(item.as_text());
  return result;
}

bool has(const std::vector<std::string>& all, const std::string& part) {
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& one) { return one.find(part) != std::string::npos; });
}

TEST_F(ReleasePath, TheWinnerOfAComparisonWarnsAsTheSameReleaseByMaskDoes) {
  const Value masked =
      json({"mask", "mdav", "people.csv", "--columns", "age,income", "--k", "3", "-o", "m.csv"});
  ASSERT_TRUE(has(texts(masked.at("warnings")), "group means rest on fewer than k values"));
  const Value compared =
      json({"compare", "people.csv", "--columns", "age,income", "--methods", "mdav", "--fix", "mdav.k=3",
            "--equal", "distance-linkage=30", "--tolerance", "100%", "--rank-by", "sse", "-o", "out"});
  ASSERT_EQ(compared.at("winner"), Value("mdav"));
  EXPECT_EQ(folder_.read("out/winner.csv"), folder_.read("m.csv"));
  for (const std::string& warning : texts(masked.at("warnings"))) {
    EXPECT_TRUE(has(texts(compared.at("warnings")), warning)) << warning;
  }
  EXPECT_NE(folder_.read("out/report.html").find("group means rest on fewer than k values"),
            std::string::npos);
}

TEST_F(ReleasePath, TheWinnerKeepsThePromiseThatMaskVerifies) {
  folder_.write("town.csv", "age\n21\n21\n22\n22\n23\n23\n24\n24\n31\n31\n32\n32\n");
  folder_.write("some.csv", "age\n21\n22\n23\n31\n32\n");
  folder_.write("age.csv", "21;20-29;*\n22;20-29;*\n23;20-29;*\n24;20-29;*\n31;30-39;*\n32;30-39;*\n");
  const std::vector<std::string> model = {"--columns",   "age",          "--k",      "1",       "--hierarchy",
                                          "age=age.csv", "--population", "town.csv", "--model", "k-map:3"};
  std::vector<std::string> mask = {"mask", "generalization", "some.csv", "-o", "m.csv"};
  mask.insert(mask.end(), model.begin(), model.end());
  const Value masked = json(mask);
  const Value& promise = masked.at("promises").as_array().front().at("models").as_array().back();
  ASSERT_EQ(promise.at("model"), Value("k-map:3"));
  ASSERT_TRUE(promise.at("kept").as_bool());
  const Value compared = json({"compare",     "some.csv",
                               "--columns",   "age",
                               "--methods",   "generalization",
                               "--fix",       "generalization.k=1",
                               "--fix",       "generalization.hierarchy=age=age.csv",
                               "--fix",       "generalization.population=town.csv",
                               "--fix",       "generalization.model=k-map:3",
                               "--equal",     "distance-linkage=50",
                               "--tolerance", "100%",
                               "--rank-by",   "contingency",
                               "-o",          "out"});
  ASSERT_EQ(compared.at("winner"), Value("generalization")) << to_text(compared.at("methods"));
  EXPECT_EQ(compared.at("release").at("promises"), masked.at("promises"));
  EXPECT_EQ(folder_.read("out/winner.csv"), folder_.read("m.csv"));
}

}  // namespace
}  // namespace sfumato::testing
