// Texts in messages: escaped, whole characters, cut at 40.
#include "core/shown_text.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(ShownText, EscapesControlCharactersAndInvalidBytes) {
  EXPECT_EQ(shown("a\tb\nc\x02"), "a\\tb\\nc\\x02");
  EXPECT_EQ(shown("\xff"), "\\xff");
  EXPECT_EQ(quoted("Gavà"), "'Gavà'");
}

TEST(ShownText, CutsAfterFortyCharactersNotBytes) {
  std::string letters;
  for (int i = 0; i < 41; ++i) letters += "é";
  EXPECT_EQ(shown(letters), letters.substr(0, 80) + "…");
  EXPECT_EQ(shown(letters.substr(0, 80)), letters.substr(0, 80));
}

TEST(ShownText, KnowsWellFormedCharacters) {
  EXPECT_EQ(character_length("a"), 1U);
  EXPECT_EQ(character_length("€"), 3U);
  EXPECT_EQ(character_length("\xed\xa0\x80"), 0U);  // a surrogate
  EXPECT_EQ(character_length("\xc3"), 0U);
}

}  // namespace
}  // namespace sfumato
