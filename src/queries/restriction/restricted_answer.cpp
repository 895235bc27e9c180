// The steps of a question under query restriction: the decision is written to disk, the answer is computed,
// and for MIN and MAX it is stored before it is published.
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "queries/engine.hpp"
#include "queries/exact_answers.hpp"
#include "queries/restriction.hpp"
#include "queries/restriction/eligible.hpp"

namespace sfumato::queries {
namespace {

constexpr int max_attempts = 100;

std::vector<std::optional<std::int64_t>> extremes(const Query& query, const CatalogueTable& table,
                                                  const DataTable& data, const Run& run) {
  std::vector<std::optional<std::int64_t>> units;
  for (const auto& group : ordered_values(query, table, data, run)) {
    units.emplace_back();
    if (!group.empty())
      units.back() = audit_mode_of(query) == AuditMode::minimum ? group.front() : group.back();
  }
  return units;
}

std::vector<GroupAnswer> answers_of(const Query& query, const CatalogueTable& table,
                                    const std::vector<std::optional<std::int64_t>>& units) {
  const double unit = std::pow(10.0, table.columns[*query.column].decimals);
  std::vector<GroupAnswer> answers;
  for (std::size_t group = 0; group < units.size(); ++group) {
    const double value =
        units[group] ? static_cast<double>(*units[group]) / unit : std::numeric_limits<double>::quiet_NaN();
    answers.push_back({group_names(query, table, group), value, value, value});
  }
  return answers;
}

}  // namespace

RestrictedAnswer ask_restricted(const Catalogue& catalogue, Restriction& restriction, const std::string& user,
                                const Query& query, const Records& records, const Run& run) {
  const CatalogueTable& table = catalogue.tables.at(query.table);
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const Decision decision = restriction.decide(user, query);
    RestrictedAnswer answer;
    answer.refused = decision.refused();
    answer.reason = decision.reason;
    answer.repeated = decision.outcome == Decision::Outcome::repeated;
    if (answer.refused) return answer;
    const std::shared_ptr<const DataTable> held = records(query.table, columns_of(query));
    const DataTable& data = *held;
    if (audit_mode_of(query) == AuditMode::sums) {
      answer.groups = exact_answers(query, catalogue, data, run);
      return answer;
    }
    const auto units = extremes(query, table, data, run);
    answer.groups = answers_of(query, table, units);
    if (answer.repeated || restriction.keep_extremes(decision.entry, units)) return answer;
  }
  throw Error(ErrorCode::input_output, "other users asked for MIN or MAX of the same column at the same time",
              "ask again");
}

}  // namespace sfumato::queries
