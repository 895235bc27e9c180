// Suppressed share: how many of the cells that had a value have none any more. The simplest loss, and the one
// that users notice first.
#include <utility>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"

namespace sfumato::utility {
namespace {

// Which cells are suppressed: missing ones, and those with the text "*".
std::vector<bool> blank_cells(const Column& column) {
  std::vector<bool> blank(column.size(), false);
  const Codes* codes = column.get_if<Codes>();
  for (std::size_t row = 0; row < blank.size(); ++row) {
    blank[row] = column.missing(row) ||
                 (codes != nullptr &&
                  codes->labels[static_cast<std::size_t>(codes->codes[row])] == stats::suppressed_text);
  }
  return blank;
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

struct Suppressed {
  static MeasureInfo info() {
    return {.name = "suppressed",
            .title = "Suppressed cells",
            .summary = "Share of the cells with a value that have none in the masked file.",
            .side = Side::utility,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .cost = "n",
            .reference =
                "Hundepool, Domingo-Ferrer, Franconi, Giessing, Schulte Nordholt, Spicer, de Wolf (2012), "
                "Statistical disclosure control, Wiley",
            .by_default = ByDefault::never};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const std::size_t rows = original.rows();
    Cells by_row{std::vector<std::size_t>(rows, 0), std::vector<std::size_t>(rows, 0)};
    Value by_column = Value::object();
    std::size_t had = 0, lost = 0;
    for (const ColumnId id : columns) {
      run.check_stop();
      const auto [column_had, column_lost] = count(original.column(id), masked.column(id), by_row);
      had += column_had;
      lost += column_lost;
      by_column.set(original.info(id).name, percent(column_lost, column_had));
    }
    const std::size_t touched = describe(by_row, columns.size(), result.details);
    result.details.set("cells", had).set("suppressed_cells", lost).set("columns", by_column);
    if (had == 0) {
      result.note = "no cell has a value in the original";
      return result;
    }
    result.value = percent(lost, had);
    result.reading = rounded(*result.value, 3) + " % of the cells are suppressed, in " +
                     rounded(percent(touched, rows), 3) + " % of the records";
    return result;
  }

 private:
  // How many cells of each record had a value, and how many of these have none any more.
  struct Cells {
    std::vector<std::size_t> had;
    std::vector<std::size_t> lost;
  };

  // Of one column; adds to those of its records.
  static std::pair<std::size_t, std::size_t> count(const Column& original, const Column& masked,
                                                   Cells& by_row) {
    const std::vector<bool> before = blank_cells(original), after = blank_cells(masked);
    std::size_t had = 0, lost = 0;
    for (std::size_t row = 0; row < before.size(); ++row) {
      if (before[row]) continue;
      ++had;
      ++by_row.had[row];
      if (!after[row]) continue;
      ++lost;
      ++by_row.lost[row];
    }
    return {had, lost};
  }

  // How many records lost a cell.
  static std::size_t describe(const Cells& by_row, std::size_t columns, Value& details) {
    std::size_t incomplete = 0, touched = 0, emptied = 0;
    for (std::size_t row = 0; row < by_row.had.size(); ++row) {
      const std::size_t had = by_row.had[row], lost = by_row.lost[row];
      incomplete += had < columns ? 1 : 0;
      touched += lost > 0 ? 1 : 0;
      emptied += lost > 0 && lost == had ? 1 : 0;
    }
    details.set("records", by_row.had.size());
    if (incomplete > 0) details.set("incomplete_records", incomplete);
    details.set("suppressed_records", touched)
        .set("suppressed_records_percent", percent(touched, by_row.had.size()))
        .set("empty_records", emptied);
    return touched;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, suppressed, Suppressed)
