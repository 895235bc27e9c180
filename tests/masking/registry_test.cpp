// The registry of masking: complete, distinct names, with suggestions for unknown names.
#include "masking/registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/registry.hpp"

namespace sfumato {
namespace {

TEST(MaskingRegistry, NamesAreDistinct) {
  const std::vector<std::string> names = entry_names(masking::methods());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_FALSE(names.empty());
}

TEST(MaskingRegistry, SuggestsTheClosestName) {
  try {
    masking::method("rank-swaping");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "there is no method 'rank-swaping'");
    EXPECT_EQ(error.hint, "did you mean 'rank-swapping'? 'sfumato methods' lists all of them");
  }
}

}  // namespace
}  // namespace sfumato
