// The server on a real socket: slow, oversized and broken requests, many clients at once, and its end.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <set>
#include <thread>

#include "core/error.hpp"
#include "server/live_server.hpp"
#include "support/http_client.hpp"

namespace sfumato::server {
namespace {

using namespace std::chrono_literals;
using sfumato::testing::HttpAnswer;
using sfumato::testing::HttpClient;
using sfumato::testing::RawConnection;
using sfumato::testing::request_text;
using testing::has_error_shape;
using testing::LiveServer;
using testing::parsed;
using testing::Service;

// Until the server has come so far: false after a minute, which it never takes.
bool wait_for(const std::atomic<int>& count, int wanted) {
  for (int i = 0; count < wanted && i < 60'000; ++i) std::this_thread::sleep_for(1ms);
  return count >= wanted;
}

// Echoes the path; "/slow" takes until `gate` opens.
struct Echo {
  std::promise<void> gate;
  std::shared_future<void> opened = gate.get_future().share();
  std::atomic<int> begun = 0, stopped = 0, refused = 0;

  Handlers handlers() {
    return {[this](const Request& request, const std::stop_token& stop) -> Response {
              ++begun;
              if (request.path == "/slow") {
                while (opened.wait_for(1ms) != std::future_status::ready && !stop.stop_requested()) {
                }
                stopped += stop.stop_requested() ? 1 : 0;
              }
              if (request.path == "/throw") throw 3;
              return {200, request.path + request.body};
            },
            [this](int status) -> Response {
              ++refused;
              return {status, "refused"};
            }};
  }
};

TEST(LiveServer, ServesEveryRouteOnOneConnection) {
  Service service;
  LiveServer server(service.service());
  HttpClient client(server.port(), service.token("root", {"admin"}));
  EXPECT_EQ(client.get("/health").status, 200);
  EXPECT_EQ(client.get("/openapi.json").status, 200);
  EXPECT_EQ(client.get("/metrics").status, 200);
  EXPECT_EQ(client.get("/v1/catalogue").status, 200);
  EXPECT_EQ(client.get("/v1/budget").status, 200);
  EXPECT_EQ(client.post("/v1/explain", R"({"query": "SELECT MEDIAN(age) FROM people"})").status, 200);
  const HttpAnswer answer = client.ask("SELECT COUNT(*) FROM people", "1");
  EXPECT_EQ(answer.status, 200);
  EXPECT_NEAR(parsed(answer.body).at("answer").as_number(), 1000, 100);
  EXPECT_EQ(answer.header("content-type"), "application/json");
  EXPECT_EQ(answer.header("cache-control"), "no-store");
  EXPECT_EQ(HttpClient(server.port()).get("/v1/budget").status, 401);
}

TEST(LiveServer, AnswersSeveralAggregatesAndBands) {
  Service service;
  LiveServer server(service.service());
  HttpClient client(server.port(), service.token("root", {"admin"}));
  const std::string question =
      "SELECT age / 50 AS band, COUNT(*) AS n, SUM(age) AS years FROM people GROUP BY age / 50";
  const HttpAnswer explained =
      client.post("/v1/explain", "{\"query\": \"" + question + "\", \"epsilon\": 1}");
  EXPECT_EQ(parsed(explained.body).at("cost").as_integer(), 2'000'000);
  const HttpAnswer answer = client.ask(question, "1");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const Value all = parsed(answer.body);
  EXPECT_EQ(all.at("charged").as_integer(), 2'000'000);
  ASSERT_EQ(all.at("answer").as_array().size(), 3U);
  const Value& second = all.at("answer").as_array()[1];
  EXPECT_EQ(second.at("band").as_text(), "50-99");
  EXPECT_NEAR(second.at("n").as_number(), 500, 100);
  EXPECT_EQ(second.at("interval95").at("n").as_array().size(), 2U);
  const Value some = parsed(client.ask(question + " HAVING n > 250", "1").body);
  EXPECT_EQ(some.at("charged").as_integer(), 0);
  EXPECT_EQ(some.at("answer").as_array().size(), 2U);
}

TEST(LiveServer, KeepsConnectionsAndClosesThemWhenAsked) {
  Echo echo;
  LiveServer server(echo.handlers(), {});
  RawConnection connection(server.port());
  // Three requests in one go: answered in their order.
  connection.send(request_text("GET", "/a", "", "") + request_text("POST", "/b", "", "body") +
                  "GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(connection.receive().body, "/a");
  EXPECT_EQ(connection.receive().body, "/bbody");
  const HttpAnswer last = connection.receive();
  EXPECT_EQ(last.body, "/c");
  EXPECT_EQ(last.header("connection"), "close");
  EXPECT_EQ(connection.rest(), "");
  RawConnection continued(server.port());
  continued.send("POST /d HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(continued.receive().status, 100);
  continued.send("abc");
  EXPECT_EQ(continued.receive().body, "/dabc");
  EXPECT_EQ(HttpClient(server.port()).get("/throw").status, 500);
}

// RFC 9110, §9.3.2: what GET says, without the body. The next response follows at once.
TEST(LiveServer, AnswersHeadWithoutABody) {
  Service service;
  LiveServer server(service.service());
  RawConnection connection(server.port());
  connection.send(request_text("GET", "/openapi.json", "", ""));
  const HttpAnswer whole = connection.receive();
  connection.send(
      "HEAD /openapi.json HTTP/1.1\r\nHost: x\r\n\r\nHEAD /v1/budget HTTP/1.1\r\nHost: x\r\n\r\n"
      "HEAD /v1/query HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string text = connection.rest();
  EXPECT_TRUE(text.starts_with("HTTP/1.1 200 OK\r\n")) << text;
  EXPECT_NE(text.find("Content-Length: " + std::to_string(whole.body.size()) + "\r\n"), std::string::npos);
  EXPECT_NE(text.find("\r\n\r\nHTTP/1.1 401 "), std::string::npos) << text;
  EXPECT_NE(text.find("\r\n\r\nHTTP/1.1 405 "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
  EXPECT_EQ(text.find('{'), std::string::npos) << text;
  RawConnection refused(server.port());
  refused.send("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n");
  EXPECT_TRUE(refused.rest().starts_with("HTTP/1.1 413 "));
}

// Pieces of any size, and many requests in one of them.
TEST(LiveServer, PiecesDoNotMatter) {
  Echo echo;
  LiveServer server(echo.handlers(), {});
  std::string all;
  for (int i = 0; i < 200; ++i)
    all += request_text("POST", "/" + std::to_string(i), "", std::string(300, 'b'));
  for (const std::size_t piece : {all.size(), std::size_t{999}}) {
    RawConnection connection(server.port());
    for (std::size_t i = 0; i < all.size(); i += piece) connection.send(all.substr(i, piece));
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(connection.receive().body, "/" + std::to_string(i) + std::string(300, 'b'));
    }
  }
}

TEST(LiveServer, RefusesWhatIsTooLargeOrBroken) {
  Service service;
  ServerLimits limits;
  limits.message.body_bytes = 1000;
  limits.linger = 60s;
  LiveServer server(service.service(), limits);
  const std::string token = service.token("anna", {"ask"});
  // The body is sent whole, although the server does not read it: the refusal must arrive all the same.
  const HttpAnswer large = HttpClient(server.port(), token).post("/v1/query", std::string(2'000'000, 'x'));
  EXPECT_EQ(large.status, 413);
  EXPECT_TRUE(has_error_shape(large.body));
  for (const auto& [bytes, status] :
       {std::pair<std::string, int>("nonsense\r\n\r\n", 400),
        {"GET /health HTTP/3.0\r\nHost: x\r\n\r\n", 505},
        {"POST /v1/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 411},
        {"GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n", 431}}) {
    RawConnection connection(server.port());
    connection.send(bytes);
    const HttpAnswer answer = connection.receive();
    EXPECT_EQ(answer.status, status);
    EXPECT_TRUE(has_error_shape(answer.body));
    EXPECT_EQ(connection.rest(), "") << "and then it is closed";
  }
  EXPECT_EQ(HttpClient(server.port(), token).ask("SELECT COUNT(*) FROM people").status, 200);
  EXPECT_NE(service.log().find("\"route\":\"none\",\"status\":413"), std::string::npos);
}

// Slowloris: many connections that send a byte now and then. If they held a thread, no other client would be
// served within the minute that they are given.
TEST(LiveServer, SlowRequestsHoldNoThread) {
  Service service;
  ServerLimits limits;
  limits.request = limits.idle = 60s;
  limits.threads = 2;
  LiveServer server(service.service(), limits);
  std::vector<std::unique_ptr<RawConnection>> slow;
  for (int i = 0; i < 50; ++i) slow.push_back(std::make_unique<RawConnection>(server.port()));
  HttpClient quick(server.port(), service.token("anna", {"ask"}));
  const std::string bytes = "POST /v1/query HTTP/1.1\r\nHost: x\r\n";
  for (const char byte : bytes.substr(0, 10)) {
    for (auto& connection : slow) EXPECT_TRUE(connection->send(std::string(1, byte)));
    EXPECT_EQ(quick.ask("SELECT COUNT(*) FROM people").status, 200);
  }
}

// What a server with little patience says to a request that is never finished. Who was too slow to begin it
// was closed without a word, and tries again.
HttpAnswer answer_to_a_slow_request(std::uint16_t port) {
  HttpAnswer answer;
  for (int tries = 0; answer.status == 0 && tries < 100; ++tries) {
    RawConnection connection(port);
    connection.send("POST /v1/query HTTP/1.1\r\nHost: x\r\n");
    answer = connection.receive();
    EXPECT_EQ(connection.rest(), "") << "and then it is closed";
  }
  return answer;
}

TEST(LiveServer, CutsOffSlowRequests) {
  Service service;
  ServerLimits limits;
  limits.request = limits.idle = 200ms;
  LiveServer server(service.service(), limits);
  std::vector<std::future<HttpAnswer>> slow;
  for (int i = 0; i < 20; ++i) {
    slow.push_back(std::async(std::launch::async, answer_to_a_slow_request, server.port()));
  }
  for (auto& one : slow) {
    const HttpAnswer answer = one.get();
    EXPECT_EQ(answer.status, 408);
    EXPECT_TRUE(has_error_shape(answer.body));
  }
  RawConnection silent(server.port());
  EXPECT_EQ(silent.rest(), "") << "who says nothing is closed without a word";
}

TEST(LiveServer, TheSilentMakeRoom) {
  Echo echo;
  ServerLimits limits;
  limits.connections = 4;
  LiveServer server(echo.handlers(), limits);
  std::vector<std::unique_ptr<RawConnection>> silent;
  for (int i = 0; i < 4; ++i) silent.push_back(std::make_unique<RawConnection>(server.port()));
  EXPECT_EQ(HttpClient(server.port()).get("/in").body, "/in");  // after they have been silent for a second
}

TEST(LiveServer, RefusesMoreThanCanWait) {
  Echo echo;
  ServerLimits limits;
  limits.threads = 1;
  limits.waiting = 1;
  LiveServer server(echo.handlers(), limits);
  RawConnection first(server.port()), second(server.port()), third(server.port());
  first.send(request_text("GET", "/slow", "", ""));
  ASSERT_TRUE(wait_for(echo.begun, 1));
  // Whichever of the two the server reads first may wait.
  second.send(request_text("GET", "/slow", "", ""));
  third.send(request_text("GET", "/slow", "", ""));
  EXPECT_TRUE(wait_for(echo.refused, 1));
  EXPECT_EQ(echo.begun, 1);
  echo.gate.set_value();
  EXPECT_EQ(first.receive().status, 200);
  const std::set<int> others{second.receive().status, third.receive().status};
  EXPECT_EQ(others, (std::set<int>{200, 503}));
  EXPECT_EQ(echo.refused, 1);
}

TEST(LiveServer, AnswersThatTakeTooLongAreAskedToStop) {
  Echo echo;
  ServerLimits limits;
  limits.answer = 100ms;
  LiveServer server(echo.handlers(), limits);
  EXPECT_EQ(HttpClient(server.port()).get("/slow").status, 200);
  EXPECT_EQ(echo.stopped, 1);
}

TEST(LiveServer, FinishesWhatIsUnderWayWhenItEnds) {
  Echo echo;
  ServerLimits limits;
  limits.request = limits.drain = 60s;
  LiveServer server(echo.handlers(), limits);
  // Taken in this order: once the last has begun, the others are there.
  RawConnection idle(server.port()), half(server.port()), under_way(server.port());
  half.send("GET /half HTTP/1.1\r\nHo");
  under_way.send(request_text("GET", "/slow", "", ""));
  ASSERT_TRUE(wait_for(echo.begun, 1));
  server.ask_to_stop();
  EXPECT_EQ(idle.rest(), "") << "idle connections are closed at once";
  EXPECT_FALSE(RawConnection(server.port()).is_open()) << "no new connection is accepted";
  half.send("st: x\r\n\r\n");
  EXPECT_EQ(half.receive().body, "/half") << "a request that has begun is taken";
  echo.gate.set_value();
  const HttpAnswer answer = under_way.receive();
  EXPECT_EQ(answer.body, "/slow");
  EXPECT_EQ(answer.header("connection"), "close");
  server.stop();
  EXPECT_EQ(echo.stopped, 0);
}

// The answer would take forever.
TEST(LiveServer, EndsWhateverIsUnderWay) {
  Echo echo;
  ServerLimits limits;
  limits.drain = 200ms;
  LiveServer server(echo.handlers(), limits);
  RawConnection connection(server.port());
  connection.send(request_text("GET", "/slow", "", ""));
  ASSERT_TRUE(wait_for(echo.begun, 1));
  server.stop();
  EXPECT_EQ(echo.stopped, 1) << "it was asked to stop";
}

TEST(LiveServer, ClientsThatGoAwayHarmNobody) {
  Service service;
  LiveServer server(service.service());
  const std::string token = service.token("anna", {"ask"});
  for (int i = 0; i < 20; ++i) {
    RawConnection connection(server.port());
    connection.send(
        request_text("POST", "/v1/query", token,
                     "{\"query\": \"SELECT COUNT(*) FROM people WHERE age = " + std::to_string(i) + "\"}"));
  }
  EXPECT_EQ(HttpClient(server.port(), token).ask("SELECT COUNT(*) FROM people").status, 200);
  server.stop();
  EXPECT_TRUE(service.ledger().verify().intact);
}

// Eight clients spend as fast as they can what covers ten questions of all people.
TEST(LiveServer, RacingClientsNeverOverspend) {
  Service service(1'000'000);
  LiveServer server(service.service());
  std::latch start(8);
  std::atomic<int> granted = 0, refused = 0;
  std::vector<std::thread> clients;
  for (int client = 0; client < 8; ++client) {
    const std::string token = service.token("user" + std::to_string(client), {"ask"});
    clients.emplace_back([&, client, token] {
      HttpClient connection(server.port(), token);
      start.arrive_and_wait();
      for (int i = 0; i < 5; ++i) {
        // Every two of them have people in common, so that each costs its whole ε.
        const HttpAnswer answer =
            connection.ask("SELECT COUNT(*) FROM people WHERE age <> " + std::to_string(60 + client * 5 + i));
        if (answer.status != 200 && answer.status != 422) continue;
        const Value document = parsed(answer.body);
        (document.at("refused").as_bool() ? refused : granted) += 1;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  server.stop();
  EXPECT_EQ(service.ledger().balance(std::nullopt).spent, 1'000'000);
  EXPECT_EQ(granted, 10);
  EXPECT_EQ(refused, 30);
  const queries::LedgerCheck check = service.ledger().verify();
  EXPECT_TRUE(check.intact) << check.finding;
}

TEST(LiveServer, OtherAddressesNeedTls) {
  for (const char* open : {"0.0.0.0:0", "[::]:0", "192.0.2.1:0"}) {
    try {
      const HttpServer server(parse_listen_address(open), {}, std::nullopt, {});
      ADD_FAILURE() << open;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_NE(error.hint.find("‹tls-cert›"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sfumato::server
