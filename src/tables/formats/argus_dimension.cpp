#include "tables/formats/argus_dimension.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/hierarchy_tree.hpp"

namespace sfumato::tables {
namespace {

// The prefixes of a code that are its ancestors from the top down, the code itself last.
std::vector<std::string_view> path_of(std::string_view code, const std::vector<std::size_t>& levels) {
  std::vector<std::string_view> path;
  std::size_t end = 0;
  for (const std::size_t level : levels) {
    end += character_offset(code.substr(end), level);
    path.push_back(code.substr(0, end));
    if (end == code.size()) break;
  }
  return path;
}

}  // namespace

std::size_t character_offset(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size() && count > 0; --count) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

CodeTree tree_of_levels(std::vector<std::string> codes, const std::vector<std::size_t>& levels,
                        const std::string& source) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  CodeTree tree{{}, source};
  std::vector<std::size_t> open;  // the ancestors of the last code, and its own node
  for (const std::string& code : codes) {
    const std::vector<std::string_view> path = path_of(code, levels);
    if (path.empty() || path.back().size() != code.size()) {
      bad_input(source + ": the code " + data_value(code) + " is longer than its levels together",
                "correct <HIERLEVELS>, or the code");
    }
    std::size_t shared = 0;
    while (shared < open.size() && shared < path.size() && tree.nodes[open[shared]].code == path[shared]) {
      ++shared;
    }
    open.resize(shared);
    for (std::size_t depth = shared; depth < path.size(); ++depth) {
      tree.nodes.push_back({std::string(path[depth]), depth ? std::optional(open.back()) : std::nullopt});
      open.push_back(tree.nodes.size() - 1);
    }
  }
  return tree;
}

std::optional<CodeTree> argus_tree(const ArgusMetadata& metadata, const ArgusVariable& variable,
                                   const std::vector<std::string>& codes) {
  if (!variable.hierarchical) return std::nullopt;
  if (!variable.levels.empty()) {
    return tree_of_levels(codes, variable.levels,
                          "the levels of '" + io::shown(variable.name) + "' in " + metadata.source);
  }
  const std::string path = argus_file(metadata, variable, variable.hierarchy_file);
  return parse_hrc(io::read_text_file(path), path, variable.lead);
}

CodeLabels argus_labels(const ArgusMetadata& metadata, const ArgusVariable& variable) {
  if (variable.code_list.empty()) return {};
  return read_codelist(argus_file(metadata, variable, variable.code_list));
}

}  // namespace sfumato::tables
