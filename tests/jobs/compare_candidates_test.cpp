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

bool warns(const jobs::CompareResult& result, const std::string& words) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [&](const Warning& warning) { return warning.text.find(words) != std::string::npos; });
}

TEST_F(CompareCandidates, ARiskThatNeedsAHoldoutIsRefusedWithout) {
  for (const std::string risk : {"membership", "attribute-inference"}) {
    for (const bool equal : {true, false}) {
      jobs::CompareRequest asked = request();
      (equal ? asked.equal : asked.at_most) = {risk + "=55"};
      try {
        compared(asked);
        FAIL() << risk;
      } catch (const Error& error) {
        EXPECT_EQ(error.parameter, equal ? "equal" : "at-most");
        EXPECT_NE(error.message.find(risk + " needs records"), std::string::npos) << error.message;
        EXPECT_NE(error.hint.find("‹holdout-share›"), std::string::npos) << error.hint;
        EXPECT_NE(error.hint.find(risk + ".holdout=FILE"), std::string::npos) << error.hint;
      }
    }
  }
}

// Methods that make synthetic files, by the risks of such files: at most, with a holdout that is split off.
class CompareSynthesizers : public CompareCandidates {
 protected:
  CompareSynthesizers() {
    for (const ColumnId id : {ColumnId{2}, ColumnId{3}, ColumnId{4}}) {  // dp-copula needs domains
      ColumnInfo info = original_.info(id);
      info.domain = Domain{0.0, id == 3 ? 200000.0 : 100.0};
      original_.set_info(id, info);
    }
  }
  jobs::CompareRequest synthesizers() const {
    jobs::CompareRequest result = request();
    result.methods = {"ipso", "hybrid", "multiple-imputation", "dp-copula"};
    result.rank_by = {"marginals", "pair-relations"};
    result.holdout_share = 0.2;
    result.replicates = 2;
    return result;
  }
};

TEST_F(CompareSynthesizers, AreKeptBelowRisksOfSyntheticFiles) {
  jobs::CompareRequest asked = synthesizers();
  asked.at_most = {"membership=75", "closest-record=50"};
  const jobs::CompareResult result = compared(asked);
  EXPECT_TRUE(warns(result, "60 of 300 records are split off"));
  for (const std::string& name : asked.methods) {
    const compare::Attempt* attempt = attempt_of(result, name);
    ASSERT_NE(attempt, nullptr) << name;
    EXPECT_TRUE(attempt->reached) << name << attempt->reason;
    EXPECT_TRUE(attempt->overall.has_value()) << name;
    ASSERT_EQ(attempt->limited.size(), 2U);
    EXPECT_LE(attempt->limited[0].value.value(), 75.0) << name;
    EXPECT_GE(attempt->limited[1].value.value(), 50.0) << name;
    for (const compare::Estimate& measure : attempt->measures) EXPECT_TRUE(measure.value) << name;
  }
}

// Those without a dial, and those whose dial does not change it, are listed with what they give.
TEST_F(CompareSynthesizers, AreBroughtToARiskOfSyntheticFiles) {
  jobs::CompareRequest asked = synthesizers();
  asked.equal = {"closest-record=80"};
  asked.tolerance = "10%";
  const jobs::CompareResult result = compared(asked);
  EXPECT_TRUE(attempt_of(result, "hybrid")->reached) << attempt_of(result, "hybrid")->reason;
  EXPECT_GE(attempt_of(result, "hybrid")->calibration.best->estimate.value.value(), 72.0);
  for (const char* name : {"ipso", "multiple-imputation", "dp-copula"}) {
    const compare::Attempt* attempt = attempt_of(result, name);
    ASSERT_NE(attempt, nullptr) << name;
    EXPECT_NE(attempt->reached, !attempt->reason.empty()) << name << attempt->reason;
    EXPECT_TRUE(attempt->calibration.best->estimate.value) << name;
  }
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
