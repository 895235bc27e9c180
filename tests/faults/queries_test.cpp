// Databases under faults: an answer that was seen is charged and stored, a revoked token stays revoked, a
// database is whole or not there.
#include <ostream>

#include "core/error.hpp"
#include "faults/expect_points.hpp"
#include "io/json.hpp"
#include "queries/answer.hpp"
#include "queries/ledger.hpp"
#include "queries/restriction.hpp"

namespace sfumato::faults {
namespace {

constexpr const char* catalogue = R"([table.people.column.age]
kind = "number"
domain = [0, 100]
role = "quasi-identifier"

[table.people.column.ward]
kind = "category"
categories = ["a", "b"]
role = "quasi-identifier"

[table.people.column.income]
kind = "number"
domain = [0, 1000]
role = "confidential"
)";

Snapshot data_files() {
  std::string text = "age,ward,income\n";
  for (int i = 0; i < 30; ++i) {
    text +=
        std::to_string(20 + i) + "," + (i % 2 == 0 ? "a" : "b") + "," + std::to_string(100 + 10 * i) + "\n";
  }
  return {{"people.csv", text}, {"catalogue.toml", catalogue}};
}

Command init(const std::string& protection, const std::vector<std::string>& more = {}) {
  Command command{
      "query",    "init",    "db",        "people.csv", "--catalogue", "catalogue.toml", "--protection",
      protection, "--quiet", "--threads", "1"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

Command ask(const std::string& question) {
  return {"query", "ask", "db", question, "--epsilon", "1", "--json", "--threads", "1"};
}

// The JSON documents that were printed; the last may be incomplete.
std::vector<Value> documents(const std::string& out) {
  std::vector<Value> all;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find("\n}\n", at);
    if (end == std::string::npos) break;
    all.push_back(io::parse_json(out.substr(at, end + 3 - at), "standard output"));
    at = end + 3;
  }
  return all;
}

// Every answer that was seen is in the ledger with at least its charge, and the ledger is intact.
std::string wrong_ledger(const std::string& path, std::int64_t answers, std::int64_t charged) {
  try {
    const queries::Ledger ledger(path);
    const queries::LedgerCheck check = ledger.verify();
    if (!check.intact) return "the ledger is not intact: " + check.finding;
    std::int64_t stored = 0, sum = 0;
    for (const queries::LedgerEntry& entry : ledger.entries()) {
      stored += entry.answer.empty() ? 0 : 1;
      sum += entry.charged;
    }
    if (ledger.balance(std::nullopt).spent != sum) return "the sum of the charges is not what is spent";
    if (sum < charged)
      return "seen charges of " + std::to_string(charged) + ", in the ledger " + std::to_string(sum);
    if (stored < answers) return std::to_string(answers) + " answers seen, stored " + std::to_string(stored);
  } catch (const Error& failure) {
    return "the ledger does not open: " + failure.message;
  }
  return {};
}

std::string wrong_answers(const Aftermath& after) {
  std::int64_t answers = 0, charged = 0;
  for (const Value& document : documents(after.out)) {
    if (document.find("answer") == nullptr || document.at("repeated").as_bool()) continue;
    ++answers;
    charged += document.at("charged").as_integer();
  }
  return wrong_ledger(after.folder + "/db/ledger.sqlite", answers, charged);
}

TEST(FaultsInQueries, Asking) {
  Scenario scenario{.name = "query ask",
                    .files = data_files(),
                    .preparation = {init("dp", {"--budget", "10"})},
                    .commands = {ask("SELECT COUNT(*) FROM people WHERE age <= 30"),
                                 ask("SELECT SUM(income) FROM people WHERE ward = 'a'"),
                                 ask("SELECT COUNT(*) FROM people WHERE age <= 30")}};
  scenario.own = {"db/ledger"};
  scenario.check = wrong_answers;
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

queries::Catalogue two_numbers() {
  queries::CatalogueTable table;
  table.name = "people";
  for (const char* name : {"age", "income"}) {
    queries::CatalogueColumn column;
    column.name = name;
    column.upper = 999;
    table.columns.push_back(column);
  }
  return {{table}};
}

// One process, as the server: the ledger stays open over charges, answers and quotas. Each answer that is
// final is printed as a document.
int serve(const Command& command, std::ostream& out, std::ostream& error) {
  int status = 0;
  try {
    queries::Ledger ledger("ledger.sqlite");
    const queries::Catalogue catalogue_of_two = two_numbers();
    for (int i = 0; i < std::stoi(command[0]); ++i) {
      try {
        const queries::Footprint footprint{
            0, {queries::RangeSet({{0, 999}}), queries::RangeSet({{0, 100 + i}})}, {false, false}, 1000};
        const auto charge =
            ledger.charge("eve", "question " + std::to_string(i % 7), footprint, catalogue_of_two);
        if (charge.outcome != queries::Charge::Outcome::granted) continue;
        ledger.keep_answer(charge.entry, std::to_string(i) + std::string(900, ' '));
        out << "{\n\"answer\": " + std::to_string(i) + ", \"charged\": " + std::to_string(charge.charged) +
                   "\n}\n";
        if (i % 5 == 0) ledger.set_quota("eve", 1'000'000 + i);
      } catch (const Error& failure) {
        error << "sfumato: " << failure.message << "\n";
        status = exit_status(failure.code);
      }
    }
  } catch (const Error& failure) {
    error << "sfumato: " << failure.message << "\n";
    return exit_status(failure.code);
  }
  return status;
}

TEST(FaultsInQueries, LedgerOfAServer) {
  Scenario scenario{.name = "ledger of a server", .files = {}, .commands = {{"create"}, {"9"}}};
  scenario.runner = [](const Command& command, std::ostream& out, std::ostream& error) {
    if (command[0] != "create") return serve(command, out, error);
    try {
      queries::Ledger::create("ledger.sqlite", {1'000'000'000, queries::Neighbours::replace});
    } catch (const Error& failure) {
      error << "sfumato: " << failure.message << "\n";
      return exit_status(failure.code);
    }
    return 0;
  };
  scenario.own = {"ledger"};
  scenario.check = [](const Aftermath& after) -> std::string {
    if (after.statuses.empty() || after.statuses[0] != 0) return {};  // it was not made
    std::int64_t answers = 0, charged = 0;
    for (const Value& document : documents(after.out)) {
      ++answers;
      charged += document.at("charged").as_integer();
    }
    return wrong_ledger(after.folder + "/ledger.sqlite", answers, charged);
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInQueries, Restriction) {
  Scenario scenario{.name = "query ask under restriction",
                    .files = data_files(),
                    .preparation = {init("restrict")},
                    .commands = {ask("SELECT SUM(income) FROM people WHERE age <= 30"),
                                 ask("SELECT SUM(income) FROM people WHERE age <= 35")}};
  for (Command& command : scenario.commands) command.erase(command.begin() + 4, command.begin() + 6);
  scenario.own = {"db/ledger", "db/restriction"};
  scenario.check = [](const Aftermath& after) -> std::string {
    std::size_t seen = 0;
    for (const Value& document : documents(after.out)) seen += document.find("answer") != nullptr ? 1 : 0;
    try {
      const std::size_t kept =
          queries::DecisionHistory(after.folder + "/db/restriction.sqlite").entries().size();
      if (kept < seen) return std::to_string(seen) + " answers seen, decisions " + std::to_string(kept);
    } catch (const Error& failure) {
      return "the log of decisions does not open: " + failure.message;
    }
    return {};
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

// Does the user have a token that is not revoked?
bool has_user(const Snapshot& files, const std::string& user) {
  const auto found = files.find("db/tokens.json");
  if (found == files.end()) return false;
  const Value document = io::parse_json(found->second, "tokens.json");
  for (const Value& token : document.at("tokens").as_array()) {
    if (token.at("user").as_text() == user) return token.at("revoked").is_null();
  }
  return false;
}

TEST(FaultsInQueries, Tokens) {
  const auto token = [](const std::string& user, bool revoke) {
    Command command{"query", "token", "db", "--user", user, "--json"};
    if (revoke) command.emplace_back("--revoke");
    return command;
  };
  Scenario scenario{.name = "query token",
                    .files = data_files(),
                    .preparation = {init("dp", {"--budget", "10"}), token("eve", false)},
                    .commands = {token("bob", false), token("eve", true)}};
  scenario.own = {"db/ledger", "db/tokens.json-lock"};
  scenario.temporary = "db/tokens.json.new";
  scenario.drawn = {"db/tokens.json"};
  scenario.complete = [](const std::string&, const std::string& bytes) { return bytes.ends_with("}\n"); };
  scenario.check = [](const Aftermath& after) -> std::string {
    const auto done = [&](std::size_t i) { return after.statuses.size() > i && after.statuses[i] == 0; };
    if (done(0) && !has_user(after.files, "bob")) return "a token is lost";
    if (done(1) && has_user(after.files, "eve")) return "a revoked token is valid again";
    return {};
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

// The data are the old or the new ones, whichever the log has recorded, and the database answers.
TEST(FaultsInQueries, Refresh) {
  Snapshot files = data_files();
  std::string text = "age,ward,income\n";
  for (int i = 0; i < 40; ++i) text += std::to_string(30 + i) + ",a," + std::to_string(10 * i) + "\n";
  files["new.csv"] = text;
  Scenario scenario{
      .name = "query refresh",
      .files = files,
      .preparation = {init("dp", {"--budget", "1000"}), ask("SELECT COUNT(*) FROM people WHERE age <= 30")},
      .commands = {{"query", "refresh", "db", "new.csv", "--json", "--threads", "1"}}};
  scenario.own = {"db/"};
  scenario.check = [](const Aftermath& after) -> std::string {
    const std::string folder = after.folder + "/db";
    try {
      const std::int64_t version = queries::Ledger(folder + "/ledger.sqlite").version();
      if (!after.statuses.empty() && after.statuses[0] == 0 && version != 1) return "a refresh is lost";
      const queries::Database base(folder);
      queries::QuerySession session(base);
      SecureRng rng;
      // ε = 100: the count is exact up to a probability of e^-50.
      const queries::Answer answer = session.ask("SELECT COUNT(*) FROM people WHERE ward = 'a'",
                                                 {"bob", 100'000'000, false}, rng, sfumato::Run());
      const double expected = version == 0 ? 15 : 40;
      if (answer.groups.front().value != expected) return "the records are not those of the log";
    } catch (const Error& failure) {
      return "the database does not answer: " + failure.message;
    }
    return wrong_ledger(folder + "/ledger.sqlite", 2, 0);
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

// A database is there with everything, or not at all.
Scenario new_database(const std::string& protection, const std::vector<std::string>& more) {
  Scenario scenario{
      .name = "query init, " + protection, .files = data_files(), .commands = {init(protection, more)}};
  scenario.own = {"db/", "db.key"};
  scenario.check = [protection](const Aftermath& after) -> std::string {
    if (!after.files.contains("db/")) {
      return !after.statuses.empty() && after.statuses[0] == 0 ? "the database is lost" : "";
    }
    for (const char* name : {"db/terms.toml", "db/catalogue.toml", "db/tables/people.parquet"}) {
      const auto found = after.files.find(name);
      if (found == after.files.end() || found->second.empty()) return std::string("no ") + name;
    }
    if (protection == "camouflage" && !after.files.contains("db.key")) return "a database without its key";
    if (protection == "dp") return wrong_ledger(after.folder + "/db/ledger.sqlite", 0, 0);
    return {};
  };
  scenario.temporary = R"(db\.key\.[A-Za-z0-9]{6})";
  return scenario;
}

TEST(FaultsInQueries, NewDatabase) {
  for (const std::string protection : {"dp", "restrict", "camouflage"}) {
    std::vector<std::string> more;
    if (protection == "dp") more = {"--budget", "10"};
    if (protection == "camouflage") more = {"--key", "db.key"};
    expect_errors_handled(new_database(protection, more));
    expect_losses_survived(new_database(protection, more));
  }
}

}  // namespace
}  // namespace sfumato::faults
