#include "tables/adjustment/adjusted_audit.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "tables/adjustment/joint_origins.hpp"
#include "tables/audit/insiders.hpp"

namespace sfumato::tables {
namespace {

constexpr double nearly = 1e-9;  // relative

void check_same(const CellTable& table, const CellTable& published) {
  if (table.cells.size() != published.cells.size() || table.coordinates != published.coordinates ||
      table.relations != published.relations) {
    bad_input("the adjusted table does not have the cells and sums of the table that is audited",
              "give the table with the true values first, and the table that was adjusted from it second");
  }
}

// The attackers of one sensitive cell and the sets that follow from the cell alone.
struct Attacked {
  std::size_t cell = 0;
  std::vector<CellKnowledge> attackers;
  std::vector<Origins> sets;
  bool beyond = false;
};

class AdjustedAuditor {
 public:
  AdjustedAuditor(const CellTable& table, const CellTable& published, const AdjustedAuditOptions& options,
                  const Run& run)
      : table_(table),
        published_(published),
        options_(options),
        run_(run),
        units_(exact_units(table)),
        scale_(static_cast<double>(power_of_ten(units_.decimals))),
        low_(options.levels.low.number() / 100),
        high_(options.levels.high.number() / 100) {
    find_knowledge();
  }

  AdjustedAudit run() {
    AdjustedAudit audit;
    audit.levels = options_.levels;
    audit.relations = options_.use_relations;
    find_sets();
    std::optional<JointOrigins> joint;
    if (options_.use_relations) joint.emplace(table_, knowledge_, optimize::Limit(options_.limit), run_);
    if (options_.insiders && !table_.contributors.empty()) insiders_ = find_insiders(table_);
    for (const Attacked& attacked : attacked_) {
      bool complete = true;
      AdjustedSet one = judged(attacked, joint ? &*joint : nullptr, complete);
      audit.safe = audit.safe && one.safe;
      audit.few += one.set.few ? 1 : 0;
      audit.spans += one.set.spans ? 1 : 0;
      audit.beyond += one.beyond ? 1 : 0;
      audit.wider += complete ? 0 : 1;
      audit.cells.push_back(std::move(one));
    }
    return audit;
  }

 private:
  double in_units(const Decimal& number) const { return number.number() * scale_; }

  void find_knowledge() {
    const std::vector<PriorBounds> prior = prior_bounds(table_, options_.prior_percent);
    const std::vector<bool> sums =
        options_.fix_margins ? sums_of(table_) : std::vector<bool>(table_.cells.size(), false);
    for (std::size_t i = 0; i < table_.cells.size(); ++i) {
      const double truth =
          std::round(in_units(table_.cells[i].value));  // whole: values have the units' decimals
      const double published = std::round(in_units(published_.cells[i].value));
      knowledge_.truth.push_back(truth);
      knowledge_.published.push_back(published);
      if (sums[i] && truth != published) {
        bad_input("the total " + cell_name(table_, i) + " of the adjusted table is not the true one",
                  "leave out ‹fix-margins›: the margins of this table were not fixed");
      }
      const bool fixed = truth == published && (sums[i] || table_.cells[i].status == CellStatus::kept);
      knowledge_.bounds.push_back(fixed ? UnitRange{truth, truth}
                                        : UnitRange{prior[i].lower ? in_units(*prior[i].lower) : -infinity,
                                                    prior[i].upper ? in_units(*prior[i].upper) : infinity});
    }
    knowledge_.origins.resize(table_.cells.size());
  }

  Origins origins_of(const CellKnowledge& knowledge, std::size_t cell, bool further) const {
    Origins result;
    for (const Move move : {Move::up, Move::down}) {
      const LevelModel& model = move == Move::up ? knowledge.upper : knowledge.lower;
      std::optional<UnitRange> range = origins(model, move, knowledge_.published[cell], low_,
                                               further ? std::nullopt : std::optional(high_));
      if (!range) continue;
      range = UnitRange{std::max(range->lower, std::ceil(knowledge_.bounds[cell].lower - nearly)),
                        std::min(range->upper, std::floor(knowledge_.bounds[cell].upper + nearly))};
      if (range->lower <= range->upper) result.of(move) = range;
    }
    return result;
  }

