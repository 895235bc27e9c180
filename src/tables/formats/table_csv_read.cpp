// From rows to a table: totals and sums come from the sidecar, from hierarchies or from usual names; then
// every row is assigned to its cell.
#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_csv_rows.hpp"
#include "tables/formats/table_csv_sidecar.hpp"
#include "tables/formats/table_layout.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

// The usual names of a total; "Total" itself has priority.
std::optional<std::string> usual_total(const std::vector<std::string>& codes) {
  for (const char* name : {"Total", "total", "TOTAL", "All", "all", "ALL", "Sum", "sum", "_T", "T", "*"}) {
    if (std::find(codes.begin(), codes.end(), name) != codes.end()) return name;
  }
  return std::nullopt;
}

using Trees = std::vector<CodeTree>;

// The codes that no tree divides and that are not the total.
std::vector<std::string> finest(const std::vector<std::string>& codes, const std::string& total,
                                const Trees& trees) {
  std::unordered_set<std::string> above{total};
  for (const CodeTree& tree : trees) {
    for (const TreeNode& node : tree.nodes) {
      if (node.parent) above.insert(tree.nodes[*node.parent].code);
    }
  }
  std::vector<std::string> leaves;
  for (const std::string& code : codes) {
    if (!above.contains(code)) leaves.push_back(code);
  }
  return leaves;
}

class TableMaker {
 public:
  TableMaker(CsvRows rows, const std::string& source, const CsvTableOptions& options)
      : rows_(std::move(rows)),
        source_(source),
        options_(options),
        description_(describe_csv(options.sidecar, options.sidecar_source)) {}

  CellTable make() {
    check_columns();
    table_.title = description_.title;
    table_.rules = description_.rules;
    for (const Appearing& column : rows_.dimensions) table_.dimensions.push_back(dimension_of(column));
    make_responses();
    make_views();
    check_hits();
    renumber();
    if (!rows_.has_lower) free_lower_bounds();
    lay_out();
    return std::move(table_);
  }

 private:
  // The dimensions that the sidecar and the options name must exist.
  void check_columns() const {
    const auto require = [&](const std::string& name, const std::string& who) {
      const auto found = std::find_if(rows_.dimensions.begin(), rows_.dimensions.end(),
                                      [&](const Appearing& column) { return column.name == name; });
      if (found == rows_.dimensions.end()) {
        bad_input(source_ + " has no dimension " + io::quoted(name) + ", which " + who + " names",
                  "dimensions are the columns before 'value'");
      }
    };
    for (const CsvDimension& dimension : description_.dimensions) {
      require(dimension.name, options_.sidecar_source);
    }
    for (const auto& [name, trees] : options_.hierarchies) {
      require(name, trees.empty() ? "a hierarchy" : trees.front().source);
    }
  }

  Dimension dimension_of(const Appearing& column) const {
    const CsvDimension* described = description_.find(column.name);
    const auto given = std::find_if(options_.hierarchies.begin(), options_.hierarchies.end(),
                                    [&](const auto& entry) { return entry.first == column.name; });
    if (given == options_.hierarchies.end() && described && described->whole) return *described->whole;
    std::optional<std::string> total = described ? described->total : std::nullopt;
    if (!total) total = usual_total(column.codes);
    if (!total) {
      bad_input(source_ + ": no code of " + io::quoted(column.name) + " is called Total",
                "add the totals, or write their code into a .toml beside the table: [[table.dimensions]] "
                "name = \"" +
                    column.name + "\", total = \"…\"");
    }
    const Trees trees = given == options_.hierarchies.end() ? Trees() : given->second;
    return make_dimension(column.name, *total, finest(column.codes, *total, trees), trees, false);
  }

  void make_responses() {
    table_.responses = description_.responses;
    if (!table_.responses.empty()) return;
    if (!rows_.response) {
      table_.responses = {{.name = "value", .counts = false, .mean_of = ""}};
      return;
    }
    for (const std::string& name : rows_.response->codes) table_.responses.push_back({name, false, ""});
  }

