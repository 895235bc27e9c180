// What every fuzz target shares: its entry, and a check that ends the program where an oracle is wrong, so
// that libFuzzer and the corpus runner count it as a crash. FUZZ_TARGET(name) opens the function that takes
// one input
// (`data`, `size`): under libFuzzer it is the fuzzer's entry, in the corpus runner, which holds all targets,
// it is registered by its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace sfumato::fuzz {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

struct Registration {
  Registration(std::string_view name, Target target);  // defined by the corpus runner
};

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

// What `make` returns, or nothing where it refuses bad input; any other error is a bug.
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

#ifdef SFUMATO_CORPUS_RUNNER
#define FUZZ_TARGET(name)                                                             \
  static int name##_target(const std::uint8_t* data, std::size_t size);               \
  static const sfumato::fuzz::Registration name##_registration(#name, name##_target); \
  static int name##_target(const std::uint8_t* data, std::size_t size)
#else
#define FUZZ_TARGET(name)                                                            \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size); \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#endif
