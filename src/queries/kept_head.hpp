// A head of the log that is kept outside the database, so that a log that was rolled back is detected. It is
// given as a text, or as a file that is updated after each question.
#pragma once

#include <mutex>
#include <string>

#include "queries/ledger.hpp"

namespace sfumato::queries {

// Thread-safe.
class KeptHead {
 public:
  // A head, or the path of a file with one. The file must exist, and must not be in the database's folder:
  // restoring an old folder would restore an old head, too.
  KeptHead(const std::string& typed, const std::string& folder);

  const LedgerHead& head() const { return head_; }  // as it was given
  // Writes a head with more rows to the file, if there is a file; returns when it is on disk. The file is
  // replaced atomically, mode 0600.
  void update(const LedgerHead& head);

 private:
  std::string path_;  // empty: not a file
  LedgerHead head_;
  std::mutex mutex_;
  std::int64_t written_ = 0;  // rows of the head in the file
};

// The head of a text or file; errors are about the parameter `kept`.
LedgerHead read_kept_head(const std::string& typed);

}  // namespace sfumato::queries
