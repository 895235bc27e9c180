// Checks of markup as text: whether tags are balanced, and the values of attributes. Small enough to be
// reviewed, and stricter than browsers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sfumato::testing {

// What is wrong with the markup, or nothing: unbalanced tags, an attribute without quotes or there
// twice, a bare '&' or '<', control characters.
std::string markup_fault(const std::string& text);

// How often a part occurs, overlaps included.
std::size_t occurrences(const std::string& text, const std::string& part);

// Values of all attributes of that name, in order.
std::vector<std::string> attribute_values(const std::string& text, const std::string& name);

// What is outside tags, joined.
std::string text_outside_tags(const std::string& text);

// Numbers of the attributes that place things; NaN where one is not a number.
std::vector<double> coordinates(const std::string& text);

}  // namespace sfumato::testing
