// `sfumato compare` with methods that promise differential privacy: which k for which ε, what is foretold,
// and what a choice on the data leaves of a promise.
#include <cmath>

#include "core/guarantee.hpp"
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class PrivateComparison : public ::testing::Test {
 protected:
  void SetUp() override { make_people(folder_.path()); }

  Outcome compare(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"compare", "people.csv", "--columns", "income,savings", "--rank-by",
                                         "emd", "--replicates", "2", "-o", "out", "--json"});
    return run_in(folder_.path(), arguments);
  }
  Value winner() const { return io::read_sidecar(folder_.file("out/winner.toml")).release; }

  TemporaryFolder folder_;
};

TEST_F(PrivateComparison, SaysWhichKGoesWithAnEpsilon) {
  const Outcome run = compare({"--fix", "laplace.epsilon=1", "--sweep", "laplace.k"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = io::parse_json(run.out, "compare");
  std::size_t records = 0;
  for (const Value& method : document.at("methods").as_array()) {
    EXPECT_EQ(method.at("method").as_text(), "laplace");
    EXPECT_TRUE(method.at("reached").as_bool()) << to_text(method.at("reason"));
    EXPECT_NE(method.at("parameters").at("mode").as_text(), "paper-2013");
    const double k = method.at("parameters").at("k").as_number();
    const bool record = method.at("parameters").at("mode").as_text() == "record";
    const bool groups = method.at("parameters").at("mode").as_text() == "multivariate";
    records += record ? 1 : 0;
    // √2·m/ε, over k, times the number of groups, in percent.
    const double expected = 282.842712 * (groups ? std::floor(150.0 / k) : 1.0) / k;
    EXPECT_NEAR(method.at("expected").at("error_percent").as_number(), expected, 1e-6 * expected);
  }
  EXPECT_EQ(records, 1U);
  const Value guarantee = winner().at("guarantee");
  EXPECT_EQ(guaranteed_epsilon(guarantee), 1.0);
  EXPECT_NE(to_text(guarantee.at("premises")).find("chosen by measuring the data"), std::string::npos);
  EXPECT_NE(folder_.read("out/report.html").find("Expected before the data are looked at"),
            std::string::npos);
  EXPECT_NE(folder_.read("out/report.html").find("ε-differentially private with ε = 1"), std::string::npos);
}

TEST_F(PrivateComparison, AnEpsilonPickedOnTheDataPromisesNothing) {
  ASSERT_EQ(compare({"--methods", "laplace", "--equal", "rank-linkage=1.5", "--tolerance", "20%"}).status, 0);
  EXPECT_EQ(to_text(winner().at("guarantee")), "none: ε was picked by calibration on the data");
  ASSERT_EQ(compare({"--sweep", "laplace.epsilon=1,100", "--fix", "laplace.mode=record"}).status, 0);
  EXPECT_EQ(to_text(winner().at("guarantee")), "none: ε was picked among several by measuring the data");
}

TEST_F(PrivateComparison, ListsOnceWhatLacksADomain) {
  folder_.write("people.toml", "");
  const Outcome run = compare({"--fix", "laplace.epsilon=1", "--sweep", "laplace.k=1,5,20"});
  EXPECT_EQ(run.status, 1) << run.error;
  const Value document = io::parse_json(run.out, "compare");
  ASSERT_EQ(document.at("methods").as_array().size(), 1U);
  const Value& method = document.at("methods").as_array().front();
  EXPECT_FALSE(method.at("reached").as_bool());
  EXPECT_EQ(method.at("reason").as_text(), "laplace needs the declared domain of 'income' and 'savings'");
}

TEST_F(PrivateComparison, TakesPartBesideOtherMethods) {
  const Outcome run = compare({"--methods", "laplace,dp-copula,mdav", "--equal", "distance-linkage=2",
                               "--tolerance", "60%", "--seed", "1"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = io::parse_json(run.out, "compare");
  EXPECT_EQ(document.at("methods").as_array().size(), 3U);
}

}  // namespace
}  // namespace sfumato::testing
