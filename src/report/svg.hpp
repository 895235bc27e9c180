// The pieces that markup is made of: elements, text made safe for it, lengths in pixels, room for text.
// Every picture and page is written with these, so that all of them escape and measure in the same way.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace sfumato::report {

// Text for between tags or inside double quotes. What is not UTF-8, and what XML cannot hold (control
// characters but tab and line ends, U+FFFE, U+FFFF), becomes U+FFFD.
std::string escaped(std::string_view text);

// The same text as `escaped` shows, without escapes: for formats that have no markup.
std::string plain_text(std::string_view text);

// Rounded to a tenth, so that a file does not depend on the last bit of a computation.
std::string pixels(double value);

// Values of attributes are escaped by the caller, and left out when empty; `content` stands
// as it is. Without content the element is closed at once. Ends with a newline.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;
std::string element(std::string_view name, Attributes attributes, std::string_view content = {});

// Text with size and colour of its own, for pictures that have no style sheet.
std::string text_element(double x, double y, const std::string& size, const std::string& colour,
                         const std::string& text);

// An upper estimate for the fonts in common use; without the font nothing better is known.
double text_width(std::string_view text, double size = 12.0);

// The beginning of a text that fits into so many pixels, with an ellipsis where something is left out.
std::string fitted(const std::string& text, double room);

}  // namespace sfumato::report
