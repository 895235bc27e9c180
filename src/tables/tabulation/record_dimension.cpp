#include "tables/tabulation/record_dimension.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::tables {
namespace {

// The codes that occur, sorted.
std::vector<std::int32_t> sorted_codes(const RecordCodes& records, const std::vector<bool>& occurs) {
  std::vector<std::int32_t> codes;
  for (std::size_t i = 1; i < occurs.size(); ++i) {
    if (occurs[i]) codes.push_back(static_cast<std::int32_t>(i - 1));
  }
  if (records.has_order) return codes;
  const auto text = [&](std::int32_t code) -> const std::string& {
    return records.texts[static_cast<std::size_t>(code)];
  };
  std::vector<double> values(records.texts.size(), 0.0);
  const bool numeric = std::all_of(codes.begin(), codes.end(), [&](std::int32_t code) {
    const std::optional<double> value = parse_number(text(code));
    values[static_cast<std::size_t>(code)] = value.value_or(0.0);
    return value.has_value();
  });
  std::sort(codes.begin(), codes.end(), [&](std::int32_t left, std::int32_t right) {
    const double first = values[static_cast<std::size_t>(left)];
    const double second = values[static_cast<std::size_t>(right)];
    return numeric && first != second ? first < second : text(left) < text(right);
  });
  return codes;
}

// Every record must have one of the finest codes of the tree.
void check_codes(const std::string& column, const RecordCodes& records,
                 const std::vector<std::int32_t>& codes, const CodeTree& tree) {
  std::unordered_map<std::string, bool> divided;
  for (const TreeNode& node : tree.nodes) divided.try_emplace(node.code, false);
  for (const TreeNode& node : tree.nodes) {
    if (node.parent) divided[tree.nodes[*node.parent].code] = true;
  }
  for (const std::int32_t code : codes) {
    const std::string& text = records.texts[static_cast<std::size_t>(code)];
    const auto found = divided.find(text);
    if (found != divided.end() && !found->second) continue;
    const std::string where = "column '" + io::shown(column) + "', row " +
                              std::to_string(first_row(records, code) + 1) + ": " + data_value(text) + " ";
    if (found == divided.end()) {
      bad_input(where + "is not a code of " + tree.source,
                "add the code to the hierarchy, or correct the data");
    }
    bad_input(where + "is divided further in " + tree.source + ": not a finest code",
              "records must have the finest codes of the hierarchy");
  }
}

void check_trees(const std::vector<CodeTree>& trees) {
  for (const CodeTree& tree : trees) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (tree.nodes[i].parent && *tree.nodes[i].parent >= i) {
        bad_input(tree.source + ": " + data_value(tree.nodes[i].code) + " comes before its parent");
      }
    }
  }
}

// Adds a code for missing values to the leaves and to every tree.
void add_missing_code(RecordDimension& result, std::vector<std::string>& leaves, std::vector<CodeTree>& trees,
                      const std::string& column, std::size_t count) {
  if (std::find(leaves.begin(), leaves.end(), missing_code) != leaves.end()) {
    bad_input("column '" + io::shown(column) + "' has missing values, and a code '" +
                  std::string(missing_code) + "' of its own",
              "rename the code");
  }
  leaves.emplace_back(missing_code);
  for (CodeTree& tree : trees) {
    const bool known = std::any_of(tree.nodes.begin(), tree.nodes.end(),
                                   [](const TreeNode& node) { return node.code == missing_code; });
    if (!known) tree.nodes.push_back({missing_code, std::nullopt});
  }
  result.notes.push_back(std::to_string(count) + (count == 1 ? " record has" : " records have") + " no '" +
                         io::shown(column) + (count == 1 ? "': it is counted" : "': they are counted") +
                         " under the code '" + missing_code + "'");
}

// Rows may stand for several records.
std::size_t missing_records(const Table& records, ColumnId id) {
  const stats::RecordCounts counts = stats::record_counts(records);
  if (counts.one_each()) return records.column(id).missing_count();
  std::size_t missing = 0;
  for (std::size_t row = 0; row < records.rows(); ++row) {
    if (records.column(id).missing(row)) missing += counts[row];
  }
  return missing;
}

// The given label of a code, else that of the data, else the code itself.
void add_labels(Dimension& dimension, const std::vector<std::pair<std::string, std::string>>& given,
                const ValueLabels& of_column) {
  if (given.empty() && of_column.empty()) return;
  std::unordered_map<std::string, std::string> meaning(of_column.begin(), of_column.end());
  for (const auto& [code, label] : given) meaning.insert_or_assign(code, label);
  for (const std::string& code : dimension.codes) {
    const auto found = meaning.find(code);
    dimension.labels.push_back(found == meaning.end() ? code : found->second);
  }
}

}  // namespace

RecordDimension record_dimension(const Table& records, const DimensionSpecification& specification,
                                 const Run& run) {
  RecordDimension result;
  const std::string& column = specification.column;
  result.records = record_codes(records, column, "cross", run);
  const std::vector<bool> occurs = occurring(result.records, run);
  const std::vector<std::int32_t> codes = sorted_codes(result.records, occurs);
  std::vector<CodeTree> trees = specification.hierarchies;
  check_trees(trees);
  for (const CodeTree& tree : trees) check_codes(column, result.records, codes, tree);

  std::vector<std::string> leaves;
  for (const std::int32_t code : codes) {
    leaves.push_back(result.records.texts[static_cast<std::size_t>(code)]);
  }
  const ColumnId id = records.require(column);
  const std::size_t missing = occurs[0] ? missing_records(records, id) : 0;
  if (missing > 0) add_missing_code(result, leaves, trees, column, missing);
  result.dimension = make_dimension(column, specification.total, leaves, trees);
  add_labels(result.dimension, specification.labels, records.info(id).value_labels);
  result.below = leaves_below(result.dimension);

  std::unordered_map<std::string, std::uint32_t> position;
  for (std::size_t i = 0; i < result.dimension.codes.size(); ++i) {
    position.emplace(result.dimension.codes[i], static_cast<std::uint32_t>(i));
  }
  result.place.assign(result.records.texts.size() + 1, 0);
  for (const std::int32_t code : codes) {
    result.place[static_cast<std::size_t>(code) + 1] =
        position.at(result.records.texts[static_cast<std::size_t>(code)]);
  }
  if (missing > 0) result.place[0] = position.at(missing_code);
  return result;
}

}  // namespace sfumato::tables
