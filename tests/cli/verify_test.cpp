// `sfumato verify`: a respondent's own values against a released file.
#include <gtest/gtest.h>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class VerifyCommand : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("y.csv", "a,b,c\n10,100,x\n20,200,y\n30,400,x\n40,300,y\n"); }

  Outcome run(std::vector<std::string> more) {
    more.insert(more.begin(), {"verify", "y.csv"});
    return run_in(folder_.path(), more);
  }

  TemporaryFolder folder_;
};

TEST_F(VerifyCommand, GivesTheDistanceOfOnesOwnRecord) {
  const Outcome outcome = run({"--mine", "a=21", "--mine", "b=290", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = io::parse_json(outcome.out, "output");
  EXPECT_EQ(document.at("distance").as_number(), 1.0);
  EXPECT_EQ(document.at("percent").as_number(), 25.0);
  EXPECT_EQ(document.at("nearest").as_number(), 2.0);
  EXPECT_EQ(document.at("columns").at("b").at("closest").as_number(), 300.0);
  const Outcome text = run({"--mine", "a=21", "--mine", "b=290"});
  EXPECT_NE(text.out.find("differs from yours by at least 1 rank"), std::string::npos) << text.out;
  const Outcome same = run({"--mine", "a=20", "--mine", "b=210"});
  EXPECT_NE(same.out.find("closest to yours in every column"), std::string::npos) << same.out;
}

TEST_F(VerifyCommand, RefusesWhatItCannotCompare) {
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{},
                                             {"--mine", "a"},
                                             {"--mine", "=3"},
                                             {"--mine", "a=x"},
                                             {"--mine", "c=1"},
                                             {"--mine", "d=1"},
                                             {"--mine", "a=1", "--mine", "a=2"},
                                             {"--mine", "a="},
                                             {"--mine", "a=1e999"}}) {
    EXPECT_EQ(run(bad).status, 2);
  }
}

}  // namespace
}  // namespace sfumato::testing
