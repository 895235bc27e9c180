// Who gets in: the browser with the token, once; and what other sites, other ports and forms try.
#include <gtest/gtest.h>

#include "app/app_browser.hpp"

namespace sfumato::app {
namespace {

using testing::app_host;
using testing::AppInFolder;
using testing::header_of;
using testing::Headers;
using testing::parsed;

// The app's own headers with one of them replaced, or removed where the value is empty.
Headers with(Headers headers, const std::string& name, const std::string& value) {
  std::erase_if(headers, [&](const auto& header) { return header.first == name; });
  if (!value.empty()) headers.emplace_back(name, value);
  return headers;
}

TEST(AppAccess, TakesTheTokenOnce) {
  AppInFolder app;
  const Response wrong = app.browser.raw("GET", "/start?token=" + std::string(64, '0'), {{"host", app_host}});
  EXPECT_EQ(wrong.status, 401);
  EXPECT_EQ(header_of(wrong, "Set-Cookie"), "");
  const std::string address = "/start?token=" + app.browser.token();
  const Response first = app.browser.raw("GET", address, {{"host", app_host}});
  EXPECT_EQ(first.status, 200);
  const std::string cookie = header_of(first, "Set-Cookie");
  EXPECT_TRUE(cookie.starts_with("sfumato-4711="));
  EXPECT_NE(cookie.find("HttpOnly"), std::string::npos);
  EXPECT_NE(cookie.find("SameSite=Strict"), std::string::npos);
  EXPECT_EQ(cookie.find(app.browser.token()), std::string::npos);
  EXPECT_EQ(app.browser.raw("GET", address, {{"host", app_host}}).status, 401);  // once
  const std::string own = cookie.substr(0, cookie.find(';'));
  EXPECT_EQ(app.browser.raw("GET", address, {{"host", app_host}, {"cookie", own}}).status, 200);  // a reload
  EXPECT_EQ(app.browser.raw("GET", "/api/files", {{"host", app_host}, {"cookie", "x=1; " + own}}).status,
            200);
}

TEST(AppAccess, EveryRouteNeedsTheCookie) {
  AppInFolder app;
  const Headers own = app.browser.own_headers();
  for (const std::string path :
       {"/", "/index.html", "/api/session", "/api/describe", "/api/files", "/api/files/x", "/api/projects",
        "/api/jobs", "/api/jobs/j1/events", "/nothing"}) {
    EXPECT_EQ(app.browser.raw("GET", path, with(own, "cookie", "")).status, 401) << path;
    EXPECT_EQ(app.browser.raw("GET", path, with(own, "cookie", "sfumato-4711=wrong")).status, 401) << path;
  }
  EXPECT_EQ(app.browser.raw("POST", "/api/stop", with(own, "cookie", "")).status, 401);
  // Two cookies of the name: one of them is another's.
  const std::string twice = own[1].second + "; " + own[1].second;
  EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "cookie", twice)).status, 401);
}

TEST(AppAccess, RefusesOtherNamesOfThisMachine) {
  AppInFolder app;
  const Headers own = with(app.browser.own_headers(), "origin", "");
  for (const std::string host : {"evil.example:4711", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:4711",
                                 "localhost", "localhost.evil.example:4711", "[::1]:4711"}) {
    EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "host", host)).status, 403) << host;
    EXPECT_EQ(app.browser.raw("GET", "/start?token=" + app.browser.token(), {{"host", host}}).status, 403)
        << host;
  }
  EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "host", "")).status, 403);
  EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "host", "localhost:4711")).status, 200);
}

TEST(AppAccess, RefusesOtherSites) {
  AppInFolder app;
  const Headers own = app.browser.own_headers();
  const std::string path = "/api/projects/p";
  const std::string body = R"({"revision": null, "document": 1})";
  for (const std::string origin : {"http://evil.example", "null", "http://127.0.0.1:8080",
                                   "https://127.0.0.1:4711", "http://localhost:4711"}) {
    EXPECT_EQ(app.browser.raw("PUT", path, with(own, "origin", origin), body).status, 403) << origin;
    EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "origin", origin)).status, 403) << origin;
  }
  for (const std::string site : {"cross-site", "same-site", "none"}) {
    EXPECT_EQ(app.browser.raw("PUT", path, with(own, "sec-fetch-site", site), body).status, 403) << site;
  }
  for (const std::string site : {"cross-site", "same-site"}) {
    EXPECT_EQ(app.browser.raw("GET", "/api/files", with(own, "sec-fetch-site", site)).status, 403) << site;
  }
  // A form sends no header of its own, and one that could be sent by a form is not enough.
  EXPECT_EQ(app.browser.raw("POST", "/api/stop", with(own, "x-sfumato", "")).status, 403);
  EXPECT_EQ(app.browser.raw("PUT", path, with(own, "x-sfumato", "0"), body).status, 403);
  EXPECT_FALSE(app.folder.has(".sfumato/projects/p.json"));
  EXPECT_EQ(app.browser.raw("PUT", path, own, body).status, 200);
}

TEST(AppAccess, AdmitsNoBodyOfOthers) {
  AppInFolder app;
  Request upload;
  upload.method = "PUT";
  upload.path = "/api/files/x.csv";
  upload.headers = with(app.browser.own_headers(), "content-length", "10");
  EXPECT_EQ(app.browser.service().admit(upload).refusal, 0);
  upload.headers = with(upload.headers, "cookie", "");
  EXPECT_EQ(app.browser.service().admit(upload).refusal, 401);
  EXPECT_EQ(app.browser.service().admit(upload).sink, nullptr);
}

TEST(AppAccess, EveryResponseHasItsPolicy) {
  AppInFolder app;
  for (const auto& [method, path] :
       {std::pair("GET", "/api/files"), {"GET", "/nothing"}, {"POST", "/api/jobs"}}) {
    const Response response = app.browser.call(method, path);
    const std::string policy = header_of(response, "Content-Security-Policy");
    EXPECT_TRUE(policy.starts_with("default-src 'none'")) << path;
    EXPECT_EQ(policy.find("unsafe"), std::string::npos);
    EXPECT_EQ(header_of(response, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(response.cache_control, "no-store");
  }
  const Value error = parsed(app.browser.call("GET", "/nothing").body).at("error");
  for (const char* member : {"code", "message", "hint"})
    EXPECT_FALSE(error.at(member).as_text().empty()) << member;
}

}  // namespace
}  // namespace sfumato::app
