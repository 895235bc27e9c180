// `sfumato measure` with risks of keys: of a release, of a file by itself, and against a file of the
// population.
#include <cmath>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const people_with_categories =
    "id,region,sex,illness,w\n"
    "1,north,f,flu,10\n2,north,f,none,10\n3,north,m,none,20\n4,south,f,none,5\n5,south,f,flu,5\n6,south,m,,"
    "2\n";

class CategoricalMeasures : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("x.csv", people_with_categories);
    // Sex is suppressed for the two men.
    folder_.write(
        "y.csv",
        "region,sex,illness,w\n"
        "north,f,flu,10\nnorth,f,none,10\nnorth,,none,20\nsouth,f,none,5\nsouth,f,flu,5\nsouth,,,2\n");
  }
  Outcome run(std::vector<std::string> more) const {
    more.insert(more.begin(), "measure");
    return run_in(folder_.path(), more);
  }
  Value measured(std::vector<std::string> more) const {
    more.emplace_back("--json");
    const Outcome outcome = run(more);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }

  TemporaryFolder folder_;
};

TEST_F(CategoricalMeasures, CountTheRelease) {
  const Value document =
      measured({"x.csv", "y.csv", "--columns", "region,sex", "--measures", "k-anonymity,suda,uniqueness"});
  const Value& k = document.at("measures").at("k-anonymity");
  EXPECT_EQ(k.at("value").as_number(), 3.0);  // a missing sex is like any
  EXPECT_EQ(k.at("details").at("smallest").at("category").as_number(), 1.0);
  EXPECT_EQ(k.at("side").as_text(), "risk");
  EXPECT_EQ(document.at("measures").at("suda").at("value").as_number(), 0.0);
  EXPECT_NEAR(document.at("measures").at("uniqueness").at("value").as_number(), 100.0 / 3.0, 1e-12);
}

TEST_F(CategoricalMeasures, TakeRolesAndWeights) {
  const Value document =
      measured({"x.csv", "y.csv", "--quasi", "region,sex", "--confidential", "illness", "--weight", "w",
                "--measures", "l-diversity,t-closeness,individual-risk,model-risk,reidentification"});
  const Value& measures = document.at("measures");
  // The last record is alone with its keys and has no illness: its class has no value at all.
  EXPECT_EQ(measures.at("l-diversity").at("value").as_number(), 0.0);
  EXPECT_EQ(measures.at("l-diversity").at("details").at("valueless_records").as_integer(), 1);
  EXPECT_EQ(measures.at("l-diversity").at("details").at("column").as_text(), "illness");
  EXPECT_EQ(measures.at("individual-risk").at("details").at("weighted").as_bool(), true);
  EXPECT_NEAR(measures.at("model-risk").at("details").at("sampled").as_number(), 6.0 / 52.0, 1e-15);
  EXPECT_EQ(measures.at("reidentification").at("details").at("people").as_text(), "estimated");
}

TEST_F(CategoricalMeasures, OfAFileByItself) {
  const Value document = measured({"x.csv", "--columns", "region,sex", "--measures", "k-anonymity,suda"});
  EXPECT_EQ(document.find("masked"), nullptr);
  EXPECT_EQ(document.at("rows").as_integer(), 6);
  EXPECT_EQ(document.at("measures").as_object().size(), 2U);
  EXPECT_EQ(document.at("measures").at("k-anonymity").at("value").as_number(), 1.0);
  const Value twice =
      measured({"x.csv", "x.csv", "--columns", "region,sex", "--measures", "k-anonymity,suda"});
  EXPECT_EQ(twice.at("measures"), document.at("measures"));
}

TEST_F(CategoricalMeasures, OfAFileByItselfAreAllRisksOfKeys) {
  const Value document = measured({"x.csv", "--columns", "region,sex"});
  std::vector<std::string> names;
  for (const auto& member : document.at("measures").as_object()) names.push_back(member.first);
  EXPECT_EQ(names,
            (std::vector<std::string>{"k-anonymity", "individual-risk", "model-risk", "suda", "l-diversity",
                                      "t-closeness", "uniqueness", "reidentification", "identifying-power"}));
  const Outcome text = run({"x.csv", "--columns", "region,sex"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("2 of 6 records are unique on their keys"), std::string::npos) << text.out;
}

TEST_F(CategoricalMeasures, SayWhatNeedsAMaskedFile) {
  const Outcome two = run({"x.csv", "--columns", "w", "--measures", "sse"});
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.error.find("'sse' compares a masked file with its original"), std::string::npos) << two.error;
  folder_.write("map.csv", "masked,original\n1,1\n");
  EXPECT_EQ(run({"x.csv", "--columns", "sex", "--map", "map.csv"}).status, 2);
  EXPECT_EQ(run({"x.csv", "--columns", "sex", "--no-mapping"}).status, 2);
  EXPECT_EQ(run({"x.csv", "--columns", "sex", "--export-permutation", "p.csv"}).status, 2);
}

