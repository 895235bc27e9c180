// Requests: whatever comes in is read, refused, or waited for, and comes out the same however it is cut into
// pieces. What is taken lies within the limits.
#include <algorithm>

#include "server/http_message.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using server::RequestReader;

constexpr server::MessageLimits limits{512, 256};

// All requests in the bytes, as one text, and how it ended.
std::string story_of(std::string_view bytes, std::size_t piece) {
  RequestReader reader(limits);
  std::string transcript;
  while (!bytes.empty() && reader.state() == RequestReader::State::incomplete) {
    reader.add(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (reader.state() == RequestReader::State::complete) {
      const server::Request request = reader.take();
      fuzz::require(request.body.size() <= limits.body_bytes, "a body beyond the limit");
      fuzz::require(!request.path.empty() && request.path.front() == '/', "a path that is none");
      transcript += request.method + " " + request.path + "?" + request.parameters + "\n";
      std::size_t head = 0;
      for (const auto& [name, value] : request.headers) {
        head += name.size() + value.size();
        fuzz::require(value.find_first_of("\r\n") == std::string::npos, "a header of several lines");
        transcript += name + ": " + value + "\n";
      }
      fuzz::require(head <= limits.head_bytes, "a head beyond the limit");
      const std::string* length = request.header("content-length");
      fuzz::require(length != nullptr ? std::stoul(*length) == request.body.size() : request.body.empty(),
                    "a body of another length than the request says");
      for (const char* twofold : {"transfer-encoding", "host", "content-length"}) {
        const auto count = std::count_if(request.headers.begin(), request.headers.end(),
                                         [&](const auto& header) { return header.first == twofold; });
        fuzz::require(count <= (*twofold == 't' ? 0 : 1), "a head that can be read in two ways");
      }
      transcript += request.body + (request.keep_alive ? "\nkept\n" : "\nclosed\n");
    }
  }
  return transcript + std::to_string(reader.state() == RequestReader::State::refused ? reader.refusal() : 0);
}

}  // namespace

FUZZ_TARGET(server_request) {
  const std::string text = fuzz::text_of(data, size);
  const std::string whole = story_of(text, std::max<std::size_t>(1, text.size()));
  fuzz::require(story_of(text, 1) == whole, "another request byte by byte", whole);
  fuzz::require(story_of(text, 7) == whole, "another request in pieces", whole);
  return 0;
}
