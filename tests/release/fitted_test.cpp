// Fitted files: what is written is read again, and everything else is refused by name.
#include "release/fitted.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "masking/registry.hpp"

namespace sfumato::testing {
namespace {

release::Fitted small_fitted() {
  release::Fitted fitted;
  const Method& method = masking::method("top-coding");
  ParamValues given{{"limit", Value::object().set("income", "250000.5")}, {"quantile", 0.9}};
  fitted.recipe.steps.push_back(
      {&method, resolve_params(method.params, given, "top-coding"), {"income"}, "", false});
  fitted.recipe.drop = {"notes"};
  fitted.columns.set("income", Value::object().set("kind", "numeric").set("domain", Value::Array{0.0, 1e6}));
  fitted.columns.set("job", Value::object().set("kind", "nominal"));
  fitted.known["job"] = {"clerk", "nurse"};
  fitted.hierarchies["job"].rows = {{"clerk", "office", "*"}, {"nurse", "care", "*"}};
  fitted.beyond["income"] = 1;
  return fitted;
}

std::string complaint(const Value& document) {
  try {
    static_cast<void>(release::parse_fitted(document, "f.toml"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return error.message;
  }
  return "";
}

TEST(FittedFile, IsReadAsItWasWritten) {
  const release::Fitted fitted = small_fitted();
  const Value document = io::parse_toml(release::fitted_text(fitted), "f.toml");
  const release::Fitted again = release::parse_fitted(document, "f.toml");
  EXPECT_EQ(release::fitted_text(again), release::fitted_text(fitted));
  ASSERT_EQ(again.recipe.steps.size(), 1U);
  EXPECT_EQ(again.recipe.steps[0].params, fitted.recipe.steps[0].params);
  EXPECT_EQ(again.known, fitted.known);
  EXPECT_EQ(again.hierarchies.at("job").rows, fitted.hierarchies.at("job").rows);
}

TEST(FittedFile, RefusesOtherVersionsAndOtherFiles) {
  Value document = release::to_value(small_fitted());
  document.set("version", 2);
  EXPECT_EQ(complaint(document), "f.toml has version 2 of fitted files, and this program reads version 1");
  EXPECT_EQ(complaint(Value::object().set("steps", Value::array())), "f.toml is not a file that ‹fit› wrote");
  EXPECT_EQ(complaint(Value(3)), "f.toml is not a file that ‹fit› wrote");
  document.set("version", "1");
  EXPECT_EQ(complaint(document), "f.toml: version must be a whole number from 1");
}

TEST(FittedFile, RefusesChangesByHand) {
  std::string text = release::fitted_text(small_fitted());
  const std::size_t at = text.find("250000.5");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 1, "9");
  EXPECT_EQ(complaint(io::parse_toml(text, "f.toml")),
            "f.toml was changed after ‹fit› wrote it: its checksum does not fit");
  Value document = release::to_value(small_fitted());
  document.set("colums", Value::object());
  EXPECT_EQ(complaint(document), "f.toml: unknown key 'colums'");
}

// Every single letter: a changed value or a syntax error, never another fit.
TEST(FittedFile, NoChangedLetterPasses) {
  const std::string text = release::fitted_text(small_fitted());
  const std::size_t start = text.find('\n');  // after the comment
  const Value as_it_was = release::to_value(small_fitted()).at("checksum");
  for (std::size_t at = start; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    try {
      const auto read = release::parse_fitted(io::parse_toml(changed, "f.toml"), "f.toml");
      EXPECT_EQ(release::to_value(read).at("checksum"), as_it_was) << at;  // "0x0" is 0.0
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
    }
  }
}

}  // namespace
}  // namespace sfumato::testing
