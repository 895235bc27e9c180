#include "app/pages.hpp"

#include <algorithm>
#include <filesystem>

#include "app/target_text.hpp"
#include "core/hmac.hpp"
#include "io/output_file.hpp"

namespace sfumato::app {

std::string_view page_type(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".json", "application/json"},
      {".txt", "text/plain; charset=utf-8"},
      {".woff2", "font/woff2"},
      {".webmanifest", "application/manifest+json"}};
  for (const auto& [ending, type] : types) {
    if (path.ends_with(ending)) return type;
  }
  return {};
}

std::optional<std::string> Pages::bytes_of(const std::string& path) const {
  // The pictures are not in the folder of the pages: the program has them alone.
  if (folder_ && !path.starts_with("pictures/")) {
    const std::string file = *folder_ + "/" + path;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file))) return std::nullopt;
    return io::read_text_file(file);
  }
  for (const EmbeddedPage& page : embedded_pages()) {
    if (page.path == path) return std::string(page.bytes);
  }
  return std::nullopt;
}

Response Pages::answer(const Request& request) const {
  const auto parts = path_parts(request.path);
  std::string path;
  for (const std::string& part : parts.value_or(std::vector<std::string>{})) {
    const bool plain = !part.empty() && part.front() != '.' && part.find_first_of("/\\") == std::string::npos;
    if (!plain && !(part.empty() && parts->size() == 1)) return refused(404);
    path += (path.empty() ? "" : "/") + part;
  }
  if (!parts) return refused(400);
  if (path.empty()) path = "index.html";
  const std::string_view type = page_type(path);
  const auto bytes = type.empty() ? std::nullopt : bytes_of(path);
  if (!bytes) return refused(404);
  const std::string tag = "\"" + hexadecimal(sha256(*bytes), 16) + "\"";
  const std::string* known = request.header("if-none-match");
  Response response{200, *bytes, std::string(type)};
  if (known != nullptr && *known == tag) response = {304, "", std::string(type)};
  response.headers.emplace_back("ETag", tag);
  response.cache_control = "no-cache";
  return response;
}

}  // namespace sfumato::app
