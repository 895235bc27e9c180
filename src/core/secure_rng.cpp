// ChaCha20 and the operating system's entropy.
#include "core/secure_rng.hpp"

#include <sys/random.h>

#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "core/vector_clones.hpp"

namespace sfumato {
namespace {

constexpr std::array<std::uint32_t, 4> constants{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

// Eight blocks side by side: a lane holds the same word of each.
constexpr std::size_t lane_count = 8;
using Lanes = std::uint32_t __attribute__((vector_size(4 * lane_count)));

// A word is 32 bits, or lanes of such.
template <class Word>
[[gnu::always_inline]] inline void turn(Word& word, int left) {
  word = (word << left) | (word >> (32 - left));
}

template <class Word>
[[gnu::always_inline]] inline void quarter_round(Word& a, Word& b, Word& c, Word& d) {
  a += b;
  d ^= a;
  turn(d, 16);
  c += d;
  b ^= c;
  turn(b, 12);
  a += b;
  d ^= a;
  turn(d, 8);
  c += d;
  b ^= c;
  turn(b, 7);
}

template <class Word>
[[gnu::always_inline]] inline void twenty_rounds(Word* s) {
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
}

// Blocks `first` … `first` + 7, whose counters must not carry into their upper half, as 64-bit words one
// block after the other.
SFUMATO_VECTOR_CLONES void eight_blocks(const std::uint32_t* key, std::uint64_t first, std::uint64_t* words) {
  Lanes start[16] = {};
  for (std::size_t i = 0; i < 4; ++i) start[i] += constants[i];
  for (std::size_t i = 0; i < 8; ++i) start[4 + i] += key[i];
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    start[12][lane] = static_cast<std::uint32_t>(first + lane);
  }
  start[13] += static_cast<std::uint32_t>(first >> 32);
  Lanes s[16];
  for (std::size_t i = 0; i < 16; ++i) s[i] = start[i];
  twenty_rounds(s);
  for (std::size_t i = 0; i < 16; ++i) s[i] += start[i];
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    for (std::size_t i = 0; i < 8; ++i) {
      words[8 * lane + i] = s[2 * i][lane] | (static_cast<std::uint64_t>(s[2 * i + 1][lane]) << 32);
    }
  }
}

}  // namespace

std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint32_t counter,
                                             const std::array<std::uint32_t, 3>& nonce) {
  const std::array<std::uint32_t, 16> start{
      constants[0], constants[1], constants[2], constants[3], key[0],  key[1],   key[2],   key[3],
      key[4],       key[5],       key[6],       key[7],       counter, nonce[0], nonce[1], nonce[2]};
  std::array<std::uint32_t, 16> s = start;
  twenty_rounds(s.data());
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
      throw Error(ErrorCode::input_output, "the operating system returned no random bytes",
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
  // Through a volatile pointer, so that the compiler cannot remove the writes.
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

std::uint64_t SecureRng::bits_at(std::uint64_t position) {
  constexpr std::uint64_t words = 8;  // of a block
  const std::uint64_t block = position / words;
  if (used_ == block_.size() || blocks_ != block + 1) {
    blocks_ = block;
    refill();
  }
  used_ = static_cast<unsigned>(2 * (position % words));
  return bits();
}

void SecureRng::fill(std::span<std::uint64_t> words) {
  constexpr std::size_t at_once = 8 * lane_count;
  std::size_t done = 0;
  for (; done < words.size() && used_ != block_.size(); ++done) words[done] = bits();
  for (; words.size() - done >= at_once; done += at_once, blocks_ += lane_count) {
    // A carry inside eight blocks occurs once in 2³² blocks; those are computed one by one.
    if (static_cast<std::uint32_t>(blocks_) > UINT32_MAX - lane_count) break;
    eight_blocks(key_.data(), blocks_, words.data() + done);
  }
  for (; done < words.size(); ++done) words[done] = bits();
}

std::uint64_t SecureRng::below(std::uint64_t bound) {
  // Numbers under 2⁶⁴ mod bound are rejected, so that all remainders are equally likely.
  const std::uint64_t rest = (0 - bound) % bound;
  std::uint64_t word = bits();
  while (word < rest) word = bits();
  return word % bound;
}

}  // namespace sfumato
