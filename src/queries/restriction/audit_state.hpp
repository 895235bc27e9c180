// The state computed from the log: the terms, the decision of each question, and an audit for each queried
// column. It is built by passing the rows in order.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "queries/ledger/log_row.hpp"
#include "queries/restriction.hpp"
#include "queries/restriction/eligible.hpp"
#include "queries/restriction/extreme_audit.hpp"
#include "queries/restriction/sum_audit.hpp"

namespace sfumato::queries {

// The answered sets of a column, used with an overlap limit.
class AnsweredSets {
 public:
  // Does a set overlap a different answered set in more than `limit` records?
  bool overlaps(const QuerySets& sets, const PublicCells& cells, std::int64_t limit) const;
  void add(const QuerySets& sets, std::size_t cells);
  void save(SnapshotWriter& out) const;
  void load(SnapshotReader& in);

 private:
  std::vector<std::vector<std::uint64_t>> sets_;  // a bit for each cell
};

class AuditState {
 public:
  AuditState(const Catalogue& catalogue, Records records);

  // Allowed questions without a stored answer have revealed nothing. The answer of a MIN or MAX can be stored
  // only if no other MIN or MAX of the column has been allowed since.
  struct Entry {
    Query query;
    Refusal refusal = Refusal::none;
    bool answered = false;
  };

  void apply(const LogRow& row);  // an opening resets the state
  // Processes the rows since the last call; needed before everything below. If the state is new, it starts
  // from the latest snapshot that `stored` gives: the bytes with this SHA-256, or none.
  using StoredSnapshot = std::function<std::optional<std::string>(const std::string& digest)>;
  void settle(const StoredSnapshot& stored);
  // The audits of all columns. A row of the log (kind snapshot) has its SHA-256.
  std::string snapshot() const;
  std::size_t snapshot_bytes() const;
  // Allowed questions that a new state would have to process again.
  std::int64_t since_snapshot() const { return since_snapshot_; }
  const RestrictionTerms& terms() const { return terms_; }
  const std::string& recorded() const { return recorded_; }  // terms of the database
  std::int64_t entries() const { return static_cast<std::int64_t>(entries_.size()); }
  const Entry* entry(std::int64_t number) const;
  std::int64_t number_of(const std::string& query) const;  // the latest with that text; 0: none
  bool is_open(std::int64_t number) const;                 // can the answer of a MIN or MAX still be stored?

  // Decides and updates the audit; then write `row` and pass it to `apply`.
  Refusal decide(const Query& query, LogRow& row);
  // The decision alone; the audit does not change.
  Refusal trial(const Query& query);

 private:
  struct Column {
    std::optional<AuditMode> mode;
    std::unique_ptr<SumAudit> sums;
    std::unique_ptr<ExtremeAudit> extremes;
    std::int64_t open_entry = 0;  // MIN or MAX, allowed but not answered
    AnsweredSets answered;
  };

  void open(const LogRow& row);
  void process(const LogRow& row, bool audited);
  void save(SnapshotWriter& out) const;
  bool load(std::string_view bytes);
  // `audited`: the audits include the row already.
  void apply_decision(const LogRow& row, bool audited);
  void apply_answer(const LogRow& row, bool audited);
  void apply_terms(const LogRow& row);
  PublicCells& cells(std::size_t table);
  Refusal set_size_refusal(const QuerySets& sets, std::size_t table);
  Column& column(const Query& query);
  SumAudit& sums_of(Column& column, const Query& query);
  ExtremeAudit& extremes_of(Column& column, const Query& query);
  Refusal audit(const Query& query, const QuerySets& sets, Column& column, bool search);
  std::int64_t most() const { return terms_.least > 2 ? terms_.least - 1 : 1; }

  const Catalogue& catalogue_;
  Records records_;
  RestrictionTerms terms_;
  std::string recorded_;
  PrimeField field_{2};
  SecureRng::Key key_{};
  std::vector<std::unique_ptr<PublicCells>> cells_;  // by table
  std::map<std::pair<std::size_t, std::optional<std::size_t>>, Column> columns_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::int64_t> number_of_;
  bool already_applied_ = false;  // the audit already includes the next decision
  std::vector<LogRow> pending_;   // not processed yet
  std::int64_t since_snapshot_ = 0;
};

// Extremes as text in the log; parse_extremes is empty if the text is not valid.
using Extremes = std::vector<std::optional<std::int64_t>>;
std::string extremes_text(const Extremes& units);
std::optional<Extremes> parse_extremes(const std::string& text);

}  // namespace sfumato::queries
