// Values of the data in messages: at most five, none for readers who do not have the data.
#include "core/data_values.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato {
namespace {

TEST(DataValues, OneIsQuotedOrCounted) {
  const std::string text = "line 3: " + data_value("x'y") + " is not a number";
  EXPECT_EQ(with_values(text, DataValues::shown), "line 3: 'x'y' is not a number");
  EXPECT_EQ(with_values(text, DataValues::hidden), "line 3: a value is not a number");
}

TEST(DataValues, AtMostFiveAreNamed) {
  const auto said = [](std::size_t count, DataValues how) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(std::string(1, static_cast<char>('a' + i)));
    return with_values(data_values(values), how);
  };
  EXPECT_EQ(said(2, DataValues::shown), "'a' and 'b'");
  EXPECT_EQ(said(5, DataValues::shown), "'a', 'b', 'c', 'd' and 'e'");
  EXPECT_EQ(said(6, DataValues::shown), "'a', 'b', 'c', 'd', 'e' and 1 more");
  EXPECT_EQ(said(6, DataValues::hidden), "6 values");
}

TEST(DataValues, AtMostFiveOfAWholeMessage) {
  const std::string text =
      data_values({"a", "b", "c"}) + "; " + data_values({"d", "e", "f"}) + "; " + data_value("g");
  EXPECT_EQ(with_values(text, DataValues::shown), "'a', 'b' and 'c'; 'd', 'e' and 1 more; a value");
}

TEST(DataValues, AValueCannotForgeAMark) {
  const std::string text = data_value(
                               "a\x03 secret \x02"
                               "9\x1f"
                               "b") +
                           " end";
  EXPECT_EQ(with_values(text, DataValues::hidden), "a value end");
  EXPECT_EQ(with_values(text, DataValues::shown), "'a\\x03 secret \\x029\\x1fb' end");
}

TEST(DataValues, ALongValueIsCut) {
  EXPECT_LT(with_values(data_value(std::string(100000, 'x')), DataValues::shown).size(), 60U);
}

TEST(DataValues, OtherControlCharactersStay) {
  EXPECT_EQ(with_values("a\x02 b", DataValues::hidden), "a\x02 b");
  EXPECT_EQ(with_values("a\x03 b", DataValues::shown), "a\x03 b");
}

TEST(DataValues, SpellingHidesThemUnlessTold) {
  const std::string text = data_value("x") + " needs ‹missing›";
  EXPECT_EQ(spelled(text, ParameterSpelling::command_line), "a value needs --missing");
  EXPECT_EQ(spelled(text, ParameterSpelling::plain, DataValues::shown), "'x' needs missing");
}

TEST(DataValues, MarkedValuesAreFound) {
  EXPECT_EQ(marked_values("p " + data_values({"a", "b"}) + " q " + data_value("c")),
            (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(with_values(after_values(data_value("a") + " q", " (here)"), DataValues::hidden),
            "a value (here) q");
  EXPECT_EQ(after_values("none", "x"), "none");
}

}  // namespace
}  // namespace sfumato
