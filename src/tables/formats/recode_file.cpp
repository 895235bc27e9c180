#include "tables/formats/recode_file.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_fields.hpp"

namespace sfumato::tables {
namespace {

// Whether `left` is before `right` in tau-Argus's order of codes.
bool before(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

class RecodeReader {
 public:
  RecodeReader(std::string_view text, const std::string& source) : lines_(text, source) {
    recode_.source = source;
  }

  Recode read() {
    while (const std::optional<std::string_view> line = lines_.next()) {
      rest_ = io::trimmed(*line);
      if (rest_.empty()) continue;
      if (rest_.front() == '<') {
        read_keyword();
      } else if (recode_.tree) {
        read_cut();
      } else {
        read_rule();
      }
    }
    if (recode_.cuts.empty() && recode_.rules.empty()) {
      bad_input(lines_.source() + " recodes nothing",
                "write <TREERECODE> and the codes to cut at, or lines such as 1 : 1-3, 5");
    }
    return std::move(recode_);
  }

 private:
  void read_keyword() {
    const std::string keyword = upper_case(take_argus_word(rest_, lines_)->text);
    if (keyword == "<TREERECODE>") {
      if (!recode_.rules.empty()) lines_.fail("<TREERECODE> comes after rules", "use one of the two");
      recode_.tree = true;
    } else if (keyword == "<MISSING>") {
      while (const std::optional<ArgusWord> word = take_argus_word(rest_, lines_)) {
        const std::string_view code = io::trimmed(word->text);
        if (!code.empty() && code != ",") recode_.missing.emplace_back(code);
      }
      if (recode_.missing.empty()) lines_.fail("<MISSING> is not followed by a code");
    } else if (keyword == "<CODELIST>") {
      const std::optional<ArgusWord> word = take_argus_word(rest_, lines_);
      if (!word || word->text.empty()) lines_.fail("<CODELIST> is not followed by the name of a file");
      recode_.code_list = word->text;
    } else {
      lines_.fail("unknown keyword " + io::shown(keyword), "use <TREERECODE>, <MISSING> or <CODELIST>");
    }
  }

  void read_cut() {
    const auto [entry, is_new] = cut_lines_.emplace(rest_, lines_.number());
    if (!is_new) {
      lines_.fail("the code " + data_value(rest_) + " is already on line " + std::to_string(entry->second));
    }
    recode_.cuts.emplace_back(rest_, lines_.number());
  }

  // Takes a code, in quotes or up to one of `ends`, from the line; empty where there is none.
  std::optional<std::string> take_code(std::string_view ends) {
    rest_ = io::trimmed(rest_);
    if (rest_.starts_with('"')) {
      const std::string code(io::trimmed(take_argus_word(rest_, lines_)->text));
      rest_ = io::trimmed(rest_);
      if (!rest_.empty() && ends.find(rest_.front()) == std::string_view::npos) {
        lines_.fail(data_value(rest_) + " after a quote is not understood");
      }
      return code;
    }
    const std::string_view code = io::trimmed(rest_.substr(0, rest_.find_first_of(ends)));
    rest_.remove_prefix(std::min(rest_.find_first_of(ends), rest_.size()));
    return code.empty() ? std::nullopt : std::optional<std::string>(code);
  }

  void read_rule() {
    RecodeRule rule;
    rule.line = lines_.number();
    const std::optional<std::string> code = take_code(":");
    if (!rest_.starts_with(':')) {
      lines_.fail("there is no colon after the new code", "write a line as: 1 : 1-3, 5");
    }
    rest_.remove_prefix(1);
    if (!code || code->empty()) lines_.fail("there is no code before the colon");
    rule.code = *code;
    do {
      rule.from.push_back(read_range());
    } while (take(','));
    if (!io::trimmed(rest_).empty()) lines_.fail(data_value(rest_) + " is not understood");
    recode_.rules.push_back(std::move(rule));
  }

  bool take(char wanted) {
    rest_ = io::trimmed(rest_);
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  CodeRange read_range() {
    CodeRange range;
    range.first = take_code(",-");
    if (!take('-')) {
      if (!range.first) lines_.fail("a code is missing", "write a line as: 1 : 1-3, 5");
      range.last = range.first;
      return range;
    }
    range.last = take_code(",-");
    if (!range.first && !range.last) lines_.fail("a range has no end on either side");
    if (range.first && range.last && before(*range.last, *range.first)) {
      lines_.fail(
          "the range from " + data_value(*range.first) + " to " + data_value(*range.last) + " is reversed",
          "shorter codes come first, codes of equal length are ordered by their characters; put a code with "
          "a '-' in quotes");
    }
    return range;
  }

  TextLines lines_;
  Recode recode_;
  std::unordered_map<std::string_view, std::size_t> cut_lines_;
  std::string_view rest_;  // of the line
};

}  // namespace

bool CodeRange::has(std::string_view code) const {
  return !(first && before(code, *first)) && !(last && before(*last, code));
}

Recode parse_recode(std::string_view text, const std::string& source) {
  io::require_utf8(text, source);
  return RecodeReader(text, source).read();
}

Recode read_recode(const std::string& path) { return parse_recode(io::read_text_file(path), path); }

namespace {

// In quotes where an unquoted word would end early or have another meaning.
void append_code(std::string& text, const std::string& code) {
  const bool plain = !code.empty() && code.find_first_of(" \t,:;-<\"") == std::string::npos;
  if (!plain) text += '"';
  text += code;
  if (!plain) text += '"';
}

void append_range(std::string& text, const CodeRange& range) {
  if (range.first) append_code(text, *range.first);
  if (range.first == range.last) return;
  text += '-';
  if (range.last) append_code(text, *range.last);
}

}  // namespace

Recode cuts_between(const Dimension& before, const Dimension& after) {
  const auto is_sum = [](const Dimension& dimension, const std::string& code) {
    return std::any_of(dimension.sums.begin(), dimension.sums.end(),
                       [&](const auto& sum) { return dimension.codes[sum.parent] == code; });
  };
  Recode result;
  result.tree = true;
  for (const std::string& code : after.codes) {
    if (is_sum(before, code) && !is_sum(after, code)) result.cuts.emplace_back(code, 0);
  }
  return result;
}

std::string recode_text(const Recode& recode) {
  std::string text;
  if (recode.tree) text += "<TREERECODE>\n";
  for (const auto& [code, line] : recode.cuts) text += code + "\n";
  for (const RecodeRule& rule : recode.rules) {
    append_code(text, rule.code);
    const char* before = " : ";
    for (const CodeRange& range : rule.from) {
      text += std::exchange(before, ", ");
      append_range(text, range);
    }
    text += '\n';
  }
  if (!recode.missing.empty()) {
    text += "<MISSING>";
    for (const std::string& code : recode.missing) {
      text += ' ';
      append_code(text, code);
    }
    text += '\n';
  }
  if (!recode.code_list.empty()) text += "<CODELIST> \"" + recode.code_list + "\"\n";
  return text;
}

}  // namespace sfumato::tables
