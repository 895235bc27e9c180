#include "tables/comparison/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tables/recoding/recoding.hpp"
#include "tables/rounding/rounding.hpp"
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {
namespace {

constexpr int most_bases = 40;
// Up to this many suppressed cells the intervals of secondary cells are computed too.
constexpr std::size_t most_secondary_intervals = 1000;
constexpr double usual_variance = 2;
constexpr std::int64_t usual_noise = 4;

std::string cells_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " sensitive cell" : " sensitive cells");
}

std::optional<DoubtOfNeed> doubt_of(std::vector<double> parts) {
  if (parts.empty()) return std::nullopt;
  std::sort(parts.begin(), parts.end());
  double sum = 0;
  for (const double part : parts) sum += part;
  return DoubtOfNeed{parts.front(), parts[(parts.size() - 1) / 2], sum / static_cast<double>(parts.size())};
}

std::optional<DoubtOfNeed> doubt_of(const Audit& audited) {
  std::vector<double> parts;
  for (const AuditedCell& cell : audited.cells) {
    const double need = std::max(cell.need_upper - cell.need_lower, cell.need_width);
    if (!(need > 0) || !cell.interval.lower || !cell.interval.upper) continue;
    parts.push_back((*cell.interval.upper - *cell.interval.lower) / need);
  }
  // Of a difference of margin and cell, only upwards where nothing is required downwards.
  for (const AuditedOutside& one : audited.outside) {
    const double need = one.need_upper - one.need_lower;
    if (!(need > 0) || !one.interval.lower || !one.interval.upper) continue;
    const double from = one.need_lower < one.value ? *one.interval.lower : one.value;
    parts.push_back((*one.interval.upper - from) / need);
  }
  return doubt_of(std::move(parts));
}

std::optional<DoubtOfNeed> doubt_of(const std::vector<AdjustedCell>& cells) {
  std::vector<double> parts;
  for (const AdjustedCell& cell : cells) {
    const bool up = cell.value < cell.published;
    const double need = (up ? cell.need_upper - cell.value : cell.value - cell.need_lower).number();
    if (need > 0) parts.push_back(magnitude(cell.published - cell.value).number() / need);
  }
  return doubt_of(std::move(parts));
}

// `audited` is of the sensitive cells only.
void add_widths(ComparedProtection& result, const CellTable& original, const Audit& audited) {
  result.widths = interval_widths(original, audited);
  result.doubt = doubt_of(audited);
}

void add_distance(ComparedProtection& result, const CellTable& original) {
  result.distance = distance_loss(original, result.table);
  result.lost = lost_shares(original, result.table);
}

// The audit of a pattern, for the report page.
Audit shown_audit(const CellTable& pattern, Audit of_primary, const AuditOptions& attacker, const Run& run) {
  if (of_primary.suppressed > most_secondary_intervals) return of_primary;
  AuditOptions wanted = attacker;
  wanted.secondary_cells = true;
  wanted.verdict_only = false;
  return audit(pattern, wanted, run);
}

ComparedProtection by_suppression(const CellTable& table, const std::string& algorithm,
                                  const ComparisonOptions& options, const Run& run) {
  ComparedProtection result;
  SuppressionOptions wanted;
  wanted.algorithm = algorithm;
  wanted.limit = options.limit;
  wanted.attacker = options.attacker;
  wanted.problem.prior_percent = options.attacker.prior_percent;
  Suppression made = suppress(table, wanted, run);
  result.notes = made.notes;
  result.safe = made.audit.safe;
  if (!result.safe) {
    result.reason = "the levels of " + cells_text(made.out_of_reach.size()) +
                    " cannot be met, even if every cell that may be suppressed is suppressed";
    return result;
  }
  result.suppressed = suppression_loss(made.table);
  result.lost = lost_shares(table, made.table);
  result.cost = made.cost;
  if (made.bound > 0 || made.optimal) result.bound = made.bound;
  add_widths(result, table, made.audit);
  result.audit = shown_audit(made.table, std::move(made.audit), options.attacker, run);
  result.table = std::move(made.table);
  return result;
}

