// Generalization hierarchies from delimited text: a row per leaf, the leaf first, its ancestors after it.
#pragma once

#include <string>

#include "core/hierarchy.hpp"

namespace sfumato::io {

// There is no header. Fields are separated by ; or , or tab, whichever is most frequent in the first line.
// Errors name the file and the line.
Hierarchy read_hierarchy(const std::string& path);
Hierarchy parse_hierarchy(std::string_view text, const std::string& source);

}  // namespace sfumato::io
