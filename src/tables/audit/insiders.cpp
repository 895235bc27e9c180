#include "tables/audit/insiders.hpp"

#include <unordered_map>

namespace sfumato::tables {
namespace {

// Is there one contributor only, who stands for nobody else?
bool has_one_contributor(const Contributors& who) {
  if (who.frequency != 1 && who.holdings != 1) return false;
  return who.weighted_frequency < Decimal::whole(who.frequency) + Decimal::whole(1);
}

std::int64_t only_contributor(const Contributors& who) {
  if (!who.largest_holdings.empty()) return who.largest_holdings[0].contributor;
  return who.largest.empty() || who.frequency != 1 ? -1 : who.largest[0].contributor;
}

}  // namespace

std::vector<Insider> find_insiders(const CellTable& table) {
  std::vector<Insider> insiders;
  std::unordered_map<std::int64_t, std::size_t> known;
  for (std::size_t cell = 0; cell < table.contributors.size(); ++cell) {
    const Contributors& who = table.contributors[cell];
    if (!table.cells[cell].suppressed() || !has_one_contributor(who)) continue;
    const std::int64_t contributor = only_contributor(who);
    if (contributor < 0) {
      insiders.push_back({-1, {cell}});
      continue;
    }
    const auto [place, fresh] = known.try_emplace(contributor, insiders.size());
    if (fresh) insiders.push_back({contributor, {}});
    insiders[place->second].cells.push_back(cell);
  }
  return insiders;
}

}  // namespace sfumato::tables
