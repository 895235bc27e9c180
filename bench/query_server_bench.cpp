// Small questions per second through the complete server: eight clients with persistent connections; each
// question is different and charged durably before it is answered. For comparison, eight threads ask the same
// questions of the library, without HTTP.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <thread>

#include "io/json.hpp"
#include "queries/answer.hpp"
#include "ratio.hpp"
#include "server/http_server.hpp"
#include "server/query_service.hpp"
#include "support/http_client.hpp"

namespace {

using namespace sfumato;

constexpr std::size_t people = 100'000;
constexpr int clients = 8, share = 250, rounds = 3;

queries::Catalogue bench_catalogue() {
  queries::CatalogueTable table;
  table.name = "people";
  for (const auto& [name, upper] : {std::pair("age", 119), std::pair("income", 99'999)}) {
    queries::CatalogueColumn column;
    column.name = name;
    column.upper = upper;
    table.columns.push_back(column);
  }
  return {{table}};
}

Table bench_records() {
  Rng rng({1, 2});
  Integers ages, incomes;
  for (std::size_t i = 0; i < people; ++i) {
    ages.values.push_back(static_cast<std::int64_t>(rng.below(120)));
    incomes.values.push_back(static_cast<std::int64_t>(rng.below(100'000)));
  }
  ColumnInfo age, income;
  age.name = "age";
  income.name = "income";
  return {{age, income}, {std::move(ages), std::move(incomes)}};
}

std::string question(int number) {
  return "SELECT COUNT(*) FROM people WHERE age >= " + std::to_string(number % 97) + " AND income < " +
         std::to_string(1000 + number);
}

// Waits until all clients are done; returns the seconds.
template <class Ask>
double all_ask(int first, const Ask& ask) {
  return bench::seconds(1, [&] {
    std::vector<std::thread> threads;
    for (int client = 0; client < clients; ++client) {
      threads.emplace_back([&, client] { ask(client, first + client * share); });
    }
    for (std::thread& thread : threads) thread.join();
  });
}

struct Timing {
  double seconds = 0;
  std::vector<double> milliseconds;

  void print(const char* what, const char* more = "") {
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&](double q) {
      return milliseconds[static_cast<std::size_t>(q * static_cast<double>(milliseconds.size() - 1))];
    };
    std::printf("%s: %.0f questions a second; half within %.1f ms, 99 %% within %.1f ms%s\n", what,
                static_cast<double>(milliseconds.size()) / seconds, at(0.5), at(0.99), more);
  }
};

double milliseconds_of(const std::function<void()>& work) { return 1000 * bench::seconds(1, work); }

}  // namespace

int main() {
  std::string folder = (std::filesystem::current_path() / "server-bench-XXXXXX").string();
  bench::require(mkdtemp(folder.data()) != nullptr, "a folder for the database");
  const std::string base = folder + "/base";
  queries::DatabaseTerms terms;
  terms.budget = 1'000'000'000;
  queries::create_database(base, bench_catalogue(), terms, {bench_records()}, Run());
  const queries::Database database(base);
  queries::QuerySession session(database);
  server::TokenFile tokens(base + "/tokens.json");
  const std::string token = tokens.make("bench", queries::parse_permissions({"ask"}));
  server::ServiceLimits limits;
  limits.requests_per_second = limits.burst = 1e9;
  std::atomic<std::size_t> lines = 0;
  server::QueryService service(session, tokens, limits, [&](const std::string&) { ++lines; });
  server::HttpServer http({}, {}, std::nullopt,
                          {[&](const server::Request& request, const std::stop_token& stop) {
                             return service.answer(request, stop);
                           },
                           [&](int status) { return service.refuse(status); }});
  std::stop_source stop;
  std::thread serving([&] { http.run(stop.get_token()); });

  Timing through_server, library;
  std::vector<double> took(static_cast<std::size_t>(clients * share));
  int number = 0;
  for (int round = 0; round < rounds; ++round) {
    through_server.seconds += all_ask(number, [&](int client, int first) {
      testing::HttpClient connection(http.address().port, token);
      for (int i = 0; i < share; ++i) {
        testing::HttpAnswer answer;
        took[static_cast<std::size_t>(client * share + i)] =
            milliseconds_of([&] { answer = connection.ask(question(first + i), "0.000001"); });
        bench::require(answer.status == 200, "a question is answered");
        const Value document = io::parse_json(answer.body, "the answer");
        bench::require(document.at("answer").is_number() && !document.at("repeated").as_bool(),
                       "the answer is a number of its own");
      }
    });
    number += clients * share;
    through_server.milliseconds.insert(through_server.milliseconds.end(), took.begin(), took.end());
    library.seconds += all_ask(number, [&](int client, int first) {
      const Run run({.threads = 1});
      SecureRng rng;
      for (int i = 0; i < share; ++i) {
        took[static_cast<std::size_t>(client * share + i)] = milliseconds_of([&] {
          const queries::Answer answer = session.ask(question(first + i), {"bench", 1, false}, rng, run);
          bench::require(!answer.refused && std::isfinite(answer.groups.front().value), "an answer");
        });
      }
    });
    number += clients * share;
    library.milliseconds.insert(library.milliseconds.end(), took.begin(), took.end());
  }
  stop.request_stop();
  serving.join();
  const queries::LedgerCheck check = session.ledger().verify();
  bench::require(check.intact, check.finding);
  bench::require(check.entries == number, "every question has its row");
  bench::require(lines == static_cast<std::size_t>(rounds * clients * share), "every request has its line");
  std::printf("%zu records, %d clients, every question charged durably\n", people, clients);
  library.print("library, eight threads");
  through_server.print("server, eight connections");
  std::printf("server to library: %.2f of its questions a second\n",
              library.seconds / through_server.seconds);
  std::filesystem::remove_all(folder);
}