TEST_F(CategoricalMeasures, WriteTheRiskOfEachRecord) {
  const Outcome outcome = run({"x.csv", "--columns", "region,sex", "--measures", "k-anonymity,uniqueness",
                               "--per-record", "risks.csv"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(folder_.read("risks.csv"),
            "record,k-anonymity,uniqueness\n1,2.0,0.0\n2,2,0\n3,1,1\n4,2,0\n5,2,0\n6,1,1\n");
}

// Of the two men, who are alone in the file, another lives in the south.
TEST_F(CategoricalMeasures, ReadAFileOfThePopulation) {
  folder_.write(
      "all.csv",
      "sex,region\nf,north\nf,north\nf,north\nm,north\nf,south\nf,south\nm,south\nm,south\nf,east\n");
  const Value document =
      measured({"x.csv", "--columns", "region,sex", "--measures", "uniqueness,reidentification", "--set",
                "uniqueness.population=all.csv", "--set", "reidentification.population=all.csv", "--set",
                "reidentification.attacker=marketer"});
  const Value& counted = document.at("measures").at("uniqueness").at("details").at("counted");
  EXPECT_EQ(counted.at("population_uniques").as_integer(), 2);
  EXPECT_EQ(counted.at("given_sample_unique").as_number(), 0.5);
  EXPECT_NEAR(counted.at("correct_given_unique").as_number(), 2.0 / 3.0, 1e-15);
  const Value& marketer = document.at("measures").at("reidentification");
  EXPECT_NEAR(marketer.at("value").as_number(), 100.0 * (2.0 / 3.0 + 1.0 + 1.0 + 0.5) / 6.0, 1e-12);
  EXPECT_EQ(marketer.at("parameters").at("population").as_text(), "all.csv");
}

TEST_F(CategoricalMeasures, RefuseAPopulationThatCannotBe) {
  const std::vector<std::string> call{"x.csv",
                                      "--columns",
                                      "region,sex",
                                      "--measures",
                                      "uniqueness",
                                      "--set",
                                      "uniqueness.population=all.csv"};
  EXPECT_EQ(run(call).status, 2);  // there is no such file
  folder_.write("all.csv", "region\nnorth\n");
  const Outcome lacking = run(call);
  EXPECT_EQ(lacking.status, 2);
  EXPECT_NE(lacking.error.find("the population has no column 'sex'"), std::string::npos) << lacking.error;
  folder_.write("all.csv", "region,sex\nnorth,f\n");
  std::vector<std::string> overwriting = call;
  overwriting.insert(overwriting.end(), {"--per-record", "all.csv"});
  EXPECT_EQ(run(overwriting).status, 2);
  EXPECT_EQ(folder_.read("all.csv"), "region,sex\nnorth,f\n");
}

const char* const population = "region,sex\nnorth,f\nnorth,f\nnorth,m\nsouth,f\nsouth,f\nsouth,m\nsouth,m\n";

TEST_F(CategoricalMeasures, TakePartInComparisons) {
  folder_.write("all.csv", population);
  const Outcome outcome = run_in(
      folder_.path(), {"compare", "x.csv", "--columns", "region,sex", "--methods", "pram", "--equal",
                       "reidentification=50", "--rank-by", "uniqueness", "--set",
                       "reidentification.population=all.csv", "--replicates", "2", "--seed", "1", "--json"});
  ASSERT_LE(outcome.status, 1) << outcome.error;  // 1: six records do not attain 50 %
  const Value document = io::parse_json(outcome.out, "standard output");
  const Value& pram = document.at("methods").as_array()[0];
  EXPECT_GT(pram.at("attained").as_number(), 0.0);
}

// Nothing is changed with retain = 1: 2, 2, 1, 2, 2 and 2 people are like the records.
TEST_F(CategoricalMeasures, TakePartInPlans) {
  folder_.write("all.csv", population);
  folder_.write("p.toml", R"(
seed = 1
measures = ["reidentification"]
[settings]
reidentification = { population = "all.csv", attacker = "marketer" }
[data]
path = "x.csv"
columns = ["region", "sex"]
[[methods]]
method = "pram"
retain = 1
)");
  const Outcome outcome = run_in(folder_.path(), {"run", "p.toml", "-o", "out", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = io::parse_json(outcome.out, "standard output");
  const Value& cell = document.at("cells").as_array()[0];
  EXPECT_NEAR(cell.at("measures").at("reidentification").at("value").as_number(), 100.0 * 3.5 / 6.0, 1e-12);
}

}  // namespace
}  // namespace sfumato::testing