// 1, 2, 5, 10, … of the table's last decimal, which the first leaves as they are.
Decimal base_number(int decimals, int step) {
  constexpr std::int64_t digits[] = {1, 2, 5};
  return Decimal(digits[step % 3] * power_of_ten(step / 3), decimals);
}

// The narrowest band around a published value that can contain the required interval of a sensitive cell.
double widest_need(const CellTable& table) {
  double widest = 0;
  for (const Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) continue;
    widest = std::max({widest, (cell.lower_level + cell.upper_level).number(), cell.sliding_level.number()});
  }
  return widest;
}

ComparedProtection by_rounding(const CellTable& table, const ComparisonOptions& options, const Run& run) {
  ComparedProtection result;
  const int decimals = exact_units(table).decimals;
  const double need = widest_need(table);
  double largest = need;
  for (const Cell& cell : table.cells) largest = std::max(largest, std::abs(cell.value.number()));
  const optimize::Limit limit(options.limit);
  for (int step = 1; step < most_bases; ++step) {
    RoundingOptions wanted;
    wanted.base = base_number(decimals, step);
    if (2 * wanted.base.number() < need) continue;
    if (wanted.base.number() > 2 * largest) break;
    run.check_stop();
    if (limit.over()) {
      result.reason =
          std::string("no base gave a safe table within the ") + to_text(options.limit.unit) + " limit";
      return result;
    }
    wanted.attacker = options.attacker;
    Rounding made = round_table(table, wanted, limit, run);
    if (!made.found || !made.additive || !made.audit.safe) continue;
    result.parameters = "base " + wanted.base.trimmed().text();
    if (made.steps > 0) result.parameters += ", " + std::to_string(made.steps) + " steps";
    result.safe = true;
    result.gap = made.gap();
    result.notes = made.notes;
    result.table = std::move(made.table);
    add_widths(result, table, made.audit);
    add_distance(result, table);
    result.audit = std::move(made.audit);
    return result;
  }
  result.reason = "no base up to twice the largest cell gives a safe additive table";
  return result;
}

// Adjustment moves a cell by its level on one side; a required width has no meaning for it.
void refuse_sliding_levels(const CellTable& table) {
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Cell& cell = table.cells[i];
    if (cell.status != CellStatus::primary || cell.sliding_level <= cell.lower_level + cell.upper_level)
      continue;
    bad_input(cell_name(table, i) + " has a sliding level, which adjustment does not support");
  }
}

ComparedProtection by_adjustment(const CellTable& table, bool fix_margins, const ComparisonOptions& options,
                                 const Run& run) {
  ComparedProtection result;
  result.parameters = fix_margins ? "margins fixed" : "margins free";
  refuse_sliding_levels(table);
  AdjustmentOptions wanted;
  wanted.fix_margins = fix_margins;
  wanted.limit = options.limit;
  wanted.prior_percent = options.attacker.prior_percent;
  Adjustment made = adjust_table(table, wanted, run);
  result.notes = made.notes;
  result.safe = made.found && made.safe();
  if (!result.safe) {
    const std::size_t stuck = made.out_of_reach.size() + made.conflicting.size();
    result.reason =
        stuck > 0 ? cells_text(stuck) + " cannot be moved by their protection levels"
                  : "no table was found in which all sensitive cells are changed by their protection levels";
    return result;
  }
  result.gap = made.gap();
  result.doubt = doubt_of(made.cells);
  result.adjusted = std::move(made.cells);
  result.table = std::move(made.table);
  add_distance(result, table);
  return result;
}

std::string levels_text(const Recoding& made) {
  std::string text;
  for (std::size_t i = 0; i < made.levels.size(); ++i) {
    if (made.levels[i] == made.original_levels[i]) continue;
    text += (text.empty() ? "" : ", ") + made.table.dimensions[i].name + " " +
            (made.levels[i] == 0 ? "total only"
                                 : std::to_string(made.levels[i]) + " of " +
                                       std::to_string(made.original_levels[i]) + " levels");
  }
  return text;
}

