// Cryptographic random bits: ChaCha20 keyed by the operating system. Every method with a differential-privacy
// guarantee draws from this generator only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace sfumato {

// The ChaCha20 block function of RFC 8439, §2.3: key, block counter and nonce to 64 bytes.
std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint32_t counter,
                                             const std::array<std::uint32_t, 3>& nonce);

// Fills with entropy from the operating system; an error if it has none.
void system_entropy(std::span<std::uint64_t> words);

class SecureRng {
 public:
  using Key = std::array<std::uint32_t, 8>;

  SecureRng();                         // a fresh key from the operating system
  explicit SecureRng(const Key& key);  // for tests and seeded runs, which guarantee nothing
  SecureRng(const SecureRng&) = delete;
  SecureRng& operator=(const SecureRng&) = delete;
  SecureRng(SecureRng&&) = default;
  SecureRng& operator=(SecureRng&&) = default;
  ~SecureRng();  // erases the key from memory

  std::uint64_t bits();
  // The word that bits() gives after `position` others of a new generator; goes on behind it.
  std::uint64_t bits_at(std::uint64_t position);
  void fill(std::span<std::uint64_t> words);  // bits() for each, in order, only faster
  std::uint64_t below(std::uint64_t bound);   // 0 .. bound − 1, unbiased; bound > 0

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  void refill();

  Key key_;
  std::uint64_t blocks_ = 0;
  std::array<std::uint32_t, 16> block_{};
  unsigned used_ = 16;
};

}  // namespace sfumato
