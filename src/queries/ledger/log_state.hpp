// What the rows of the log come to: what was spent, by whom, which questions have answers. It is rebuilt from
// the rows, row by row, and each row is held against the chain on the way.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "queries/ledger.hpp"
#include "queries/ledger/cost_account.hpp"
#include "queries/ledger/log_row.hpp"

namespace sfumato::queries {

class LogState {
 public:
  // `charges`: recompute what each charge must have been, and whether cap and quota allowed it; else what the
  // rows say is taken over.
  enum class Check : std::uint8_t { chain, charges };

  // The next row of the log. What is wrong with it, or nothing; after something wrong, the state is of no
  // use.
  std::optional<std::string> append(const LogRow& row, Check check);

  // The row that would follow, with place and time.
  LogRow next_row(RowKind kind) const;

  std::int64_t rows() const { return rows_; }
  const Digest& chain() const { return chain_; }
  std::int64_t cap() const { return cap_; }
  std::int64_t spent() const { return account_ ? account_->spent() : 0; }
  std::int64_t spent_by(const std::string& user) const;
  std::optional<std::int64_t> quota(const std::string& user) const;
  // Whether a row that charges its user nothing has its place (most_uncharged_bytes).
  bool has_room(const LogRow& row) const;

  struct Entry {
    std::int64_t number = 0;
    std::int64_t asked = 0;
    std::int64_t answer = 0;          // the row that has it; 0: none yet
    std::optional<std::string> user;  // only where nothing was charged
  };
  const Entry* entry(std::int64_t number) const;
  std::int64_t entries() const { return static_cast<std::int64_t>(entries_.size()); }
  // An answer with as much ε or more; else a charge of just that ε that waits for its answer.
  const Entry* same_question(const std::string& query, std::int64_t asked) const;

  // What a charge would be. Followed by `append` of its row with check `chain`, or by `forget_growth`.
  std::int64_t growth(const StoredFootprint& stored);
  void forget_growth();
  // Whether the footprint is about a table as earlier rows knew it.
  bool fits(const StoredFootprint& stored) const;

 private:
  std::optional<std::string> open(const LogRow& row);
  std::optional<std::string> charge(const LogRow& row, Check check);
  std::optional<std::string> answer(const LogRow& row);
  std::optional<std::string> set_quota(const LogRow& row);
  std::optional<std::string> repeat(const LogRow& row);
  std::optional<std::string> refuse(const LogRow& row, Check check);

  std::int64_t rows_ = 0;
  Digest chain_{};
  std::int64_t cap_ = 0;
  std::optional<CostAccount> account_;
  bool counted_ = false;  // the account has the next charge already
  std::map<std::size_t, std::string> table_digests_;
  std::unordered_map<std::string, std::int64_t> spent_by_;
  std::unordered_map<std::string, std::int64_t> quotas_;
  std::unordered_map<std::string, std::int64_t> uncharged_bytes_;  // by user, since his quota was set
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<std::int64_t>> questions_;  // SHA-256 of the text to entries
};

}  // namespace sfumato::queries
