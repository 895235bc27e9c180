// Texts of addresses: what is decoded, and what is refused.
#include "app/target_text.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::app {
namespace {

TEST(TargetText, DecodesAndEncodes) {
  EXPECT_EQ(percent_decoded("a%20b%C3%A9"), "a b\xC3\xA9");
  EXPECT_EQ(percent_encoded("a b\xC3\xA9/\r\n\""), "a%20b%C3%A9%2F%0D%0A%22");
  for (const std::string text : {"", "plain", "ä ö/ü?&=%"})
    EXPECT_EQ(percent_decoded(percent_encoded(text)), text);
}

TEST(TargetText, RefusesWhatIsNotText) {
  for (const char* text : {"%", "%4", "%zz", "%00", "%0D%0A", "%7F", "%FF", "%C3", "%ED%A0%80"}) {
    EXPECT_FALSE(percent_decoded(text)) << text;
  }
}

TEST(TargetText, CutsPathsBeforeItDecodesThem) {
  EXPECT_EQ(path_parts("/api/files/a%2Fb"), (std::vector<std::string>{"api", "files", "a/b"}));
  EXPECT_EQ(path_parts("/"), (std::vector<std::string>{""}));
  EXPECT_FALSE(path_parts("api"));
  EXPECT_FALSE(path_parts("/a/%0A"));
}

TEST(TargetText, ReadsParameters) {
  const TargetParameters given("offset=10&filter=a+b%26c&flag=1", {"offset", "filter", "flag", "limit"});
  EXPECT_EQ(given.number("offset", 0, 100), 10U);
  EXPECT_EQ(given.text("filter"), "a b&c");
  EXPECT_TRUE(given.flag("flag"));
  EXPECT_EQ(given.number("limit", 50, 100), 50U);
  EXPECT_EQ(given.find("limit"), nullptr);
}

TEST(TargetText, RefusesUnknownRepeatedAndWrongParameters) {
  EXPECT_THROW(TargetParameters("other=1", {"offset"}), Error);
  EXPECT_THROW(TargetParameters("offset=1&offset=2", {"offset"}), Error);
  EXPECT_THROW(TargetParameters("offset=%zz", {"offset"}), Error);
  const TargetParameters given("offset=-1&limit=101", {"offset", "limit"});
  EXPECT_THROW(static_cast<void>(given.number("offset", 0, 100)), Error);
  EXPECT_THROW(static_cast<void>(given.number("limit", 0, 100)), Error);
}

}  // namespace
}  // namespace sfumato::app
