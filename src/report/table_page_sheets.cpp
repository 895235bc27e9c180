#include "report/table_page_sheets.hpp"

#include <algorithm>
#include <functional>

namespace sfumato::report {
namespace {

using tables::CellTable;
using tables::Dimension;
using tables::View;

constexpr std::size_t most_columns = 10;  // of a sheet; more do not fit on paper
constexpr std::size_t cells_of_row = 10;  // where there are no dimensions

struct Place {
  std::uint32_t code = 0;
  SheetHeading heading;
};

std::string code_text(const Dimension& dimension, std::size_t code) {
  const bool labelled = !dimension.labels.empty() && !dimension.labels[code].empty() &&
                        dimension.labels[code] != dimension.codes[code];
  return labelled ? dimension.codes[code] + " " + dimension.labels[code] : dimension.codes[code];
}

// Sums above their parts, the total last. A code that several sums share is listed below the first of them.
std::vector<Place> places_of(const Dimension& dimension) {
  std::vector<std::vector<std::size_t>> below(dimension.codes.size());
  for (const tables::CodeSum& sum : dimension.sums) {
    below[sum.parent].insert(below[sum.parent].end(), sum.children.begin(), sum.children.end());
  }
  std::vector<bool> placed(dimension.codes.size(), false);
  placed[0] = true;
  std::vector<Place> places;
  std::vector<std::pair<std::size_t, std::size_t>> waiting;  // code and depth, the next one last
  const auto wait_for = [&](std::size_t parent, std::size_t depth) {
    for (auto child = below[parent].rbegin(); child != below[parent].rend(); ++child) {
      waiting.emplace_back(*child, depth);
    }
  };
  wait_for(0, 0);
  while (!waiting.empty()) {
    const auto [code, depth] = waiting.back();
    waiting.pop_back();
    if (placed[code]) continue;
    placed[code] = true;
    places.push_back(
        {static_cast<std::uint32_t>(code), {code_text(dimension, code), depth, !below[code].empty()}});
    wait_for(code, depth + 1);
  }
  places.push_back({0, {code_text(dimension, 0), 0, true}});
  return places;
}

// One view and its sheets.
class ViewSheets {
 public:
  ViewSheets(const CellTable& table, const tables::CellIndex& index, const View& view)
      : table_(table), index_(index), view_(view), key_(table.dimensions.size() + 1, 0) {
    key_.back() = static_cast<std::uint32_t>(view.response);
    choose_axes();
  }

  std::vector<Sheet> sheets() {
    std::vector<Sheet> result;
    add_sheets(0, "", result);
    return result;
  }

 private:
  std::size_t codes(std::size_t dimension) const { return table_.dimensions[dimension].codes.size(); }

  void choose_axes() {
    further_ = view_.dimensions;
    if (further_.empty()) return;
    const auto down = std::max_element(further_.begin(), further_.end(),
                                       [&](std::size_t a, std::size_t b) { return codes(a) < codes(b); });
    down_ = *down;
    further_.erase(down);
    if (further_.empty()) return;
    const auto worth = [&](std::size_t dimension) {  // dimensions that fit first, then the larger
      const bool fits = codes(dimension) <= most_columns;
      return std::make_pair(fits, fits ? static_cast<std::ptrdiff_t>(codes(dimension))
                                       : -static_cast<std::ptrdiff_t>(codes(dimension)));
    };
    const auto across = std::max_element(further_.begin(), further_.end(),
                                         [&](std::size_t a, std::size_t b) { return worth(a) < worth(b); });
    across_ = *across;
    further_.erase(across);
  }

  std::string title(const std::string& fixed) const {
    const tables::Response& response = table_.responses[view_.response];
    std::string text = response.name;
    if (!response.mean_of.empty()) text += " (published as a mean over " + response.mean_of + ")";
    if (down_) text += " by " + table_.dimensions[*down_].name;
    if (across_) text += " and " + table_.dimensions[*across_].name;
    return text + fixed;
  }

