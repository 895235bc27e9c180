// Grades of warnings: their names, their order, and what happens to a text that comes twice.
#include "core/warning.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(Warnings, HaveNamesForJsonAndLabelsForLines) {
  EXPECT_EQ(to_text(WarningGrade::stop), "stop");
  EXPECT_EQ(to_text(WarningGrade::mind), "mind");
  EXPECT_EQ(to_text(WarningGrade::note), "note");
  EXPECT_EQ(label(WarningGrade::stop), "stop");
  EXPECT_EQ(label(WarningGrade::mind), "warning");
  EXPECT_EQ(label(WarningGrade::note), "note");
}

TEST(Warnings, NeedADecisionWithoutAGrade) {
  const Warnings some = std::vector<std::string>{"a", "b"};
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some.grades(), (std::vector<std::string>{"mind", "mind"}));
  EXPECT_EQ(Warning("a"), some[0]);
  EXPECT_NE(Warning("a", WarningGrade::note), some[0]);
}

TEST(Warnings, ComeWorstFirstAndKeepTheirOrderInsideAGrade) {
  Warnings all;
  all.add("n1", WarningGrade::note);
  all.push_back("m1");
  all.add("s1", WarningGrade::stop);
  all.push_back("m2");
  all.add("s2", WarningGrade::stop);
  EXPECT_EQ(all.worst_first().texts(), (std::vector<std::string>{"s1", "s2", "m1", "m2", "n1"}));
  EXPECT_EQ(all.texts().front(), "n1");
}

TEST(Warnings, KeepATextOnceWithItsWorstGrade) {
  Warnings all{"a"};
  all.add_new({"a", WarningGrade::note});
  all.add_new({"b", WarningGrade::note});
  all.add_new(Warnings{{"b", WarningGrade::stop}, {"c", WarningGrade::note}});
  EXPECT_EQ(all.texts(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(all.grades(), (std::vector<std::string>{"mind", "stop", "note"}));
}

}  // namespace
}  // namespace sfumato
