// A refusal names all columns without a domain at once, so that the schema needs one correction only.
#include "masking/declared_domain.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/text_list.hpp"

namespace sfumato::masking {
namespace {

constexpr double narrowest = 1e-250;
constexpr double widest = 1e250;

Domain bounds_of_values(const Table& table, ColumnId id, double margin) {
  double lowest = 0.0, highest = 0.0;
  for (const double value : table.column(id).to_numbers()) {
    if (std::isnan(value)) continue;
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  return {margin * lowest, margin * highest};
}

void check(const Domain& domain, const std::string& name) {
  const double width = domain.upper - domain.lower;
  if (width == 0.0 || (width >= narrowest && width <= widest)) return;
  bad_input("the domain of column '" + name + "' is too " + (width > widest ? "wide" : "narrow") +
                " for the computation",
            "declare realistic bounds of the values");
}

}  // namespace

ReleaseDomains release_domains(const Table& table, const ColumnSet& columns, std::optional<double> margin,
                               std::string_view method) {
  ReleaseDomains result;
  std::vector<std::string> lacking;
  for (const ColumnId id : columns) {
    const ColumnInfo& info = table.info(id);
    if (info.domain) {
      result.domains.push_back(*info.domain);
    } else if (margin) {
      result.domains.push_back(bounds_of_values(table, id, *margin));
      result.from_data.push_back(info.name);
    } else {
      lacking.push_back(info.name);
      continue;
    }
    check(result.domains.back(), info.name);
  }
  if (lacking.empty()) return result;
  bad_param(
      "domain", std::string(method) + " needs the declared domain of " + quoted_names(lacking),
      "declare it (‹domain› " + lacking.front() +
          "=LOWER:UPPER, or domain = [LOWER, UPPER] in the sidecar) from what is known without the data");
}

Guarantee record_guarantee(const Table& table, const ColumnSet& columns, double epsilon) {
  Guarantee result;
  result.epsilon = epsilon;
  result.columns = table.names(columns);
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const ColumnInfo& info = table.info(id);
    const bool chosen = std::find(columns.begin(), columns.end(), id) != columns.end();
    if (!chosen && info.role != Role::identifier) result.uncovered.push_back(info.name);
    if (info.role == Role::household) {
      result.premises.emplace_back("it is for single records: a household of s records has s times ε");
    }
    if (info.role == Role::unit) {
      result.premises.emplace_back("it is for single records: a unit of s records has s times ε");
    }
  }
  return result;
}

}  // namespace sfumato::masking
