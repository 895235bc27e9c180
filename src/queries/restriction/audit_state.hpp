// What follows from the log: the terms, which question was decided how, and an audit for each column that
// was opened. It is made by handing over the rows in their order.
#pragma once

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

// The sets that were answered for a column, where there is a limit of overlap.
class AnsweredSets {
 public:
  // Does a set overlap an answered one, not the same, in more than `limit` records?
  bool overlaps(const QuerySets& sets, const PublicCells& cells, std::int64_t limit) const;
  void add(const QuerySets& sets, std::size_t cells);

 private:
  std::vector<std::vector<std::uint64_t>> sets_;  // a bit for each cell
};

class AuditState {
 public:
  AuditState(const Catalogue& catalogue, Records records);

  // Allowed questions whose answer is not kept have told nobody anything. That of a MIN or MAX is kept only
  // while no other one of the column has been allowed since.
  struct Entry {
    Query query;
    Refusal refusal = Refusal::none;
    bool answered = false;
  };

  void take(const LogRow& row);  // an opening begins everything anew
  const RestrictionTerms& terms() const { return terms_; }
  std::int64_t entries() const { return static_cast<std::int64_t>(entries_.size()); }
  const Entry* entry(std::int64_t number) const;
  std::int64_t number_of(const std::string& query) const;  // the latest of that text; 0 for none
  bool is_open(std::int64_t number) const;                 // may the answer of a MIN or MAX still be kept?

  // Decides and takes in what was decided; `row` is to be written, and handed to `take` for the rest.
  Refusal decide(const Query& query, LogRow& row);

 private:
  struct Column {
    std::optional<Opening> opening;
    std::unique_ptr<SumAudit> sums;
    std::unique_ptr<ExtremeAudit> extremes;
    std::int64_t open_entry = 0;  // MIN or MAX, allowed and not answered
    AnsweredSets answered;
  };

  void open(const LogRow& row);
  void take_decision(const LogRow& row);
  void take_answer(const LogRow& row);
  PublicCells& cells(std::size_t table);
  Column& column(const Query& query);
  Refusal audit(const Query& query, const QuerySets& sets, Column& column, bool search);
  std::int64_t most() const { return terms_.least > 2 ? terms_.least - 1 : 1; }

  const Catalogue& catalogue_;
  Records records_;
  RestrictionTerms terms_;
  PrimeField field_{2};
  SecureRng::Key key_{};
  std::vector<std::unique_ptr<PublicCells>> cells_;  // by table
  std::map<std::pair<std::size_t, std::optional<std::size_t>>, Column> columns_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::int64_t> number_of_;
  bool decided_here_ = false;  // the next decision was taken in already
};

// Extremes as the log keeps them; nothing where the text is none of ours.
using Extremes = std::vector<std::optional<std::int64_t>>;
std::string extremes_text(const Extremes& units);
std::optional<Extremes> parse_extremes(const std::string& text);

}  // namespace sfumato::queries
