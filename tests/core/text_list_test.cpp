// Lists of none, one, two and more words, as sentences have them.
#include "core/text_list.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(TextList, JoinsWithASeparator) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"a"}), "a");
  EXPECT_EQ(joined({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(joined({"", "b"}, " "), " b");
}

TEST(TextList, EnumeratesWithAWordBeforeTheLast) {
  EXPECT_EQ(enumerated({}), "");
  EXPECT_EQ(enumerated({"a"}), "a");
  EXPECT_EQ(enumerated({"a", "b"}), "a and b");
  EXPECT_EQ(enumerated({"a", "b", "c"}, "or"), "a, b or c");
  EXPECT_EQ(quoted_names({"a", "b", "c"}), "'a', 'b' and 'c'");
}

TEST(TextList, SaysHowManyAreLeftOut) {
  EXPECT_EQ(first_joined({"a", "b"}, 2, "; ", "; and "), "a; b");
  EXPECT_EQ(first_joined({"a", "b", "c", "d"}, 2, "; ", "; and "), "a; b; and 2 more");
  EXPECT_EQ(first_joined(in_quotes({"a", "b"}), 1, ", ", " and "), "'a' and 1 more");
}

}  // namespace
}  // namespace sfumato