  void add_sheets(std::size_t at, const std::string& fixed, std::vector<Sheet>& result) {
    if (at < further_.size()) {
      const Dimension& dimension = table_.dimensions[further_[at]];
      for (const Place& place : places_of(dimension)) {
        key_[further_[at]] = place.code;
        add_sheets(at + 1, fixed + ", " + dimension.name + " " + place.heading.text, result);
      }
      key_[further_[at]] = 0;
      return;
    }
    std::vector<Place> columns{{0, {table_.responses[view_.response].name, 0, false}}};
    if (across_) columns = places_of(table_.dimensions[*across_]);
    for (std::size_t first = 0; first < columns.size(); first += most_columns) {
      const std::size_t last = std::min(columns.size(), first + most_columns);
      result.push_back(sheet({columns.begin() + static_cast<std::ptrdiff_t>(first),
                              columns.begin() + static_cast<std::ptrdiff_t>(last)}));
      result.back().title = title(fixed);
      if (columns.size() > most_columns) {
        result.back().title += " (columns " + std::to_string(first + 1) + " to " + std::to_string(last) +
                               " of " + std::to_string(columns.size()) + ")";
      }
    }
  }

  Sheet sheet(const std::vector<Place>& columns) {
    Sheet result;
    for (const Place& column : columns) result.columns.push_back(column.heading);
    std::vector<Place> rows{{0, {"Total", 0, true}}};
    if (down_) {
      rows = places_of(table_.dimensions[*down_]);
      result.corner = table_.dimensions[*down_].name;
    }
    for (const Place& row : rows) {
      if (down_) key_[*down_] = row.code;
      SheetRow& line = result.rows.emplace_back();
      line.heading = row.heading;
      for (const Place& column : columns) {
        if (across_) key_[*across_] = column.code;
        line.cells.push_back(index_.find(key_));
      }
    }
    return result;
  }

  const CellTable& table_;
  const tables::CellIndex& index_;
  const View& view_;
  std::vector<std::uint32_t> key_;
  std::optional<std::size_t> down_, across_;
  std::vector<std::size_t> further_;  // dimensions that make sheets
};

Sheet numbered_sheet(const CellTable& table) {
  Sheet result{"cells by number", "cell", {}, {}};
  for (std::size_t i = 0; i < cells_of_row; ++i)
    result.columns.push_back({"+" + std::to_string(i), 0, false});
  for (std::size_t first = 0; first < table.cells.size(); first += cells_of_row) {
    SheetRow& row = result.rows.emplace_back();
    row.heading.text = std::to_string(first);
    for (std::size_t i = first; i < first + cells_of_row; ++i) {
      row.cells.push_back(i < table.cells.size() ? std::optional(i) : std::nullopt);
    }
  }
  return result;
}

}  // namespace

Sheets lay_out_sheets(const CellTable& table, std::size_t most_cells) {
  std::vector<Sheet> all;
  if (table.dimensions.empty()) {
    all.push_back(numbered_sheet(table));
  } else {
    const tables::CellIndex index(table);
    for (const View& view : table.views) {
      std::vector<Sheet> more = ViewSheets(table, index, view).sheets();
      std::move(more.begin(), more.end(), std::back_inserter(all));
    }
  }
  Sheets result;
  for (Sheet& sheet : all) {
    const std::size_t cells = sheet.rows.size() * sheet.columns.size();
    result.all += cells;
    if (result.cells + cells > most_cells && !result.sheets.empty()) continue;
    const std::size_t rows = std::max<std::size_t>(1, most_cells / sheet.columns.size());
    if (result.sheets.empty() && sheet.rows.size() > rows) sheet.rows.resize(rows);
    result.cells += sheet.rows.size() * sheet.columns.size();
    result.sheets.push_back(std::move(sheet));
  }
  return result;
}

}  // namespace sfumato::report