  // By more than the largest level of the range.
  bool moved_further(std::size_t cell) const {
    const double change = knowledge_.published[cell] - knowledge_.truth[cell];
    const Cell& own = table_.cells[cell];
    const double level = in_units(change > 0 ? own.upper_level : own.lower_level);
    const double most = std::max(1.0, std::ceil(high_ * level * (1 - nearly) - nearly));
    return std::abs(change) > most + nearly;
  }

  void find_sets() {
    for (std::size_t i = 0; i < table_.cells.size(); ++i) {
      if (table_.cells[i].status != CellStatus::primary) continue;
      Attacked attacked{i, attackers_on(table_, i, units_.decimals), {}, false};
      if (!options_.insiders) attacked.attackers.resize(1);
      for (const CellKnowledge& one : attacked.attackers) {
        attacked.sets.push_back(origins_of(one, i, false));
      }
      attacked.beyond = moved_further(i);
      // A table in which some cells moved by more than their levels: the attacker is granted to know which.
      const Origins joint = attacked.beyond ? origins_of(attacked.attackers[0], i, true) : attacked.sets[0];
      if (joint.contains(knowledge_.truth[i])) knowledge_.origins[i] = joint;
      attacked_.push_back(std::move(attacked));
    }
  }

  std::vector<std::size_t> cells_known_by(std::int64_t contributor) const {
    for (const Insider& insider : insiders_) {
      if (contributor >= 0 && insider.contributor == contributor) return insider.cells;
    }
    return {};
  }

  AdjustedSet judged(const Attacked& attacked, JointOrigins* joint, bool& complete) const {
    const Cell& cell = table_.cells[attacked.cell];
    AdjustedSet result;
    result.cell = attacked.cell;
    result.value = cell.value;
    result.published = published_.cells[attacked.cell].value;
    result.need_lower = cell.value - cell.lower_level;
    result.need_upper = cell.value + cell.upper_level;
    result.moved = result.published != cell.value &&
                   (result.published >= result.need_upper || result.published <= result.need_lower);
    result.beyond = attacked.beyond;
    std::vector<AttackerSet> sets;
    for (std::size_t i = 0; i < attacked.attackers.size(); ++i) {
      const CellKnowledge& who = attacked.attackers[i];
      Origins left = attacked.sets[i];
      const std::vector<std::size_t> own = cells_known_by(who.contributor);
      if (joint != nullptr && !attacked.beyond) left = joint->narrowed(attacked.cell, left, own, complete);
      sets.push_back(measured(attacked.cell, left, who.attacker, own));
    }
    if (joint != nullptr && !attacked.beyond) add_neighbours(attacked, *joint, complete, sets);
    result.set = *std::min_element(sets.begin(), sets.end(), learns_more);
    result.safe = result.moved && result.set.safe;
    return result;
  }

  // Respondents who are alone in another cell of the same relation.
  void add_neighbours(const Attacked& attacked, JointOrigins& joint, bool& complete,
                      std::vector<AttackerSet>& sets) const {
    if (insiders_.empty()) return;
    const std::vector<std::size_t> near = joint.neighbours(attacked.cell);
    for (const Insider& insider : insiders_) {
      const auto is_near = [&](std::size_t cell) {
        return std::binary_search(near.begin(), near.end(), cell);
      };
      if (std::find(insider.cells.begin(), insider.cells.end(), attacked.cell) != insider.cells.end())
        continue;
      if (std::none_of(insider.cells.begin(), insider.cells.end(), is_near)) continue;
      const Origins left = joint.narrowed(attacked.cell, attacked.sets[0], insider.cells, complete);
      sets.push_back(measured(attacked.cell, left, CellAttacker::contributors, insider.cells));
    }
  }

