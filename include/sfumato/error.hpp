// What the C++ interface throws when a request is wrong, fails or is stopped.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sfumato {

class Error : public std::runtime_error {
 public:
  // `document` is the JSON that sfumato_run returns with an error.
  Error(int status, std::string_view document)
      : std::runtime_error(text(document, "message")),
        status_(status),
        code_(text(document, "code")),
        parameter_(text(document, "parameter")),
        hint_(text(document, "hint")) {}

  int status() const { return status_; }                       // as sfumato_run returns it: 1, 2, 3 or 130
  const std::string& code() const { return code_; }            // "bad_input", "refused", "interrupted", …
  const std::string& parameter() const { return parameter_; }  // that it is about; may be empty
  const std::string& hint() const { return hint_; }            // what to do about it; may be empty

 private:
  // The member of that name as the library writes it, "name": "text"; empty where it is null.
  static std::string text(std::string_view document, const std::string& name) {
    const std::string key = "\"" + name + "\": \"";
    const std::size_t found = document.find(key);
    std::string result;
    if (found == std::string_view::npos) return result;
    for (std::size_t i = found + key.size(); i < document.size() && document[i] != '"'; ++i) {
      if (document[i] != '\\' || i + 1 == document.size()) {
        result += document[i];
        continue;
      }
      const char escaped = document[++i];
      result += escaped == 'n'   ? '\n'
                : escaped == 't' ? '\t'
                : escaped == 'r' ? '\r'
                : escaped == 'u' ? '?'
                                 : escaped;
      if (escaped == 'u') i += 4;  // a control character
    }
    return result;
  }

  int status_;
  std::string code_, parameter_, hint_;
};

}  // namespace sfumato
