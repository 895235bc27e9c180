// Suggestions and exit codes.
#include "core/error.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

const std::vector<std::string> names{"additive-noise", "mdav", "rank-swapping"};

TEST(Suggestion, FindsWhatIsClose) {
  EXPECT_EQ(suggestion("mdva", names), "did you mean 'mdav'?");
  EXPECT_EQ(suggestion("rank-swaping", names), "did you mean 'rank-swapping'?");
  EXPECT_EQ(suggestion("swapping", names), "did you mean 'rank-swapping'?");
  EXPECT_EQ(suggestion("noise", names), "did you mean 'additive-noise'?");
}

TEST(Suggestion, IsSilentWhenNothingIs) {
  EXPECT_EQ(suggestion("laplace", names), "");
  EXPECT_EQ(suggestion("x", names), "");
  EXPECT_EQ(suggestion("", names), "");
  EXPECT_EQ(suggestion(std::string(100000, 'm'), names), "");
}

TEST(Error, ExitStatus) {
  EXPECT_EQ(exit_status(ErrorCode::bad_input), 2);
  EXPECT_EQ(exit_status(ErrorCode::input_output), 3);
  EXPECT_EQ(exit_status(ErrorCode::internal), 3);
  EXPECT_EQ(exit_status(ErrorCode::interrupted), 130);
}

}  // namespace
}  // namespace sfumato
