// The server and other people's clients: curl, Python and openssl, over TLS too; and the program itself.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/error.hpp"
#include "server/live_server.hpp"
#include "support/http_client.hpp"
#include "support/program.hpp"

namespace sfumato::server {
namespace {

using sfumato::testing::HttpClient;
using sfumato::testing::Outcome;
using sfumato::testing::run_in;
using testing::LiveServer;
using testing::parsed;
using testing::Service;

Outcome shell(const std::string& command) {
  Outcome outcome;
  FILE* pipe = ::popen(("{ " + command + "; } 2>&1").c_str(), "r");
  std::array<char, 4096> place;
  for (std::size_t count = 0; (count = std::fread(place.data(), 1, place.size(), pipe)) > 0;) {
    outcome.out.append(place.data(), count);
  }
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

const std::string examples = sfumato::testing::source_folder() + "/examples/";

TlsFiles make_certificate(const sfumato::testing::TemporaryFolder& folder) {
  const TlsFiles files{folder.file("server.pem"), folder.file("server.key")};
  const Outcome made = shell(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
      "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout " +
      files.key + " -out " + files.certificate);
  EXPECT_EQ(made.status, 0) << made.out;
  return files;
}

TEST(Clients, TheExamplesRun) {
  Service service;
  LiveServer server(service.service());
  const std::string token = "SFUMATO_TOKEN=" + service.token("anna", {"ask", "explain"}) + " ";
  const std::string question = "\"SELECT COUNT(*) FROM people WHERE age >= 65\"";
  const Outcome python =
      shell(token + "python3 " + examples + "query_client.py " + server.url() + " " + question);
  EXPECT_EQ(python.status, 0) << python.out;
  EXPECT_EQ(python.out.find("answer "), 0U) << python.out;
  EXPECT_NE(python.out.find("9.9 of the budget is left"), std::string::npos) << python.out;
  const Outcome explained = shell(token + "python3 " + examples + "query_client.py " + server.url() + " " +
                                  question + " --explain");
  EXPECT_EQ(explained.out.find("costs at most 0.1"), 0U) << explained.out;
  const Outcome curl = shell(token + examples + "query_client.sh " + server.url() +
                             " '{\"query\": \"SELECT COUNT(*) FROM people WHERE age >= 65\"}'");
  EXPECT_EQ(curl.status, 0) << curl.out;
  EXPECT_TRUE(parsed(curl.out).at("repeated").as_bool());
  const Outcome stranger = shell("SFUMATO_TOKEN=x " + examples + "query_client.sh " + server.url() + " '{}'");
  EXPECT_EQ(stranger.status, 22) << stranger.out;
  const Outcome wrong =
      shell("SFUMATO_TOKEN=x python3 " + examples + "query_client.py " + server.url() + " x");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.out.find("the token is missing or not valid"), std::string::npos) << wrong.out;
}

TEST(Clients, TlsIsSpokenFromVersion12On) {
  Service service;
  const TlsFiles files = make_certificate(service.place());
  LiveServer server(service.service(), {}, files);
  const std::string url = server.url(true), trust = " --cacert " + files.certificate;
  const std::string token = "SFUMATO_TOKEN=" + service.token("anna", {"ask"}) + " ";
  const std::string question = " '{\"query\": \"SELECT COUNT(*) FROM people GROUP BY town\"}'";
  const Outcome curl = shell(token + examples + "query_client.sh " + url + question + trust);
  ASSERT_EQ(curl.status, 0) << curl.out;
  EXPECT_EQ(parsed(curl.out).at("answer").as_array().size(), 3U);
  const Outcome python = shell(token + "python3 " + examples + "query_client.py " + url +
                               " 'SELECT COUNT(*) FROM people' --authority " + files.certificate);
  EXPECT_EQ(python.status, 0) << python.out;
  const std::string health = "curl -s -o /dev/null -w '%{http_code}' " + url + "/health" + trust;
  EXPECT_EQ(shell(health + " --tlsv1.2 --tls-max 1.2").out, "200");
  EXPECT_EQ(shell(health + " --tlsv1.3").out, "200");
  EXPECT_NE(shell(health + " --tlsv1.0 --tls-max 1.1 --ciphers DEFAULT@SECLEVEL=0").status, 0);
  EXPECT_NE(shell("curl -s " + url + "/health").status, 0) << "a client that does not trust it";
  // Two requests on one connection, and a body of several TLS records.
  EXPECT_EQ(shell(health + " -o /dev/null " + url + "/openapi.json").out, "200200");
  std::ofstream(service.place().file("large")) << std::string(200'000, ' ') << "{}";
  EXPECT_EQ(
      shell("curl -s -o /dev/null -w '%{http_code}' --data-binary @" + service.place().file("large") +
            " -H 'Authorization: Bearer " + service.token("bert", {"ask"}) + "' " + url + "/v1/query" + trust)
          .out,
      "400");
  EXPECT_EQ(HttpClient(server.port()).get("/health").status, 0) << "nothing is said without TLS";
}

// What ends early under TLS: the response arrives although the client is still sending, or has stopped to.
TEST(Clients, RefusalsArriveUnderTls) {
  Service service;
  const TlsFiles files = make_certificate(service.place());
  ServerLimits limits;
  limits.message.body_bytes = 1000;
  limits.linger = std::chrono::seconds(60);
  limits.request = std::chrono::milliseconds(500);
  LiveServer server(service.service(), limits, files);
  std::ofstream(service.place().file("large")) << std::string(2'000'000, ' ');
  const Outcome large =
      shell("curl -s -w '%{http_code}' -H Expect: --data-binary @" + service.place().file("large") + " " +
            server.url(true) + "/v1/query --cacert " + files.certificate);
  EXPECT_TRUE(large.out.ends_with("413")) << large.out;
  // A client that was too slow to begin is closed without a response, and tries again.
  Outcome slow;
  for (int tries = 0; slow.out.find("HTTP/1.1 408 ") == std::string::npos && tries < 100; ++tries) {
    slow = shell("printf 'GET / HTTP/1.1\\r\\nHo' | openssl s_client -quiet -connect 127.0.0.1:" +
                 std::to_string(server.port()));
  }
  EXPECT_NE(slow.out.find("HTTP/1.1 408 "), std::string::npos) << slow.out;
}

TEST(Clients, TlsNeedsAPairOfFiles) {
  Service service;
  const TlsFiles good = make_certificate(service.place());
  const std::string text = service.place().write("text.pem", "no certificate");
  const auto message = [](const TlsFiles& files) -> std::string {
    try {
      const TlsContext context = make_tls_context(files);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      return error.message;
    }
    return "taken";
  };
  const auto set_mode = [](const std::string& path, mode_t mode) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
  };
  for (const mode_t mode : {0644U, 0604U, 0620U, 0601U}) {
    set_mode(good.key, mode);
    EXPECT_NE(message(good).find("other users have access to the TLS key"), std::string::npos) << mode;
  }
  set_mode(good.key, 0600);
  set_mode(text, 0600);
  set_mode(good.certificate, 0600);
  EXPECT_EQ(message(good), "taken");
  EXPECT_NE(message({text, good.key}).find("no certificate"), std::string::npos);
  EXPECT_NE(message({good.certificate, text}).find("no key"), std::string::npos);
  EXPECT_NE(message({good.certificate, good.certificate}).find("no key"), std::string::npos);
  EXPECT_NE(message({service.place().file("nothing"), good.key}).find("cannot read"), std::string::npos);
}

// `sfumato query serve` as a child; ends with the test.
class Program {
 public:
  explicit Program(const std::string& base, const std::string& log, const std::string& kept = "") {
    int ends[2];
    if (::pipe(ends) != 0) return;
    child_ = ::fork();
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::execl(sfumato::testing::program_path().c_str(), "sfumato", "query", "serve", base.c_str(), "--listen",
              "127.0.0.1:0", "--log", log.c_str(), "--json", kept.empty() ? nullptr : "--kept", kept.c_str(),
              static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 1000> place;
    while (text.find("\n}") == std::string::npos) {
      const ssize_t count = ::read(ends[0], place.data(), place.size());
      if (count <= 0) break;
      text.append(place.data(), static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    port_ = static_cast<std::uint16_t>(parsed(text).at("port").as_integer());
    head_ = parsed(text).at("head").as_text();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (child_ > 0) end(SIGKILL);
  }
  std::uint16_t port() const { return port_; }
  const std::string& head() const { return head_; }  // as it was shown
  int end(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_ = -1;
  std::uint16_t port_ = 0;
  std::string head_;
};

TEST(Program, ServesAndEndsOnSignals) {
  const Service service;  // its database; this process leaves it alone
  const std::string base = service.folder(), place = service.place().path();
  const Outcome made = run_in(place, {"query", "token", base, "--user", "anna", "--quota", "0.5", "--json"});
  ASSERT_EQ(made.status, 0) << made.error;
  const std::string token = parsed(made.out).at("token").as_text();
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(base, place + "/log");
    HttpClient client(program.port(), token);
    const auto answer = client.ask("SELECT COUNT(*) FROM people WHERE age < 30");
    ASSERT_EQ(answer.status, 200) << answer.body;
    // The same document as the command line gives, member by member, except what is for administrators.
    const Outcome asked = run_in(place, {"query", "ask", base, "SELECT COUNT(*) FROM people WHERE age < 30",
                                         "--user", "anna", "--json"});
    const Value here = parsed(asked.out), there = parsed(answer.body);
    EXPECT_NE(here.find("database_left"), nullptr);
    EXPECT_EQ(here.as_object().size(), there.as_object().size() + 2);
    for (const auto& [name, member] : there.as_object()) {
      ASSERT_NE(here.find(name), nullptr) << name;
      if (!name.starts_with("charged") && name != "repeated") {
        EXPECT_EQ(here.at(name), member) << name;
      }
    }
    EXPECT_TRUE(parsed(client.ask("SELECT SUM(age) FROM people", "0.45").body).at("refused").as_bool());
    EXPECT_EQ(program.end(signal), 0);
  }
  EXPECT_NE(service.place().read("log").find("\"user\":\"anna\",\"route\":\"POST /v1/query\",\"status\":200"),
            std::string::npos);
}

// The attack: copy the folder, spend, restore the copy.
TEST(Program, ServesNoFolderThatWasRolledBack) {
  const Service service;  // its database; this process leaves it alone
  const std::string base = service.folder(), place = service.place().path(), old = place + "/old",
                    file = place + "/kept.head";
  const auto head = [&] {
    const Outcome shown = run_in(place, {"query", "budget", base, "--head"});
    EXPECT_EQ(shown.status, 0) << shown.error;
    return shown.out;
  };
  const auto kept = [&] {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const Outcome made = run_in(place, {"query", "token", base, "--user", "anna", "--json"});
  ASSERT_EQ(made.status, 0) << made.error;
  const std::string token = parsed(made.out).at("token").as_text();
  std::ofstream(file) << head();
  std::filesystem::copy(base, old, std::filesystem::copy_options::recursive);
  {
    Program program(base, place + "/log", file);
    EXPECT_EQ(program.head() + "\n", kept());
    HttpClient client(program.port(), token);
    const std::string before = kept();
    ASSERT_EQ(client.ask("SELECT COUNT(*) FROM people").status, 200);
    EXPECT_NE(kept(), before);
    ASSERT_EQ(run_in(place, {"query", "token", base, "--user", "bob", "--quota", "1"}).status, 0);
    EXPECT_EQ(program.end(SIGTERM), 0);
    EXPECT_EQ(kept(), head()) << "written when the server stops";
  }
  std::filesystem::remove_all(base);
  std::filesystem::copy(old, base, std::filesystem::copy_options::recursive);
  const std::string spent = kept();
  for (const std::string& given : {file, spent.substr(0, spent.size() - 1)}) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"query", "serve", base, "--listen", "127.0.0.1:0", "--kept", given},
             {"query", "ask", base, "SELECT SUM(age) FROM people", "--kept", given}}) {
      const Outcome refused = run_in(place, command);
      EXPECT_EQ(refused.status, 2) << refused.out;
      EXPECT_NE(refused.error.find("was rolled back or replaced"), std::string::npos) << refused.error;
    }
    const Outcome checked = run_in(place, {"query", "budget", base, "--verify", "--kept", given});
    EXPECT_EQ(checked.status, 1) << checked.error;
  }
  EXPECT_EQ(kept(), spent);
  // The limitation: without the head, the old folder is a valid database.
  Program program(base, place + "/log");
  EXPECT_EQ(HttpClient(program.port(), token).ask("SELECT COUNT(*) FROM people").status, 200);
}

TEST(Program, ExplainsAsTheServerDoes) {
  Service service;
  const std::string token = service.token("anna", {"explain"});
  for (const char* question :
       {"SELECT AVG(age) FROM people GROUP BY town", "SELECT MEDIAN(age) FROM people"}) {
    const Outcome said =
        run_in(service.place().path(), {"query", "explain", service.folder(), question, "--json"});
    const Response served =
        service.call("POST", "/v1/explain", token, "{\"query\": \"" + std::string(question) + "\"}");
    EXPECT_EQ(parsed(said.out), parsed(served.body));
  }
}

TEST(Program, RefusesBadUse) {
  const Service service;
  const std::string base = service.folder(), place = service.place().path();
  const auto serve = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"query", "serve", base});
    return run_in(place, more);
  };
  const Outcome open = serve({"--listen", "0.0.0.0:0"});
  EXPECT_EQ(open.status, 2);
  EXPECT_NE(open.error.find("--tls-cert"), std::string::npos) << open.error;
  EXPECT_EQ(serve({"--listen", "[::]:0"}).status, 2);
  EXPECT_EQ(serve({"--listen", "nowhere"}).status, 2);
  EXPECT_EQ(serve({"--tls-cert", "x.pem"}).status, 2);
  EXPECT_EQ(serve({"--tls-cert", "x.pem", "--tls-key", "y.pem", "--listen", "0.0.0.0:0"}).status, 2);
  const auto token = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"query", "token", base});
    return run_in(place, more).status;
  };
  EXPECT_EQ(token({"--user", "a b"}), 2);
  EXPECT_EQ(token({"--user", "anna", "--permissions", "all"}), 2);
  EXPECT_EQ(token({"--user", "anna", "--revoke"}), 2) << "there is none";
  EXPECT_EQ(token({"--user", "anna", "--revoke", "--quota", "1"}), 2);
  EXPECT_EQ(token({"--user", "anna", "--quota", "none"}), 0);
  EXPECT_EQ(token({"--user", "anna", "--revoke"}), 0);
}

}  // namespace
}  // namespace sfumato::server
