#include "tables/audit/audit.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "tables/audit/attack_program.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/audit/box_search.hpp"
#include "tables/audit/insiders.hpp"
#include "tables/audit/witnesses.hpp"

namespace sfumato::tables {
namespace {

// Fixed, so that what is solved does not depend on the number of threads. Each block has a solver of its own,
// and its cells profit from each other's solutions.
constexpr std::size_t cells_per_block = 128;
// Of a part: each block looks at the whole part once.
constexpr std::size_t most_blocks = 64;

std::size_t block_size(std::size_t targets) {
  return std::max(cells_per_block, (targets + most_blocks - 1) / most_blocks);
}

// In units of the part: how far the interval must reach on either side, and how wide it must be.
struct Need {
  double down = 0;
  double up = 0;
  double width = 0;
  bool sensitive = true;
};

Need need_of(const AttackPart& part, const Cell& cell) {
  if (cell.status != CellStatus::primary) return {.sensitive = false};
  return {.down = cell.lower_level.number() * part.scale,
          .up = cell.upper_level.number() * part.scale,
          .width = cell.sliding_level.number() * part.scale};
}

// A level that rounding may hide is attained by what shows in spite of it.
double least_shown(double level, double slack) {
  const bool hidden = level > 0 && level < 10 * slack && slack > 1e-5;
  return hidden ? level + slack : level - std::max(slack, 1e-6 * level);
}

bool attained(double reached, double level, double slack) { return reached >= least_shown(level, slack); }

// What solutions have shown so far of one cell, held against its need.
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
  // Is this side to blame? Without a side of its own to blame, a narrow interval blames both.
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

std::vector<std::size_t> relations_to_blame(AttackProgram& program, std::size_t place,
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

struct Target {
  std::size_t place = 0;  // in the part
  AuditedCell* result = nullptr;
  Need need;
  double reached_down = 0, reached_up = 0;  // by outsiders, in units
};

struct Work {
  std::size_t solved = 0;
  std::size_t spared = 0;
};

// Settles one side of one cell, as far as the verdict (or, without `verdict_only`, its interval) needs it.
void settle(AttackProgram& program, const Target& target, Side side, bool verdict_only, Work& work) {
  const std::size_t before = program.solved();
  const Verdict verdict(program, target.place, target.need);
  const bool shown = verdict_only && verdict.enough(side) && verdict.wide();
  if (!shown) program.settle(target.place, side);
  if (program.solved() == before) ++work.spared;
}

// Upwards first for all: solutions that push some cells up leave most others at their lower bounds.
void settle_all(AttackProgram& program, std::span<const Target> targets, bool verdict_only, Work& work) {
  for (const Side side : {Side::up, Side::down}) {
    for (const Target& target : targets) settle(program, target, side, verdict_only, work);
  }
}

// What boxes of cells show, where the verdict is all that is asked for.
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

void attack_from_outside(const CellTable& table, const AttackPart& part, std::span<Target> targets,
                         const AuditOptions& options, const Run& run, Work& work) {
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
    if (!result.safe) result.revealing = relations_to_blame(program, target.place, verdict);
  }
  work.solved += program.solved();
}

// What one insider can say that nobody outside can.
struct Disclosure {
  AuditedCell* result = nullptr;
  InsiderView view;
  std::vector<std::size_t> revealing;
};

// What must be shown of a cell, for each insider, to be sure that it is safe: its levels, and beyond them, on
// the side that has the room, what its width still lacks or what makes it more than a point.
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

// The targets that each insider may know too well, in the order of the targets.
std::map<std::size_t, std::vector<Target>> suspected(const CellTable& table, const AttackPart& part,
                                                     std::span<const PartInsider> insiders,
                                                     std::span<const Target> targets,
                                                     const AttackProgram& outsider, const Run& run,
                                                     Work& work) {
  std::vector<Goal> goals;
  std::vector<std::size_t> first_goals;
  for (const Target& target : targets) {
    first_goals.push_back(goals.size());
    add_goals(part, target, outsider.slack(), goals);
  }
  first_goals.push_back(goals.size());
  WitnessSearch witnesses(table, part, insiders, outsider, goals, run);
  witnesses.search();
  work.solved += witnesses.solved();
  work.spared += goals.size() - std::min(goals.size(), witnesses.solved());
  std::map<std::size_t, std::vector<Target>> by_insider;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t goal = first_goals[i]; goal < first_goals[i + 1]; ++goal) {
      for (const std::size_t insider : witnesses.suspects(goal)) {
        std::vector<Target>& those = by_insider[insider];
        if (those.empty() || those.back().place != targets[i].place) those.push_back(targets[i]);
      }
    }
  }
  return by_insider;
}

