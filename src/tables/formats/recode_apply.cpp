// Applies a recode to a dimension and its records: trees are cut, codes and labels replaced. Separate from
// the reading of recode files, which needs no records.
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/code_collector.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_metadata.hpp"
#include "tables/formats/codelist.hpp"
#include "tables/formats/recode_file.hpp"

namespace sfumato::tables {
namespace {

using Replacement = std::function<std::string(const std::string&)>;

std::string at(const Recode& recode, std::size_t line) {
  return recode.source + ", line " + std::to_string(line) + ": ";
}

// Replaces codes, by distinct code and not by row; codes that mean missing become missing.
Column replaced(const Column& column, const Replacement& replacement,
                const std::vector<std::string>& missing) {
  io::CodeCollector collector;
  collector.reserve(column.size());
  std::unordered_map<std::string, std::int32_t> known;
  const auto code_of = [&](const std::string& text) {
    const auto found = known.find(text);
    if (found != known.end()) return found->second;
    const std::string code = replacement(text);
    const bool gone = std::find(missing.begin(), missing.end(), code) != missing.end();
    const std::int32_t number = gone ? Codes::missing : collector.code_of(code);
    known.emplace(text, number);
    return number;
  };
  const Codes* codes = column.get_if<Codes>();
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      collector.add_missing();
    } else if (codes != nullptr) {
      collector.add_code(code_of(codes->labels[static_cast<std::size_t>(codes->codes[row])]));
    } else {
      collector.add_code(code_of(column.text(row)));
    }
  }
  return collector.take();
}

void replace_column(Table& records, const DimensionSpecification& dimension, const Replacement& replacement,
                    const Recode& recode) {
  const ColumnId id = records.require(dimension.column);
  ColumnInfo info = records.info(id);
  info.kind = Kind::nominal;
  info.decimals.reset();
  info.domain.reset();
  info.order.clear();
  info.categories.clear();
  info.hierarchy.clear();
  info.tree.reset();
  info.value_labels = dimension.labels;
  records.replace(id, replaced(records.column(id), replacement, recode.missing));
  records.set_info(id, std::move(info));
}

// The tree without the nodes below the cuts, and the new code of each removed node.
struct CutTree {
  CodeTree tree;
  std::unordered_map<std::string, std::string> becomes;
};

CutTree cut_tree(const CodeTree& tree, const Recode& recode) {
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) positions.emplace(tree.nodes[node].code, node);
  std::vector<bool> cut(tree.nodes.size(), false);
  for (const auto& [code, line] : recode.cuts) {
    const auto found = positions.find(code);
    if (found == positions.end()) {
      bad_input(at(recode, line) + "the code " + data_value(code) + " is not in " + tree.source,
                "list codes at which the hierarchy should end");
    }
    cut[found->second] = true;
  }
  CutTree result{{{}, tree.source + " cut by " + recode.source}, {}};
  // For each node its new code, and whether it is below a cut.
  std::vector<std::size_t> kept_as(tree.nodes.size(), 0);
  std::vector<std::size_t> stands_for(tree.nodes.size(), 0);
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    const std::optional<std::size_t> parent = tree.nodes[node].parent;
    const bool below = parent && (cut[*parent] || stands_for[*parent] != *parent);
    stands_for[node] = below ? stands_for[*parent] : node;
    if (below) {
      result.becomes.emplace(tree.nodes[node].code, tree.nodes[stands_for[node]].code);
      continue;
    }
    kept_as[node] = result.tree.nodes.size();
    result.tree.nodes.push_back(
        {tree.nodes[node].code, parent ? std::optional(kept_as[*parent]) : std::nullopt});
  }
  return result;
}

void apply_cuts(DimensionSpecification& dimension, Table& records, const Recode& recode) {
  if (dimension.hierarchies.size() != 1) {
    bad_input(recode.source + " cuts a hierarchy, but '" + dimension.column + "' has " +
                  (dimension.hierarchies.empty() ? "none" : "several"),
              dimension.hierarchies.empty() ? "use rules such as 1 : 1-3, 5 for a flat column"
                                            : "cut the hierarchies in their files");
  }
  CutTree cut = cut_tree(dimension.hierarchies[0], recode);
  std::erase_if(dimension.labels, [&](const auto& label) { return cut.becomes.contains(label.first); });
  dimension.hierarchies[0] = std::move(cut.tree);
  replace_column(
      records, dimension,
      [&](const std::string& code) {
        const auto found = cut.becomes.find(code);
        return found == cut.becomes.end() ? code : found->second;
      },
      recode);
}

std::string recoded(const std::string& code, const Recode& recode) {
  const RecodeRule* chosen = nullptr;
  for (const RecodeRule& rule : recode.rules) {
    const bool applies = std::any_of(rule.from.begin(), rule.from.end(),
                                     [&](const CodeRange& range) { return range.has(code); });
    if (!applies) continue;
    if (chosen != nullptr && chosen->code != rule.code) {
      bad_input(at(recode, rule.line) + "the code " + data_value(code) + " becomes " + data_value(rule.code) +
                    ", but " + data_value(chosen->code) + " by line " + std::to_string(chosen->line),
                "use each code in one rule only");
    }
    chosen = &rule;
  }
  return chosen != nullptr ? chosen->code : code;
}

void apply_rules_of(DimensionSpecification& dimension, Table& records, const Recode& recode) {
  if (!dimension.hierarchies.empty()) {
    bad_input(recode.source + " has rules for single codes, but '" + dimension.column + "' is hierarchical",
              "write <TREERECODE> and the codes at which its hierarchy should end");
  }
  if (recode.code_list.empty()) {
    std::erase_if(dimension.labels,
                  [&](const auto& label) { return recoded(label.first, recode) != label.first; });
  } else {
    ArgusMetadata place;
    place.source = recode.source;
    ArgusVariable named;
    named.name = dimension.column;
    dimension.labels = read_codelist(argus_file(place, named, recode.code_list));
  }
  replace_column(
      records, dimension, [&](const std::string& code) { return recoded(code, recode); }, recode);
}

}  // namespace

void apply_recode(DimensionSpecification& dimension, Table& records, const Recode& recode) {
  if (recode.tree) {
    apply_cuts(dimension, records, recode);
  } else {
    apply_rules_of(dimension, records, recode);
  }
}

}  // namespace sfumato::tables
