#include "tables/formats/hierarchy_tree.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/hierarchy_file.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

bool is_control(char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F; }

// Counts the leading strings of a line and removes them. Blanks before each are padding, unless the leading
// string has blanks at its own ends.
std::size_t take_depth(std::string_view& line, std::string_view lead) {
  const bool padded = io::trimmed(lead) == lead;
  std::size_t depth = 0;
  while (true) {
    if (padded) line = io::trimmed(line);
    if (!line.starts_with(lead)) return depth;
    line.remove_prefix(lead.size());
    ++depth;
  }
}

// The tree, built row by row, and the position of each code.
class TreeOfRows {
 public:
  explicit TreeOfRows(const std::string& source) { tree_.source = source; }

  // From the top down to the leaf.
  void add(const std::vector<std::string>& path) {
    std::optional<std::size_t> parent;
    for (const std::string& code : path) {
      const auto [entry, is_new] = positions_.try_emplace(code, tree_.nodes.size());
      if (is_new) {
        tree_.nodes.push_back({code, parent});
      } else if (tree_.nodes[entry->second].parent != parent) {
        refuse(path, code, tree_.nodes[entry->second].parent, parent);
      }
      parent = entry->second;
    }
  }

  CodeTree take() { return std::move(tree_); }

 private:
  [[noreturn]] void refuse(const std::vector<std::string>& path, const std::string& code,
                           std::optional<std::size_t> first, std::optional<std::size_t> second) const {
    const std::string where = tree_.source + ", in the row of " + data_value(path.back()) + ": ";
    if (std::count(path.begin(), path.end(), code) > 1) {
      bad_input(where + data_value(code) + " is below itself", "a hierarchy must not contain a cycle");
    }
    const auto name = [&](std::optional<std::size_t> node) {
      return node ? data_value(tree_.nodes[*node].code) : std::string("the total");
    };
    bad_input(where + data_value(code) + " is part of " + name(second) + ", but of " + name(first) +
                  " in an earlier row",
              "list each code once in the hierarchy");
  }

  CodeTree tree_;
  std::unordered_map<std::string, std::size_t> positions_;
};

// The hierarchy reader puts each error on its own line, but messages are one line.
Hierarchy hierarchy_in_line(const std::string& path) {
  try {
    return io::read_hierarchy(path);
  } catch (const Error& error) {
    std::string message = error.message;
    for (std::size_t at = message.find("\n  "); at != std::string::npos; at = message.find("\n  ", at)) {
      message.replace(at, 3, at > 0 && message[at - 1] == ':' ? " " : "; ");
    }
    throw Error(error.code, message, error.hint);
  }
}

// A row's codes from the top down, without the top where it is the total, and repeated codes of a short
// branch once.
std::vector<std::string> path_of(const std::vector<std::string>& row, bool has_total) {
  std::vector<std::string> path;
  for (std::size_t level = row.size() - (has_total ? 1 : 0); level-- > 0;) {
    const std::string code(io::trimmed(row[level]));
    if (path.empty() || path.back() != code) path.push_back(code);
  }
  return path;
}

}  // namespace

CodeTree parse_hrc(std::string_view text, const std::string& source, const std::string& lead) {
  if (lead.empty()) bad_input("the leading string of " + source + " is empty", "it is '@' in most files");
  io::require_utf8(text, source);
  TextLines lines(text, source);
  CodeTree tree{{}, source};
  std::unordered_map<std::string_view, std::size_t> line_of;
  std::vector<std::size_t> open;  // the possible parents of the next line, by depth
  while (std::optional<std::string_view> line = lines.next()) {
    if (io::trimmed(*line).empty()) continue;
    const std::size_t depth = take_depth(*line, lead);
    const std::string_view code = io::trimmed(*line);
    if (code.empty())
      lines.fail("there is no code after the leading strings", "write a code, or delete the line");
    if (std::any_of(code.begin(), code.end(), is_control)) {
      lines.fail("the code " + data_value(code) + " has a control character", "end lines with LF or CR LF");
    }
    if (depth > open.size()) {
      lines.fail(
          data_value(code) + " is at depth " + std::to_string(depth) +
              ", but the largest possible depth here is " + std::to_string(open.size()),
          "a code may be at most one level below the line before it; the leading string is '" + lead + "'");
    }
    const auto [entry, is_new] = line_of.try_emplace(code, lines.number());
    if (!is_new) {
      lines.fail("the code " + data_value(code) + " is already on line " + std::to_string(entry->second),
                 "list each code once in the hierarchy");
    }
    open.resize(depth);
    tree.nodes.push_back({std::string(code), depth ? std::optional(open.back()) : std::nullopt});
    open.push_back(tree.nodes.size() - 1);
  }
  if (tree.nodes.empty()) bad_input(source + " has no codes", "write one code per line");
  return tree;
}

CodeTree tree_of_rows(const Hierarchy& hierarchy, const std::string& source) {
  const std::vector<std::vector<std::string>>& rows = hierarchy.rows();
  const bool has_total = hierarchy.levels() > 1 && std::all_of(rows.begin(), rows.end(), [](const auto& row) {
                           return io::trimmed(row.back()) == "*";
                         });
  TreeOfRows tree(source);
  for (const std::vector<std::string>& row : rows) {
    const std::vector<std::string> path = path_of(row, has_total);
    if (std::find(path.begin(), path.end(), "") != path.end()) {
      bad_input(source + ", in the row of " + data_value(row.front()) + ": a code is empty",
                "repeat the code of the level below where a branch is short");
    }
    tree.add(path);
  }
  return tree.take();
}

CodeTree read_code_tree(const std::string& path, const std::string& lead) {
  std::string extension = path.substr(std::min(path.rfind('.'), path.size()));
  for (char& letter : extension)
    letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  if (extension == ".hrc") return parse_hrc(io::read_text_file(path), path, lead);
  return tree_of_rows(hierarchy_in_line(path), path);
}

}  // namespace sfumato::tables
