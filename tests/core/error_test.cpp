// Suggestions, exit codes and how parameters are spelled.
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

TEST(Error, NamesItsParameter) {
  EXPECT_EQ(Error(ErrorCode::refused, "no").parameter, "");
  try {
    bad_param("rank-by", "‹rank-by› names 'emd' twice", "once is enough");
    FAIL();
  } catch (const Error& failure) {
    EXPECT_EQ(failure.code, ErrorCode::bad_input);
    EXPECT_EQ(failure.parameter, "rank-by");
    EXPECT_EQ(failure.hint, "once is enough");
    const Error placed = failure.at("plan.toml");
    EXPECT_EQ(placed.message, "plan.toml: ‹rank-by› names 'emd' twice");
    EXPECT_EQ(placed.hint, failure.hint);
    EXPECT_EQ(placed.parameter, failure.parameter);
    EXPECT_EQ(placed.code, failure.code);
  }
}

TEST(Spelling, FollowsTheFrontEnd) {
  const std::string text = "name it with " + param_reference("rank-by") + ", or leave out ‹k›";
  EXPECT_EQ(spelled(text, ParameterSpelling::command_line), "name it with --rank-by, or leave out --k");
  EXPECT_EQ(spelled(text, ParameterSpelling::underscored), "name it with rank_by, or leave out k");
  EXPECT_EQ(spelled(text, ParameterSpelling::plain), "name it with rank-by, or leave out k");
  EXPECT_EQ(spelled(text, ParameterSpelling::label), "name it with “Rank by”, or leave out “k”");
}

TEST(Spelling, LeavesOtherAngleQuotesAlone) {
  for (const std::string text : {"", "no reference", "‹›", "‹", "›", "‹Zürich›", "‹two words›",
                                 "a < b, c > d", "‹columns", "columns›", "‹\xE2\x80"}) {
    EXPECT_EQ(spelled(text, ParameterSpelling::command_line), text);
  }
  EXPECT_EQ(spelled("‹‹k›››", ParameterSpelling::command_line), "‹--k››");
  EXPECT_EQ(spelled("‹k‹k›", ParameterSpelling::command_line), "‹k--k");
}

}  // namespace
}  // namespace sfumato
