#include "tables/formats/codelist.hpp"

#include <unordered_map>

#include "core/data_values.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

// Trimmed, without quotes around it.
std::string_view bare(std::string_view text) {
  text = io::trimmed(text);
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
    text = io::trimmed(text.substr(1, text.size() - 2));
  }
  return text;
}

}  // namespace

CodeLabels parse_codelist(std::string_view text, const std::string& source) {
  io::require_utf8(text, source);
  TextLines lines(text, source);
  CodeLabels labels;
  std::unordered_map<std::string_view, std::pair<std::size_t, std::string_view>> known;
  while (const std::optional<std::string_view> line = lines.next()) {
    if (io::trimmed(*line).empty()) continue;
    std::size_t cut = line->find(',');
    if (cut == std::string_view::npos) cut = line->find(';');
    if (cut == std::string_view::npos) {
      lines.fail("there is no comma between a code and its label", "write a line as: 1,Groningen");
    }
    const std::string_view code = bare(line->substr(0, cut));
    const std::string_view label = bare(line->substr(cut + 1));
    if (code.empty()) lines.fail("there is no code before the comma", "write a line as: 1,Groningen");
    const auto [entry, is_new] = known.try_emplace(code, lines.number(), label);
    if (is_new) {
      labels.emplace_back(code, label);
    } else if (entry->second.second != label) {
      lines.fail("the code " + data_value(code) + " has another label on line " +
                     std::to_string(entry->second.first),
                 "give each code one label");
    }
  }
  return labels;
}

CodeLabels read_codelist(const std::string& path) { return parse_codelist(io::read_text_file(path), path); }

}  // namespace sfumato::tables
