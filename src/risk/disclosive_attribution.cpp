// Disclosive attribution: original records whose keys lead to one single value of the target in a synthetic
// file, and to the right one. An intruder who knows the keys learns the target.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/synthetic_keys.hpp"

namespace sfumato::risk {
namespace {

struct DisclosiveAttribution {
  std::vector<std::string> keys;
  std::string target;
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "disclosive-attribution",
            .title = "Disclosive attribution",
            .summary = "Share of original records whose keys give away the target in the synthetic file.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n",
            .reference =
                "Raab, Nowok, Dibben (2024), Practical privacy metrics for synthetic data, arXiv:2406.16826 "
                "(DiSCO)",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<DisclosiveAttribution>& list) {
    add_keys(list);
    add_target(list);
    add_holdout(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    const std::optional<KnownAndWanted> chosen = known_and_wanted(original, columns, keys, target, result);
    if (!chosen) return result;
    const SyntheticKeys found(tables, chosen->known, chosen->wanted, run);
    const std::vector<std::size_t> rows = found.originals();
    const std::vector<std::uint32_t> by_key = found.counts_by_key(rows), by_both = found.counts_by_both(rows);
    std::size_t disclosed = 0, in_original = 0, both = 0;
    result.per_record.assign(rows.size(), 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool before = by_both[i] == by_key[i], after = discloses(found, rows[i]);
      in_original += before ? 1 : 0;
      disclosed += after ? 1 : 0;
      both += before && after ? 1 : 0;
      result.per_record[i] = after ? 1.0 : 0.0;
    }
    const auto all = static_cast<double>(rows.size());
    result.value = 100.0 * static_cast<double>(disclosed) / all;
    result.details
        .set("interval", percent_interval(stats::wilson(static_cast<double>(disclosed), all, interval_level)))
        .set("in_original", 100.0 * static_cast<double>(in_original) / all)
        .set("both", 100.0 * static_cast<double>(both) / all);
    add_holdout_value(
        found, tables, run,
        [&](const std::vector<std::size_t>& some) {
          std::size_t count = 0;
          for (const std::size_t row : some) count += discloses(found, row) ? 1 : 0;
          return static_cast<double>(count) / static_cast<double>(some.size());
        },
        result);
    result.reading = "for " + rounded(*result.value, 3) +
                     " % of the original records all synthetic records with the same keys have the right '" +
                     chosen->wanted + "'";
    return result;
  }

 private:
  static bool discloses(const SyntheticKeys& found, std::size_t row) {
    const std::uint32_t synthetic = found.synthetic_key(row);
    return synthetic > 0 && found.synthetic_both(row) == synthetic;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, disclosive_attribution, DisclosiveAttribution)
