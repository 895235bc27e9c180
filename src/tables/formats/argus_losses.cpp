#include "tables/formats/argus_losses.hpp"

#include <algorithm>

namespace sfumato::tables {
namespace {

void note_lost_contributors(const CellTable& table, std::vector<std::string>& notes) {
  bool weights = false, holdings = false, named = false, requests = false;
  for (const Contributors& contributors : table.contributors) {
    weights = weights || contributors.weighted_frequency != Decimal::whole(contributors.frequency);
    holdings =
        holdings || !contributors.largest_holdings.empty() || contributors.holdings != contributors.frequency;
    for (const Contribution& contribution : contributors.largest) {
      weights = weights || contribution.weight != Decimal::whole(1);
      named = named || contribution.contributor >= 0;
    }
    for (const Decimal& request : contributors.largest_request) requests = requests || !request.is_zero();
  }
  if (weights) notes.emplace_back("a .tab file cannot store the weights of contributions");
  if (holdings) notes.emplace_back("a .tab file cannot store holdings");
  if (named) notes.emplace_back("a .tab file cannot store which contributions belong to one respondent");
  if (requests) notes.emplace_back("a .tab file cannot store requests for protection");
}

}  // namespace

std::vector<std::string> argus_losses(const CellTable& table) {
  std::vector<std::string> notes;
  bool bounds = false, sliding = false, levels = false;
  const bool negative = std::any_of(table.cells.begin(), table.cells.end(),
                                    [](const Cell& cell) { return cell.value.is_negative(); });
  for (const Cell& cell : table.cells) {
    bounds = bounds || cell.upper || cell.lower != (negative ? std::nullopt : std::optional(Decimal()));
    sliding = sliding || !cell.sliding_level.is_zero();
    levels = levels || (cell.status != CellStatus::primary &&
                        !(cell.lower_level.is_zero() && cell.upper_level.is_zero()));
  }
  if (bounds) notes.emplace_back("a .tab file cannot store the attacker's bounds");
  if (sliding) notes.emplace_back("a .tab file cannot store sliding protection levels");
  if (levels) notes.emplace_back("protection levels of cells that are not sensitive are not read back");
  if (!table.rules.empty()) notes.emplace_back("a .tab file cannot store which rule marked a cell");
  if (table.views.front().dimensions.size() < table.dimensions.size()) {
    notes.emplace_back("dimensions that the table does not cross were left out");
  }
  note_lost_contributors(table, notes);
  return notes;
}

}  // namespace sfumato::tables
