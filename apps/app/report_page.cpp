#include "app/report_page.hpp"

#include "core/hmac.hpp"

namespace sfumato::app {
namespace {

// Of the text between the tags of the first style sheet; empty where there is none.
std::string style_hash(std::string_view page) {
  constexpr std::string_view open = "<style>", close = "</style>";
  const std::size_t begin = page.find(open);
  const std::size_t end = begin == std::string_view::npos ? begin : page.find(close, begin);
  if (end == std::string_view::npos) return {};
  const Digest hash = sha256(page.substr(begin + open.size(), end - begin - open.size()));
  return base64({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : letters[(group >> (18U - 6U * static_cast<unsigned>(k))) & 63U];
    }
  }
  return text;
}

Response report_response(std::string page) {
  const std::string hash = style_hash(page);
  Response response{200, std::move(page), "text/html; charset=utf-8"};
  response.headers.emplace_back("Content-Security-Policy", content_policy(hash.empty() ? "none" : hash));
  return response;
}

Response figure_response(std::string picture) {
  const std::string hash = style_hash(picture);
  Response response{200, std::move(picture), "image/svg+xml"};
  response.headers.emplace_back("Content-Security-Policy", content_policy(hash.empty() ? "none" : hash));
  return response;
}

}  // namespace sfumato::app
