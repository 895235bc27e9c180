#include "tables/audit/part_attack.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tables/audit/attack_program.hpp"
#include "tables/audit/box_search.hpp"

namespace sfumato::tables {
namespace {

using Need = Target::Need;

Need need_of(const AttackPart& part, const Cell& cell) {
  if (cell.status != CellStatus::primary) return {.sensitive = false};
  return {.down = cell.lower_level.number() * part.scale,
          .up = cell.upper_level.number() * part.scale,
          .width = cell.sliding_level.number() * part.scale};
}

// A level as small as the rounding is attained only by a deviation that exceeds the rounding.
double least_shown(double level, double slack) {
  const bool hidden = level > 0 && level < 10 * slack && slack > 1e-5;
  return hidden ? level + slack : level - std::max(slack, 1e-6 * level);
}

bool attained(double reached, double level, double slack) { return reached >= least_shown(level, slack); }

// The deviations of one cell attained so far, compared with its need.
class Verdict {
 public:
  Verdict(const AttackProgram& program, std::size_t cell, const Need& need)
      : down_(program.reached(cell, Side::down)),
        up_(program.reached(cell, Side::up)),
        need_(need),
        slack_(program.slack()) {}

  bool enough(Side side) const {
    return side == Side::up ? attained(up_, need_.up, slack_) : attained(down_, need_.down, slack_);
  }
  bool wide() const {
    return !need_.sensitive || (down_ + up_ > slack_ && attained(down_ + up_, need_.width, slack_));
  }
  bool safe() const { return enough(Side::down) && enough(Side::up) && wide(); }
  // Whether this side is too narrow. If only the width is too small, both sides are.
  bool narrow(Side side) const {
    return !enough(side) || (!wide() && enough(Side::down) && enough(Side::up));
  }

