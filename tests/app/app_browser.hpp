// The app without sockets, and a browser that has opened it: requests with its cookie and headers, for tests.
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/service.hpp"
#include "io/json.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::app::testing {

using Headers = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::uint16_t app_port = 4711;
inline const std::string app_host = "127.0.0.1:4711";

inline Value parsed(const std::string& text) { return io::parse_json(text, "the response"); }

inline std::string header_of(const Response& response, const std::string& name) {
  for (const auto& [known, value] : response.headers) {
    if (known == name) return value;
  }
  return {};
}

// All of a response's body.
inline std::string body_of(const Response& response) {
  if (response.stream == nullptr) return response.body;
  std::string text;
  while (auto piece = response.stream->next()) text += *piece;
  return text;
}

class Browser {
 public:
  explicit Browser(AppOptions options) : service_(std::move(options)) {
    service_.listens_at({"127.0.0.1", app_port, false});
    const std::string url = service_.start_url();
    token_ = url.substr(url.find("token=") + 6);
  }

  AppService& service() { return service_; }
  const std::string& token() const { return token_; }
  Response raw(const std::string& method, const std::string& target, const Headers& headers,
               const std::string& body = "") {
    Request request;
    request.method = method;
    const std::size_t mark = std::min(target.find('?'), target.size());
    request.path = target.substr(0, mark);
    request.parameters = target.substr(std::min(mark + 1, target.size()));
    request.headers = headers;
    request.body = body;
    return service_.answer(request, {});
  }
  // What a page of the app sends.
  Headers own_headers() {
    if (cookie_.empty()) {
      const std::string set =
          header_of(raw("GET", "/start?token=" + token_, {{"host", app_host}}), "Set-Cookie");
      cookie_ = set.substr(0, set.find(';'));
    }
    return {{"host", app_host},
            {"cookie", cookie_},
            {"origin", "http://" + app_host},
            {"sec-fetch-site", "same-origin"},
            {"x-sfumato", "1"},
            {"content-type", "application/json"}};
  }
  Response call(const std::string& method, const std::string& target, const std::string& body = "") {
    return raw(method, target, own_headers(), body);
  }
  Value get(const std::string& target) { return parsed(call("GET", target).body); }
  // A file as the server takes it: admitted first, then piece by piece.
  Response put_file(const std::string& name, const std::string& bytes, bool replace = false) {
    Request request;
    request.method = "PUT";
    request.path = "/api/files/" + name;
    request.parameters = replace ? "replace=1" : "";
    request.headers = own_headers();
    request.headers.emplace_back("content-length", std::to_string(bytes.size()));
    const server::BodyAdmission admission = service_.admit(request);
    if (admission.refusal != 0) return AppService::refuse(admission.refusal);
    if (bytes.size() > admission.bytes) return AppService::refuse(413);
    for (std::size_t i = 0; admission.sink != nullptr && i < bytes.size(); i += 7) {
      admission.sink->write(std::string_view(bytes).substr(i, 7));
    }
    if (admission.sink == nullptr) request.body = bytes;
    request.sink = admission.sink;
    return service_.answer(request, {});
  }
  // The document of a job that has ended.
  Value run(const std::string& request) {
    const Response response = call("POST", "/api/jobs?wait=10000", request);
    Value document = parsed(response.body);
    for (int i = 0; response.status == 202 && i < 600; ++i) {
      const std::string id = document.at("id").as_text();
      const Value now = get("/api/jobs/" + id);
      const std::string state = now.at("state").as_text();
      if (state != "waiting" && state != "running") return now;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return document;
  }

 private:
  AppService service_;
  std::string token_, cookie_;
};

// A folder with 150 made-up people, and the app in it.
struct AppInFolder {
  sfumato::testing::TemporaryFolder folder;
  Browser browser{AppOptions{.folder = folder.path()}};
};

}  // namespace sfumato::app::testing
