// What every fuzz target shares: the entry that libFuzzer and the corpus runner call, and a check that
// ends the program where an oracle is wrong, so that both count it as a crash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sfumato::fuzz {

inline void require(bool right, std::string_view what, std::string_view detail = "") {
  if (right) return;
  std::fprintf(stderr, "oracle: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

// The input as text. A copy of exactly its bytes on the heap, so that the sanitizer sees a read beyond it.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  text.shrink_to_fit();
  return text;
}

// What `make` returns, or nothing where it refuses bad input; any other error is a mistake of ours.
template <class Make>
auto accepted(Make&& make, std::string* refusal = nullptr) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const Error& error) {
    require(error.code == ErrorCode::bad_input, "an error that is no bad input", error.message);
    require(!error.message.empty(), "an error without a word");
    if (refusal != nullptr) *refusal = error.message;
    return std::nullopt;
  }
}

}  // namespace sfumato::fuzz