  static bool learns_more(const AttackerSet& left, const AttackerSet& right) {
    if (left.safe != right.safe) return !left.safe;
    const auto width = [](const AttackerSet& set) { return set.near_of_need.value_or(infinity); };
    if (width(left) != width(right)) return width(left) < width(right);
    return left.values.value_or(infinity) < right.values.value_or(infinity);
  }

  AttackerSet measured(std::size_t index, const Origins& left, CellAttacker attacker,
                       const std::vector<std::size_t>& own) const {
    const double truth = knowledge_.truth[index];
    AttackerSet set;
    set.attacker = attacker;
    set.own_cells = own;
    set.contains_value = left.contains(truth);
    set.safe = set.few = true;
    double values = 0, least = infinity, most = -infinity;
    for (const std::optional<UnitRange>& range : left.by_move) {
      if (!range) continue;
      values += range->upper - range->lower + 1;
      set.few = set.few && range->upper - range->lower <= 1;
      least = std::min(least, range->lower);
      most = std::max(most, range->upper);
      const bool endless = range->upper == infinity;
      set.intervals.push_back(
          {range->lower / scale_, endless ? std::nullopt : std::optional(range->upper / scale_)});
      judge(set, *range, table_.cells[index], truth);
    }
    if (values < infinity) set.values = values;
    const Cell& cell = table_.cells[index];
    set.spans = least <= truth - in_units(cell.lower_level) * (1 - nearly) &&
                most >= truth + in_units(cell.upper_level) * (1 - nearly);
    return set;
  }

  // Too near and too narrow makes a set unsafe.
  void judge(AttackerSet& set, const UnitRange& range, const Cell& cell, double truth) const {
    const bool below = range.upper < truth;
    const double distance = std::max({0.0, range.lower - truth, truth - range.upper});
    const double level = in_units(below ? cell.lower_level : cell.upper_level);
    const double of_need = level > 0 ? distance / level : distance > 0 ? 1.0 : 0.0;
    if (!set.closest || distance / scale_ < *set.closest) {
      set.closest = distance / scale_;
      set.closest_of_need = of_need;
    }
    if (of_need >= 1 - nearly) return;
    const double need = std::max(in_units(cell.lower_level + cell.upper_level), in_units(cell.sliding_level));
    const double width = range.upper - range.lower;
    if (width == infinity) return;
    const double part = need > 0 ? width / need : width > 0 ? 1.0 : 0.0;
    set.near_of_need = std::min(set.near_of_need.value_or(infinity), part);
    set.safe = set.safe && part >= 1 - nearly;
  }

  const CellTable& table_;
  const CellTable& published_;
  const AdjustedAuditOptions& options_;
  const Run& run_;
  ExactUnits units_;
  double scale_, low_, high_;
  JointKnowledge knowledge_;
  std::vector<Attacked> attacked_;
  std::vector<Insider> insiders_;
};

}  // namespace

AdjustedAudit audit_adjusted(const CellTable& table, const CellTable& published,
                             const AdjustedAuditOptions& options, const Run& run) {
  check_table(table);
  check_same(table, published);
  check_additive(published);
  return AdjustedAuditor(table, published, options, run).run();
}

void add_attacker_sets(const CellTable& table, const AdjustmentOptions& options, Adjustment& made,
                       const Run& run) {
  AdjustedAuditOptions attacker;
  attacker.levels = options.levels;
  attacker.fix_margins = options.fix_margins;
  attacker.prior_percent = options.prior_percent;
  attacker.use_relations = false;
  const AdjustedAudit audit = audit_adjusted(table, made.table, attacker, run);
  for (std::size_t i = 0; i < audit.cells.size(); ++i) {
    made.cells[i].attacker_set = audit.cells[i].set.intervals;
  }
  made.two_values = audit.few;
  if (audit.few == 0) return;
  made.notes.push_back(
      "for " + std::to_string(audit.few) + " of " + std::to_string(audit.cells.size()) +
      " sensitive cells an attacker who knows the rule and this method computes two possible "
      "values, one for each direction; one of them is true unless the sums moved the cell by "
      "more than its level; draw the levels from a range (‹levels›), or suppress cells instead");
}

}  // namespace sfumato::tables
