// A mean is computed from the sum and the count in the table.
#include "report/cell_table.hpp"

#include <algorithm>

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

using tables::CellTable;
using tables::Dimension;
using tables::View;

constexpr std::size_t most_rows = 40;
constexpr std::size_t most_columns = 12;

// Codes as they are read: parts first, the total last.
std::vector<std::uint32_t> printed_order(const Dimension& dimension) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t code = 1; code < dimension.codes.size(); ++code) result.push_back(code);
  result.push_back(0);
  return result;
}

// How many sums are above a code, without the total.
std::size_t depth(const Dimension& dimension, std::size_t code) {
  std::size_t result = 0;
  for (std::size_t at = code; at != 0;) {
    const auto above = std::find_if(dimension.sums.begin(), dimension.sums.end(), [&](const auto& sum) {
      return std::find(sum.children.begin(), sum.children.end(), at) != sum.children.end();
    });
    if (above == dimension.sums.end()) break;
    at = above->parent;
    if (at != 0) ++result;
  }
  return result;
}

const char* mark(const tables::Cell& cell) {
  if (cell.status == tables::CellStatus::primary) return " *";
  return cell.status == tables::CellStatus::secondary ? " +" : "  ";
}

std::string unmarked_mean(const CellTable& table, const tables::CellIndex& index,
                          std::vector<std::uint32_t> key, double sum) {
  const std::string& over = table.responses[key.back()].mean_of;
  for (std::uint32_t response = 0; response < table.responses.size(); ++response) {
    if (table.responses[response].name != over) continue;
    key.back() = response;
    const auto count = index.find(key);
    if (!count || table.cells[*count].value.is_zero()) return "-";
    return rounded(sum / table.cells[*count].value.number(), 5);
  }
  return "-";
}

std::string cell_text(const CellTable& table, const tables::CellIndex& index,
                      const std::vector<std::uint32_t>& key) {
  const auto found = index.find(key);
  if (!found) return "";
  const tables::Cell& cell = table.cells[*found];
  const bool mean = !table.responses[key.back()].mean_of.empty();
  const std::string text =
      mean ? unmarked_mean(table, index, key, cell.value.number()) : cell.value.trimmed().text();
  return text + mark(cell);
}

bool has_status(const CellTable& table, tables::CellStatus status) {
  return std::any_of(table.cells.begin(), table.cells.end(),
                     [&](const tables::Cell& cell) { return cell.status == status; });
}

std::string heading_of(const CellTable& table, const View& view) {
  const tables::Response& response = table.responses[view.response];
  std::string result = (response.mean_of.empty() ? "" : "mean of ") + response.name + " by ";
  for (std::size_t i = 0; i < view.dimensions.size(); ++i) {
    result += (i == 0 ? "" : " and ") + table.dimensions[view.dimensions[i]].name;
  }
  return result;
}

Value dimension_value(const Dimension& dimension) {
  Value result = Value::object();
  return result.set("name", dimension.name)
      .set("codes", Value::array_of(dimension.codes))
      .set("sums", dimension.sums.size());
}

// The dimension that runs down the page and the one that runs across it, if any.
struct Layout {
  std::size_t down = 0;
  std::optional<std::size_t> across;
};

// In the order of the view, or swapped where only that fits.
std::optional<Layout> layout_of(const CellTable& table, const View& view) {
  if (view.dimensions.empty() || view.dimensions.size() > 2) return std::nullopt;
  const auto fits = [&](const Layout& layout) {
    return table.dimensions[layout.down].codes.size() <= most_rows &&
           (!layout.across || table.dimensions[*layout.across].codes.size() <= most_columns);
  };
  Layout layout{view.dimensions[0], std::nullopt};
  if (view.dimensions.size() == 2) layout.across = view.dimensions[1];
  if (fits(layout)) return layout;
  if (!layout.across) return std::nullopt;
  layout = {view.dimensions[1], view.dimensions[0]};
  return fits(layout) ? std::optional(layout) : std::nullopt;
}

}  // namespace

std::optional<TableBlock> cell_grid(const CellTable& table, const View& view) {
  const std::optional<Layout> layout = layout_of(table, view);
  if (!layout) return std::nullopt;
  const Dimension& rows = table.dimensions[layout->down];
  const std::vector<std::uint32_t> across =
      layout->across ? printed_order(table.dimensions[*layout->across]) : std::vector<std::uint32_t>{0};
  TableBlock block;
  block.columns.push_back({rows.name});
  for (const std::uint32_t code : across) {
    const std::string& title =
        layout->across ? table.dimensions[*layout->across].codes[code] : table.responses[view.response].name;
    block.columns.push_back({title + "  ", Align::right});
  }
  const tables::CellIndex index(table);
  std::vector<std::uint32_t> key(table.dimensions.size() + 1, 0);
  key.back() = static_cast<std::uint32_t>(view.response);
  for (const std::uint32_t code : printed_order(rows)) {
    std::vector<std::string> row{std::string(2 * depth(rows, code), ' ') + rows.codes[code]};
    key[layout->down] = code;
    for (const std::uint32_t column : across) {
      if (layout->across) key[*layout->across] = column;
      row.push_back(cell_text(table, index, key));
    }
    block.rows.push_back(std::move(row));
  }
  return block;
}

void append_grids(Report& report, const CellTable& table) {
  bool shown = false;
  for (const View& view : table.views) {
    std::optional<TableBlock> block = cell_grid(table, view);
    if (!block) continue;
    report.blocks.push_back(Heading{heading_of(table, view)});
    report.blocks.push_back(std::move(*block));
    shown = true;
  }
  if (!shown) return;
  const bool primary = has_status(table, tables::CellStatus::primary);
  const bool secondary = has_status(table, tables::CellStatus::secondary);
  if (!primary && !secondary) return;
  report.blocks.push_back(Paragraph{std::string(primary ? "* sensitive" : "") +
                                    (primary && secondary ? "; " : "") +
                                    (secondary ? "+ secondary suppression" : "")});
}

Report describe(const CellTable& table) {
  Report report;
  Value dimensions = Value::array();
  KeyValues facts;
  for (const Dimension& dimension : table.dimensions) {
    dimensions.push(dimension_value(dimension));
    facts.entries.emplace_back(dimension.name, std::to_string(dimension.codes.size()) + " codes, " +
                                                   std::to_string(dimension.sums.size()) +
                                                   (dimension.sums.size() == 1 ? " sum" : " sums"));
  }
  facts.entries.emplace_back("cells", std::to_string(table.cells.size()));
  facts.entries.emplace_back("relations", std::to_string(table.relations.count()));
  Value responses = Value::array();
  for (const tables::Response& response : table.responses) responses.push(response.name);
  report.document.set("dimensions", dimensions)
      .set("responses", responses)
      .set("tables", table.views.size())
      .set("cells", table.cells.size())
      .set("relations", table.relations.count());
  report.blocks.push_back(std::move(facts));
  append_grids(report, table);
  return report;
}

}  // namespace sfumato::report
