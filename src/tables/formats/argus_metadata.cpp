#include "tables/formats/argus_metadata.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_map>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/decimal.hpp"
#include "tables/formats/argus_fields.hpp"

namespace sfumato::tables {
namespace {

// Positions and widths above this are errors; below it, their sums do not overflow.
constexpr std::int64_t most_characters = 1'000'000'000;

class MetadataReader {
 public:
  MetadataReader(std::string_view text, const std::string& source, ArgusUse use)
      : lines_(text, source), use_(use) {
    metadata_.source = source;
  }

  ArgusMetadata read() {
    while (const std::optional<std::string_view> line = lines_.next()) {
      rest_ = *line;
      const std::optional<ArgusWord> word = take_argus_word(rest_, lines_);
      if (!word) continue;
      if (word->keyword()) {
        read_keywords(upper_case(word->text));
      } else {
        read_variable(std::string(word->text));
      }
    }
    if (metadata_.variables.empty()) {
      bad_input(lines_.source() + " describes no variable",
                "each variable has a line that starts with its name");
    }
    for (ArgusVariable& variable : metadata_.variables) finish(variable);
    return std::move(metadata_);
  }

 private:
  // The word that a keyword needs after it.
  std::string required_word(const std::string& keyword, const std::string& what) {
    const std::optional<ArgusWord> word = take_argus_word(rest_, lines_);
    if (!word || word->keyword()) lines_.fail(keyword + " is not followed by " + what);
    return std::string(word->text);
  }

  std::int64_t required_number(const std::string& keyword, const std::string& what, std::int64_t least,
                               std::int64_t most) {
    const std::string word = required_word(keyword, what);
    const std::optional<std::int64_t> number = parse_integer(word);
    if (!number || *number < least || *number > most) {
      lines_.fail(what + " of " + keyword + " is " + io::quoted(word) + ", not an integer from " +
                  std::to_string(least) + " to " + std::to_string(most));
    }
    return *number;
  }

  void read_variable(std::string name) {
    if (name.empty()) lines_.fail("the name of a variable is empty");
    const auto [entry, is_new] = line_of_.emplace(name, lines_.number());
    if (!is_new) {
      lines_.fail("the variable " + io::quoted(name) + " is already on line " + std::to_string(entry->second),
                  "give each variable its own name");
    }
    ArgusVariable& variable = metadata_.variables.emplace_back();
    variable.name = std::move(name);
    variable.line = lines_.number();
    if (use_ == ArgusUse::microdata) {
      const std::string of = io::quoted(variable.name);
      if (!metadata_.separator) {
        variable.start =
            static_cast<std::size_t>(required_number(of, "the first column", 1, most_characters));
      }
      variable.width = static_cast<std::size_t>(required_number(of, "the width", 1, most_characters));
    }
    while (const std::optional<ArgusWord> word = take_argus_word(rest_, lines_)) {
      const std::string_view code = io::trimmed(word->text);
      if (!code.empty()) variable.missing.emplace_back(code);
    }
  }

  // A line may have several keywords: "<NUMERIC> <SHADOW>".
  void read_keywords(std::string keyword) {
    while (true) {
      read_keyword(keyword);
      const std::optional<ArgusWord> word = take_argus_word(rest_, lines_);
      if (!word) return;
      if (!word->keyword()) lines_.fail(io::quoted(word->text) + " after " + keyword + " is not understood");
      keyword = upper_case(word->text);
    }
  }

  void read_keyword(const std::string& keyword) {
    if (read_file_keyword(keyword)) return;
    ArgusVariable before_first;
    ArgusVariable& variable = metadata_.variables.empty() ? before_first : metadata_.variables.back();
    if (!read_kind(keyword, variable) && !read_hierarchy(keyword, variable) &&
        !read_codes(keyword, variable)) {
      metadata_.notes.push_back(here() + "the keyword " + io::shown(keyword) + " is unknown and was ignored");
      rest_ = {};
    } else if (metadata_.variables.empty()) {
      lines_.fail(keyword + " comes before the first variable", "write it below its variable");
    }
  }

  std::string here() const { return lines_.source() + ", line " + std::to_string(lines_.number()) + ": "; }

