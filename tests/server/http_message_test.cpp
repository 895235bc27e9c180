// Requests as bytes: what is read, what is refused and with which status, and that pieces do not matter.
#include <gtest/gtest.h>

#include <stdexcept>

#include "server/http_message.hpp"

namespace sfumato::server {
namespace {

using State = RequestReader::State;

constexpr const char* post =
    "POST /v1/query?a=b HTTP/1.1\r\nHost: localhost\r\nContent-LENGTH: 5\r\nX-Thing:  two words "
    "\r\n\r\nhello";

int refusal_of(const std::string& bytes, const MessageLimits& limits = {}) {
  RequestReader reader(limits);
  reader.add(bytes);
  return reader.state() == State::refused ? reader.refusal() : 0;
}

TEST(HttpMessage, IsReadHoweverItIsCut) {
  const std::string bytes = post;
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    RequestReader reader({});
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
      EXPECT_EQ(reader.state(), State::incomplete);
      reader.add(std::string_view(bytes).substr(i, piece));
    }
    ASSERT_EQ(reader.state(), State::complete) << piece;
    const Request request = reader.take();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/v1/query");
    EXPECT_EQ(request.parameters, "a=b");
    EXPECT_EQ(request.body, "hello");
    EXPECT_TRUE(request.keep_alive);
    ASSERT_NE(request.header("x-thing"), nullptr);
    EXPECT_EQ(*request.header("x-thing"), "two words");
    EXPECT_EQ(request.header("authorization"), nullptr);
    EXPECT_FALSE(reader.begun());
  }
}

TEST(HttpMessage, RequestsFollowEachOther) {
  RequestReader reader({});
  reader.add(std::string(post) + "GET / HTTP/1.0\r\n\r\n" + "GET /half");
  ASSERT_EQ(reader.state(), State::complete);
  EXPECT_EQ(reader.take().body, "hello");
  ASSERT_EQ(reader.state(), State::complete);
  const Request second = reader.take();
  EXPECT_EQ(second.path, "/");
  EXPECT_FALSE(second.keep_alive);
  EXPECT_EQ(reader.state(), State::incomplete);
  EXPECT_TRUE(reader.begun());
}

