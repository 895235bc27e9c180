// Lengths of time in words.
#include "report/duration.hpp"

#include <gtest/gtest.h>

namespace sfumato::report {
namespace {

TEST(Duration, IsGivenInTheUnitThatSuitsIt) {
  EXPECT_EQ(duration_text(0.0), "1 ms");
  EXPECT_EQ(duration_text(0.0234), "23 ms");
  EXPECT_EQ(duration_text(0.31), "0.31 s");
  EXPECT_EQ(duration_text(4.26), "4.3 s");
  EXPECT_EQ(duration_text(42.4), "42 s");
  EXPECT_EQ(duration_text(119.4), "119 s");
  EXPECT_EQ(duration_text(119.6), "2 min");
  EXPECT_EQ(duration_text(3600.0), "60 min");
  EXPECT_EQ(duration_text(7200.0), "2 h");
  EXPECT_EQ(duration_text(86400.0 * 3.0), "3 days");
  EXPECT_EQ(duration_text(86400.0 * 1000.0), "1000 days");
}

}  // namespace
}  // namespace sfumato::report