  bool read_codes(const std::string& keyword, ArgusVariable& variable) {
    if (keyword == "<TOTCODE>") {
      variable.total = io::trimmed(required_word(keyword, "the code of the total"));
      if (variable.total.empty()) variable.total = "Total";
    } else if (keyword == "<CODELIST>") {
      variable.code_list = required_word(keyword, "the name of a file");
    } else if (keyword == "<DECIMALS>") {
      variable.decimals =
          static_cast<int>(required_number(keyword, "the number of decimals", 0, Decimal::most_decimals));
    } else if (keyword == "<DISTANCE>" || keyword == "<TRUNCABLE>") {
      metadata_.notes.push_back(here() + keyword + " of " + io::quoted(variable.name) + " is not used");
      rest_ = {};
    } else {
      return false;
    }
    return true;
  }

  // Keywords about the whole file.
  bool read_file_keyword(const std::string& keyword) {
    if (keyword == "<SEPARATOR>") {
      const std::string text = required_word(keyword, "the separator, such as \";\"");
      if (text.size() != 1) {
        lines_.fail("the separator is " + io::quoted(text) + ", not a single character",
                    "write <SEPARATOR> \";\"");
      }
      if (use_ == ArgusUse::microdata && !metadata_.variables.empty()) {
        lines_.fail("<SEPARATOR> comes after the first variable", "write it on the first line");
      }
      metadata_.separator = text.front();
    } else if (keyword == "<SPSS>") {
      lines_.fail("metadata of SPSS files are not supported", "read the .sav file itself, without an .rda");
    } else if (keyword == "<SAFE>") {
      metadata_.safe = required_word(keyword, "the text of that status");
    } else if (keyword == "<UNSAFE>") {
      metadata_.unsafe = required_word(keyword, "the text of that status");
    } else if (keyword == "<PROTECT>") {
      metadata_.protect = required_word(keyword, "the text of that status");
    } else {
      return false;
    }
    return true;
  }

  void set_kind(ArgusVariable& variable, ArgusKind kind, const std::string& keyword) {
    if (variable.kind != ArgusKind::unused && variable.kind != kind) {
      lines_.fail(keyword + " contradicts an earlier keyword of " + io::quoted(variable.name),
                  "a variable has one kind; only <RECODEABLE> and <NUMERIC> can be combined");
    }
    variable.kind = kind;
  }

  bool read_kind(const std::string& keyword, ArgusVariable& variable) {
    if (keyword == "<RECODEABLE>" || keyword == "<RECODABLE>") {
      if (variable.kind == ArgusKind::amount) {
        variable.kind = ArgusKind::unused;
        variable.numeric = true;
      }
      set_kind(variable, ArgusKind::dimension, keyword);
      return true;
    }
    if (keyword == "<NUMERIC>") {
      if (variable.kind == ArgusKind::dimension) variable.numeric = true;
      if (variable.kind == ArgusKind::unused) variable.kind = ArgusKind::amount;
      return true;
    }
    static const std::unordered_map<std::string, ArgusKind> kinds = {
        {"<WEIGHT>", ArgusKind::weight},       {"<HOLDING>", ArgusKind::holding},
        {"<REQUEST>", ArgusKind::request},     {"<RECORDKEY>", ArgusKind::record_key},
        {"<FREQUENCY>", ArgusKind::frequency}, {"<MAXSCORE>", ArgusKind::top},
        {"<STATUS>", ArgusKind::status},       {"<SHADOW>", ArgusKind::shadow},
        {"<COST>", ArgusKind::cost},           {"<COSTVAR>", ArgusKind::cost},
        {"<LOWERPL>", ArgusKind::lower_level}, {"<UPPERPL>", ArgusKind::upper_level}};
    const auto found = kinds.find(keyword);
    if (found == kinds.end()) return false;
    // All of these may follow <NUMERIC>, on its line or below it.
    if (variable.kind == ArgusKind::amount) variable.kind = ArgusKind::unused;
    set_kind(variable, found->second, keyword);
    if (found->second == ArgusKind::request) read_request_codes(variable);
    return true;
  }

  void read_request_codes(ArgusVariable& variable) {
    while (const std::optional<ArgusWord> word = take_argus_word(rest_, lines_)) {
      if (!io::trimmed(word->text).empty()) variable.request_codes.emplace_back(io::trimmed(word->text));
    }
    if (variable.request_codes.empty() || variable.request_codes.size() > 2) {
      lines_.fail("<REQUEST> needs one or two codes that request protection", "write <REQUEST> \"1\" \"2\"");
    }
  }