// The targets with what this insider must not learn: that a cell is not less than its own share of it, it
// knows beforehand.
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

void attack_from_inside(const CellTable& table, const AttackPart& part, std::span<const Target> suspects,
                        const PartInsider& attacker, AttackProgram& program, Work& work,
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
                     relations_to_blame(program, target.place, verdict)});
  }
}

// Differences of a cell's numbers must be numbers too: a cell is named that is too large for that.
const CellTable& checked(const CellTable& table) {
  for (std::size_t index = 0; index < table.cells.size(); ++index) {
    const Cell& cell = table.cells[index];
    if (!cell.suppressed()) continue;
    try {
      (void)(cell.value - cell.lower_level);
      (void)(cell.value + cell.upper_level);
      if (cell.lower) (void)(*cell.lower - cell.value);
      if (cell.upper) (void)(*cell.upper - cell.value);
    } catch (const Error& error) {
      bad_input("the value, levels and bounds of " + cell_name(table, index) +
                    " are too far apart: their sums and differences have more than 18 digits",
                error.hint);
    }
  }
  return table;
}

// One audit under way.
class Auditor {
 public:
  Auditor(const CellTable& table, const AuditOptions& options, const Run& run)
      : table_(table), options_(options), run_(run), parts_(attack_parts(checked(table), options)) {
    for (AttackPart& part : parts_) coarsen(part);
    list_cells();
  }

  Audit run() {
    from_outside();
    if (options_.insiders) from_inside();
    for (const AuditedCell& cell : audit_.cells) audit_.safe = audit_.safe && cell.safe;
    return std::move(audit_);
  }

 private:
  struct Block {
    std::size_t part, first, last;
  };

