// Escapes of quoted text, and that both formats read them back.
#include "io/quoted_text.hpp"

#include <gtest/gtest.h>

#include "io/json.hpp"
#include "io/toml.hpp"

namespace sfumato::io {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

TEST(QuotedText, Escapes) {
  EXPECT_EQ(in_quotes("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(in_quotes("line\nend\r\t"), R"("line\nend\r\t")");
  EXPECT_EQ(in_quotes("\x01\x7f"), R"("\u0001\u007f")");
  EXPECT_EQ(in_quotes("Gavà"), "\"Gavà\"");
}

TEST(QuotedText, ReadsBackInBothFormats) {
  std::string all;
  for (int byte = 1; byte < 128; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(parse_json(in_quotes(all), "text").as_text(), all);
  EXPECT_EQ(parse_toml("a = " + in_quotes(all), "text").at("a").as_text(), all);
}

}  // namespace
}  // namespace sfumato::io
