// What the server does not tell: its internals after a failure, and what other users ask and spend.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "server/live_server.hpp"

namespace {

// Counts syncs of folders, and can make them fail.
std::atomic<int> synced_folders{0};
std::atomic<bool> folder_sync_fails{false};

}  // namespace

// In place of the function of the C library, for this program and its libraries.
extern "C" int fsync(int file) {
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    ++synced_folders;
    if (folder_sync_fails) {
      errno = EIO;
      return -1;
    }
  }
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace sfumato::server {
namespace {

using testing::has_error_shape;
using testing::parsed;
using testing::Service;

const std::string count_text = "SELECT COUNT(*) FROM people";

// `code` tells a database that others changed while the server was running from other failures.
void expect_discreet_failure(Service& service, const Response& response, const std::string& what,
                             const std::string& code = "unanswered") {
  EXPECT_EQ(response.status, 500) << what << response.body;
  EXPECT_TRUE(has_error_shape(response.body)) << what;
  EXPECT_NE(response.body.find("\"" + code + "\""), std::string::npos) << what << response.body;
  if (code == "unanswered") {
    EXPECT_EQ(response.body, service.service().refuse(500).body) << what;
  }
  for (const char* internal : {"/", "ledger", "sqlite", "tokens.json", "parquet", "row"}) {
    EXPECT_EQ(response.body.find(internal), std::string::npos) << what << response.body;
  }
}

// Changes the hash of the last row.
void damage_ledger(const std::string& path) {
  queries::SqliteFile file(path);
  file.run("UPDATE log SET chain = zeroblob(32) WHERE position = (SELECT max(position) FROM log)");
}

TEST(Discretion, ADamagedLedgerIsAnInternalError) {
  Service service;
  const std::string anna = service.token("anna", {"ask", "budget"}), root = service.token("root", {"admin"});
  ASSERT_EQ(service.ask(anna, count_text).status, 200);
  damage_ledger(service.folder() + "/ledger.sqlite");
  const std::string changed = "database_changed", sum = "SELECT SUM(age) FROM people";
  expect_discreet_failure(service, service.ask(anna, sum), "query", changed);
  expect_discreet_failure(service, service.ask(root, sum), "query, administrator", changed);
  expect_discreet_failure(service, service.call("GET", "/v1/budget", anna), "budget", changed);
  expect_discreet_failure(service, service.call("GET", "/metrics", root), "metrics", changed);
  EXPECT_NE(service.log().find("ledger.sqlite"), std::string::npos) << service.log();
}

TEST(Discretion, AMovedLedgerIsAnInternalError) {
  Service service;
  const std::string anna = service.token("anna", {"ask", "budget"});
  service.ask(anna, count_text);
  service.ledger().set_quota("anna", 1'000'000);
  std::filesystem::rename(service.folder() + "/ledger.sqlite", service.folder() + "/elsewhere");
  expect_discreet_failure(service, service.ask(anna, "SELECT SUM(age) FROM people"), "moved",
                          "database_changed");
  EXPECT_NE(service.log().find("ledger.sqlite"), std::string::npos) << service.log();
}

TEST(Discretion, ADamagedTokenFileIsAnInternalError) {
  Service service;
  const std::string anna = service.token("anna", {"ask"});
  std::ofstream(service.folder() + "/tokens.json") << R"({"version": 1, "tokens": [{"user": "anna"}]})";
  expect_discreet_failure(service, service.ask(anna, count_text), "tokens");
  EXPECT_NE(service.log().find("tokens.json"), std::string::npos);
}

TEST(Discretion, TheCauseOfAFailureIsInTheLogOnly) {
  Service service;
  const std::string anna = service.token("anna", {"ask"});
  std::filesystem::remove(service.folder() + "/tables/people.parquet");
  expect_discreet_failure(service, service.ask(anna, count_text), "records");
  const std::string log = service.log();
  const Value line = parsed(log.substr(0, log.find('\n')));
  EXPECT_EQ(line.at("status").as_integer(), 500);
  EXPECT_NE(line.at("error").as_text().find("people.parquet"), std::string::npos) << log;
  EXPECT_EQ(log.find("SELECT"), std::string::npos);
}

// Two servers: in one of them another user asked the same question before, and others about other parts.
TEST(Discretion, AnAnswerDoesNotRevealWhatOthersAsked) {
  Service alone, shared;
  const std::string mine = "SELECT COUNT(*) FROM people WHERE town = 'Corriedon'";
  const std::string anna = shared.token("anna", {"ask"});
  for (const char* town : {"Aberdale", "Bexcombe", "Corriedon"}) {
    shared.ask(anna, std::string("SELECT COUNT(*) FROM people WHERE town = '") + town + "'", "0.5");
  }
  std::vector<std::string> seen[2];
  int place = 0;
  for (Service* service : {&alone, &shared}) {
    const std::string bert = service->token("bert", {"ask", "explain", "budget"});
    for (int i = 0; i < 2; ++i) {
      Value answer = parsed(service->ask(bert, mine, "0.5").body);
      answer.set("answer", Value()).set("interval95", Value());  // noise
      seen[place].push_back(io::json_text(answer));
      seen[place].push_back(service->call("GET", "/v1/budget", bert).body);
      seen[place].push_back(service->call("POST", "/v1/explain", bert, "{\"query\": \"" + mine + "\"}").body);
    }
    ++place;
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_NE(seen[0][0].find("\"charged\": 500000"), std::string::npos) << seen[0][0];
  EXPECT_EQ(shared.ledger().balance(std::nullopt).spent, 1'500'000)
      << "the two largest of three towns for anna, and bert's question";
}

TEST(Discretion, TheDatabasesOwnBalanceIsForAdministrators) {
  Service service;
  const std::string anna = service.token("anna", {"ask", "explain", "budget"});
  const std::string bert = service.token("bert", {"ask"}), root = service.token("root", {"admin"});
  service.ledger().set_quota("anna", 300'000);
  service.ask(bert, count_text, "2");
  const Value answer = parsed(service.ask(anna, count_text, "0.1").body);
  EXPECT_EQ(answer.at("left").as_integer(), 200'000);
  EXPECT_EQ(answer.find("database_left"), nullptr);
  const Value own = parsed(service.call("GET", "/v1/budget", anna).body);
  EXPECT_EQ(own.at("left").as_integer(), 200'000);
  EXPECT_EQ(own.at("spent_by_user").as_integer(), 100'000);
  EXPECT_EQ(own.find("spent"), nullptr);
  EXPECT_EQ(own.find("database_left"), nullptr);
  EXPECT_EQ(service.call("GET", "/metrics", anna).status, 403);
  const Value all = parsed(service.call("GET", "/v1/budget", root).body);
  EXPECT_EQ(all.at("spent").as_integer(), 2'100'000);
  EXPECT_EQ(all.at("database_left").as_integer(), 7'900'000);
  EXPECT_EQ(parsed(service.ask(root, count_text, "0.1").body).at("database_left").as_integer(), 7'800'000);
}

TEST(Discretion, AQuotaOfZeroIsRefusedPolitely) {
  Service service;
  const std::string anna = service.token("anna", {"ask"});
  service.ledger().set_quota("anna", 0);
  const Response response = service.ask(anna, count_text);
  EXPECT_EQ(response.status, 422);
  const Value answer = parsed(response.body);
  EXPECT_TRUE(answer.at("refused").as_bool());
  EXPECT_NE(answer.at("reason").as_text().find("quota"), std::string::npos);
  EXPECT_EQ(answer.at("left").as_integer(), 0);
}

// A revoked token must not work again after a power failure.
TEST(Discretion, ARevocationIsOnDiskBeforeItReturns) {
  const sfumato::testing::TemporaryFolder folder;
  TokenFile tokens(folder.file("tokens.json"));
  tokens.make("anna", queries::parse_permissions({"ask"}));
  const int before = synced_folders;
  EXPECT_TRUE(tokens.revoke("anna"));
  EXPECT_EQ(synced_folders, before + 1);
  tokens.make("bert", queries::parse_permissions({"ask"}));
  folder_sync_fails = true;
  EXPECT_THROW(tokens.revoke("bert"), Error) << "not reported as done";
  folder_sync_fails = false;
}

// A file of the same size, time and inode number: two changes within one tick of the clock can give this.
TEST(Discretion, AReplacedTokenIsNoticedWhateverTheFileTimesAre) {
  const sfumato::testing::TemporaryFolder folder;
  const std::string path = folder.file("tokens.json");
  TokenFile command(path);
  const std::string first = command.make("anna", queries::parse_permissions({"ask"}));
  const TokenFile server(path);
  ASSERT_TRUE(server.find(first));
  const auto time = std::filesystem::last_write_time(path);
  std::string text = folder.read("tokens.json");
  const std::size_t place = text.find(hexadecimal(sha256(first)));
  ASSERT_NE(place, std::string::npos);
  text.replace(place, 64, std::string(64, '0'));
  std::ofstream(path, std::ios::in | std::ios::binary) << text;
  std::filesystem::last_write_time(path, time);
  EXPECT_FALSE(server.find(first));
}

}  // namespace
}  // namespace sfumato::server
