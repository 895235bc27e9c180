// Promises in JSON: members that are not set are left out.
#include "core/class_promise.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(ClassPromise, HasItsMembersAndNothingElse) {
  const Value plain = to_value(ClassPromise{.keys = {"a", "b"}, .models = {"k-anonymity:3"}});
  EXPECT_EQ(plain, Value::object()
                       .set("keys", Value::array_of({"a", "b"}))
                       .set("models", Value::array_of({"k-anonymity:3"}))
                       .set("missing_as", "category"));
  const Value full = to_value(ClassPromise{.keys = {"a"},
                                           .models = {},
                                           .wildcard = true,
                                           .subset = 2,
                                           .suppressed = "*",
                                           .within = "region",
                                           .population = "people.csv"});
  EXPECT_EQ(full.at("missing_as").as_text(), "wildcard");
  EXPECT_EQ(full.at("subset").as_integer(), 2);
  EXPECT_EQ(full.at("suppressed").as_text(), "*");
  EXPECT_EQ(full.at("within").as_text(), "region");
  EXPECT_EQ(full.at("population").as_text(), "people.csv");
}

}  // namespace
}  // namespace sfumato
