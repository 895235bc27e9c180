// Numbers from a key: against HMAC-SHA-256 computed elsewhere (Python's hmac module).
#include "masking/keyed_draws.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

Table key_file(const std::string& line) {
  ColumnInfo info;
  info.name = "key";
  info.kind = Kind::nominal;
  return {{info}, {Codes{{line.empty() ? Codes::missing : 0}, {line}}}};
}

TEST(KeyedDraws, AreTheFirstBitsOfTheKeyedHash) {
  const KeyedDraws draws(key_file("0123456789abcdef"), "date-shift");
  EXPECT_EQ(draws.below("patient 7", 1ULL << 63U), 7602000385598186270ULL);
  EXPECT_EQ(draws.below("patient 7", 360), 230U);
}

TEST(KeyedDraws, DependOnKeyPurposeAndName) {
  const KeyedDraws draws(key_file("0123456789abcdef"), "date-shift");
  const KeyedDraws purpose(key_file("0123456789abcdef"), "other");
  const KeyedDraws key(key_file("0123456789abcdeg"), "date-shift");
  const std::uint64_t bound = 1ULL << 62U;
  const std::set<std::uint64_t> different{draws.below("a", bound), draws.below("b", bound),
                                          purpose.below("a", bound), key.below("a", bound)};
  EXPECT_EQ(different.size(), 4U);
  EXPECT_EQ(draws.below("a", bound), draws.below("a", bound));
}

TEST(KeyedDraws, RefuseKeysThatCanBeGuessed) {
  EXPECT_THROW(KeyedDraws(key_file(""), "x"), Error);
  EXPECT_THROW(KeyedDraws(key_file("short"), "x"), Error);
}

}  // namespace
}  // namespace sfumato::masking
