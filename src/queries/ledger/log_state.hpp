// The state computed from the rows of the log: spending in total and by user, and questions with answers. It
// is rebuilt row by row, and each row is checked against the chain.
#pragma once

#include <algorithm>
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
  // `charges`: recompute each charge, and check cap and quota; `chain`: trust the charges of the rows.
  enum class Check : std::uint8_t { chain, charges };

  // Processes the next row of the log. Returns an error text, or empty; after an error the state is not
  // valid.
  std::optional<std::string> append(const LogRow& row, Check check);

  // The next row, with position and time.
  LogRow next_row(RowKind kind) const;

  std::int64_t rows() const { return rows_; }
  const Digest& chain() const { return chain_; }
  std::int64_t cap() const { return cap_; }
  Neighbours neighbours() const { return neighbours_; }
  const std::string& recorded() const { return recorded_; }  // terms of the database
  // Of all users, and of one: see Balance.
  std::int64_t spent() const {
    return account_ ? std::min(earlier_ + account_->spent(), spent_by_users_) : 0;
  }
  std::int64_t spent_by(const std::string& user) const;
  std::optional<std::int64_t> quota(const std::string& user) const;
  // How often the data were replaced.
  std::int64_t version() const { return version_; }
  // What is recorded of the user's token; empty: nothing.
  std::optional<std::string> token(const std::string& user) const;
  // Is a row that charges nothing within the user's limit (max_uncharged_bytes)?
  bool has_room(const LogRow& row) const;

  struct Entry {
    std::int64_t number = 0;
    std::int64_t asked = 0;
    std::int64_t answer = 0;          // position of its row; 0: none yet
    std::optional<std::string> user;  // only if the user was charged nothing
  };
  const Entry* entry(std::int64_t number) const;
  std::int64_t entries() const { return static_cast<std::int64_t>(entries_.size()); }
  // Of this user: an entry with an answer and at least this ε; else an entry with exactly this ε that waits
  // for its answer.
  const Entry* same_question(const std::string& user, const std::string& query, std::int64_t asked) const;

  // The increase of the composed cost of all questions, and of the user's own. Must be followed by `append`
  // of the question's row with check `chain`, or by `forget_growth`.
  struct Growth {
    std::int64_t all = 0, own = 0;
  };
  Growth growth(const std::string& user, const StoredFootprint& stored);
  void forget_growth();
  // Does the footprint's table have the same description as in earlier rows?
  bool fits(const StoredFootprint& stored) const;

 private:
  CostAccount& account_of(const std::string& user);
  std::optional<std::string> count(const LogRow& row, const StoredFootprint& stored, const Growth& charged,
                                   Check check);
  std::optional<std::string> open(const LogRow& row);
  std::optional<std::string> charge(const LogRow& row, Check check);
  std::optional<std::string> answer(const LogRow& row);
  std::optional<std::string> set_quota(const LogRow& row);
  std::optional<std::string> repeat(const LogRow& row);
  std::optional<std::string> refuse(const LogRow& row, Check check);
  std::optional<std::string> record(const LogRow& row);
  std::optional<std::string> set_token(const LogRow& row);
  std::optional<std::string> refresh(const LogRow& row);

  std::int64_t rows_ = 0;
  Digest chain_{};
  std::int64_t cap_ = 0;
  Neighbours neighbours_ = Neighbours::replace;
  std::string recorded_;
  std::int64_t version_ = 0;
  std::int64_t earlier_ = 0;                                  // cost of questions about earlier data
  std::unordered_map<std::string, std::int64_t> earlier_by_;  // the same by user
  std::unordered_map<std::string, std::string> tokens_;       // by user
  std::optional<CostAccount> account_;                        // of all questions about the current data
  std::unordered_map<std::string, CostAccount> accounts_;     // of each user
  std::int64_t spent_by_users_ = 0;                           // the sum over the users
  // The accounts already include the next charge, of this user.
  std::optional<std::string> counted_;
  Growth growth_;
  std::map<std::size_t, std::string> table_digests_;
  std::unordered_map<std::string, std::int64_t> quotas_;
  std::unordered_map<std::string, std::int64_t> uncharged_bytes_;  // by user, since the quota was set
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<std::int64_t>> questions_;  // by SHA-256 of user and text
};

}  // namespace sfumato::queries
