// The heads that a log must contain: the newest that this process has seen, and one that was kept elsewhere.
// A log that is rolled back or replaced does not contain them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/hmac.hpp"
#include "queries/ledger.hpp"

namespace sfumato::queries {

class KnownHeads {
 public:
  void require(const LedgerHead& kept) { kept_ = kept; }
  // The newest state; all its rows are on disk.
  void see(std::int64_t rows, const Digest& chain) {
    rows_ = rows;
    chain_ = chain;
  }
  // A row was read: the log has that head after it.
  void pass(std::int64_t rows, const Digest& chain);
  // Why a log of that many rows, all passed, does not contain the heads; empty if it does.
  std::string finding(std::int64_t rows) const;

 private:
  std::optional<LedgerHead> kept_;
  std::int64_t rows_ = 0;
  Digest chain_{};
  std::int64_t differs_ = 0;  // the rows of a head that the log does not contain; 0: none so far
};

}  // namespace sfumato::queries