  bool read_hierarchy(const std::string& keyword, ArgusVariable& variable) {
    if (keyword == "<HIERARCHICAL>") {
      variable.hierarchical = true;
    } else if (keyword == "<HIERCODELIST>") {
      variable.hierarchical = true;
      variable.hierarchy_file = required_word(keyword, "the name of a file");
    } else if (keyword == "<HIERLEADSTRING>") {
      variable.lead = required_word(keyword, "the leading string, such as \"@\"");
      if (variable.lead.empty()) lines_.fail("the leading string is empty", "write <HIERLEADSTRING> \"@\"");
    } else if (keyword == "<HIERLEVELS>") {
      variable.hierarchical = true;
      variable.levels.clear();
      while (const std::optional<ArgusWord> word = take_argus_word(rest_, lines_)) {
        const std::optional<std::int64_t> level = parse_integer(word->text);
        if (!level || *level < 0 || *level > most_characters) {
          lines_.fail("the level " + io::quoted(word->text) + " is not a number of characters",
                      "write <HIERLEVELS> 3 1 1");
        }
        if (*level > 0) variable.levels.push_back(static_cast<std::size_t>(*level));
      }
      if (variable.levels.empty()) {
        lines_.fail("<HIERLEVELS> has no levels", "write the characters of each level: <HIERLEVELS> 3 1 1");
      }
    } else {
      return false;
    }
    return true;
  }

  [[noreturn]] void fail_at(const ArgusVariable& variable, const std::string& message,
                            const std::string& hint) {
    bad_input(lines_.source() + ", line " + std::to_string(variable.line) + ": " + io::quoted(variable.name) +
                  message,
              hint);
  }

  void finish(ArgusVariable& variable) {
    if (!variable.hierarchical) return;
    if (variable.levels.empty() && variable.hierarchy_file.empty()) {
      fail_at(variable, " is hierarchical, but has neither levels nor a file",
              "add <HIERLEVELS> or <HIERCODELIST>, or drop <HIERARCHICAL>");
    }
    if (!variable.levels.empty() && !variable.hierarchy_file.empty()) {
      fail_at(variable, " has both <HIERLEVELS> and <HIERCODELIST>", "keep one of them");
    }
    std::size_t characters = 0;
    for (const std::size_t level : variable.levels) {
      characters = std::min(characters + level, static_cast<std::size_t>(most_characters) + 1);
    }
    if (!variable.levels.empty() && variable.width != 0 && characters != variable.width) {
      fail_at(variable,
              " is " + std::to_string(variable.width) + " characters wide, but its levels have " +
                  std::to_string(characters),
              "the numbers after <HIERLEVELS> must add up to the width");
    }
  }

  TextLines lines_;
  ArgusUse use_;
  ArgusMetadata metadata_;
  std::unordered_map<std::string, std::size_t> line_of_;
  std::string_view rest_;  // of the line
};

// A file of the folder whose name differs from `name` only in case; empty if there is none.
std::string other_case(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  std::vector<std::string> same_name;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string found = entry->path().filename().string();
    if (upper_case(found) == upper_case(name)) same_name.push_back(found);
  }
  std::sort(same_name.begin(), same_name.end());
  return same_name.empty() ? "" : same_name.front();
}

}  // namespace

ArgusMetadata parse_argus_metadata(std::string_view text, const std::string& source, ArgusUse use) {
  io::require_utf8(text, source);
  return MetadataReader(text, source, use).read();
}

ArgusMetadata read_argus_metadata(const std::string& path, ArgusUse use) {
  return parse_argus_metadata(io::read_text_file(path), path, use);
}

std::string argus_file(const std::string& source, const std::string& where, const std::string& named) {
  std::string slashed = named;
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  std::filesystem::path folder = std::filesystem::path(source).parent_path();
  if (folder.empty()) folder = ".";
  const std::string name = slashed.substr(slashed.rfind('/') + 1);
  const std::vector<std::filesystem::path> places = {folder / slashed, folder / name};
  for (const std::filesystem::path& place : places) {
    std::error_code error;
    if (std::filesystem::is_regular_file(place, error)) return place.lexically_normal().string();
  }
  const std::string same_name = other_case(folder, name);
  const std::string extension = std::filesystem::path(source).extension().string();
  bad_input(where + " names the file " + io::quoted(named) + ", which is not at '" +
                places[0].lexically_normal().string() + "'" +
                (places[1] == places[0] ? "" : " and not at '" + places[1].lexically_normal().string() + "'"),
            same_name.empty() ? "copy the file into the folder of the " + extension + ", or correct the name"
                              : "there is '" + same_name + "': write the name in the same case");
}

std::string argus_file(const ArgusMetadata& metadata, const ArgusVariable& variable,
                       const std::string& named) {
  return argus_file(metadata.source, metadata.source + ": " + io::quoted(variable.name), named);
}

}  // namespace sfumato::tables
