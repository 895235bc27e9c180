// Value trees.
#include "core/value.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(Value, KeepsKindsApart) {
  EXPECT_TRUE(Value(1).is_integer());
  EXPECT_TRUE(Value(1.0).is_double());
  EXPECT_TRUE(Value(true).is_bool());
  EXPECT_TRUE(Value("a").is_text());
  EXPECT_FALSE(Value(1) == Value(1.0));
  EXPECT_EQ(Value(3).as_number(), 3.0);
}

TEST(Value, ObjectsKeepTheirOrderAndReplaceInPlace) {
  Value object = Value::object();
  object.set("b", 1).set("a", 2).set("b", 3);
  ASSERT_EQ(object.as_object().size(), 2U);
  EXPECT_EQ(object.as_object()[0].first, "b");
  EXPECT_EQ(object.at("b"), Value(3));
  EXPECT_EQ(object.find("c"), nullptr);
  EXPECT_THROW(object.at("c"), std::out_of_range);
}

TEST(Value, ReadsWell) {
  EXPECT_EQ(to_text(Value()), "none");
  EXPECT_EQ(to_text(Value(0.1)), "0.1");
  EXPECT_EQ(to_text(Value(true)), "yes");
  EXPECT_EQ(to_text(Value::array_of({"a", "b"})), "a, b");
  EXPECT_EQ(to_text(Value(Value::Object{{"k", 5}, {"seeds", "farthest"}})), "k 5, seeds farthest");
}

}  // namespace
}  // namespace sfumato
