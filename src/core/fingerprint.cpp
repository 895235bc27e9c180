// Bytes are hashed in memory order, so a fingerprint is the same on all little-endian machines.
#include "core/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "core/hierarchy.hpp"

namespace sfumato {
namespace {

static_assert(std::endian::native == std::endian::little);

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void add_values(Fingerprint& print, const Numbers& numbers) {
  print.add(std::uint64_t{0});
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  for (const double number : numbers) {
    print.add(std::bit_cast<std::uint64_t>(std::isnan(number) ? missing : number));
  }
}

void add_values(Fingerprint& print, const Integers& integers) {
  print.add(std::uint64_t{1}).add_bytes(bytes_of<std::int64_t>(integers.values));
  const bool any = std::find(integers.missing.begin(), integers.missing.end(), 1) != integers.missing.end();
  print.add(std::uint64_t{any});
  if (any) print.add_bytes(bytes_of<std::uint8_t>(integers.missing));
}

void add_values(Fingerprint& print, const Dates& dates) {
  print.add(std::uint64_t{2}).add_bytes(bytes_of<std::int32_t>(dates.days));
}

void add_values(Fingerprint& print, const Codes& codes) {
  print.add(std::uint64_t{3}).add_bytes(bytes_of<std::int32_t>(codes.codes)).add(codes.labels.size());
  for (const std::string& label : codes.labels) print.add(label);
}

void add_values(Fingerprint& print, const Timestamps& times) {
  print.add(std::uint64_t{4}).add_bytes(bytes_of<std::int64_t>(times.ticks));
  print.add(static_cast<std::uint64_t>(times.per_second)).add(times.zone);
}

void add_texts(Fingerprint& print, const std::vector<std::string>& texts) {
  print.add(texts.size());
  for (const std::string& text : texts) print.add(text);
}

void add_tree(Fingerprint& print, const Hierarchy& tree) {
  print.add(tree.levels()).add(tree.leaves());
  for (const auto& row : tree.rows()) {
    for (const std::string& value : row) print.add(value);
  }
}

// Labels and the name of a hierarchy's file do not change any computed result.
void add_info(Fingerprint& print, const ColumnInfo& info) {
  print.add(info.name).add(static_cast<std::uint64_t>(info.kind));
  print.add(info.role ? static_cast<std::uint64_t>(*info.role) + 1 : 0);
  print.add(std::uint64_t{info.domain.has_value()});
  if (info.domain) {
    print.add(std::bit_cast<std::uint64_t>(info.domain->lower));
    print.add(std::bit_cast<std::uint64_t>(info.domain->upper));
  }
  print.add(info.decimals ? static_cast<std::uint64_t>(*info.decimals) + 1 : 0);
  add_texts(print, info.order);
  add_texts(print, info.categories);
  print.add(std::uint64_t{info.tree != nullptr});
  if (info.tree != nullptr) add_tree(print, *info.tree);
}

}  // namespace

// The prime is 2^88 + 0x13b, so a product is the sum of a shift and of a small product.
Fingerprint& Fingerprint::add_bytes(std::string_view bytes) {
  __extension__ using Wide = unsigned __int128;
  Wide state = (static_cast<Wide>(bits_[0]) << 64) | bits_[1];
  for (const char byte : bytes) {
    state ^= static_cast<unsigned char>(byte);
    state = (state << 88) + state * 0x13b;
  }
  bits_ = {static_cast<std::uint64_t>(state >> 64), static_cast<std::uint64_t>(state)};
  return *this;
}

Fingerprint& Fingerprint::add(std::string_view text) { return add(text.size()).add_bytes(text); }

Fingerprint& Fingerprint::add(std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  return add_bytes({bytes, sizeof bytes});
}

Fingerprint& Fingerprint::add(const Table& table) {
  add(table.rows()).add(table.column_count());
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    add_info(*this, table.info(id));
    table.column(id).visit([&](const auto& values) { add_values(*this, values); });
  }
  return *this;
}

std::string to_hex(const Fingerprint::Bits& bits) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t half : bits) {
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(half >> shift) & 15U];
  }
  return text;
}

bool parse_hex(std::string_view text, Fingerprint::Bits& bits) {
  if (text.size() != 32) return false;
  bits = {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit && (letter < 'a' || letter > 'f')) return false;
    const auto value = static_cast<std::uint64_t>(digit ? letter - '0' : letter - 'a' + 10);
    bits[i / 16] = (bits[i / 16] << 4) | value;
  }
  return true;
}

}  // namespace sfumato
