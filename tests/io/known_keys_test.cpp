// A key that is not known is an error with a hint.
#include "io/known_keys.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

TEST(KnownKeys, AMisspeltKeyIsAnErrorThatNamesTheClosest) {
  Value table = Value::object();
  table.set("title", "a").set("colums", 1);
  require_known_keys(table, "plan.toml, [data]", {"title", "colums"});
  try {
    require_known_keys(table, "plan.toml, [data]", {"title", "columns"});
    FAIL() << "the key was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "plan.toml, [data]: unknown key 'colums'");
    EXPECT_NE(error.hint.find("columns"), std::string::npos) << error.hint;
  }
  try {
    require_known_keys(table, "x", {"title", "rows", "seed"});
    FAIL() << "the key was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "allowed: title, rows and seed");
  }
}

}  // namespace
}  // namespace sfumato::io