 private:
  double down_, up_;
  Need need_;
  double slack_;
};

Interval interval_of(const AttackPart& part, const AttackProgram& program, std::size_t place,
                     const Cell& cell) {
  const double value = cell.value.number() * part.scale;
  const double nearest = std::round(value);
  const double units = std::abs(value - nearest) <= 1e-12 * std::max(1.0, std::abs(value)) ? nearest : value;
  const double down = program.reached(place, Side::down);
  const double up = program.reached(place, Side::up);
  Interval interval;
  if (std::isfinite(down)) interval.lower = (units - down) / part.scale;
  if (std::isfinite(up)) interval.upper = (units + up) / part.scale;
  return interval;
}

std::vector<std::size_t> revealing_relations(AttackProgram& program, std::size_t place,
                                             const Verdict& verdict) {
  std::vector<std::size_t> all;
  for (const Side side : {Side::down, Side::up}) {
    if (!verdict.narrow(side)) continue;
    const std::vector<std::size_t> some = program.revealing(place, side);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Solves one side of one cell, as far as the verdict (or, without `verdict_only`, its interval) needs it.
void settle(AttackProgram& program, const Target& target, Side side, bool verdict_only, SolverCounts& work) {
  const std::size_t before = program.solved();
  const Verdict verdict(program, target.place, target.need);
  const bool shown = verdict_only && verdict.enough(side) && verdict.wide();
  if (!shown) program.settle(target.place, side);
  if (program.solved() == before) ++work.skipped;
}

// Upwards first for all: solutions that push some cells up leave most others at their lower bounds.
void settle_all(AttackProgram& program, std::span<const Target> targets, bool verdict_only,
                SolverCounts& work) {
  for (const Side side : {Side::up, Side::down}) {
    for (const Target& target : targets) settle(program, target, side, verdict_only, work);
  }
}

// Deviations by boxes of cells, where only the verdict is requested.
void show_boxes(const CellTable& table, const AttackPart& part, std::span<const Target> targets,
                AttackProgram& program, const Run& run) {
  BoxSearch boxes(table, part);
  for (const Target& target : targets) {
    run.check_stop();
    for (const Side side : {Side::up, Side::down}) {
      const Verdict verdict(program, target.place, target.need);
      if (verdict.enough(side) && verdict.wide()) continue;
      const double level = side == Side::up ? target.need.up : target.need.down;
      const double amount = std::ceil(std::max({level, verdict.wide() ? 0 : target.need.width, 1.0}));
      program.show(boxes.find({target.place, side == Side::up ? amount : -amount}, {}));
    }
  }
}

// What must be attained by a cell, for each insider, to prove it safe: its levels, and in addition, on the
// side with room, the missing width or more than a single point.
void add_goals(const AttackPart& part, const Target& target, double slack, std::vector<Goal>& goals) {
  double up = std::min(std::max(target.need.up, least_shown(target.need.up, slack)), target.reached_up);
  double down =
      std::min(std::max(target.need.down, least_shown(target.need.down, slack)), target.reached_down);
  const double width = std::max({target.need.width, least_shown(target.need.width, slack),
                                 std::min(1.0, target.reached_up + target.reached_down)});
  up = std::min(up + std::max(0.0, width - up - down), target.reached_up);
  down = std::min(down + std::max(0.0, width - up - down), target.reached_down);
  if (part.whole[target.place]) {
    up = std::ceil(up - slack);
    down = std::ceil(down - slack);
  }
  if (up > slack) goals.push_back({target.place, Side::up, up});
  if (down > slack) goals.push_back({target.place, Side::down, down});
}

// The targets that may be unsafe for each insider, in the order of the targets.
std::map<std::size_t, std::vector<Target>> suspected(const CellTable& table, const AttackPart& part,
                                                     std::span<const PartInsider> insiders,
                                                     std::span<const Target> targets,
                                                     const AttackProgram& outsider, const Run& run,
                                                     SolverCounts& work) {
  std::vector<Goal> goals;
  std::vector<std::size_t> first_goals;
  for (const Target& target : targets) {
    first_goals.push_back(goals.size());
    add_goals(part, target, outsider.slack(), goals);
  }
  first_goals.push_back(goals.size());
  CertificateSearch certificates(table, part, insiders, outsider, goals, run);
  certificates.search();
  work.solved += certificates.solved();
  work.skipped += goals.size() - std::min(goals.size(), certificates.solved());
  std::map<std::size_t, std::vector<Target>> by_insider;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t goal = first_goals[i]; goal < first_goals[i + 1]; ++goal) {
      for (const std::size_t insider : certificates.open_insiders(goal)) {
        std::vector<Target>& those = by_insider[insider];
        if (those.empty() || those.back().place != targets[i].place) those.push_back(targets[i]);
      }
    }
  }
  return by_insider;
}

// The targets with their needs for this insider, who knows beforehand that a cell is not less than its own
// contribution.
std::vector<Target> seen_from_inside(const CellTable& table, const AttackPart& part,
                                     std::span<const Target> targets, const Insider& insider) {
  std::vector<Target> result(targets.begin(), targets.end());
  for (Target& target : result) {
    const std::size_t cell = target.result->cell;
    const double share = own_share(table, cell, insider.contributor);
    if (share <= 0) continue;
    const double others = (table.cells[cell].value.number() - share) * part.scale;
    target.need.down = std::min(target.need.down, std::max(0.0, others));
  }
  return result;
}

// The intervals of one insider for the cells that may be unsafe for it.
void attack_by(const PartInsider& attacker, const CellTable& table, const AttackPart& part,
               std::span<const Target> suspects, AttackProgram& program, SolverCounts& work,
               std::vector<Disclosure>& found) {
  const std::vector<Target> targets = seen_from_inside(table, part, suspects, *attacker.insider);
  program.know(attacker.places);
  settle_all(program, targets, true, work);
  for (const Target& target : targets) {
    if (Verdict(program, target.place, target.need).safe()) continue;
    for (const Side side : {Side::up, Side::down}) settle(program, target, side, false, work);
    const Verdict verdict(program, target.place, target.need);
    const Cell& cell = table.cells[target.result->cell];
    found.push_back({target.result,
                     {attacker.insider->contributor, attacker.insider->cells,
                      interval_of(part, program, target.place, cell)},
                     revealing_relations(program, target.place, verdict)});
  }
}

}  // namespace

Target target_of(const AttackPart& part, std::size_t place, const Cell& cell, AuditedCell& result) {
  return {place, &result, need_of(part, cell)};
}

void attack_from_outside(const CellTable& table, const AttackPart& part, std::span<Target> targets,
                         const AuditOptions& options, const Run& run, SolverCounts& work) {
  AttackProgram program(part, run);
  if (options.verdict_only) show_boxes(table, part, targets, program, run);
  settle_all(program, targets, options.verdict_only, work);
  for (Target& target : targets) {
    AuditedCell& result = *target.result;
    target.reached_down = program.reached(target.place, Side::down);
    target.reached_up = program.reached(target.place, Side::up);
    const Verdict verdict(program, target.place, target.need);
    result.safe = verdict.safe();
    result.interval = interval_of(part, program, target.place, table.cells[result.cell]);
    if (!result.safe) result.revealing = revealing_relations(program, target.place, verdict);
  }
  work.solved += program.solved();
}

std::vector<Disclosure> attack_from_inside(const CellTable& table, const AttackPart& part,
                                           std::span<const PartInsider> attackers,
                                           std::span<const Target> targets, const Run& run,
                                           SolverCounts& work) {
  std::vector<Disclosure> found;
  AttackProgram program(part, run);
  for (const auto& [insider, some] : suspected(table, part, attackers, targets, program, run, work)) {
    attack_by(attackers[insider], table, part, some, program, work, found);
  }
  work.solved += program.solved();
  return found;
}

}  // namespace sfumato::tables
