// The pieces that pictures and pages are made of: elements, text made safe for markup, lengths in
// pixels, series marks. Every chart is drawn with these, so that all of them look and escape in the same way.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace sfumato::report {

// Text for between tags or inside double quotes. What is not UTF-8, and what XML cannot hold (control
// characters but tab and line ends, U+FFFE, U+FFFF), becomes U+FFFD.
std::string escaped(std::string_view text);

// Rounded to a tenth, so that a file does not depend on the last bit of a computation.
std::string pixels(double value);

// Values of attributes are escaped by the caller, and left out when empty; `content` stands
// as it is. Without content the element is closed at once. Ends with a newline.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;
std::string element(std::string_view name, Attributes attributes, std::string_view content = {});

// A group of elements, classed and optionally with something to say when pointed at.
std::string group(std::string_view classes, std::string_view content, std::string_view hover = {});

// Text with size and colour of its own, for pictures that have no style sheet.
std::string text_element(double x, double y, const std::string& size, const std::string& colour,
                         const std::string& text);

enum class Anchor { start, middle, end };

// Text that the style sheet colours; `classes` may be empty. The baseline is at y.
std::string label(double x, double y, std::string_view text, std::string_view classes = {},
                  Anchor anchor = Anchor::start);

// A horizontal or vertical or slanted line, classed.
std::string rule(double x1, double y1, double x2, double y2, std::string_view classes);

// An upper estimate for the fonts in common use; without the font nothing better is known.
double text_width(std::string_view text, double size = 12.0);

// The beginning of a text that fits into so many pixels, with an ellipsis where something is left out.
std::string fitted(const std::string& text, double room);

// A series' mark: shape, colour and dash all change with the index, each in a cycle of its own, so
// that no two of the first 56 are the same and colour is never the only difference.
std::string colour_class(std::size_t series);
std::string dash_class(std::size_t series);
std::string marker(std::size_t series, double x, double y, double radius);

}  // namespace sfumato::report
