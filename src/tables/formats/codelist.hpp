// tau-Argus's .cdl files: a label for each code of a column. They are matched with records and hierarchies by
// the trimmed code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sfumato::tables {

using CodeLabels = std::vector<std::pair<std::string, std::string>>;

// A line per code: the code, a comma (or the first semicolon, where there is no comma), the label. A code
// with two different labels is an error.
CodeLabels parse_codelist(std::string_view text, const std::string& source);
CodeLabels read_codelist(const std::string& path);

}  // namespace sfumato::tables
