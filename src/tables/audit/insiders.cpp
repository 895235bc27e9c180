#include "tables/audit/insiders.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace sfumato::tables {
namespace {

// Whether there is exactly one contributor, who represents no one else (weight 1).
bool has_one_contributor(const Contributors& who) {
  if (who.frequency != 1 && who.holdings != 1) return false;
  return who.weighted_frequency < Decimal::whole(who.frequency) + Decimal::whole(1);
}

std::int64_t only_contributor(const Contributors& who) {
  if (!who.largest_holdings.empty()) return who.largest_holdings[0].contributor;
  return who.largest.empty() || who.frequency != 1 ? -1 : who.largest[0].contributor;
}

// Where the table does not identify the single contributor of a cell, its relations may: the single
// contributor of a sum is that of its only part with contributors.
class SameRespondent {
 public:
  explicit SameRespondent(const CellTable& table) : first_(table.cells.size()) {
    std::iota(first_.begin(), first_.end(), std::size_t{0});
    for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
      for (const std::int64_t sign : {-1, 1}) join_parts(table, relation, sign);
    }
  }

  std::size_t first(std::size_t cell) {
    while (first_[cell] != cell) cell = first_[cell] = first_[first_[cell]];
    return cell;
  }

 private:
  // Of a relation in which one cell has this sign, and all others the opposite one.
  void join_parts(const CellTable& table, std::size_t relation, std::int64_t sign) {
    std::optional<std::size_t> sum, part;
    std::int64_t behind_parts = 0;
    for (const Term& term : table.relations.terms(relation)) {
      const Contributors& who = table.contributors[term.cell];
      if (term.coefficient == sign && !sum) {
        sum = term.cell;
      } else if (term.coefficient == -sign) {
        behind_parts += who.frequency;
        if (who.frequency == 1) part = term.cell;
      } else {
        return;
      }
    }
    if (!sum || !part || behind_parts != 1 || table.contributors[*sum].frequency != 1) return;
    const std::size_t one = first(*sum), other = first(*part);
    first_[std::max(one, other)] = std::min(one, other);
  }

  std::vector<std::size_t> first_;
};

}  // namespace

std::vector<Insider> find_insiders(const CellTable& table) {
  std::vector<Insider> insiders;
  std::unordered_map<std::int64_t, std::size_t> known;
  std::unordered_map<std::size_t, std::size_t> nameless;
  std::optional<SameRespondent> same;
  for (std::size_t cell = 0; cell < table.contributors.size(); ++cell) {
    const Contributors& who = table.contributors[cell];
    if (!table.cells[cell].suppressed() || !has_one_contributor(who)) continue;
    const std::int64_t contributor = only_contributor(who);
    if (contributor < 0) {
      if (!same) same.emplace(table);
      const auto [place, fresh] = nameless.try_emplace(same->first(cell), insiders.size());
      if (fresh) insiders.push_back({-1, {}});
      insiders[place->second].cells.push_back(cell);
      continue;
    }
    const auto [place, fresh] = known.try_emplace(contributor, insiders.size());
    if (fresh) insiders.push_back({contributor, {}});
    insiders[place->second].cells.push_back(cell);
  }
  return insiders;
}

double own_share(const CellTable& table, std::size_t cell, std::int64_t contributor) {
  const Cell& about = table.cells[cell];
  if (contributor < 0 || table.contributors.empty() || !about.lower || about.lower->is_negative()) return 0;
  const Contributors& who = table.contributors[cell];
  if (who.total != about.value) return 0;
  const std::vector<Contribution>& list = who.largest_holdings.empty() ? who.largest : who.largest_holdings;
  for (const Contribution& one : list) {
    if (one.contributor == contributor) return one.amount.number() * one.weight.number();
  }
  return 0;
}

}  // namespace sfumato::tables
