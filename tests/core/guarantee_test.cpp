// Guarantees in JSON and as a sentence, and how they are withdrawn.
#include "core/guarantee.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

Guarantee full() {
  Guarantee guarantee;
  guarantee.epsilon = 1.5;
  guarantee.split = {{"income", 1.0}, {"tax", 0.5}};
  guarantee.columns = {"income", "tax"};
  guarantee.uncovered = {"town"};
  guarantee.premises = {"the order of the rows is public"};
  return guarantee;
}

TEST(Guarantee, OfNothingIsNone) {
  EXPECT_FALSE(Guarantee().holds());
  EXPECT_EQ(guarantee_value({}), Value("none"));
  EXPECT_EQ(guarantee_words("none"), "none");
  EXPECT_FALSE(guaranteed_epsilon("none").has_value());
}

TEST(Guarantee, HoldsAllThatItDependsOn) {
  const Value value = guarantee_value(full());
  EXPECT_EQ(value.at("model").as_text(), "differential privacy");
  EXPECT_EQ(value.at("epsilon").as_number(), 1.5);
  EXPECT_EQ(value.at("unit").as_text(), "record");
  EXPECT_EQ(value.at("neighbours").as_text(), "one record replaced by another, their number public");
  EXPECT_EQ(value.at("split").at("income").as_number(), 1.0);
  EXPECT_EQ(value.at("split").at("tax").as_number(), 0.5);
  EXPECT_EQ(value.at("columns"), Value::array_of({"income", "tax"}));
  EXPECT_EQ(value.at("not_covered"), Value::array_of({"town"}));
  EXPECT_EQ(value.at("premises"), Value::array_of({"the order of the rows is public"}));
  EXPECT_EQ(guaranteed_epsilon(value), 1.5);
}

TEST(Guarantee, SaysTheSameInWordsButItsPremises) {
  EXPECT_EQ(
      guarantee_words(guarantee_value(full())),
      "ε-differential privacy with ε = 1.5 for each record (one record replaced by another, their number "
      "public), spent on income 1, tax 0.5; not covered, released as they are: town");
}

TEST(Guarantee, OfASinglePartIsNotSplitInWords) {
  Guarantee guarantee;
  guarantee.epsilon = 2.0;
  guarantee.split = {{"income", 2.0}};
  EXPECT_EQ(guarantee_words(guarantee_value(guarantee)).find("spent"), std::string::npos);
}

TEST(Guarantee, IsWithdrawnWithEachReasonOnce) {
  Guarantee guarantee = full();
  guarantee.withdraw("seeded");
  guarantee.withdraw("the domain was read from the data");
  guarantee.withdraw("seeded");
  EXPECT_FALSE(guarantee.holds());
  const Value value = guarantee_value(guarantee);
  EXPECT_EQ(value, Value("none: seeded; the domain was read from the data"));
  EXPECT_FALSE(guaranteed_epsilon(value).has_value());
  EXPECT_EQ(guarantee_words(value), value.as_text());
}

TEST(Guarantee, ThatWasNeverGivenStillSaysWhyNot) {
  Guarantee guarantee;
  guarantee.withdraw("seeded");
  EXPECT_EQ(guarantee_value(guarantee), Value("none: seeded"));
}

}  // namespace
}  // namespace sfumato
