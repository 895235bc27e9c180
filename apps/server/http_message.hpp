// HTTP/1.1 requests read as their bytes come, and responses written. Reading is strict: what two programs
// could understand differently is refused. Beast's types stay behind this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sfumato::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

// Where the body of a request goes piece by piece, instead of into memory. An exception refuses the request
// (507).
class BodySink {
 public:
  virtual ~BodySink() = default;
  virtual void write(std::string_view piece) = 0;
};

// The body of a response that comes piece by piece, after its head.
class BodyStream {
 public:
  virtual ~BodyStream() = default;
  // How many bytes all pieces have together; nothing: unknown, and the connection ends with the body.
  virtual std::optional<std::uint64_t> size() const = 0;
  // The next piece; an empty one where there is nothing yet; nothing at the end. It must not wait.
  virtual std::optional<std::string> next() = 0;
};

struct Request {
  std::string method;
  std::string path;        // without the part from '?' on
  std::string parameters;  // that part, without '?'
  Headers headers;         // names in lower case
  std::string body;
  std::shared_ptr<BodySink> sink = {};  // has the body, where it is not in memory
  bool keep_alive = true;
  std::string client;  // the address it came from, without port

  // The value of the only header of that name (lower case); null where there is none or several.
  const std::string* header(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string body;
  std::string content_type = "application/json";
  Headers headers = {};
  std::string cache_control = "no-store";
  std::shared_ptr<BodyStream> stream = {};  // in place of `body`
};

// What is decided about a body when the head of a request has come.
struct BodyAdmission {
  int refusal = 0;                      // the status to refuse with; 0: go on
  std::size_t bytes = 0;                // the largest body
  std::shared_ptr<BodySink> sink = {};  // null: the body is kept in memory
};

struct MessageLimits {
  std::size_t head_bytes = 16 << 10;  // request line and headers
  std::size_t body_bytes = 256 << 10;
};

// Reads one request after the other. A request has a body if it has a Content-Length; other transfer
// encodings are refused (411). Lines end with CR LF, names have no space before the colon, lines are not
// continued, and Host and Content-Length stand once at most (RFC 9112, §2.2, §5.1, §5.2, §6.3).
class RequestReader {
 public:
  enum class State { incomplete, complete, refused };

  using Admit = std::function<BodyAdmission(const Request& head)>;

  // Without `admit` every body has the limit of all.
  explicit RequestReader(const MessageLimits& limits, Admit admit = {})
      : limits_(limits), admit_(std::move(admit)) {}

  State add(std::string_view bytes);
  State state() const { return state_; }
  // The complete request; reading goes on with the bytes that came after it.
  Request take();
  // The status to refuse with: 400, 411, 413, 431, 505, 507, or one that `admit` gave.
  int refusal() const { return refusal_; }
  // Of the request that is complete or refused; empty where it could not be read.
  const std::string& method() const { return request_.method; }
  // Some of a request is here.
  bool begun() const { return !bytes_.empty(); }
  // Its body goes to a sink: it may take as long as bytes come.
  bool streams() const { return request_.sink != nullptr; }
  // The client waits for "100 Continue" before it sends the body; asked once for a request.
  bool wants_continue();

 private:
  void look();
  int read_head(std::string_view head);
  int check_framing(bool needs_host);
  int admit_body();
  void pour();
  void refuse(int status);

  MessageLimits limits_;
  Admit admit_;
  std::string bytes_;
  std::size_t searched_ = 0;  // no end of the head before this place
  std::size_t body_begin_ = 0;
  std::size_t body_size_ = 0;
  std::size_t poured_ = 0;  // bytes that the sink has
  bool head_done_ = false, continue_wanted_ = false;
  State state_ = State::incomplete;
  int refusal_ = 0;
  Request request_;
};

// Head and body; of a response with a stream the head alone. Without a body, as for HEAD, the head still says
// how long the body would be (RFC 9110, §9.3.2).
std::string response_text(const Response& response, bool keep_alive, bool has_body = true);

}  // namespace sfumato::server
