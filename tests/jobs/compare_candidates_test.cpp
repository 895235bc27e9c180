// Finished releases in a comparison: ranked as they are beside methods, at most or at equal risk, with a
// holdout that no method sees.
#include <algorithm>

#include "core/error.hpp"
#include "jobs/compare.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

const compare::Attempt* attempt_of(const jobs::CompareResult& result, const std::string& name) {
  for (const compare::Attempt& attempt : result.parts.front().comparison.attempts) {
    if (attempt.contender->name() == name) return &attempt;
  }
  return nullptr;
}

class CompareCandidates : public ::testing::Test {
 protected:
  jobs::CompareRequest request() const {
    jobs::CompareRequest result;
    result.original = {{.table = original_, .sidecar = {}, .missing_token = {}}, "people"};
    result.columns = {"age", "income", "size"};
    result.methods = {"additive-noise"};
    result.rank_by = {"marginals"};
    return result;
  }
  jobs::CompareResult compared(const jobs::CompareRequest& asked) const {
    sfumato::Run run({.seed = 1, .threads = 2});
    run = run.with_table("fresh", testing::mixed_people(300, 2))
              .with_table("copy", original_)
              .with_table("unseen", testing::mixed_people(200, 3));
    return jobs::compare_methods(asked, {}, run);
  }

  Table original_ = testing::mixed_people(300, 1);
};

TEST_F(CompareCandidates, AreKeptBelowALimit) {
  jobs::CompareRequest asked = request();
  asked.candidates = {"fresh", "copy"};
  asked.at_most = {"exact-copies=5"};
  const jobs::CompareResult result = compared(asked);
  ASSERT_NE(attempt_of(result, "fresh"), nullptr);
  EXPECT_TRUE(attempt_of(result, "fresh")->reached);
  EXPECT_TRUE(attempt_of(result, "fresh")->overall.has_value());
  EXPECT_FALSE(attempt_of(result, "copy")->reached);
  EXPECT_NE(attempt_of(result, "copy")->reason.find("exact-copies 100"), std::string::npos);
}

TEST_F(CompareCandidates, AreTakenAsSaferAtEqualRisk) {
  jobs::CompareRequest asked = request();
  asked.candidates = {"fresh", "copy"};
  asked.equal = {"exact-copies=50"};
  const jobs::CompareResult result = compared(asked);
  EXPECT_TRUE(attempt_of(result, "fresh")->reached);
  EXPECT_GT(attempt_of(result, "fresh")->calibration.safer_by.value_or(0.0), 40.0);
  EXPECT_FALSE(attempt_of(result, "copy")->reached);
}

TEST_F(CompareCandidates, LeaveAHoldoutToTheMeasures) {
  jobs::CompareRequest asked = request();
  asked.at_most = {"membership=60"};
  asked.holdout_share = 0.3;
  const jobs::CompareResult result = compared(asked);
  EXPECT_EQ(result.rows, 210U);
  EXPECT_TRUE(attempt_of(result, "additive-noise")->reached);
  // A finished release may have seen the records that are split off.
  asked.candidates = {"fresh"};
  EXPECT_THROW(compared(asked), Error);
  asked.holdout_share = 0.0;
  asked.settings = {"membership.holdout=unseen"};
  const jobs::CompareResult held = compared(asked);
  EXPECT_TRUE(attempt_of(held, "fresh")->reached);
}

TEST_F(CompareCandidates, AreNamedOnceAndExist) {
  jobs::CompareRequest asked = request();
  asked.candidates = {"fresh", "fresh"};
  EXPECT_THROW(compared(asked), Error);
  asked.candidates = {"mdav"};
  EXPECT_THROW(compared(asked), Error);
  asked.candidates = {"no such file.csv"};
  EXPECT_THROW(compared(asked), Error);
}

}  // namespace
}  // namespace sfumato
