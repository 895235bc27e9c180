// Comparisons of categories from the command line: what is usual for them, hierarchies, and promises of the
// winner.
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class CategoricalComparison : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_in(folder_.path(), {"sample", "people", "--rows", "400", "--seed", "5", "-o", "people.csv"})
                  .status,
              0);
    folder_.write("marital.toml",
                  "kind = \"groups\"\nlevels = [{ single = [\"single\"], married = [\"married\"], other = "
                  "[\"widowed\", \"divorced\"] }]\n");
  }

  Value compared(std::vector<std::string> more) {
    std::vector<std::string> arguments{
        "compare", "people.csv", "--columns",    "sex,education,marital_status",
        "--seed",  "1",          "--replicates", "2",
        "--json",  "-o",         "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = run_in(folder_.path(), arguments);
    EXPECT_EQ(run.status, 0) << run.error;
    return io::parse_json(run.out, "standard output");
  }

  static const Value* method_of(const Value& document, const std::string& name) {
    for (const Value& entry : document.at("methods").as_array()) {
      if (entry.at("method").as_text() == name) return &entry;
    }
    return nullptr;
  }

  TemporaryFolder folder_;
};

TEST_F(CategoricalComparison, IsByLinkageAndTablesOfCountsUnlessAsked) {
  const Value document = compared({"--fix", "recoding.hierarchy=marital_status=marital.toml"});
  EXPECT_EQ(document.at("equal").at("measure").as_text(), "distance-linkage");
  for (const char* name : {"pram", "data-swapping", "local-suppression"}) {
    const Value* entry = method_of(document, name);
    ASSERT_NE(entry, nullptr) << name;
    EXPECT_TRUE(entry->at("measures").find("contingency") != nullptr) << name;
    EXPECT_TRUE(entry->at("measures").find("entropy-loss") != nullptr) << name;
  }
  const Value* recoding = method_of(document, "recoding");
  ASSERT_NE(recoding, nullptr);
  // The hierarchy was there: one level up has another risk than none.
  const Value::Array& attainable = recoding->at("attainable").as_array();
  EXPECT_LT(attainable[0].as_number(), attainable[1].as_number());
  EXPECT_EQ(method_of(document, "rank-swapping"), nullptr);  // it takes no such columns
}

TEST_F(CategoricalComparison, TheWinnersPromiseIsChecked) {
  const Value document = compared({"--methods", "generalization,local-suppression", "--equal",
                                   "k-anonymity=3", "--fix", "generalization.suppress=5"});
  ASSERT_NE(method_of(document, "generalization"), nullptr);
  ASSERT_NE(method_of(document, "local-suppression"), nullptr);
  EXPECT_EQ(method_of(document, "generalization")->at("attained").as_number(), 3.0);
  EXPECT_EQ(method_of(document, "local-suppression")->at("attained").as_number(), 3.0);
  const Value promise = document.at("release").at("promises").as_array().front();
  EXPECT_EQ(promise.at("keys"), Value::array_of({"sex", "education", "marital_status"}));
  EXPECT_TRUE(promise.at("models").as_array().front().at("kept").as_bool());
  EXPECT_NE(folder_.read("out/report.html").find("Checked in the file as written"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
