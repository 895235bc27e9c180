// Hierarchies: look-up, and every way in which a file can be invalid.
#include "core/hierarchy.hpp"

#include <gtest/gtest.h>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato {
namespace {

std::string failure(std::vector<std::vector<std::string>> rows) {
  try {
    const Hierarchy hierarchy(std::move(rows));
  } catch (const Error& error) {
    return with_values(error.message, DataValues::shown);
  }
  return "accepted";
}

TEST(Hierarchy, LooksUpAncestors) {
  const Hierarchy towns({{"Reus", "Tarragona", "Catalonia", "*"},
                         {"Valls", "Tarragona", "Catalonia", "*"},
                         {"Gavà", "Barcelona", "Catalonia", "*"}});
  EXPECT_EQ(towns.levels(), 4U);
  EXPECT_EQ(towns.leaves(), 3U);
  EXPECT_EQ(towns.at("Reus", 0), "Reus");
  EXPECT_EQ(towns.at("Gavà", 1), "Barcelona");
  EXPECT_EQ(towns.uncovered({"Reus", "Vic"}), (std::vector<std::string>{"Vic"}));
}

TEST(Hierarchy, RefusesInvalidRows) {
  EXPECT_EQ(failure({}), "the hierarchy is not a hierarchy:\n  it has no rows");
  EXPECT_EQ(failure({{"a", "*"}, {"b"}}),
            "the hierarchy is not a hierarchy:\n  row 2: 1 levels where the first row has 2");
  EXPECT_EQ(failure({{"a", "*"}, {"a", "*"}}),
            "the hierarchy is not a hierarchy:\n  row 2: 'a' appears twice");
  EXPECT_EQ(
      failure({{"a", "x", "*"}, {"b", "x", "y"}}),
      "the hierarchy is not a hierarchy:\n  row 2: 'x' lies under another value than in an earlier row");
}

}  // namespace
}  // namespace sfumato