  void check_hits() const {
    const std::size_t rules = table_.rules.size();
    for (std::size_t row = 0; row < rows_.hits.size(); ++row) {
      if (rules >= 64 || rows_.hits[row] >> rules == 0) continue;
      bad_input(source_ + ", line " + std::to_string(rows_.lines[row]) + ": the hits name a rule, but " +
                    (rules == 0 ? "no rules are known" : "the last is " + std::to_string(rules - 1)),
                "rules are in the .toml beside the table and are numbered from 0");
    }
  }

  template <class Items>
  std::size_t position_of(const Items& items, const std::string& name, const std::string& what) const {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
    if (found == items.end()) {
      bad_input(options_.sidecar_source + ": a view has the " + what + " " + io::quoted(name) +
                ", which does not exist");
    }
    return static_cast<std::size_t>(found - items.begin());
  }

  void make_views() {
    for (const auto& [names, response] : description_.views) {
      View& view = table_.views.emplace_back();
      for (const std::string& name : names) {
        view.dimensions.push_back(position_of(table_.dimensions, name, "dimension"));
      }
      view.response = position_of(table_.responses, response, "response");
    }
    if (!table_.views.empty()) return;
    std::vector<std::size_t> all(table_.dimensions.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t i = 0; i < table_.responses.size(); ++i) table_.views.push_back({all, i});
  }

  // The position among `known` of each code of a column, in order of appearance.
  std::vector<std::uint32_t> numbers_of(const Appearing& column, const std::vector<std::string>& known,
                                        const std::string& what) const {
    std::unordered_map<std::string_view, std::uint32_t> positions;
    for (const std::string& code : known)
      positions.emplace(code, static_cast<std::uint32_t>(positions.size()));
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < column.codes.size(); ++i) {
      const auto found = positions.find(column.codes[i]);
      if (found == positions.end()) {
        bad_input(source_ + ", line " + std::to_string(column.lines[i]) + ": " + data_value(column.codes[i]) +
                      " is not a " + what,
                  "correct it, or describe it in the .toml beside the table");
      }
      numbers.push_back(found->second);
    }
    return numbers;
  }

  void renumber() {
    std::vector<std::vector<std::uint32_t>> numbers;
    for (std::size_t i = 0; i < rows_.dimensions.size(); ++i) {
      const Dimension& dimension = table_.dimensions[i];
      numbers.push_back(
          numbers_of(rows_.dimensions[i], dimension.codes, "code of " + io::quoted(dimension.name)));
    }
    std::vector<std::string> names;
    for (const Response& response : table_.responses) names.push_back(response.name);
    if (rows_.response) {
      numbers.push_back(numbers_of(*rows_.response, names, "response"));
    } else if (names.size() > 1) {
      bad_input(source_ + " has no column 'response', but " + options_.sidecar_source + " names several");
    } else {
      numbers.push_back({0});
    }
    const std::size_t width = numbers.size();
    for (std::size_t i = 0; i < rows_.coordinates.size(); ++i) {
      rows_.coordinates[i] = numbers[i % width][rows_.coordinates[i]];
    }
  }

  void free_lower_bounds() {
    const bool negative = std::any_of(rows_.cells.begin(), rows_.cells.end(),
                                      [](const Cell& cell) { return cell.value.is_negative(); });
    if (!negative) return;
    for (Cell& cell : rows_.cells) cell.lower = std::nullopt;
  }

  void lay_out() {
    CellTable laid = laid_out(table_, rows_.cells.size(), source_);
    laid.rules = std::move(table_.rules);
    const std::vector<std::size_t> places =
        places_of_rows(laid, rows_.coordinates, source_,
                       [&](std::size_t row) { return "line " + std::to_string(rows_.lines[row]); });
    take_rows(laid, places, std::move(rows_.cells), std::move(rows_.hits), std::move(rows_.contributors));
    table_ = std::move(laid);
  }

  CsvRows rows_;
  std::string source_;
  const CsvTableOptions& options_;
  CsvDescription description_;
  CellTable table_;
};

}  // namespace

CellTable parse_table_csv(std::string_view bytes, const std::string& source, const CsvTableOptions& options) {
  return TableMaker(read_csv_rows(bytes, source), source, options).make();
}

}  // namespace sfumato::tables
