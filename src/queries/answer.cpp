#include "queries/answer.hpp"

#include <cmath>

#include "core/error.hpp"
#include "io/json.hpp"
#include "queries/camouflage.hpp"
#include "queries/data_cache.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/watch.hpp"
#include "queries/engine.hpp"
#include "queries/exact_answers.hpp"
#include "queries/kept_head.hpp"
#include "queries/restriction/eligible.hpp"
#include "queries/user_name.hpp"

namespace sfumato::queries {
namespace {

// Two questions are the same only under the same mechanism. A repetition with less ε gets the earlier, more
// accurate answer.
std::string ledger_text(const std::string& normal, const AskOptions& options) {
  return options.laplace_extrema ? normal + " BY LAPLACE" : normal;
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

// The one error for every failure after a question was charged. Called while the cause is handled.
[[noreturn]] void unanswered(const AskOptions& options) {
  if (options.diagnose) {
    try {
      throw;
    } catch (const std::exception& cause) {
      options.diagnose(cause.what());
    } catch (...) {
      options.diagnose("an unknown exception");
    }
  }
  throw Error(ErrorCode::internal, "the question could not be answered; its cost was charged",
              "ask again: a repeated question is not charged again");
}

std::string refusal(const Charge& charge) {
  return charge.outcome == Charge::Outcome::over_cap
             ? "the database's privacy budget does not cover this question"
             : "the user's quota of the privacy budget does not cover this question";
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

struct QuerySession::State {
  State(const Database& base, const std::string& key, const std::optional<std::string>& typed_kept)
      : database(base),
        kept(typed_kept ? std::make_unique<KeptHead>(*typed_kept, base.folder()) : nullptr),
        ledger(base.ledger_path()),
        recorded(ledger_terms()),
        cache(base, [this](std::size_t table) { require_same_data(table); }),
        watch(base, recorded) {
    const Protection protection = base.terms().protection;
    if (protection == Protection::restrict) open_restriction();
    if (protection == Protection::camouflage) {
      require_same_file(base, recorded, "camouflage.bin");
      camouflage.emplace(base.camouflage_path(), key.empty() ? base.usual_key_path() : key, base.catalogue());
    }
  }

  bool is_restricted() const { return database.terms().protection == Protection::restrict; }
  RecordedTerms ledger_terms();
  void open_restriction();
  void require_same_data(std::size_t table) const {
    require_same_file(database, recorded, Database::table_file(database.catalogue().tables[table]));
  }
  std::optional<std::string> changed();
  void require_unchanged();
  LedgerHead head() { return restriction ? restriction->head() : ledger.head(); }

  // Everything that reads data. An error here must not reveal anything about them.
  std::vector<GroupAnswer> look_up(const CheckedQuestion& question, const AskOptions& options, SecureRng& rng,
                                   const Run& run) {
    const Catalogue& catalogue = database.catalogue();
    const Query& query = question.query;
    try {
      if (camouflage) {
        return camouflage->answers(query, catalogue,
                                   *cache.get(query.table, camouflage_columns(query, catalogue)), run);
      }
      const std::shared_ptr<const DataTable> data = cache.get(query.table, columns_of(query));
      return database.terms().protection == Protection::dp
                 ? draw(question.plan, query, catalogue, *data, rng, run)
                 : exact_answers(query, catalogue, *data, run);
    } catch (...) {
      unanswered(options);
    }
  }

  void ask_restricted(const Query& query, const AskOptions& options, const Run& run, Answer& answer);
  void ask_charged(const CheckedQuestion& question, const AskOptions& options, SecureRng& rng, const Run& run,
                   Answer& answer);

  const Database& database;
  std::unique_ptr<KeptHead> kept;
  std::vector<std::string> notes;
  Ledger ledger;
  RecordedTerms recorded;
  DataCache cache;
  DatabaseWatch watch;
  std::unique_ptr<Restriction> restriction;
  std::optional<Camouflage> camouflage;
};

// Checks the terms, and records them in a ledger of an earlier version.
RecordedTerms QuerySession::State::ledger_terms() {
  if (kept && !is_restricted()) ledger.require(kept->head());
  if (auto found = require_same_terms(database, ledger.terms())) return *std::move(found);
  ledger.record(recorded_text(database.terms(), database.catalogue(), database.folder()));
  notes.emplace_back(
      "this database is from an earlier version: its log did not record its terms, catalogue and data. They "
      "are "
      "recorded now as they are; later changes are refused");
  return require_same_terms(database, ledger.terms()).value();
}

void QuerySession::State::open_restriction() {
  restriction = std::make_unique<Restriction>(
      database.restriction_path(), database.catalogue(),
      [this](std::size_t table, const auto& columns) { return cache.get(table, columns); },
      kept ? std::optional(kept->head()) : std::nullopt);
  if (!require_same_terms(database, restriction->terms(), restriction->recorded())) {
    restriction->record(ledger.recorded());
  }
}

std::optional<std::string> QuerySession::State::changed() {
  if (ledger.altered()) watch.mark("ledger.sqlite");
  if (restriction && restriction->altered()) watch.mark("restriction.sqlite");
  return watch.changed();
}

void QuerySession::State::require_unchanged() {
  const std::optional<std::string> what = changed();
  if (!what) return;
  throw Error(ErrorCode::internal, "the database was changed while it was open: " + *what,
              "no question is answered until the database is checked and opened again");
}

void QuerySession::State::ask_restricted(const Query& query, const AskOptions& options, const Run& run,
                                         Answer& answer) {
  RestrictedAnswer made = queries::ask_restricted(
      database.catalogue(), *restriction, options.user, query,
      [&](std::size_t table, const auto& columns) -> std::shared_ptr<const DataTable> {
        try {
          return cache.get(table, columns);
        } catch (...) {
          unanswered(options);
        }
      },
      run);
  answer.refused = made.refused;
  answer.reason = std::move(made.reason);
  // The audit covers all users together, and decides a question once for all of them.
  answer.repeated = made.repeated && options.administrator;
  answer.groups = std::move(made.groups);
}

void QuerySession::State::ask_charged(const CheckedQuestion& question, const AskOptions& options,
                                      SecureRng& rng, const Run& run, Answer& answer) {
  const Catalogue& catalogue = database.catalogue();
  const Charge charge =
      ledger.charge(options.user, ledger_text(normal_text(question.query, catalogue), options),
                    footprint(question.query, catalogue, question.plan.micro_epsilon), catalogue);
  answer.left = charge.left;
  if (options.administrator) answer.database_left = charge.database_left;
  if (charge.outcome == Charge::Outcome::known) {
    answer.repeated = true;
    answer.groups = kept_groups(charge.answer);
    return;
  }
  if (charge.outcome != Charge::Outcome::granted) {
    answer.refused = true;
    answer.reason = refusal(charge);
    return;
  }
  answer.charged = charge.charged;
  // If a user asks the same question twice at the same time, both get the answer that was stored first.
  answer.groups =
      kept_groups(ledger.keep_answer(charge.entry, kept_text(look_up(question, options, rng, run))));
}

QuerySession::QuerySession(const Database& database, const std::string& key,
                           const std::optional<std::string>& kept)
    : state_(std::make_unique<State>(database, key, kept)) {
  keep_head();
}
QuerySession::~QuerySession() = default;

std::optional<std::string> QuerySession::changed() { return state_->changed(); }
LedgerHead QuerySession::head() { return state_->head(); }
const std::vector<std::string>& QuerySession::notes() const { return state_->notes; }
void QuerySession::keep_head() {
  if (state_->kept) state_->kept->update(state_->head());
}

const Database& QuerySession::database() const { return state_->database; }
Ledger& QuerySession::ledger() { return state_->ledger; }

CheckedQuestion QuerySession::check(std::string_view text, const AskOptions& options) const {
  const Catalogue& catalogue = database().catalogue();
  const DatabaseTerms& terms = database().terms();
  require_user_name(options.user);
  CheckedQuestion question{parse_query(text, catalogue), {}};
  if (terms.protection == Protection::dp) {
    question.plan = make_plan(question.query, catalogue, options.micro_epsilon, terms.neighbours,
                              options.laplace_extrema);
  }
  if (terms.protection == Protection::restrict) require_restrictable(question.query, catalogue);
  if (terms.protection == Protection::camouflage) require_camouflage_answers(question.query, catalogue);
  return question;
}

Answer QuerySession::ask(std::string_view text, const AskOptions& options, SecureRng& rng, const Run& run) {
  return ask(check(text, options), options, rng, run);
}

Answer QuerySession::ask(const CheckedQuestion& question, const AskOptions& options, SecureRng& rng,
                         const Run& run) {
  const Catalogue& catalogue = database().catalogue();
  const Query& query = question.query;
  state_->require_unchanged();
  Answer answer;
  answer.grouped = !query.groups.empty();
  for (const std::size_t column : query.groups) {
    answer.names.push_back(catalogue.tables[query.table].columns[column].name);
  }
  switch (database().terms().protection) {
    case Protection::dp:
      answer.intervals = Intervals::likely;
      break;
    case Protection::camouflage:
      answer.intervals = Intervals::certain;
      break;
    case Protection::input:
      break;
    case Protection::restrict:
      state_->ask_restricted(query, options, run, answer);
      keep_head();  // before the answer is published
      return answer;
  }
  state_->ask_charged(question, options, rng, run, answer);
  keep_head();
  return answer;
}

}  // namespace sfumato::queries
