// Constants and names of the rounds are those of FIPS 180-4, §§4.2.2 and 5.3.3.
#include "core/hmac.hpp"

#include <algorithm>
#include <bit>

namespace sfumato {
namespace {

using State = std::array<std::uint32_t, 8>;
constexpr std::size_t block_bytes = 64;

constexpr State initial{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                        0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};

// Fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> rounds{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

std::array<std::uint32_t, 64> schedule(const std::uint8_t* block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t t = 0; t < 16; ++t) {
    for (std::size_t byte = 0; byte < 4; ++byte) words[t] = (words[t] << 8) | block[4 * t + byte];
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t a = words[t - 15], b = words[t - 2];
    const std::uint32_t sigma0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const std::uint32_t sigma1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    words[t] = sigma1 + words[t - 7] + sigma0 + words[t - 16];
  }
  return words;
}

void compress(State& state, const std::uint8_t* block) {
  const std::array<std::uint32_t, 64> words = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t first = h + sum1 + ((e & f) ^ (~e & g)) + rounds[t] + words[t];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const State worked{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += worked[i];
}

// The rest of a message, whose first `before` bytes (whole blocks) are in the state already.
Digest finished(State state, std::string_view text, std::uint64_t before) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t at = 0;
  for (; at + block_bytes <= text.size(); at += block_bytes) compress(state, bytes + at);
  std::array<std::uint8_t, 2 * block_bytes> tail{};  // what is left, a bit, zeros, and the length in bits
  std::copy(bytes + at, bytes + text.size(), tail.begin());
  const std::size_t left = text.size() - at;
  tail[left] = 0x80;
  const std::size_t size = left + 9 <= block_bytes ? block_bytes : 2 * block_bytes;
  const std::uint64_t bits = 8 * (before + text.size());
  for (std::size_t i = 0; i < 8; ++i) tail[size - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t block = 0; block < size; block += block_bytes) compress(state, tail.data() + block);
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

void forget(State& state) {
  volatile std::uint32_t* words = state.data();
  for (std::size_t i = 0; i < state.size(); ++i) words[i] = 0;
}

}  // namespace

Digest sha256(std::string_view text) { return finished(initial, text, 0); }

Sha256::Sha256() : state_(initial) {}

Sha256& Sha256::add(std::string_view part) {
  if (!rest_.empty()) {
    const std::size_t wanted = std::min(part.size(), block_bytes - rest_.size());
    rest_ += part.substr(0, wanted);
    part.remove_prefix(wanted);
    if (rest_.size() < block_bytes) return *this;
    compress(state_, reinterpret_cast<const std::uint8_t*>(rest_.data()));
    before_ += block_bytes;
    rest_.clear();
  }
  for (; part.size() >= block_bytes; part.remove_prefix(block_bytes)) {
    compress(state_, reinterpret_cast<const std::uint8_t*>(part.data()));
    before_ += block_bytes;
  }
  rest_ = part;
  return *this;
}

Digest Sha256::digest() const { return finished(state_, rest_, before_); }

Hmac::Hmac(std::string_view key) : inner_(initial), outer_(initial) {
  std::array<std::uint8_t, block_bytes> padded{};
  if (key.size() > block_bytes) {
    const Digest shortened = sha256(key);
    std::copy(shortened.begin(), shortened.end(), padded.begin());
  } else {
    std::copy(key.begin(), key.end(), padded.begin());
  }
  for (std::uint8_t& byte : padded) byte ^= 0x36;
  compress(inner_, padded.data());
  for (std::uint8_t& byte : padded) byte ^= 0x36 ^ 0x5c;
  compress(outer_, padded.data());
  volatile std::uint8_t* bytes = padded.data();
  for (std::size_t i = 0; i < padded.size(); ++i) bytes[i] = 0;
}

Hmac::~Hmac() {
  forget(inner_);
  forget(outer_);
}

Digest Hmac::operator()(std::string_view text) const {
  const Digest inner = finished(inner_, text, block_bytes);
  return finished(outer_, {reinterpret_cast<const char*>(inner.data()), inner.size()}, block_bytes);
}

std::string hexadecimal(const Digest& digest, std::size_t bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += digits[digest[i] >> 4];
    text += digits[digest[i] & 15];
  }
  return text;
}

}  // namespace sfumato