// Whatever a proxy in front could read differently: RFC 9112, §11.2 (request smuggling).
TEST(HttpMessage, RefusesWhatCanBeReadInTwoWays) {
  const std::string line = "POST / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_EQ(refusal_of(line + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"), 400);
  EXPECT_EQ(refusal_of(line + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(line + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(line + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"), 400) << "equal ones, too";
  for (const char* encoding : {"chunked", "Chunked", "identity", "gzip", "xchunked", "chunked, gzip", ""}) {
    EXPECT_EQ(refusal_of(line + "Transfer-Encoding: " + encoding + "\r\n\r\n0\r\n\r\n"), 411) << encoding;
  }
  for (const char* length : {"+3", "-1", "0x3", "3,3", "3, 3", "3,", ",3", "3 3", "3;a=b", "\"3\"", ""}) {
    EXPECT_EQ(refusal_of(line + "Content-Length: " + length + "\r\n\r\nabc"), 400) << length;
  }
  EXPECT_EQ(refusal_of(line + "Content-Length : 3\r\n\r\nabc"), 400);
  EXPECT_EQ(refusal_of(line + " Content-Length: 3\r\n\r\nabc"), 400);
  EXPECT_EQ(refusal_of(line + "X: a\r\n\tContent-Length: 3\r\n\r\nabc"), 400);
  EXPECT_EQ(refusal_of("POST / HTTP/1.1\r\n Host: a\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(line + "X: a\nContent-Length: 3\r\n\r\nabc"), 400);
  EXPECT_EQ(refusal_of(line + "X: a\rb\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(line + std::string("X: a\0b\r\n\r\n", 10)), 400);
  EXPECT_EQ(refusal_of(line + "Host: b\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\r\n\r\n"), 400);
}

TEST(HttpMessage, RefusesWhatIsNoRequest) {
  for (const char* line :
       {"GET /", "GET", "", "GET  / HTTP/1.1", " GET / HTTP/1.1", "GET x HTTP/1.1", "GET http://a/ HTTP/1.1",
        "GET /\x01 HTTP/1.1", "G\xc3\xa4T / HTTP/1.1", "GET /\xc3\xa4 HTTP/1.1", "GET /\x7f HTTP/1.1",
        "GET * HTTP/1.1", "CONNECT a:80 HTTP/1.1", "ABCDEFGHIJKLMNOPQ / HTTP/1.1"}) {
    EXPECT_EQ(refusal_of(std::string(line) + "\r\nHost: a\r\n\r\n"), 400) << line;
  }
  for (const char* version :
       {"HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "HTTP/1.1 ", "HTTP/11", "http/1.1", "FTP/1.1"}) {
    EXPECT_EQ(refusal_of("GET / " + std::string(version) + "\r\nHost: a\r\n\r\n"), 505) << version;
  }
  EXPECT_EQ(refusal_of("\x16\x03\x01\x02\r\n\r\n"), 400) << "TLS to a plain port";
}

TEST(HttpMessage, SizesAreLimited) {
  const MessageLimits limits{200, 10};
  const std::string line = "POST / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_EQ(refusal_of(line + "Content-Length: 10\r\n\r\n0123456789", limits), 0);
  EXPECT_EQ(refusal_of(line + "Content-Length: 11\r\n\r\n", limits), 413);
  EXPECT_EQ(refusal_of(line + "Content-Length: 18446744073709551615\r\n\r\n", limits), 413);
  EXPECT_EQ(refusal_of(line + "Content-Length: 99999999999999999999999999\r\n\r\n", limits), 400);
  EXPECT_EQ(refusal_of(line + "X: " + std::string(300, 'x'), limits), 431) << "before its end has come";
  EXPECT_EQ(refusal_of(line + "X: " + std::string(300, 'x') + "\r\n\r\n", limits), 431);
  std::string many = line;
  for (int i = 0; i < 70; ++i) many += "X: y\r\n";
  EXPECT_EQ(refusal_of(many + "\r\n"), 431);
}

// Beast 1.74 limits what one call of its parser leaves over, and so would take any number of lines one by
// one.
TEST(HttpMessage, SizesAreLimitedLineByLine) {
  RequestReader reader({200, 10});
  reader.add("GET / HTTP/1.1\r\nHost: a\r\n");
  std::size_t sent = 25;
  for (; reader.state() == State::incomplete && sent < 1000; sent += 6) reader.add("X: y\r\n");
  EXPECT_EQ(reader.refusal(), 431);
  EXPECT_LE(sent, 212U);
}

TEST(HttpMessage, AHeadOfTheLimitIsTakenHoweverItIsCut) {
  const std::string head = "GET / HTTP/1.1\r\nHost: a\r\nX: y";
  for (const std::size_t limit : {head.size(), head.size() - 1}) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{100}}) {
      RequestReader reader({limit, 10});
      const std::string bytes = head + "\r\n\r\n";
      for (std::size_t i = 0; i < bytes.size(); i += piece)
        reader.add(std::string_view(bytes).substr(i, piece));
      EXPECT_EQ(reader.state(), limit == head.size() ? State::complete : State::refused)
          << limit << " " << piece;
    }
  }
}

TEST(HttpMessage, ConnectionsStayUnlessAskedToClose) {
  const auto stays = [](const std::string& head) {
    RequestReader reader({});
    EXPECT_EQ(reader.add(head + "Host: a\r\n\r\n"), State::complete) << head;
    return reader.take().keep_alive;
  };
  EXPECT_TRUE(stays("GET / HTTP/1.1\r\n"));
  EXPECT_TRUE(stays("GET / HTTP/1.1\r\nConnection: TE\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.1\r\nConnection: Close\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.1\r\nConnection: TE, close\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.0\r\n"));
  EXPECT_FALSE(stays("GET / HTTP/1.0\r\nConnection: keep-alive\r\n"));
}

TEST(HttpMessage, AsksForTheBodyOnce) {
  RequestReader reader({});
  reader.add("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_TRUE(reader.wants_continue());
  EXPECT_FALSE(reader.wants_continue());
  reader.add("{}");
  EXPECT_EQ(reader.take().body, "{}");
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\n\r\n"), 400);
}

TEST(HttpMessage, ResponsesSayTheirLength) {
  EXPECT_EQ(response_text({404, "{}\n", "application/json", {{"X-Request-Id", "7"}}}, false),
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 3\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: 7\r\n"
            "Connection: close\r\n\r\n{}\n");
  EXPECT_EQ(response_text({200, "{}\n"}, true, false),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: keep-alive\r\n\r\n");
}

// Keeps what it gets; refuses beyond its limit, as a full disk does.
struct Kept : BodySink {
  std::string bytes;
  std::size_t limit = SIZE_MAX;
  void write(std::string_view piece) override {
    if (bytes.size() + piece.size() > limit) throw std::runtime_error("full");
    bytes += piece;
  }
};

TEST(HttpMessage, ABodyGoesToItsSinkHoweverItIsCut) {
  const std::string bytes =
      "PUT /up HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello world" + std::string(post);
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    auto sink = std::make_shared<Kept>();
    RequestReader reader({}, [&](const Request& head) {
      return head.method == "PUT" ? BodyAdmission{.bytes = 11, .sink = sink} : BodyAdmission{.bytes = 5};
    });
    std::vector<Request> requests;
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
      reader.add(std::string_view(bytes).substr(i, piece));
      while (reader.state() == State::complete) requests.push_back(reader.take());
    }
    ASSERT_EQ(requests.size(), 2U) << piece;
    EXPECT_EQ(sink->bytes, "hello world");
    EXPECT_EQ(requests[0].sink, sink);
    EXPECT_EQ(requests[0].body, "");
    EXPECT_EQ(requests[1].sink, nullptr);
    EXPECT_EQ(requests[1].body, "hello");
  }
}

TEST(HttpMessage, ABodyIsRefusedBeforeItComes) {
  const std::string head = "PUT /up HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n";
  RequestReader large({}, [](const Request&) { return BodyAdmission{.bytes = 10}; });
  EXPECT_EQ(large.add(head), State::refused);
  EXPECT_EQ(large.refusal(), 413);
  RequestReader foreign({}, [](const Request&) { return BodyAdmission{.refusal = 401}; });
  EXPECT_EQ(foreign.add(head), State::refused);
  EXPECT_EQ(foreign.refusal(), 401);
  auto full = std::make_shared<Kept>();
  full->limit = 5;
  RequestReader disk({}, [&](const Request&) { return BodyAdmission{.bytes = 11, .sink = full}; });
  EXPECT_EQ(disk.add(head), State::incomplete);
  EXPECT_EQ(disk.add("hello world"), State::refused);
  EXPECT_EQ(disk.refusal(), 507);
}

TEST(HttpMessage, AStreamOfUnknownSizeHasNoLength) {
  struct Endless : BodyStream {
    std::optional<std::uint64_t> size() const override { return std::nullopt; }
    std::optional<std::string> next() override { return std::nullopt; }
  };
  Response response{200, "", "text/event-stream"};
  response.stream = std::make_shared<Endless>();
  const std::string text = response_text(response, false);
  EXPECT_EQ(text.find("Content-Length"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
  EXPECT_EQ(response_text({304, "", "text/html"}, true).find("Content-Length"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::server
