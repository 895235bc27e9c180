// Addresses of the app: decoded texts are valid and come back the same, names that are accepted stay in a
// folder, and parameters are read or refused.
#include "app/folder.hpp"
#include "app/target_text.hpp"
#include "io/utf8.hpp"
#include "target.hpp"

FUZZ_TARGET(app_target) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  if (const auto decoded = app::percent_decoded(text)) {
    fuzz::require(io::first_invalid_utf8(*decoded) == std::string::npos, "a text that is not UTF-8");
    fuzz::require(decoded->find_first_of("\r\n") == std::string::npos, "a text of several lines");
    const std::string encoded = app::percent_encoded(*decoded);
    fuzz::require(app::percent_decoded(encoded) == *decoded, "another text when encoded and decoded",
                  encoded);
    const bool name = fuzz::accepted([&] {
                        app::require_file_name(*decoded);
                        return true;
                      }).has_value();
    if (name) {
      fuzz::require(decoded->find('/') == std::string::npos && decoded->front() != '.', "a name outside",
                    *decoded);
    }
  }
  if (const auto parts = app::path_parts(text)) {
    std::string again;
    for (const std::string& part : *parts) again += "/" + app::percent_encoded(part);
    fuzz::require(app::path_parts(again) == parts, "other parts of the same path", again);
  }
  const auto given = fuzz::accepted([&] { return app::TargetParameters(text, {"a", "b", "limit"}); });
  if (given) static_cast<void>(fuzz::accepted([&] { return given->number("limit", 0, 1000); }));
  return 0;
}
