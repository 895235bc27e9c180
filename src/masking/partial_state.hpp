// What one process learned of its records, as a document that another one merges. A document that is damaged
// is an error: it comes from outside.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/value.hpp"

namespace sfumato::masking {

[[noreturn]] inline void damaged_state() {
  bad_input("a partial state is damaged, or belongs to another request",
            "make all partial states with one request, one schema and one version");
}

inline const Value& item_of(const Value& state, std::size_t place) {
  if (!state.is_array() || place >= state.as_array().size()) damaged_state();
  return state.as_array()[place];
}

inline std::size_t count_of(const Value& state) {
  if (!state.is_integer() || state.as_integer() < 0) damaged_state();
  return static_cast<std::size_t>(state.as_integer());
}

// Numbers of records have 64 bits, of which a document keeps all.
inline std::uint64_t record_of_state(const Value& state) {
  if (!state.is_integer()) damaged_state();
  return static_cast<std::uint64_t>(state.as_integer());
}

// Infinities, which JSON does not have, are texts.
inline Value number_state(double number) {
  if (std::isinf(number)) return number > 0.0 ? "inf" : "-inf";
  return number;
}
inline double number_of_state(const Value& state) {
  if (state.is_number()) return state.as_number();
  if (state == Value("inf")) return HUGE_VAL;
  if (state == Value("-inf")) return -HUGE_VAL;
  damaged_state();
}

inline void add_counts(std::vector<std::size_t>& sums, const std::vector<std::size_t>& more) {
  if (sums.size() < more.size()) sums.resize(more.size(), 0);
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

// One partial state for each part of a work, in their order.
template <class Parts>
Value partials_of(const Parts& parts, std::size_t pass) {
  Value state = Value::array();
  for (const auto& part : parts) state.push(part.partial(pass));
  return state;
}
template <class Parts>
void merge_each(Parts& parts, std::size_t pass, const Value& state) {
  if (!state.is_array() || state.as_array().size() != parts.size()) damaged_state();
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].merge(pass, state.as_array()[i]);
}

}  // namespace sfumato::masking
