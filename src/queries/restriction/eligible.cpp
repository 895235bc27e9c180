// Refuses every question whose refusal or answer could depend on a confidential value in a way that the audit
// does not cover.
#include "queries/restriction/eligible.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/dropped_records.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {
namespace {

// The question is well formed; this protection never answers it.
[[noreturn]] void refuse_question(std::string message, std::string hint) {
  throw Error(ErrorCode::refused, std::move(message), std::move(hint));
}

void require_public(const CatalogueColumn& column, const std::string& what) {
  if (!column.confidential()) return;
  refuse_question(what + " column '" + column.name + "' is not allowed under query restriction: " +
                      (column.role ? "it is confidential" : "it has no role, and so counts as confidential"),
                  "use columns with another role in the catalogue, such as quasi-identifier");
}

void require_restrictable(const CatalogueTable& table) {
  refuse_dropped_records(table, "query restriction");
  if (!table.person || table.rows_per_unit == 1) return;
  bad_input("table '" + table.name +
                "' has several records per person, and query restriction cannot count persons, because "
                "identities are not stored",
            "declare rows-per-person = 1, or choose another protection");
}

// "COUNT, SUM, AVG, MIN and MAX".
std::string offered_words() {
  std::vector<std::string> words;
  for (const AggregateRecord& record : aggregate_records()) {
    for (const AggregateForm& form : record.forms) {
      const bool listed = std::find(words.begin(), words.end(), form.word) != words.end();
      if (record.audit != Audit::none && !listed) words.emplace_back(form.word);
    }
  }
  std::string text = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) text += (i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

}  // namespace

void require_restrictable(const Query& query, const Catalogue& catalogue) {
  const CatalogueTable& table = catalogue.tables.at(query.table);
  const AggregateRecord& aggregate = record_of(query);
  if (aggregate.audit == Audit::none) {
    refuse_question("query restriction answers " + offered_words() + " only", "ask for one of these");
  }
  require_restrictable(table);
  for (const std::size_t column : columns_of(query.where)) {
    require_public(table.columns[column], "a condition on");
  }
  for (const std::size_t group : query.groups) require_public(table.columns[group], "GROUP BY");
  const std::optional<std::size_t> aggregated = aggregated_column(query);
  if (!aggregated) return;
  const CatalogueColumn& column = table.columns[*aggregated];
  if (column.nullable && column.confidential()) {
    refuse_question(
        "column '" + column.name +
            "' may be NULL, and who has a NULL is confidential: query restriction cannot audit it",
        "impute missing values first, and remove null = true in the catalogue");
  }
  if (column.kind != ColumnKind::number && aggregate.numbers_only) {
    bad_input("column '" + column.name + "' has categories, which cannot be added up or ordered",
              "ask for COUNT(*) with GROUP BY");
  }
}

void require_restrictable(const Catalogue& catalogue) {
  for (const CatalogueTable& table : catalogue.tables) require_restrictable(table);
}

std::vector<std::string> small_domain_warnings(const Catalogue& catalogue) {
  constexpr std::int64_t small = 1000;
  std::vector<std::string> warnings;
  for (const CatalogueTable& table : catalogue.tables) {
    for (const CatalogueColumn& column : table.columns) {
      if (column.kind != ColumnKind::number || !column.confidential()) continue;
      if (column.upper - column.lower >= small) continue;
      warnings.push_back("'" + column.name + "' has only " + std::to_string(column.upper - column.lower + 1) +
                         " possible values: the value of a record may be derived from allowed sums");
    }
  }
  return warnings;
}

AuditMode audit_mode_of(const Query& query) {
  const Audit audit = record_of(query).audit;
  if (audit == Audit::maximum) return AuditMode::maximum;
  return audit == Audit::minimum ? AuditMode::minimum : AuditMode::sums;
}

std::optional<std::size_t> audited_column(const Query& query) {
  return record_of(query).audit == Audit::records ? std::nullopt : query.column;
}

}  // namespace sfumato::queries
