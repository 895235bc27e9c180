#include "queries/answer.hpp"

#include "core/error.hpp"
#include "queries/camouflage.hpp"
#include "queries/data_cache.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/refresh.hpp"
#include "queries/database/watch.hpp"
#include "queries/engine.hpp"
#include "queries/exact_answers.hpp"
#include "queries/kept_answers.hpp"
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

Rule rule_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return Rule::none;
    case Refusal::set_size:
      return Rule::set_size;
    case Refusal::overlap:
      return Rule::overlap;
    case Refusal::other_kind:
      return Rule::other_kind;
    case Refusal::derivable:
      return Rule::derivable;
    case Refusal::combinations:
      return Rule::combinations;
    case Refusal::extreme:
      return Rule::extreme;
    case Refusal::capacity:
      return Rule::capacity;
  }
  return Rule::none;
}

std::string refusal(const Charge& charge) {
  return charge.outcome == Charge::Outcome::over_cap
             ? "the database's privacy budget does not cover this question"
             : "the user's quota of the privacy budget does not cover this question";
}

// With dp.
std::vector<Plan> plans_of(const Question& question, const Database& database, const AskOptions& options) {
  std::vector<Plan> plans;
  if (database.terms().protection != Protection::dp) return plans;
  for (const Query& part : question.parts) {
    plans.push_back(make_plan(part, database.catalogue(), options.micro_epsilon, database.terms().neighbours,
                              options.laplace_extrema));
  }
  return plans;
}

}  // namespace

const char* rule_name(Rule rule) {
  constexpr const char* names[] = {"none",       "budget",    "quota",        "set-size", "overlap",
                                   "other-kind", "derivable", "combinations", "extreme",  "capacity"};
  return names[static_cast<std::size_t>(rule)];
}

Explanation explain(const Database& database, std::string_view text, const AskOptions& options) {
  const Catalogue& catalogue = database.catalogue();
  const Question question = parse_question(text, catalogue);
  const Query& query = question.first();
  Explanation result;
  result.query = normal_text(question, catalogue);
  result.protection = database.terms().protection;
  result.groups = query.groups.empty() ? 1 : group_count(query, catalogue.tables[query.table]);
  result.names = question.names;
  result.plans = plans_of(question, database, options);
  if (!result.plans.empty()) result.plan = result.plans.front();
  return result;
}

