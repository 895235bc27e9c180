// Others change the files of a database while the server runs: it stops answering with one text, and the
// operator finds in the log what was changed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "queries/ledger/sqlite_file.hpp"
#include "server/live_server.hpp"
#include "support/http_client.hpp"

namespace sfumato::server {
namespace {

using sfumato::testing::HttpClient;
using testing::has_error_shape;
using testing::LiveServer;
using testing::parsed;
using testing::Service;

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void set_file_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void change_text(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = file_text(path);
  text.replace(text.find(from), from.size(), to);
  set_file_text(path, text);
}

void change_rows(const std::string& path, const char* statement) { queries::SqliteFile(path).run(statement); }

struct FileChange {
  std::string file;
  std::function<void(const std::string&)> change;
};

std::vector<FileChange> file_changes() {
  return {
      {"terms.toml", [](const std::string& path) { change_text(path, "replace", "add-remove"); }},
      {"catalogue.toml", [](const std::string& path) { change_text(path, "119", "130"); }},
      {"ledger.sqlite", [](const std::string& path) { std::filesystem::remove(path); }},
      {"ledger.sqlite",
       [](const std::string& path) { change_rows(path, "DELETE FROM log WHERE position > 1"); }},
      {"ledger.sqlite",
       [](const std::string& path) { change_rows(path, "UPDATE log SET charged = 1 WHERE position = 1"); }},
  };
}

TEST(ChangedDatabase, IsNotAnsweredOverHttp) {
  for (const FileChange& one : file_changes()) {
    SCOPED_TRACE(one.file);
    Service service;
    LiveServer server(service.service());
    HttpClient client(server.port(), service.token("anna", {"admin"}));
    ASSERT_EQ(client.ask("SELECT COUNT(*) FROM people").status, 200);
    ASSERT_EQ(client.ask("SELECT SUM(age) FROM people").status, 200);
    const std::string path = service.folder() + "/" + one.file, before = file_text(path);
    one.change(path);
    const auto refused = client.ask("SELECT AVG(age) FROM people");
    EXPECT_EQ(refused.status, 500);
    EXPECT_TRUE(has_error_shape(refused.body)) << refused.body;
    EXPECT_EQ(parsed(refused.body).at("error").at("code").as_text(), "database_changed");
    // Neither paths nor names of files.
    for (const std::string& name : {service.folder(), one.file, std::string("sqlite")})
      EXPECT_EQ(refused.body.find(name), std::string::npos) << refused.body;
    // Nothing else is answered either, and also not after the file is restored.
    set_file_text(path, before);
    for (const char* route : {"/v1/budget", "/v1/catalogue", "/metrics", "/health"})
      EXPECT_EQ(client.get(route).status, 500) << route;
    EXPECT_EQ(client.ask("SELECT COUNT(*) FROM people").body, refused.body);
    EXPECT_EQ(client.post("/v1/explain", R"({"query": "SELECT MEDIAN(age) FROM people"})").status, 500);
    EXPECT_EQ(HttpClient(server.port()).get("/v1/budget").status, 401);
    const std::string event = "\"event\":\"database changed\",\"what\":\"" + one.file + "\"}\n";
    const std::size_t found = service.log().find(event);
    EXPECT_NE(found, std::string::npos) << service.log();
    EXPECT_EQ(service.log().find(event, found + 1), std::string::npos) << "once";
  }
}

TEST(ChangedDatabase, OtherProcessesMayAskAndSetQuotas) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  ASSERT_EQ(service.ask(token, "SELECT COUNT(*) FROM people").status, 200);
  {
    const queries::Database again(service.folder());
    queries::QuerySession session(again);
    session.ledger().set_quota("bob", 1000);
    SecureRng rng;
    session.ask("SELECT SUM(age) FROM people", {"bob", 1000, false}, rng, sfumato::Run());
  }
  service.tokens().make("carl", queries::parse_permissions({"ask"}));
  EXPECT_EQ(service.ask(token, "SELECT AVG(age) FROM people").status, 200);
  EXPECT_EQ(service.log().find("event"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::server
