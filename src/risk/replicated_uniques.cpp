// Replicated uniques: original records that are alone with their keys, and whose keys a synthetic file has
// exactly once too. An intruder takes such a record for the person.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/synthetic_keys.hpp"

namespace sfumato::risk {
namespace {

struct ReplicatedUniques {
  std::vector<std::string> keys;
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "replicated-uniques",
            .title = "Replicated uniques",
            .summary = "Share of original records that are unique by their keys in both files.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n",
            .reference =
                "Raab, Nowok, Dibben (2024), Practical privacy metrics for synthetic data, arXiv:2406.16826 "
                "(repU)",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<ReplicatedUniques>& list) {
    add_keys(list);
    add_holdout(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    if (!result.note.empty()) return result;
    const std::vector<std::string> known = original.names(key_columns(original, columns, keys));
    result.details.set("keys", Value::array_of(known));
    const SyntheticKeys found(tables, known, "", run);
    const std::vector<std::size_t> rows = found.originals();
    const std::vector<std::uint32_t> counts = found.counts_by_key(rows);
    std::size_t unique = 0, present = 0;
    result.per_record.assign(rows.size(), 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (counts[i] != 1) continue;
      ++unique;
      present += found.synthetic_key(rows[i]) > 0 ? 1 : 0;
      if (found.synthetic_key(rows[i]) == 1) result.per_record[i] = 1.0;
    }
    const auto all = static_cast<double>(rows.size());
    const double share = replicated(found, rows);
    result.value = 100.0 * share;
    result.details.set("interval", percent_interval(stats::wilson(share * all, all, interval_level)))
        .set("unique", 100.0 * static_cast<double>(unique) / all)
        .set("present", 100.0 * static_cast<double>(present) / all);
    add_holdout_value(
        found, tables, run, [&](const std::vector<std::size_t>& some) { return replicated(found, some); },
        result);
    result.reading = rounded(*result.value, 3) +
                     " % of the original records are unique by their keys, and so is a synthetic record with "
                     "the same keys";
    return result;
  }

 private:
  static double replicated(const SyntheticKeys& found, const std::vector<std::size_t>& rows) {
    const std::vector<std::uint32_t> counts = found.counts_by_key(rows);
    std::size_t result = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      result += counts[i] == 1 && found.synthetic_key(rows[i]) == 1 ? 1 : 0;
    return static_cast<double>(result) / static_cast<double>(rows.size());
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, replicated_uniques, ReplicatedUniques)
