#include "queries/answer.hpp"

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "io/json.hpp"
#include "queries/engine.hpp"
#include "queries/exact_answers.hpp"

namespace sfumato::queries {
namespace {

// A question is the same only by the same mechanism. With less ε than before, it has its better answer
// already.
std::string ledger_text(const std::string& normal, const AskOptions& options) {
  return options.laplace_extrema ? normal + " BY LAPLACE" : normal;
}

void add_columns(const Condition& condition, std::set<std::size_t>& columns) {
  if (condition.kind == Condition::Kind::leaf) columns.insert(condition.column);
  for (const Condition& part : condition.parts) add_columns(part, columns);
}

std::vector<std::size_t> needed_columns(const Query& query) {
  std::set<std::size_t> columns(query.groups.begin(), query.groups.end());
  if (query.column) columns.insert(*query.column);
  add_columns(query.where, columns);
  return {columns.begin(), columns.end()};
}

Value number_or_null(double number) { return std::isfinite(number) ? Value(number) : Value(); }

std::string kept_text(const std::vector<GroupAnswer>& groups) {
  Value list = Value::array();
  for (const GroupAnswer& group : groups) {
    Value one = Value::object();
    list.push(one.set("group", Value::array_of(group.group))
                  .set("value", number_or_null(group.value))
                  .set("lower", number_or_null(group.lower95))
                  .set("upper", number_or_null(group.upper95)));
  }
  return io::json_text(list);
}

std::vector<GroupAnswer> kept_groups(const std::string& text) {
  const auto number = [](const Value& value) { return value.is_null() ? std::nan("") : value.as_number(); };
  const Value kept = io::parse_json(text, "the ledger");
  std::vector<GroupAnswer> groups;
  for (const Value& one : kept.as_array()) {
    GroupAnswer& group = groups.emplace_back();
    for (const Value& name : one.at("group").as_array()) group.group.push_back(name.as_text());
    group.value = number(one.at("value"));
    group.lower95 = number(one.at("lower"));
    group.upper95 = number(one.at("upper"));
  }
  return groups;
}

// Everything that reads data. What goes wrong here must not tell anything about them.
std::vector<GroupAnswer> look_up(const Database& database, const Query& query, const Plan& plan,
                                 SecureRng& rng, const Run& run) {
  try {
    const DataTable data = database.load(query.table, needed_columns(query));
    if (database.terms().protection == Protection::input) {
      return exact_answers(query, database.catalogue(), data, run);
    }
    return draw(plan, query, database.catalogue(), data, rng, run);
  } catch (...) {
    throw Error(ErrorCode::internal, "the question could not be answered; what it costs is charged",
                "ask again: the same question costs nothing more");
  }
}

std::string refusal(const Charge& charge) {
  return charge.outcome == Charge::Outcome::over_cap
             ? "the database's privacy budget does not cover this question"
             : "the user's share of the privacy budget does not cover this question";
}

}  // namespace

Explanation explain(const Database& database, std::string_view text, const AskOptions& options) {
  const Catalogue& catalogue = database.catalogue();
  const Query query = parse_query(text, catalogue);
  Explanation result;
  result.query = normal_text(query, catalogue);
  result.protection = database.terms().protection;
  result.groups = query.groups.empty() ? 1 : group_count(query, catalogue.tables[query.table]);
  if (result.protection == Protection::dp) {
    result.plan = make_plan(query, catalogue, options.micro_epsilon, database.terms().neighbours,
                            options.laplace_extrema);
  }
  return result;
}

Answer ask(const Database& database, Ledger& ledger, std::string_view text, const AskOptions& options,
           SecureRng& rng, const Run& run) {
  const Catalogue& catalogue = database.catalogue();
  const Query query = parse_query(text, catalogue);
  Plan plan;
  if (database.terms().protection == Protection::dp) {
    plan = make_plan(query, catalogue, options.micro_epsilon, database.terms().neighbours,
                     options.laplace_extrema);
  }
  Answer answer;
  answer.grouped = !query.groups.empty();
  answer.intervals = database.terms().protection == Protection::dp;
  for (const std::size_t column : query.groups) {
    answer.names.push_back(catalogue.tables[query.table].columns[column].name);
  }
  const Charge charge = ledger.charge(options.user, ledger_text(normal_text(query, catalogue), options),
                                      footprint(query, catalogue, plan.micro_epsilon), catalogue);
  answer.left = charge.left;
  if (charge.outcome == Charge::Outcome::known) {
    answer.repeated = true;
    answer.groups = kept_groups(charge.answer);
    return answer;
  }
  if (charge.outcome != Charge::Outcome::granted) {
    answer.refused = true;
    answer.reason = refusal(charge);
    return answer;
  }
  answer.charged = charge.charged;
  // Of two who ask the same at once both get the answer that was kept first.
  answer.groups =
      kept_groups(ledger.keep_answer(charge.entry, kept_text(look_up(database, query, plan, rng, run))));
  return answer;
}

}  // namespace sfumato::queries
