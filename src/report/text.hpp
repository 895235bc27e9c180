// A report as text for people: aligned columns, wrapped paragraphs, colours only where asked for.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.hpp"

namespace sfumato::report {

struct TextStyle {
  bool colour = false;
  std::size_t width = 100;  // cells of a line; what cannot be broken may be longer
};

// Blocks in order, a blank line between them. Warnings are not part of it: they go elsewhere.
std::string text_document(const Report& report, const TextStyle& style);

}  // namespace sfumato::report
