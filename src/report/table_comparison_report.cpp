// The JSON document has every number; the text shows those that distinguish the protections.
#include "report/table_comparison_report.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_words.hpp"
#include "report/table_making.hpp"

namespace sfumato::report {
namespace {

using tables::CellStatus;
using tables::ComparedProtection;
using tables::RankBy;

Value optional_value(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

std::string percent(double share) { return rounded(100 * share, shown_digits) + " %"; }

std::string number_or_dash(const std::optional<double>& number) {
  return number ? rounded(*number, shown_digits) : "–";
}

Value ends(const std::vector<double>& numbers) {
  if (numbers.empty()) return {};
  const auto [least, largest] = std::minmax_element(numbers.begin(), numbers.end());
  Value result = Value::object();
  return result.set("least", *least).set("largest", *largest);
}

// The requirements for every protection.
Value levels_value(const tables::CellTable& table) {
  std::vector<double> lower, upper, sliding;
  for (const tables::Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) continue;
    lower.push_back(cell.lower_level.number());
    upper.push_back(cell.upper_level.number());
    sliding.push_back(cell.sliding_level.number());
  }
  Value result = Value::object();
  return result.set("cells", table.cells.size())
      .set("sensitive", lower.size())
      .set("lower", ends(lower))
      .set("upper", ends(upper))
      .set("sliding", ends(sliding));
}

Value suppressed_value(const std::optional<tables::SuppressionLoss>& loss) {
  if (!loss) return {};
  Value result = Value::object();
  return result.set("primary", loss->primary)
      .set("secondary", loss->secondary)
      .set("primary_value", loss->primary_value)
      .set("secondary_value", loss->secondary_value)
      .set("secondary_cost", loss->secondary_cost);
}

Value distance_value(const std::optional<tables::DistanceLoss>& loss) {
  if (!loss) return {};
  Value result = Value::object();
  return result.set("changed", loss->changed)
      .set("total", loss->total_absolute)
      .set("mean", loss->mean_absolute)
      .set("mean_relative", loss->mean_relative)
      .set("weighted", loss->weighted_absolute)
      .set("root_mean_square", loss->root_mean_square)
      .set("largest", loss->largest_absolute)
      .set("largest_relative", loss->largest_relative)
      .set("zeros_changed", loss->zeros_changed)
      .set("broken_relations", loss->not_additive)
      .set("hellinger", optional_value(loss->hellinger));
}

Value widths_value(const std::optional<tables::IntervalWidths>& widths) {
  if (!widths) return {};
  Value result = Value::object();
  return result.set("cells", widths->cells)
      .set("unbounded", widths->unbounded)
      .set("least", optional_value(widths->least_width))
      .set("mean", optional_value(widths->mean_width))
      .set("least_relative", optional_value(widths->least_relative))
      .set("mean_relative", optional_value(widths->mean_relative))
      .set("least_of_need", optional_value(widths->least_of_need))
      .set("mean_of_need", optional_value(widths->mean_of_need));
}

Value doubt_value(const std::optional<tables::DoubtOfNeed>& doubt) {
  if (!doubt) return {};
  Value result = Value::object();
  return result.set("least", doubt->least).set("median", doubt->median).set("mean", doubt->mean);
}

Value protection_value(const ComparedProtection& one) {
  const auto lost = [&](RankBy by) { return one.lost ? Value(ranked_loss(*one.lost, by)) : Value(); };
  Value result = Value::object();
  return result.set("method", one.method)
      .set("parameters", one.parameters)
      .set("safe", one.safe)
      .set("reason", one.reason.empty() ? Value() : Value(one.reason))
      .set("loss", lost(RankBy::loss))
      .set("lost_cells", lost(RankBy::cells))
      .set("lost_cost", lost(RankBy::cost))
      .set("suppressed", suppressed_value(one.suppressed))
      .set("distance", distance_value(one.distance))
      .set("widths", widths_value(one.widths))
      .set("doubt", doubt_value(one.doubt))
      .set("cost", optional_value(one.cost))
      .set("bound", optional_value(one.bound))
      .set("gap", optional_value(one.gap))
      .set("rank", one.rank > 0 ? Value(one.rank) : Value())
      .set("totals_changed", one.lost ? Value(one.totals_changed) : Value())
      .set("notes", Value::array_of(one.notes));
}

std::string rank_noun(RankBy by) {
  switch (by) {
    case RankBy::loss:
      return "of the table's value";
    case RankBy::cells:
      return "of the table's cells";
    case RankBy::cost:
      break;
  }
  return "of the table's cost";
}

// "4 of 9 cells are suppressed, 3 of them secondary", "6 of 9 cells are changed".
std::string touched_text(const ComparedProtection& one) {
  if (one.suppressed) {
    const tables::SuppressionLoss& loss = *one.suppressed;
    return std::to_string(loss.primary + loss.secondary) + " of " + std::to_string(loss.cells) +
           " cells are suppressed, " + std::to_string(loss.secondary) + " of them secondary";
  }
  if (!one.distance) return "";
  return std::to_string(one.distance->changed) + " of " + std::to_string(one.distance->cells) +
         " cells are changed, by " + percent(one.distance->mean_relative) + " on average";
}

std::string changed_totals(const ComparedProtection& one) {
  return std::to_string(one.totals_changed) + " of " + std::to_string(one.totals) + " published totals";
}

std::string totals_text(const TableComparison& comparison, const ComparedProtection& winner) {
  if (winner.totals_changed == 0) {
    return comparison.totals == tables::Totals::keep
               ? "It changes no published total; only such protections are ranked."
               : "It changes no published total.";
  }
  return "It changes " + changed_totals(winner) +
         (comparison.totals == tables::Totals::keep
              ? ": no protection that was compared is safe and changes none."
              : ".");
}

// Safe, not ranked because of its totals, and with less loss than the winner: the least of them.
const ComparedProtection* less_without_rank(const TableComparison& comparison,
                                            const ComparedProtection& winner) {
  const auto loss = [&](const ComparedProtection& one) { return ranked_loss(*one.lost, comparison.rank_by); };
  const ComparedProtection* least = nullptr;
  for (const ComparedProtection& one : comparison.protections) {
    if (!one.safe || one.rank > 0 || loss(one) >= loss(winner)) continue;
    if (least == nullptr || loss(one) < loss(*least)) least = &one;
  }
  return least;
}

const char* explanation() {
  return "Loss is the suppressed or changed value in percent of all values: a suppressed cell counts with "
         "its whole value, a changed one with its change. Cost is the same with every cell weighted by its "
         "cost. Doubt is the width of the attacker's intervals divided by the required width, and for "
         "adjusted cells their change divided by the level; 1 is just safe. Gap is the largest possible "
         "distance from the best of its kind.";
}

TableBlock unranked_block(const TableComparison& comparison) {
  TableBlock block{{{"without a rank"}, {"loss", Align::right}, {"why"}}, {}};
  for (const ComparedProtection& one : comparison.protections) {
    if (one.rank > 0) continue;
    block.rows.push_back({protection_name(one), one.lost ? percent(one.lost->value) : "–", one.reason});
  }
  return block;
}

TableBlock ranked_block(const TableComparison& comparison) {
  TableBlock block{{{"protection"},
                    {"rank", Align::right},
                    {"loss", Align::right},
                    {"cells", Align::right},
                    {"cost", Align::right},
                    {"doubt, least", Align::right},
                    {"median", Align::right},
                    {"gap", Align::right}},
                   {}};
  std::vector<std::optional<std::size_t>> ranks;
  for (const ComparedProtection& one : comparison.protections) {
    if (one.rank > 0) ranks.emplace_back(one.rank);
  }
  for (const ComparedProtection& one : comparison.protections) {
    if (one.rank == 0) continue;
    const auto doubt = [&](double tables::DoubtOfNeed::*member) {
      return one.doubt ? rounded((*one.doubt).*member, shown_digits) : std::string("–");
    };
    block.rows.push_back({protection_name(one), rank_text(one.rank, ranks), percent(one.lost->value),
                          percent(one.lost->cells), percent(one.lost->cost),
                          doubt(&tables::DoubtOfNeed::least), doubt(&tables::DoubtOfNeed::median),
                          one.gap ? number_or_dash(one.gap) + " %" : "–"});
  }
  return block;
}

}  // namespace

const ComparedProtection* TableComparison::winner() const {
  return protections.empty() || protections.front().rank == 0 ? nullptr : &protections.front();
}

std::string protection_name(const ComparedProtection& protection) {
  return protection.method + (protection.parameters.empty() ? "" : " (" + protection.parameters + ")");
}

std::vector<std::string> table_verdict(const TableComparison& comparison) {
  const ComparedProtection* winner = comparison.winner();
  if (winner == nullptr) {
    return {
        "No protection makes the table safe at its levels. Lower the levels, allow more cells to be "
        "suppressed, or make the table coarser."};
  }
  const auto loss = [&](const ComparedProtection& one) {
    return rounded(ranked_loss(*one.lost, comparison.rank_by), shown_digits) + " % " +
           rank_noun(comparison.rank_by);
  };
  std::string first =
      protection_name(*winner) + " has the least loss: " + loss(*winner) + "; " + touched_text(*winner) + ".";
  std::vector<std::string> equals;
  const ComparedProtection* next = nullptr;
  for (const ComparedProtection& one : comparison.protections) {
    if (&one == winner || one.rank == 0) continue;
    if (one.rank == winner->rank) equals.push_back(protection_name(one));
    if (one.rank != winner->rank && next == nullptr) next = &one;
  }
  std::vector<std::string> result{first, totals_text(comparison, *winner)};
  if (!equals.empty()) result.push_back("The same loss: " + enumerated(equals) + ".");
  if (next != nullptr) {
    result.push_back("Next is " + protection_name(*next) + " with " + loss(*next) + "; " +
                     touched_text(*next) + ".");
  }
  if (const ComparedProtection* less = less_without_rank(comparison, *winner)) {
    result.push_back("Less would be lost by " + protection_name(*less) + ": " + loss(*less) +
                     ". It is not proposed, since it changes " + changed_totals(*less) +
                     "; ‹totals› any ranks it too.");
  }
  const auto other = std::find_if(
      comparison.protections.begin(), comparison.protections.end(), [&](const ComparedProtection& one) {
        return one.rank > 0 && one.suppressed.has_value() != winner->suppressed.has_value();
      });
  if (other != comparison.protections.end() && &*other != next) {
    result.push_back(std::string(winner->suppressed ? "If no cell may be missing, "
                                                    : "If only true values may be published, ") +
                     protection_name(*other) + " has the least loss: " + loss(*other) + "; " +
                     touched_text(*other) + ".");
  }
  return result;
}

std::vector<Block> table_ranking_blocks(const TableComparison& comparison) {
  std::vector<Block> blocks;
  TableBlock ranked = ranked_block(comparison), others = unranked_block(comparison);
  if (!ranked.rows.empty()) {
    blocks.emplace_back(std::move(ranked));
    blocks.emplace_back(Paragraph{explanation()});
  }
  if (!others.rows.empty()) blocks.emplace_back(std::move(others));
  return blocks;
}

Report table_comparison_report(const TableComparison& comparison) {
  Report report;
  Value methods = Value::array();
  for (const ComparedProtection& one : comparison.protections) methods.push(protection_value(one));
  const ComparedProtection* winner = comparison.winner();
  report.document.set("levels", levels_value(comparison.original))
      .set("rank_by", tables::to_text(comparison.rank_by))
      .set("methods", std::move(methods))
      .set("winner", winner != nullptr ? Value(winner->method) : Value())
      .set("totals", tables::to_text(comparison.totals))
      .set("winner_changes_totals", winner != nullptr ? Value(winner->totals_changed > 0) : Value())
      .set("making", table_making_value(comparison));
  report.warnings = comparison.warnings;
  for (const std::string& sentence : table_verdict(comparison))
    report.blocks.emplace_back(Paragraph{sentence});
  for (Block& block : table_ranking_blocks(comparison)) report.blocks.push_back(std::move(block));
  return report;
}

}  // namespace sfumato::report
