// Models by hand: their text, and their values for one class.
#include "verify/class_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::verify {
namespace {

double value(const std::string& text, const std::vector<double>& of_class, const std::vector<double>& of_all,
             const std::vector<std::vector<std::size_t>>& levels = {}) {
  return model_value(read_model(text).value(), {of_class, of_all}, levels);
}
bool kept(const std::string& text, double found) { return suffices(read_model(text).value(), found); }

TEST(ClassModel, ParsesItsText) {
  const ClassModel plain = read_model("k-anonymity:5").value();
  EXPECT_EQ(plain.name, "k-anonymity");
  EXPECT_EQ(plain.column, "");
  EXPECT_EQ(plain.bound, 5.0);
  const ClassModel recursive = read_model("l-diversity:a:b:recursive:0.5:3").value();
  EXPECT_EQ(recursive.column, "a:b");
  EXPECT_EQ(recursive.variant, "recursive");
  EXPECT_EQ(recursive.first, 0.5);
  EXPECT_EQ(recursive.bound, 3.0);
  for (const char* unknown : {"", "k-anonymity", "k-anonymity:x", "k-anonymity:a:5", "l-diversity:distinct:3",
                              "l-diversity:a:odd:3", "t-closeness:a:0.2", "privacy:5"}) {
    EXPECT_FALSE(read_model(unknown).has_value()) << unknown;
  }
}

TEST(ClassModel, CountsDiversity) {
  EXPECT_EQ(value("l-diversity:a:distinct:3", {2, 0, 1}, {5, 5, 5}), 2.0);
  EXPECT_FALSE(kept("l-diversity:a:distinct:3", 2.0));
  EXPECT_TRUE(kept("l-diversity:a:distinct:3", 3.0));
  EXPECT_NEAR(value("l-diversity:a:entropy:2", {1, 1, 0, 0}, {1, 1, 1, 1}), 2.0, 1e-12);
  // f = 5, 3, 2 with c = 2 and l = 2: 2·(3 + 2) − 5.
  EXPECT_EQ(value("l-diversity:a:recursive:2:2", {3, 5, 2}, {9, 9, 9}), 5.0);
  EXPECT_TRUE(kept("l-diversity:a:recursive:2:2", 5.0));
  EXPECT_FALSE(kept("l-diversity:a:recursive:1:2", 0.0));
}

TEST(ClassModel, MeasuresCloseness) {
  // p = (1, 0, 0), q = (1/4, 1/4, 1/2).
  EXPECT_NEAR(value("t-closeness:a:equal:0.2", {2, 0, 0}, {1, 1, 2}), 0.75, 1e-12);
  // Carried 3/4, then 1/2, then 0, over 2 steps.
  EXPECT_NEAR(value("t-closeness:a:ordered:0.2", {2, 0, 0}, {1, 1, 2}), 0.625, 1e-12);
  // Leaves 0 and 1 meet at level 1, all at level 2: 1/4 moves by 1/2 and 1/2 by 1.
  EXPECT_NEAR(
      value("t-closeness:a:hierarchical:0.2", {2, 0, 0}, {1, 1, 2}, {{0, 1, 2}, {0, 0, 1}, {0, 0, 0}}), 0.625,
      1e-12);
  EXPECT_TRUE(kept("t-closeness:a:equal:0.75", 0.75));
  EXPECT_FALSE(kept("t-closeness:a:equal:0.74", 0.75));
}

TEST(ClassModel, MeasuresGains) {
  // p = (3/4, 1/4), q = (1/2, 1/2).
  EXPECT_NEAR(value("beta-likeness:a:1", {3, 1}, {4, 4}), 0.5, 1e-12);
  EXPECT_NEAR(value("delta-disclosure:a:1", {3, 1}, {4, 4}), std::log(2.0), 1e-12);
  EXPECT_TRUE(std::isinf(value("delta-disclosure:a:1", {3, 0}, {4, 4})));
}

}  // namespace
}  // namespace sfumato::verify
