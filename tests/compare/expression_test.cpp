// User-defined scores: precedence, names with hyphens, and what is refused.
#include "compare/expression.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::compare {
namespace {

const std::vector<std::string> names = {"a", "b", "a-b", "sse", "information-loss", "score", "score-2"};

std::optional<double> value(const std::string& text) {
  return Expression::parse(text, names).evaluate([](const std::string& name) -> std::optional<double> {
    if (name == "a") return 10.0;
    if (name == "b") return 4.0;
    if (name == "a-b") return 100.0;
    if (name == "information-loss") return 25.0;
    return std::nullopt;
  });
}

TEST(Expression, ComputesByPrecedence) {
  EXPECT_EQ(value("1 + 2*3"), 7.0);
  EXPECT_EQ(value("(1 + 2)*3"), 9.0);
  EXPECT_EQ(value("8/4/2"), 1.0);
  EXPECT_EQ(value("8-4-2"), 2.0);
  EXPECT_EQ(value("-2*-3"), 6.0);
  EXPECT_EQ(value("1e2+1e-1"), 100.1);
  EXPECT_EQ(value(" 0.5*information-loss + .5*a "), 17.5);
}

TEST(Expression, TakesTheLongestNameThatFits) {
  EXPECT_EQ(value("a-b"), 100.0);
  EXPECT_EQ(value("a - b"), 6.0);
  EXPECT_EQ(value("b-a"), -6.0);
  EXPECT_EQ(value("a-b-a"), 90.0);
  EXPECT_EQ(value("a-2"), 8.0);
  EXPECT_EQ(Expression::parse("score-2 + score - 2*a + a", names).names(),
            (std::vector<std::string>{"score-2", "score", "a"}));
}

TEST(Expression, HasNoValueWhereAPartHasNone) {
  EXPECT_EQ(value("a + sse"), std::nullopt);
  EXPECT_EQ(value("a/0"), std::nullopt);
  EXPECT_EQ(value("1e308*10"), std::nullopt);
}

TEST(Expression, RefusesTheRest) {
  for (const char* wrong :
       {"", "  ", "1 +", "(1", "1)", "a b", "2a", "a**b", "1..2", "A", "information", "a&b", "1e999", "()"}) {
    EXPECT_THROW(Expression::parse(wrong, names), Error) << wrong;
  }
  EXPECT_THROW(Expression::parse(std::string(5000, '('), names), Error);
  EXPECT_THROW(Expression::parse(std::string(9000, '-') + "1", names), Error);
  try {
    Expression::parse("0.5*informaton-loss", names);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint.find("information-loss"), std::string::npos) << error.hint;
  }
}

}  // namespace
}  // namespace sfumato::compare
