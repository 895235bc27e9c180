// The line of the progress bar: how far, and how long the rest will take.
#include "cli/progress_bar.hpp"

#include <gtest/gtest.h>

namespace sfumato::cli {
namespace {

std::string after_bar(double fraction, double elapsed) {
  const std::string text = progress_text(fraction, elapsed);
  return text.substr(text.find(']') + 1);
}

TEST(ProgressBar, FillsFromLeftToRight) {
  EXPECT_EQ(progress_text(0.0, 1.0), "[" + std::string(40, ' ') + "] 0 %");
  EXPECT_EQ(progress_text(0.5, 1.0), "[" + std::string(20, '#') + std::string(20, ' ') + "] 50 %");
  EXPECT_EQ(progress_text(1.0, 9.0), "[" + std::string(40, '#') + "] 100 %");
}

TEST(ProgressBar, SaysTheTimeLeftOnceThereIsEnoughToTell) {
  EXPECT_EQ(after_bar(0.01, 60.0), " 1 %");
  EXPECT_EQ(after_bar(0.5, 1.9), " 50 %");
  EXPECT_EQ(after_bar(0.25, 10.0), " 25 %, about 30 s left");
  EXPECT_EQ(after_bar(0.1, 20.0), " 10 %, about 3 min left");
  EXPECT_EQ(after_bar(0.99, 50.0), " 99 %");
}

}  // namespace
}  // namespace sfumato::cli
