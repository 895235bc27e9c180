// ChaCha20 and the operating system's entropy.
#include "core/secure_rng.hpp"

#include <sys/random.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace sfumato {
namespace {

void quarter_round(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c, std::uint32_t& d) {
  a += b;
  d = std::rotl(d ^ a, 16);
  c += d;
  b = std::rotl(b ^ c, 12);
  a += b;
  d = std::rotl(d ^ a, 8);
  c += d;
  b = std::rotl(b ^ c, 7);
}

}  // namespace

std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint32_t counter,
                                             const std::array<std::uint32_t, 3>& nonce) {
  const std::array<std::uint32_t, 16> start{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1],
                                            key[2],     key[3],     key[4],     key[5],     key[6], key[7],
                                            counter,    nonce[0],   nonce[1],   nonce[2]};
  std::array<std::uint32_t, 16> s = start;
  for (int double_round = 0; double_round < 10; ++double_round) {
    quarter_round(s[0], s[4], s[8], s[12]);
    quarter_round(s[1], s[5], s[9], s[13]);
    quarter_round(s[2], s[6], s[10], s[14]);
    quarter_round(s[3], s[7], s[11], s[15]);
    quarter_round(s[0], s[5], s[10], s[15]);
    quarter_round(s[1], s[6], s[11], s[12]);
    quarter_round(s[2], s[7], s[8], s[13]);
    quarter_round(s[3], s[4], s[9], s[14]);
  }
  for (std::size_t i = 0; i < s.size(); ++i) s[i] += start[i];
  return s;
}

void system_entropy(std::span<std::uint64_t> words) {
  auto* bytes = reinterpret_cast<unsigned char*>(words.data());
  std::size_t left = words.size_bytes();
  while (left > 0) {
    const ssize_t got = getrandom(bytes, left, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw Error(ErrorCode::input_output, "the operating system gives no random bytes",
                  "see 'man getrandom'; nothing was released");
    }
    bytes += got;
    left -= static_cast<std::size_t>(got);
  }
}

SecureRng::SecureRng() : key_{} {
  std::array<std::uint64_t, 4> entropy{};
  system_entropy(entropy);
  std::memcpy(key_.data(), entropy.data(), sizeof key_);
}

SecureRng::SecureRng(const Key& key) : key_(key) {}

SecureRng::~SecureRng() {
  // Through a volatile pointer, so that the compiler may not leave the writes out.
  for (std::uint32_t& word : key_) *const_cast<volatile std::uint32_t*>(&word) = 0;
  for (std::uint32_t& word : block_) *const_cast<volatile std::uint32_t*>(&word) = 0;
}

void SecureRng::refill() {
  block_ = chacha20_block(key_, static_cast<std::uint32_t>(blocks_),
                          {static_cast<std::uint32_t>(blocks_ >> 32), 0, 0});
  ++blocks_;
  used_ = 0;
}

std::uint64_t SecureRng::bits() {
  if (used_ == block_.size()) refill();
  const std::uint64_t low = block_[used_];
  const std::uint64_t high = block_[used_ + 1];
  used_ += 2;
  return low | (high << 32);
}

}  // namespace sfumato
