// Confidentiality without a record mapping: an intruder sorts both files by one column, pairs the records in
// that order, and compares the other columns.
#include <algorithm>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/confidentiality.hpp"
#include "stats/ranks/rank_pairs.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::risk {
namespace {

// The columns other than `key`, with the records in ascending order of `key`, ties in row order.
stats::Matrix sorted_without(const stats::Matrix& ranks, std::size_t key) {
  const std::vector<std::uint32_t> order = stats::ascending_order(ranks.column(key));
  stats::Matrix result(ranks.rows(), ranks.columns() - 1);
  for (std::size_t j = 0, to = 0; j < ranks.columns(); ++j) {
    if (j == key) continue;
    const auto source = ranks.column(j);
    const auto target = result.column(to++);
    for (std::size_t i = 0; i < order.size(); ++i) target[i] = source[order[i]];
  }
  return result;
}

struct Cm3 {
  static MeasureInfo info() {
    return {.name = "cm3",
            .title = "Confidentiality without a record mapping",
            .summary = "The least cm2 of the other columns when both files are sorted by one column.",
            .side = Side::risk,
            .better = Better::higher,
            .range = "0 to 1",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "m·(n log n + n·m²)",
            .reference = stats::confidentiality_reference("Algorithm 1 and Eq. (6)"),
            .by_default = ByDefault::unmapped,
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const stats::UnpairedRanks records = stats::unpaired_ranks(original, masked, columns, true, run);
    stats::describe(records, result.details);
    result.note = records.reason;
    if (!result.note.empty()) return result;
    if (columns.size() < 2) {
      result.note = "needs at least two columns: one to sort by and one to compare";
      return result;
    }
    if (records.original.rows() < 2) {
      result.note = "needs at least two records that are complete in the compared columns";
      return result;
    }
    Value per_column = Value::object();
    std::string least;
    run.expect(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      run.check_stop();
      std::vector<char> placed = records.placed;
      placed.erase(placed.begin() + static_cast<std::ptrdiff_t>(j));
      const auto found = stats::coarse_confidentiality(sorted_without(records.original, j),
                                                       sorted_without(records.masked, j), placed, run);
      run.advance();
      const std::string& name = original.info(columns[j]).name;
      per_column.set(name, found ? Value(found->all) : Value());
      if (!found || (result.value && *result.value <= found->all)) continue;
      result.value = found->all;
      least = name;
    }
    result.details.set("per_column", per_column);
    if (!result.value) {
      result.note = "the columns do not vary";
      return result;
    }
    result.details.set("column", least);
    result.note = records.note;
    result.reading = rounded(*result.value, 3) +
                     " on a scale from 0 (records recovered by sorting) to 1, by '" + least + "'";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, cm3, Cm3)
