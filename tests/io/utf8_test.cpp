// UTF-8: what is valid, and how text is shown in messages.
#include "io/utf8.hpp"

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

TEST(Utf8, FindsTheFirstInvalidByte) {
  const auto npos = std::string_view::npos;
  EXPECT_EQ(first_invalid_utf8("plain, é, 日本, 😀 and \xF4\x8F\xBF\xBF"), npos);
  EXPECT_EQ(first_invalid_utf8("0123456789\xE9"), 10U);
  EXPECT_EQ(first_invalid_utf8("\xC0\x80"), 0U);          // overlong
  EXPECT_EQ(first_invalid_utf8("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(first_invalid_utf8("ab\xE6\x97"), 2U);        // cut off
  EXPECT_EQ(first_invalid_utf8(""), npos);
}

TEST(Utf8, ErrorsNameTheLine) {
  EXPECT_HAS(error_of([] { require_utf8("a\nb\xFF", "x.toml"); }), "x.toml, line 2: not valid UTF-8");
  EXPECT_HAS(error_of([] { require_utf8(std::string_view("a\n\0", 3), "x.toml"); }),
             "x.toml, line 2: a NUL byte");
}

TEST(Utf8, ShowsControlCharactersAndShortens) {
  EXPECT_EQ(shown("a\nb\t\x01\x7F\xFFé"), "a\\nb\\t\\x01\\x7f\\xffé");
  EXPECT_EQ(shown(std::string(41, 'x')), std::string(40, 'x') + "…");
  EXPECT_EQ(shown(std::string(40, 'x')), std::string(40, 'x'));
}

}  // namespace
}  // namespace sfumato::io
