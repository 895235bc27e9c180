#include "masking/keyed_draws.hpp"

#include "core/error.hpp"

namespace sfumato::masking {

std::string key_text(const Table& file) {
  constexpr std::size_t shortest_key = 16;
  const bool line = file.column_count() == 1 && file.rows() == 0;
  const bool cell = file.column_count() == 1 && file.rows() == 1 && file.column(0).is_text();
  const bool known = cell && !file.column(0).missing(0);
  std::string key = line ? file.info(0).name : known ? file.column(0).text(0) : std::string();
  if (key.empty()) {
    bad_input("the key file is empty",
              "give it one line of at least 16 letters and digits, for example from 'openssl rand -hex 32'");
  }
  if (key.size() < shortest_key) {
    bad_input("the key has fewer than 16 characters and could be guessed",
              "make one with 'openssl rand -hex 32'");
  }
  return key;
}

std::uint64_t KeyedDraws::below(std::string_view name, std::uint64_t bound) const {
  std::string text = purpose_;
  text.append(1, '\0').append(name);
  const Digest digest = hmac_(text);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits = bits << 8U | digest[i];
  return bits % bound;
}

}  // namespace sfumato::masking
