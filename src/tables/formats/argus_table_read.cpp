// Reads a .tab file into cells: its codes become dimensions and its rows cells; a missing row is either an
// empty cell or an error.
#include <algorithm>
#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_dimension.hpp"
#include "tables/formats/argus_rows.hpp"
#include "tables/formats/argus_table.hpp"

namespace sfumato::tables {
namespace {

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

// Rows that fill less of the table than this are an error, before memory is allocated.
constexpr std::uint64_t cells_per_row = 64;
constexpr std::uint64_t always_allowed = 1'000'000;

bool is_missing(const ArgusVariable& variable, const std::string& code) {
  return std::find(variable.missing.begin(), variable.missing.end(), code) != variable.missing.end();
}

// The codes of the file, in its order, without the total; with `missing` including the missing codes.
std::vector<std::string> codes_of(const SeenCodes& seen, const ArgusVariable& variable, bool missing) {
  std::vector<std::string> codes;
  for (std::size_t i = 1; i < seen.codes.size(); ++i) {
    if (missing || !is_missing(variable, seen.codes[i])) codes.push_back(seen.codes[i]);
  }
  return codes;
}

// The tree with the missing codes directly below the total, as in tau-Argus.
CodeTree whole_tree(const ArgusMetadata& metadata, const ArgusVariable& variable, const SeenCodes& seen,
                    const std::string& source) {
  CodeTree tree = *argus_tree(metadata, variable, codes_of(seen, variable, false));
  std::unordered_map<std::string_view, bool> known;
  for (const TreeNode& node : tree.nodes) known.emplace(node.code, true);
  std::vector<std::string> added;
  for (std::size_t i = 1; i < seen.codes.size(); ++i) {
    if (known.contains(seen.codes[i])) continue;
    if (!is_missing(variable, seen.codes[i])) {
      bad_input(source + ", line " + std::to_string(seen.lines[i]) + ": the code " +
                    data_value(seen.codes[i]) + " of '" + io::shown(variable.name) + "' is not in " +
                    tree.source,
                "add the code to the hierarchy, or correct the table");
    }
    added.push_back(seen.codes[i]);
  }
  for (std::string& code : added) tree.nodes.push_back({std::move(code), std::nullopt});
  return tree;
}

Dimension dimension_of(const ArgusMetadata& metadata, const ArgusVariable& variable, const SeenCodes& seen,
                       const std::string& source) {
  Dimension dimension;
  if (variable.hierarchical) {
    const CodeTree tree = whole_tree(metadata, variable, seen, source);
    dimension = make_dimension(variable.name, variable.total, {}, {tree});
  } else {
    dimension = make_dimension(variable.name, variable.total, codes_of(seen, variable, true), {});
  }
  const CodeLabels labels = argus_labels(metadata, variable);
  if (labels.empty()) return dimension;
  std::unordered_map<std::string_view, std::string_view> label_of;
  for (const auto& [code, label] : labels) label_of.emplace(code, label);
  for (const std::string& code : dimension.codes) {
    const auto found = label_of.find(code);
    dimension.labels.emplace_back(found == label_of.end() ? std::string_view() : found->second);
  }
  return dimension;
}

void check_size(const CellTable& table, std::size_t rows, const std::string& source) {
  std::uint64_t cells = 1;
  for (const Dimension& dimension : table.dimensions) {
    if (__builtin_mul_overflow(cells, dimension.codes.size(), &cells)) {
      cells = std::numeric_limits<std::uint64_t>::max();
      break;
    }
  }
  if (cells <= always_allowed || cells / cells_per_row <= rows) return;
  bad_input(
      source + " has " + std::to_string(rows) + " rows for a table of " + std::to_string(cells) + " cells",
      "check the codes and the separator; a table with so few rows is mostly empty");
}

// Cells are in the order of lay_out_cells with a single view: the last dimension runs fastest.
class CellFiller {
 public:
  CellFiller(CellTable& table, const ArgusRows& rows, const std::string& source)
      : table_(table), rows_(rows), source_(source), row_of_(table.cells.size(), no_row) {}

  void find_rows() {
    std::vector<std::unordered_map<std::string_view, std::size_t>> positions;
    for (const Dimension& dimension : table_.dimensions) {
      auto& known = positions.emplace_back();
      for (std::size_t i = 0; i < dimension.codes.size(); ++i) known.emplace(dimension.codes[i], i);
    }
    std::vector<std::vector<std::size_t>> code_of;  // per dimension, of each code seen
    for (std::size_t i = 0; i < positions.size(); ++i) {
      auto& codes = code_of.emplace_back();
      for (const std::string& code : rows_.seen[i].codes) codes.push_back(positions[i].at(code));
    }
    const std::size_t width = table_.dimensions.size();
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      std::size_t cell = 0;
      for (std::size_t i = 0; i < width; ++i) {
        cell = cell * table_.dimensions[i].codes.size() + code_of[i][rows_.places[row * width + i]];
      }
      if (row_of_[cell] != no_row) {
        bad_input(source_ + ", line " + std::to_string(rows_.rows[row].line) + ": " +
                      cell_name(table_, cell) + " is already on line " +
                      std::to_string(rows_.rows[row_of_[cell]].line),
                  "keep one row for each cell");
      }
      row_of_[cell] = static_cast<std::uint32_t>(row);
    }
  }

  // A code with a single child is the same cell under another name. Sums come from the top down, so that the
  // last relations are completed first.
  void copy_single_parts() {
    for (std::size_t relation = table_.relations.count(); relation-- > 0;) {
      const std::span<const Term> terms = table_.relations.terms(relation);
      if (terms.size() == 2 && row_of_[terms[0].cell] == no_row)
        row_of_[terms[0].cell] = row_of_[terms[1].cell];
    }
  }

