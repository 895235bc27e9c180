// The registry of risk: complete, distinct names, with suggestions for unknown names.
#include "risk/registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/registry.hpp"

namespace sfumato {
namespace {

TEST(RiskRegistry, NamesAreDistinct) {
  const std::vector<std::string> names = entry_names(risk::measures());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_FALSE(names.empty());
}

}  // namespace
}  // namespace sfumato
