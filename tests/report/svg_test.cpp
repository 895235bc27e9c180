// Pieces of markup: text that cannot break out of it, and lengths that do not depend on the last bit.
#include "report/svg.hpp"

#include <random>

#include "io/utf8.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

TEST(Escaped, ReplacesWhatMarkupWouldRead) {
  EXPECT_EQ(escaped("<script>a & \"b\"</script> ]]>"),
            "&lt;script&gt;a &amp; &quot;b&quot;&lt;/script&gt; ]]&gt;");
}

TEST(Escaped, KeepsTextOfAllScripts) {
  EXPECT_EQ(escaped("größe 日本 שלום 😀 it's"), "größe 日本 שלום 😀 it's");
}

TEST(Escaped, ReplacesWhatIsNoText) {
  EXPECT_EQ(escaped(std::string("a\0b\x1F\x7F", 5)), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(escaped("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(escaped("\xC2\x85|\xEF\xBF\xBE|\xEF\xBF\xBF"), "\uFFFD|\uFFFD|\uFFFD");
}

TEST(Escaped, ReplacesEachByteThatIsNoUtf8) {
  EXPECT_EQ(escaped("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(escaped("\xC0\x80"), "\uFFFD\uFFFD");                 // overlong
  EXPECT_EQ(escaped("\xE2\x82"), "\uFFFD\uFFFD");                 // cut short
  EXPECT_EQ(escaped("\xED\xA0\x80<"), "\uFFFD\uFFFD\uFFFD&lt;");  // half of a surrogate pair
}

TEST(Escaped, NeverBreaksMarkupWhateverTheBytes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (std::size_t i = 0; i < random() % 24; ++i) bytes += static_cast<char>(random() % 256);
    const std::string text = escaped(bytes);
    EXPECT_EQ(testing::markup_fault("<a b=\"" + text + "\">" + text + "</a>"), "") << text;
    EXPECT_EQ(io::first_invalid_utf8(text), std::string::npos);
  }
}

TEST(Pixels, AreTenths) {
  EXPECT_EQ(pixels(12.34), "12.3");
  EXPECT_EQ(pixels(12.0), "12");
  EXPECT_EQ(pixels(-0.04), "0");
  EXPECT_EQ(pixels(1.0 / 3.0), pixels(std::nextafter(1.0 / 3.0, 1.0)));
}

TEST(Element, LeavesOutEmptyAttributesAndClosesItself) {
  EXPECT_EQ(element("rect", {{"class", ""}, {"x", "1"}}), "<rect x=\"1\"/>\n");
  EXPECT_EQ(element("g", {}, "a"), "<g>a</g>\n");
}

}  // namespace
}  // namespace sfumato::report
