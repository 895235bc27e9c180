// A guarantee in sentences: the factor on the odds, what is covered and what is not, and why there is none.
#include "report/promise.hpp"

#include <gtest/gtest.h>

#include "core/guarantee.hpp"

namespace sfumato::report {
namespace {

TEST(Promise, SaysWhatHappensToOdds) {
  Guarantee guarantee;
  guarantee.epsilon = 1.0;
  guarantee.columns = {"income", "tax"};
  guarantee.uncovered = {"sex"};
  guarantee.premises = {"the order of the rows is public"};
  const std::string text = promise_text(guarantee_value(guarantee));
  EXPECT_NE(text.find("ε = 1: "), std::string::npos) << text;
  EXPECT_NE(text.find("by more than a factor of 2.72 against"), std::string::npos) << text;
  EXPECT_NE(text.find("That holds for 'income'"), std::string::npos) << text;
  EXPECT_NE(text.find("does not hold for 'sex'"), std::string::npos) << text;
  EXPECT_NE(text.find("Mind that the order of the rows is public."), std::string::npos) << text;
  EXPECT_EQ(text.find("next to nothing"), std::string::npos);
}

TEST(Promise, IsHonestAboutLargeAndSmallBudgets) {
  Guarantee guarantee;
  guarantee.epsilon = 0.01;
  EXPECT_NE(promise_text(guarantee_value(guarantee)).find("by more than 1 % against"), std::string::npos);
  guarantee.epsilon = 100.0;
  const std::string text = promise_text(guarantee_value(guarantee));
  EXPECT_NE(text.find("a factor of e^100"), std::string::npos) << text;
  EXPECT_NE(text.find("bounds next to nothing"), std::string::npos) << text;
}

TEST(Promise, SaysWhyThereIsNone) {
  EXPECT_EQ(promise_text("none"), "");
  EXPECT_EQ(promise_text("none: seeded"), "");
  EXPECT_EQ(promise_text("none: the domain was read from the data"),
            "The release promises no differential privacy: the domain was read from the data.");
}

}  // namespace
}  // namespace sfumato::report
