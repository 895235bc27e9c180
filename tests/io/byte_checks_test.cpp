// The byte checks over the borders of their blocks: characters, quotes and NUL bytes.
#include "io/byte_checks.hpp"

#include <gtest/gtest.h>

namespace sfumato::io {
namespace {

ByteChecks checked(std::string_view bytes) { return check_bytes(bytes, {}, Run({.seed = 1, .threads = 2})); }

TEST(ByteChecks, FollowCharactersOverTheBordersOfBlocks) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    const std::string front((std::size_t{1} << 20U) - shift, 'x');
    EXPECT_TRUE(checked(front + "\U0001F600\u00e9 rest").utf8) << shift;
    EXPECT_FALSE(checked(front + "\x80 rest").utf8) << shift;
    EXPECT_FALSE(checked(front + "\xF0\x9F\x98 rest").utf8) << shift;
    EXPECT_FALSE(checked(front + "\xF0\x9F\x98\x80\x80\x80\x80 rest").utf8) << shift;
    EXPECT_TRUE(checked(front + std::string(1, '\0') + "rest").nul) << shift;
    EXPECT_FALSE(checked(front + "rest").nul) << shift;
  }
}

TEST(ByteChecks, FindQuotesOutOfPlace) {
  EXPECT_FALSE(checked("\"x, 1\",2\n3,\"4\"").misquoted);
  EXPECT_TRUE(checked("\"x, 1,2\n").misquoted);
  EXPECT_TRUE(checked("\"x\"y,1,2\n").misquoted);
  EXPECT_TRUE(checked("\"x\ny\",2\n").quoted_line_ends);
  EXPECT_FALSE(checked("x\"y,2\n").misquoted);
}

}  // namespace
}  // namespace sfumato::io
