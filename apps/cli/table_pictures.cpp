// The companies are synthetic: a few in each cell, most of them small and some very large, as turnovers are.
#include <cmath>

#include "cli/pictures.hpp"
#include "core/number_text.hpp"
#include "report/pattern_picture.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/rounding/rounding.hpp"
#include "tables/rules/rules.hpp"
#include "tables/suppression/suppression.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::cli {
namespace {

using report::CellMark;
using tables::CellStatus;
using tables::CellTable;

constexpr std::int32_t regions = 6, sectors = 8;

// Three to ten in every region and sector.
Table companies() {
  Rng rng({1506, 1519});
  Codes region, sector;
  Numbers turnover;
  for (std::int32_t r = 0; r < regions; ++r) region.labels.push_back("region " + std::to_string(r + 1));
  for (std::int32_t s = 0; s < sectors; ++s) sector.labels.push_back("sector " + std::to_string(s + 1));
  for (std::int32_t r = 0; r < regions; ++r) {
    for (std::int32_t s = 0; s < sectors; ++s) {
      for (std::uint64_t count = 3 + rng.below(8); count > 0; --count) {
        region.codes.push_back(r);
        sector.codes.push_back(s);
        turnover.push_back(std::round(100.0 * std::exp(1.6 * rng.normal())));
      }
    }
  }
  const auto column = [](const char* name, Kind kind) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    return info;
  };
  return {
      {column("region", Kind::nominal), column("sector", Kind::nominal), column("turnover", Kind::numeric)},
      {region, sector, turnover}};
}

CellTable sensitive_table(const Run& run) {
  tables::Specification specification;
  specification.dimensions = {{.column = "region", .hierarchies = {}, .labels = {}},
                              {.column = "sector", .hierarchies = {}, .labels = {}}};
  specification.tables = {{"region", "sector"}};
  specification.sums = {"turnover"};
  tables::RuleOptions rules;
  rules.rules = {tables::parse_rule("p-percent=15")};
  return tables::apply_rules(tables::tabulate(companies(), specification, run).table, rules).table;
}

// `published` has the same cells, some of them with other values.
report::PatternPanel panel_of(const std::string& title, const CellTable& original,
                              const CellTable& published) {
  report::PatternPanel panel{title, "", sectors + 1, {}};
  std::size_t primary = 0, secondary = 0, changed = 0;
  // Totals come first in a table, and last in the picture.
  const auto index = [](std::size_t place, std::size_t count) { return place + 1 == count ? 0 : place + 1; };
  for (std::size_t row = 0; row <= regions; ++row) {
    for (std::size_t column = 0; column <= sectors; ++column) {
      const std::size_t cell = index(row, regions + 1) * (sectors + 1) + index(column, sectors + 1);
      const CellStatus status = published.cells[cell].status;
      const bool moved = published.cells[cell].value != original.cells[cell].value;
      changed += moved ? 1 : 0;
      primary += status == CellStatus::primary ? 1 : 0;
      secondary += status == CellStatus::secondary ? 1 : 0;
      panel.marks.push_back(status == CellStatus::primary     ? CellMark::sensitive
                            : status == CellStatus::secondary ? CellMark::suppressed
                            : moved                           ? CellMark::changed
                                                              : CellMark::published);
    }
  }
  panel.subtitle = changed > 0     ? std::to_string(changed) + " cells changed"
                   : secondary > 0 ? std::to_string(secondary) + " further cells"
                                   : std::to_string(primary) + " primary cells only";
  return panel;
}

report::PatternPanel suppressed(const std::string& algorithm, const CellTable& table, const Run& run) {
  tables::SuppressionOptions options;
  options.algorithm = algorithm;
  const CellTable pattern = tables::suppress(table, options, run).table;
  return panel_of("suppress, " + algorithm, table, pattern);
}

// The smallest of 2, 5, 10, 20, … at which the rounded table is safe.
report::PatternPanel rounded_table(const CellTable& table, const Run& run) {
  for (std::int64_t power = 1;; power *= 10) {
    for (const std::int64_t base : {2 * power, 5 * power, 10 * power}) {
      tables::RoundingOptions options;
      options.base = tables::Decimal::whole(base);
      const tables::Rounding made = tables::round_table(table, options, run);
      if (!made.found || !made.audit.safe) continue;
      return panel_of("round to " + std::to_string(base), table, made.table);
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> table_pictures(const Run& run) {
  const CellTable table = sensitive_table(run);
  std::vector<report::PatternPanel> panels{panel_of("the sensitive cells", table, table)};
  panels.push_back(suppressed("optimal", table, run));
  panels.push_back(suppressed("hypercube", table, run));
  panels.push_back(rounded_table(table, run));
  panels.push_back(panel_of("adjust", table, tables::adjust_table(table, {}, run).table));
  tables::AdjustmentOptions fixed;
  fixed.fix_margins = true;
  panels.push_back(panel_of("adjust, margins fixed", table, tables::adjust_table(table, fixed, run).table));
  return {{"patterns.svg",
           report::pattern_svg("One table, protected in five ways: cells that are suppressed or changed",
                               panels)}};
}

}  // namespace sfumato::cli
