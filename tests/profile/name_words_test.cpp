// Words of names.
#include "profile/name_words.hpp"

#include <gtest/gtest.h>

namespace sfumato::profile {
namespace {

TEST(NameWords, SplitsAtCapitalsAndSigns) {
  for (const char* name : {"householdId", "household_id", "HOUSEHOLD ID"}) {
    EXPECT_EQ(words_of(name), (std::vector<std::string>{"household", "id"})) << name;
  }
}

TEST(NameWords, FindsWholeWordsAndBeginnings) {
  EXPECT_EQ(word_among({"zipcode", "id"}, {"id", "zip"}, true), "id");
  EXPECT_EQ(word_among({"zipcode", "id"}, {"zip"}, false), "zip");
  EXPECT_EQ(word_among({"zipcode"}, {"zip"}, true), "");
}

}  // namespace
}  // namespace sfumato::profile