  void require_margins() const {
    for (std::size_t relation = 0; relation < table_.relations.count(); ++relation) {
      const std::span<const Term> terms = table_.relations.terms(relation);
      if (row_of_[terms[0].cell] != no_row) continue;
      const bool empty = std::all_of(terms.begin() + 1, terms.end(), [&](const Term& term) {
        const std::uint32_t row = row_of_[term.cell];
        return row == no_row || (rows_.rows[row].value.is_zero() && rows_.rows[row].frequency == 0);
      });
      if (empty) continue;
      bad_input(source_ + ": the margin " + cell_name(table_, terms[0].cell) + " is missing, though " +
                    relation_name(table_, relation) + " is not empty",
                "add the rows of totals; only empty cells may be left out");
    }
  }

  void fill(const ArgusLayout& layout) {
    const bool known = layout.frequency || !layout.tops.empty();
    if (known) table_.contributors.resize(table_.cells.size());
    table_.kept_contributions = layout.tops.size();
    const bool negative = std::any_of(rows_.rows.begin(), rows_.rows.end(),
                                      [](const ArgusRow& row) { return row.value.is_negative(); });
    for (std::size_t cell = 0; cell < table_.cells.size(); ++cell) {
      if (negative) table_.cells[cell].lower = std::nullopt;
      if (row_of_[cell] == no_row) continue;
      const ArgusRow& row = rows_.rows[row_of_[cell]];
      fill_cell(table_.cells[cell], row, !layout.status || row.status == CellStatus::primary);
      if (known) fill_contributors(table_.contributors[cell], row_of_[cell], layout);
    }
  }

 private:
  // tau-Argus writes a level of one unit for cells that need none.
  static void fill_cell(Cell& cell, const ArgusRow& row, bool levels) {
    cell.value = row.value;
    cell.cost = row.cost;
    cell.status = row.status;
    if (!levels) return;
    cell.lower_level = row.lower_level;
    cell.upper_level = row.upper_level;
  }

  // Largest contributions beyond the frequency are zeros that fill the columns.
  void fill_contributors(Contributors& contributors, std::size_t row, const ArgusLayout& layout) const {
    contributors.total = magnitude(rows_.rows[row].shadow);
    const std::size_t kept = layout.tops.size();
    for (std::size_t i = 0; i < kept; ++i) {
      const Decimal& amount = rows_.tops[row * kept + i];
      const bool counted = layout.frequency && static_cast<std::int64_t>(i) < rows_.rows[row].frequency;
      if (counted || !amount.is_zero()) contributors.largest.push_back({.amount = amount});
    }
    contributors.frequency =
        layout.frequency ? rows_.rows[row].frequency : static_cast<std::int64_t>(contributors.largest.size());
    if (static_cast<std::int64_t>(contributors.largest.size()) > contributors.frequency) {
      bad_input(source_ + ", line " + std::to_string(rows_.rows[row].line) + ": " +
                    std::to_string(contributors.largest.size()) +
                    " largest contributions, but a frequency of " + std::to_string(contributors.frequency),
                "correct the frequency, or write 0 where there is no contribution");
    }
    for (std::size_t i = 1; i < contributors.largest.size(); ++i) {
      if (magnitude(contributors.largest[i].amount) > magnitude(contributors.largest[i - 1].amount)) {
        bad_input(source_ + ", line " + std::to_string(rows_.rows[row].line) +
                  ": the largest contributions are not in descending order");
      }
    }
    contributors.holdings = contributors.frequency;
    contributors.weighted_frequency = Decimal::whole(contributors.frequency);
  }

  CellTable& table_;
  const ArgusRows& rows_;
  std::string source_;
  std::vector<std::uint32_t> row_of_;
};

}  // namespace

CellTable parse_argus_table(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
                            const Run& run, std::vector<std::string>* notes) {
  std::vector<std::string> said = metadata.notes;
  const ArgusLayout layout = argus_layout(metadata, said);
  const ArgusRows rows = parse_argus_rows(text, source, metadata, layout, run);
  if (rows.rows.size() >= no_row) bad_input(source + " has too many rows");
  CellTable table;
  View view;
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i) {
    const ArgusVariable& variable = metadata.variables[layout.dimensions[i]];
    table.dimensions.push_back(dimension_of(metadata, variable, rows.seen[i], source));
    view.dimensions.push_back(i);
  }
  check_size(table, rows.rows.size(), source);
  const std::size_t shown = layout.response ? *layout.response : *layout.frequency;
  table.responses = {{.name = metadata.variables[shown].name, .counts = !layout.response, .mean_of = ""}};
  table.views = {view};
  lay_out_cells(table);
  CellFiller filler(table, rows, source);
  filler.find_rows();
  filler.copy_single_parts();
  filler.require_margins();
  filler.fill(layout);
  check_table(table);
  if (!layout.frequency && !layout.tops.empty()) {
    said.push_back(source +
                   ": there is no frequency; each cell counts the largest contributions that it has");
  }
  if (notes) notes->insert(notes->end(), said.begin(), said.end());
  return table;
}

CellTable read_argus_table(const std::string& path, const std::string& metadata, const Run& run,
                           std::vector<std::string>* notes) {
  const ArgusMetadata described = read_argus_metadata(metadata, ArgusUse::table);
  const io::ByteSource source(path, run);
  io::require_cell_memory(source);
  CellTable table;
  try {
    table = parse_argus_table(source.bytes(), path, described, run, notes);
  } catch (const Error&) {
    source.require_unchanged();
    throw;
  }
  source.require_unchanged();
  return table;
}

}  // namespace sfumato::tables
