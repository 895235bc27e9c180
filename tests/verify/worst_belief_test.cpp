// The worst belief by hand.
#include "verify/worst_belief.hpp"

#include <gtest/gtest.h>

namespace sfumato::verify {
namespace {

TEST(WorstBelief, WithoutKnowledgeIsTheLargestShare) {
  EXPECT_DOUBLE_EQ(worst_belief({{3, 1}, {1, 1, 1}}, 0), 0.75);
  EXPECT_EQ(worst_belief({}, 2), 0.0);
  EXPECT_EQ(worst_belief({{0, 0}}, 2), 0.0);
}

// Values 2, 1 and 1 of four persons. Antecedent and consequent about one person: it has one of the two most
// frequent values with 3/4, and the implication moves the second to the first. P(A) = 2/4, P(neither) = 1/4:
// 2/3. About two persons: P(neither has the first) = 2/4·1/3 = 1/6: 1/(1 + (1/6)/(1/2)) = 3/4.
TEST(WorstBelief, OneImplication) {
  EXPECT_DOUBLE_EQ(worst_belief({{2, 1, 1}}, 1), 0.75);
  EXPECT_DOUBLE_EQ(worst_belief({{1, 1, 2}}, 1), 0.75);
}

// Two values in a class of two: one implication settles both persons.
TEST(WorstBelief, IsCertainWhereTwoValuesAreLeft) { EXPECT_DOUBLE_EQ(worst_belief({{1, 1}}, 1), 1.0); }

}  // namespace
}  // namespace sfumato::verify
