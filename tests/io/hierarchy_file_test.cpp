// Hierarchy files: separators, quotes, and what is refused.
#include "io/hierarchy_file.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/reference_data.hpp"

namespace sfumato::io {
namespace {

TEST(HierarchyFile, TakesTheSeparatorThatTheFirstLineHasMostOf) {
  for (const char* text : {"a;x;*\nb;x;*\n", "a,x,*\r\nb,x,*", "a\tx\t*\nb\tx\t*\n",
                           "\xEF\xBB\xBF"
                           "a;x;*\nb;x;*"}) {
    const Hierarchy hierarchy = parse_hierarchy(text, "h.csv");
    EXPECT_EQ(hierarchy.leaves(), 2U);
    EXPECT_EQ(hierarchy.levels(), 3U);
    EXPECT_EQ(hierarchy.at("b", 1), "x");
  }
  EXPECT_EQ(parse_hierarchy("\"a;b\";x\nc;x\n", "h.csv").at("a;b", 1), "x");
}

TEST(HierarchyFile, RefusesInvalidFiles) {
  EXPECT_THROW(parse_hierarchy("", "h.csv"), Error);
  EXPECT_THROW(parse_hierarchy("\"a;x\n", "h.csv"), Error);
  EXPECT_THROW(parse_hierarchy("a;x\na;y\n", "h.csv"), Error);
  EXPECT_THROW(parse_hierarchy("a;x\nb\n", "h.csv"), Error);
  EXPECT_THROW(read_hierarchy("no such file"), Error);
}

TEST(HierarchyFile, ReadsThoseOfAdult) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult_hierarchy_education.csv");
  const Hierarchy education = read_hierarchy(path);
  EXPECT_EQ(education.leaves(), 16U);
  EXPECT_TRUE(education.has("Bachelors"));
}

}  // namespace
}  // namespace sfumato::io