// The original with all cells suppressed that a coarser table removes: for the attacker both are equivalent.
CellTable pattern_of(const CellTable& table, const std::vector<std::size_t>& levels) {
  CellTable pattern = table;
  std::vector<std::vector<std::size_t>> level_of;
  for (const Dimension& dimension : table.dimensions) level_of.push_back(code_levels(dimension));
  for (std::size_t cell = 0; cell < pattern.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    bool left_out = false;
    for (std::size_t i = 0; i < levels.size(); ++i) left_out |= level_of[i][codes[i]] > levels[i];
    CellStatus& status = pattern.cells[cell].status;
    if (left_out) {
      if (status == CellStatus::kept) {
        bad_input(cell_name(table, cell) + " must be published, but a coarser table removes it");
      }
      if (status != CellStatus::primary) status = CellStatus::secondary;
    } else if (status == CellStatus::secondary) {
      status = CellStatus::safe;
    }
  }
  return pattern;
}

ComparedProtection by_recoding(const CellTable& table, const ComparisonOptions& options, const Run& run) {
  ComparedProtection result;
  RecodingOptions wanted;
  wanted.loss = options.rank == RankBy::cells ? RecodingLoss::cells : RecodingLoss::cost;
  Recoding made = recode(table, wanted);
  if (!made.attained) {
    result.reason = "even the totals are sensitive";
    return result;
  }
  result.parameters = levels_text(made);
  CellTable pattern = pattern_of(table, made.levels);
  AuditOptions attacker = options.attacker;
  attacker.verdict_only = false;
  Audit audited = audit(pattern, attacker, run);
  result.safe = audited.safe;
  if (!result.safe) {
    result.reason = cells_text(unsafe_cells(audited).size()) +
                    " can still be estimated too closely from the totals above them";
    return result;
  }
  result.suppressed = suppression_loss(pattern);
  result.lost = lost_shares(table, pattern);
  add_widths(result, table, audited);
  result.audit = shown_audit(pattern, std::move(audited), options.attacker, run);
  result.pattern = std::move(pattern);
  result.table = std::move(made.table);
  return result;
}

ComparedProtection by_perturbation(const CellTable& table, const ComparisonOptions& options, const Run& run) {
  ComparedProtection result;
  result.parameters = options.ptable ? "noise of at most " + std::to_string(options.ptable->largest_noise())
                                     : "variance " + rounded(usual_variance) + ", noise of at most " +
                                           std::to_string(usual_noise);
  const Ptable ptable = options.ptable ? *options.ptable : make_ptable(usual_variance, usual_noise, 0);
  Perturbation made = perturb(table, ptable);
  audit_perturbed(table, ptable, made, run);
  const std::string single_cells =
      "no audit can prove single cells safe: their protection depends on the ptable";
  result.reason = made.outside.empty() ? single_cells
                  : made.safe()
                      ? "the differences that the rules protect were audited and are safe; " + single_cells
                      : "the noise is too small for the differences that the rules protect";
  result.notes = made.notes;
  result.table = std::move(made.table);
  add_distance(result, table);
  return result;
}

Candidate suppression(const std::string& algorithm) {
  return {"suppress-" + algorithm,
          [algorithm](const CellTable& table, const ComparisonOptions& options, const Run& run) {
            return by_suppression(table, algorithm, options, run);
          }};
}

Candidate adjustment(const std::string& name, bool fix_margins) {
  return {name, [fix_margins](const CellTable& table, const ComparisonOptions& options, const Run& run) {
            return by_adjustment(table, fix_margins, options, run);
          }};
}

}  // namespace

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = [] {
    std::vector<Candidate> result;
    for (const SuppressionAlgorithm& algorithm : suppression_algorithms()) {
      if (!algorithm.info.chooses) result.push_back(suppression(algorithm.info.name));
    }
    result.push_back({"round", by_rounding});
    result.push_back(adjustment("adjust", false));
    result.push_back(adjustment("adjust-margins", true));
    result.push_back({"recode", by_recoding});
    result.push_back({"perturb", by_perturbation});
    return result;
  }();
  return all;
}

}  // namespace sfumato::tables
