#include "jobs/table_compare.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

void require_sensitive(const tables::CellTable& table) {
  const bool sensitive = std::any_of(table.cells.begin(), table.cells.end(), [](const tables::Cell& cell) {
    return cell.status == tables::CellStatus::primary;
  });
  if (sensitive) return;
  bad_param("rule", "no cell of the table is sensitive: there is nothing to protect",
            "name a rule with ‹rule›, for example p-percent=15, or compare a table that was checked");
}

}  // namespace

JobInfo TableCompareRequest::info() {
  return {.name = "table-compare",
          .title = "Compare protections of a table",
          .summary = "Protects a table in every way that fits, and ranks the results by information loss.",
          .inputs = {{.name = "table", .doc = "The table to protect.", .kind = InputKind::cells}}};
}

void TableCompareRequest::params(ParamList<TableCompareRequest>& list) {
  list.columns("methods", &TableCompareRequest::methods)
      .one_of(tables::protection_names())
      .doc("Protections to compare; default all, with perturb where cells have keys.");
  list.choice(
          "rank-by", &TableCompareRequest::rank_by,
          {{"loss", tables::RankBy::loss}, {"cells", tables::RankBy::cells}, {"cost", tables::RankBy::cost}})
      .doc("Ranking criterion: the lost value, the number of lost cells, or their cost.");
  list.choice("totals", &TableCompareRequest::totals,
              {{"keep", tables::Totals::keep}, {"any", tables::Totals::any}})
      .doc("keep: propose what changes no published total. any: rank protections that change totals too.");
  limits(list, "For each protection.");
  list.text("ptable", &TableCompareRequest::ptable)
      .doc("The ptable of perturb: the text of its file; without it, one of variance 2 and noise up to 4.");
  attackers(list);
  rule_params(list);
}

TableCompareResult compare_table(TableCompareRequest request, const Run& run) {
  tables::ComparisonOptions options;
  options.methods = request.methods;
  options.rank = request.rank_by;
  options.totals = request.totals;
  options.limit = request.effort();
  options.attacker = request.attacker();
  if (!request.ptable.empty()) options.ptable = tables::parse_ptable(request.ptable, request.ptable_source);
  const tables::RuleOptions rules = request.rule_options();
  TableCompareResult result{.original = std::move(request.table),
                            .protections = {},
                            .rank_by = request.rank_by,
                            .totals = request.totals,
                            .notes = request.notes};
  if (!rules.rules.empty()) {
    tables::CheckedTable checked = tables::apply_rules(std::move(result.original), rules);
    result.original = std::move(checked.table);
    result.notes.insert(result.notes.end(), checked.notes.begin(), checked.notes.end());
  }
  require_sensitive(result.original);
  if (options.attacker.insiders && result.original.contributors.empty()) {
    result.notes.emplace_back(
        "the file has no contributors, so that attacks by contributors were not tested");
  }
  result.protections = tables::compare_protections(result.original, options, run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(table_compare_job, TableCompareRequest)