std::int64_t Explanation::cost() const {
  std::int64_t sum = 0;
  for (const Plan& one : plans) sum += one.micro_epsilon;
  return sum;
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
  void require_current() const {
    if (ledger.outdated()) throw Error(ErrorCode::internal, "the data were replaced");
  }
  LedgerHead head() { return restriction ? restriction->head() : ledger.head(); }

  // Everything that reads data. An error here must not reveal anything about them. `plan`: of dp.
  std::vector<GroupAnswer> look_up(const Query& query, const Plan* plan, const AskOptions& options,
                                   SecureRng& rng, const Run& run) {
    const Catalogue& catalogue = database.catalogue();
    try {
      if (camouflage) {
        require_current();
        return camouflage->answers(query, catalogue,
                                   *cache.get(query.table, camouflage_columns(query, catalogue)), run);
      }
      const std::shared_ptr<const DataTable> data = cache.get(query.table, columns_of(query));
      require_current();  // the data that were charged for, and no newer ones
      return plan != nullptr ? draw(*plan, query, catalogue, *data, rng, run)
                             : exact_answers(query, catalogue, *data, run);
    } catch (...) {
      unanswered(options);
    }
  }

  void ask_restricted(const Question& question, const AskOptions& options, const Run& run, Answer& answer);
  void ask_charged(const CheckedQuestion& question, const AskOptions& options, SecureRng& rng, const Run& run,
                   Answer& answer);
  std::vector<Charge> charge(const CheckedQuestion& question, const AskOptions& options);

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
  ledger.pin();
  if (auto found = require_same_terms(database, ledger.terms())) {
    finish_refresh(database, *found);
    return *std::move(found);
  }
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
  try {
    if (ledger.outdated()) watch.mark("the data, by query refresh");
  } catch (const Error&) {  // a ledger that cannot be read grants nothing
  }
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

void QuerySession::State::ask_restricted(const Question& question, const AskOptions& options, const Run& run,
                                         Answer& answer) {
  RestrictedAnswer made = queries::ask_restricted(
      database.catalogue(), *restriction, options.user, question,
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
  answer.rule = rule_of(made.refusal);
  // The audit covers all users together, and decides a question once for all of them.
  answer.repeated = made.repeated && options.administrator;
  for (std::size_t i = 0; i < made.columns.size(); ++i) {
    round_answers(made.columns[i], answer.columns[i].format);
  }
  set_columns(std::move(made.columns), answer);
}

// Every aggregate is a question of its own in the ledger: a repetition is known, whatever it is asked with.
std::vector<Charge> QuerySession::State::charge(const CheckedQuestion& question, const AskOptions& options) {
  const Catalogue& catalogue = database.catalogue();
  std::vector<std::string> texts;
  for (const Query& part : question.question.parts) {
    texts.push_back(ledger_text(normal_text(part, catalogue), options));
  }
  const std::int64_t micro_epsilon = question.plans.empty() ? 0 : question.plans.front().micro_epsilon;
  return ledger.charge_all(options.user, texts,
                           ledger_text(normal_text(question.question, catalogue), options),
                           footprint(question.question.first(), catalogue, micro_epsilon), catalogue);
}

void QuerySession::State::ask_charged(const CheckedQuestion& question, const AskOptions& options,
                                      SecureRng& rng, const Run& run, Answer& answer) {
  const std::vector<Charge> charges = charge(question, options);
  answer.left = charges.back().left;
  if (options.administrator) answer.database_left = charges.back().database_left;
  const auto is_answered = [](const Charge& one) {
    return one.outcome == Charge::Outcome::granted || one.outcome == Charge::Outcome::known;
  };
  if (!is_answered(charges.front())) {
    answer.refused = true;
    answer.reason = refusal(charges.front());
    answer.rule = charges.front().outcome == Charge::Outcome::over_cap ? Rule::budget : Rule::quota;
    return;
  }
  answer.repeated = true;
  std::vector<std::vector<GroupAnswer>> columns;
  for (std::size_t i = 0; i < charges.size(); ++i) {
    const Charge& one = charges[i];
    const AnswerFormat& format = answer.columns[i].format;
    std::string kept_answer = one.answer;
    if (one.outcome == Charge::Outcome::granted) {
      answer.repeated = false;
      answer.charged += one.charged;
      std::vector<GroupAnswer> found =
          look_up(question.question.parts[i], question.plans.empty() ? nullptr : &question.plans[i], options,
                  rng, run);
      round_answers(found, format);
      // If a user asks the same question twice at the same time, both get the answer that was stored first.
      kept_answer = ledger.keep_answer(one.entry, kept_text(found));
    }
    columns.push_back(kept_groups(kept_answer));
    round_answers(columns.back(), format);  // answers of earlier versions were not rounded
  }
  set_columns(std::move(columns), answer);
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
  CheckedQuestion checked{parse_question(text, catalogue), {}};
  checked.plans = plans_of(checked.question, database(), options);
  for (const Query& part : checked.question.parts) {
    if (terms.protection == Protection::restrict) require_restrictable(part, catalogue);
    if (terms.protection == Protection::camouflage) require_camouflage_answers(part, catalogue);
  }
  return checked;
}

Answer QuerySession::ask(std::string_view text, const AskOptions& options, SecureRng& rng, const Run& run) {
  return ask(check(text, options), options, rng, run);
}

Answer QuerySession::ask(const CheckedQuestion& checked, const AskOptions& options, SecureRng& rng,
                         const Run& run) {
  const Catalogue& catalogue = database().catalogue();
  const Question& question = checked.question;
  state_->require_unchanged();
  Answer answer;
  answer.grouped = !question.first().groups.empty();
  answer.names = question.groups;
  answer.named = question.named;
  for (std::size_t i = 0; i < question.parts.size(); ++i) {
    answer.columns.push_back({question.names[i], answer_format(question.parts[i], catalogue)});
  }
  const Protection protection = database().terms().protection;
  if (protection == Protection::dp) answer.intervals = Intervals::likely;
  if (protection == Protection::camouflage) answer.intervals = Intervals::certain;
  if (protection == Protection::restrict) {
    state_->ask_restricted(question, options, run, answer);
  } else {
    state_->ask_charged(checked, options, rng, run, answer);
  }
  keep_head();  // before the answer is published
  keep_selected(question, catalogue.tables[question.first().table], answer);
  return answer;
}

}  // namespace sfumato::queries