  void list_cells() {
    std::vector<std::size_t> result_of(table_.cells.size());
    for (std::size_t index = 0; index < table_.cells.size(); ++index) {
      const Cell& cell = table_.cells[index];
      if (!cell.suppressed()) continue;
      ++audit_.suppressed;
      if (cell.status != CellStatus::primary && !options_.secondary_cells) continue;
      result_of[index] = audit_.cells.size();
      AuditedCell& result = audit_.cells.emplace_back();
      result.cell = index;
      const bool sensitive = cell.status == CellStatus::primary;
      result.need_lower = sensitive ? (cell.value - cell.lower_level).number() : cell.value.number();
      result.need_upper = sensitive ? (cell.value + cell.upper_level).number() : cell.value.number();
      result.need_width = sensitive ? cell.sliding_level.number() : 0;
    }
    targets_.resize(parts_.size());
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (std::size_t place = 0; place < parts_[p].cells.size(); ++place) {
        const Cell& cell = table_.cells[parts_[p].cells[place]];
        if (cell.status != CellStatus::primary && !options_.secondary_cells) continue;
        AuditedCell& result = audit_.cells[result_of[parts_[p].cells[place]]];
        targets_[p].push_back({place, &result, need_of(parts_[p], cell)});
      }
    }
  }

  template <class Body>
  void in_blocks(const std::vector<std::size_t>& sizes, const Body& body) {
    std::vector<Block> blocks;
    for (std::size_t part = 0; part < sizes.size(); ++part) {
      const std::size_t size = block_size(sizes[part]);
      for (std::size_t first = 0; first < sizes[part]; first += size) {
        blocks.push_back({part, first, std::min(first + size, sizes[part])});
      }
    }
    std::vector<Work> work(blocks.size());
    run_.expect(blocks.size());
    run_.parallel(blocks.size(), [&](std::size_t i) {
      body(i, blocks[i], work[i]);
      run_.advance();
    });
    for (const Work& part : work) {
      audit_.solved += part.solved;
      audit_.spared += part.spared;
    }
  }

  void from_outside() {
    std::vector<std::size_t> sizes;
    for (const auto& targets : targets_) sizes.push_back(targets.size());
    in_blocks(sizes, [&](std::size_t, const Block& block, Work& work) {
      const auto targets = std::span(targets_[block.part]).subspan(block.first, block.last - block.first);
      attack_from_outside(table_, parts_[block.part], targets, options_, run_, work);
    });
  }

  // Whoever knows cells of a part that has others to protect.
  std::vector<std::vector<PartInsider>> insiders_by_part(const std::vector<Insider>& insiders) const {
    std::vector<std::pair<std::size_t, std::size_t>> where(table_.cells.size());
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (std::size_t place = 0; place < parts_[p].cells.size(); ++place) {
        where[parts_[p].cells[place]] = {p, place};
      }
    }
    std::vector<std::vector<PartInsider>> by_part(parts_.size());
    for (const Insider& insider : insiders) {
      for (const std::size_t cell : insider.cells) {
        const auto [part, place] = where[cell];
        if (parts_[part].rows() == 0) continue;
        auto& those = by_part[part];
        if (those.empty() || those.back().insider != &insider) those.push_back({&insider, {}});
        those.back().places.push_back(place);
      }
    }
    return by_part;
  }

  // Only cells that are safe from outsiders are worth an insider's attack.
  void from_inside() {
    const std::vector<Insider> insiders = find_insiders(table_);
    if (insiders.empty()) return;
    const std::vector<std::vector<PartInsider>> by_part = insiders_by_part(insiders);
    std::vector<std::size_t> sizes(parts_.size(), 0);
    std::size_t blocks = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      std::erase_if(targets_[p],
                    [](const Target& target) { return !target.need.sensitive || !target.result->safe; });
      if (!by_part[p].empty()) sizes[p] = targets_[p].size();
      blocks += (sizes[p] + block_size(sizes[p]) - 1) / block_size(sizes[p]);
    }
    std::vector<std::vector<Disclosure>> found(blocks);
    in_blocks(sizes, [&](std::size_t index, const Block& block, Work& work) {
      const AttackPart& part = parts_[block.part];
      const std::vector<PartInsider>& attackers = by_part[block.part];
      const auto targets = std::span(targets_[block.part]).subspan(block.first, block.last - block.first);
      AttackProgram program(part, run_);
      for (const auto& [insider, some] : suspected(table_, part, attackers, targets, program, run_, work)) {
        attack_from_inside(table_, part, some, attackers[insider], program, work, found[index]);
      }
      work.solved += program.solved();
    });
    for (std::vector<Disclosure>& some : found) keep_worst(some);
  }

  // The narrowest interval, the first of equals.
  void keep_worst(std::vector<Disclosure>& found) {
    for (Disclosure& disclosure : found) {
      AuditedCell& result = *disclosure.result;
      const auto width = [](const Interval& interval) {
        return interval.lower && interval.upper ? *interval.upper - *interval.lower : optimize::infinity;
      };
      if (result.insider && width(result.insider->interval) <= width(disclosure.view.interval)) continue;
      result.safe = false;
      result.insider = std::move(disclosure.view);
      result.revealing = std::move(disclosure.revealing);
    }
  }

  const CellTable& table_;
  const AuditOptions& options_;
  const Run& run_;
  std::vector<AttackPart> parts_;
  std::vector<std::vector<Target>> targets_;  // of each part
  Audit audit_;
};

}  // namespace

Audit audit(const CellTable& table, const AuditOptions& options, const Run& run) {
  return Auditor(table, options, run).run();
}

}  // namespace sfumato::tables
