#include "queries/ledger/known_heads.hpp"

#include <algorithm>

namespace sfumato::queries {

void KnownHeads::pass(std::int64_t rows, const Digest& chain) {
  if (rows == 1) differs_ = 0;  // the log is read from its start
  const bool other = rows == rows_ && chain != chain_;
  const bool other_kept = kept_ && rows == kept_->rows && hexadecimal(chain) != kept_->chain;
  if (differs_ == 0 && (other || other_kept)) differs_ = rows;
}

std::string KnownHeads::finding(std::int64_t rows) const {
  const std::int64_t known = std::max(rows_, kept_ ? kept_->rows : 0);
  if (differs_ != 0) {
    return "was replaced: its rows up to row " + std::to_string(differs_) +
           " differ from the head that is known";
  }
  if (rows >= known) return {};
  return "was rolled back or replaced: it has " + std::to_string(rows) +
         " rows, but the head that is known has " + std::to_string(known);
}

}  // namespace sfumato::queries
