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

// The answers to an allowed question; none if another MIN or MAX of the column was allowed in the meantime.
std::optional<std::vector<GroupAnswer>> allowed_answers(const Catalogue& catalogue, Restriction& restriction,
                                                        const Decision& decision, const Query& query,
                                                        const Records& records, const Run& run) {
  const std::shared_ptr<const DataTable> held = records(query.table, columns_of(query));
  if (audit_mode_of(query) == AuditMode::sums) return exact_answers(query, catalogue, *held, run);
  const CatalogueTable& table = catalogue.tables.at(query.table);
  const auto units = extremes(query, table, *held, run);
  const bool repeated = decision.outcome == Decision::Outcome::repeated;
  if (!repeated && !restriction.keep_extremes(decision.entry, units)) return std::nullopt;
  return answers_of(query, table, units);
}

}  // namespace

// If a MIN or MAX has to be decided again, the other aggregates of the question are repeated.
RestrictedAnswer ask_restricted(const Catalogue& catalogue, Restriction& restriction, const std::string& user,
                                const Question& question, const Records& records, const Run& run) {
  const std::string whole = normal_text(question, catalogue);
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const std::vector<Decision> decisions = restriction.decide_all(user, question.parts, whole);
    RestrictedAnswer answer;
    answer.refused = decisions.front().refused();
    answer.refusal = decisions.front().refusal;
    answer.reason = decisions.front().reason;
    if (answer.refused) return answer;
    answer.repeated = true;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      answer.repeated = answer.repeated && decisions[i].outcome == Decision::Outcome::repeated;
      auto found = allowed_answers(catalogue, restriction, decisions[i], question.parts[i], records, run);
      if (!found) break;
      answer.columns.push_back(*std::move(found));
    }
    if (answer.columns.size() == decisions.size()) return answer;
  }
  throw Error(ErrorCode::input_output, "other users asked for MIN or MAX of the same column at the same time",
              "ask again");
}

}  // namespace sfumato::queries
