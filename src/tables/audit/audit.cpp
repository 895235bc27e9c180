#include "tables/audit/audit.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "tables/audit/insiders.hpp"
#include "tables/audit/outside_audit.hpp"
#include "tables/audit/part_attack.hpp"

namespace sfumato::tables {
namespace {

// Fixed, so that the programs solved do not depend on the number of threads. Each block has its own solver,
// and its cells share solutions.
constexpr std::size_t cells_per_block = 128;
// Per part: each block reads the whole part once.
constexpr std::size_t most_blocks = 64;

std::size_t block_size(std::size_t targets) {
  return std::max(cells_per_block, (targets + most_blocks - 1) / most_blocks);
}

// Differences of a cell's numbers must fit a decimal: the error names the cell.
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

// The state of one audit.
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
        targets_[p].push_back(target_of(parts_[p], place, cell, result));
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
    std::vector<SolverCounts> work(blocks.size());
    run_.expect(blocks.size());
    run_.parallel(blocks.size(), [&](std::size_t i) {
      body(i, blocks[i], work[i]);
      run_.advance();
    });
    for (const SolverCounts& part : work) {
      audit_.solved += part.solved;
      audit_.skipped += part.skipped;
    }
  }

  void from_outside() {
    std::vector<std::size_t> sizes;
    for (const auto& targets : targets_) sizes.push_back(targets.size());
    in_blocks(sizes, [&](std::size_t, const Block& block, SolverCounts& work) {
      const auto targets = std::span(targets_[block.part]).subspan(block.first, block.last - block.first);
      attack_from_outside(table_, parts_[block.part], targets, options_, run_, work);
    });
  }

  // Insiders who know cells of a part that has other cells to protect.
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

  // Insiders attack only cells that are safe from outsiders.
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
    in_blocks(sizes, [&](std::size_t index, const Block& block, SolverCounts& work) {
      const AttackPart& part = parts_[block.part];
      const std::vector<PartInsider>& attackers = by_part[block.part];
      const auto targets = std::span(targets_[block.part]).subspan(block.first, block.last - block.first);
      found[index] = attack_from_inside(table_, part, attackers, targets, run_, work);
    });
    for (std::vector<Disclosure>& some : found) keep_worst(some);
  }

  // The narrowest interval, the first of equals.
  void keep_worst(std::vector<Disclosure>& found) {
    for (Disclosure& disclosure : found) {
      AuditedCell& result = *disclosure.result;
      const auto width = [](const Interval& interval) {
        return interval.lower && interval.upper ? *interval.upper - *interval.lower : infinity;
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
  Audit result = Auditor(table, options, run).run();
  result.outside = audit_outside(table, options, run);
  for (const AuditedOutside& one : result.outside) result.safe = result.safe && one.safe;
  return result;
}

std::vector<std::size_t> unsafe_cells(const Audit& audit) {
  std::vector<std::size_t> cells;
  for (const AuditedCell& one : audit.cells) {
    if (!one.safe) cells.push_back(one.cell);
  }
  for (const AuditedOutside& one : audit.outside) {
    if (!one.safe) cells.push_back(one.cell);
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace sfumato::tables
