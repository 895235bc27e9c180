#include "tables/recoding/recoding.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "core/error.hpp"
#include "tables/recoding/level_search.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t gone = std::numeric_limits<std::size_t>::max();

void require_dimensions(const CellTable& table) {
  if (!table.dimensions.empty()) return;
  bad_input("the table has no dimensions to recode",
            "a JJ file has cells and relations only; recode the table that it was made from");
}

// The dimension down to `level`, and the new position of each code.
Dimension cut_dimension(const Dimension& dimension, std::size_t level, std::vector<std::size_t>& becomes) {
  const std::vector<std::size_t> levels = code_levels(dimension);
  Dimension cut;
  cut.name = dimension.name;
  becomes.assign(dimension.codes.size(), gone);
  for (std::size_t code = 0; code < dimension.codes.size(); ++code) {
    if (levels[code] > level) continue;
    becomes[code] = cut.codes.size();
    cut.codes.push_back(dimension.codes[code]);
    if (!dimension.labels.empty()) cut.labels.push_back(dimension.labels[code]);
  }
  for (const CodeSum& sum : dimension.sums) {
    const auto lost = [&](std::size_t code) { return becomes[code] == gone; };
    if (lost(sum.parent) || std::any_of(sum.children.begin(), sum.children.end(), lost)) continue;
    CodeSum& kept = cut.sums.emplace_back();
    kept.parent = becomes[sum.parent];
    for (const std::size_t child : sum.children) kept.children.push_back(becomes[child]);
  }
  return cut;
}

// Cells that remain, and the new position of each.
std::vector<std::size_t> cut_cells(const CellTable& table,
                                   const std::vector<std::vector<std::size_t>>& becomes, CellTable& cut) {
  std::vector<std::size_t> places(table.cells.size(), gone);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    bool left = true;
    for (std::size_t i = 0; i < becomes.size() && left; ++i) left = becomes[i][codes[i]] != gone;
    if (!left) continue;
    places[cell] = cut.cells.size();
    cut.cells.push_back(table.cells[cell]);
    for (std::size_t i = 0; i < becomes.size(); ++i) {
      cut.coordinates.push_back(static_cast<std::uint32_t>(becomes[i][codes[i]]));
    }
    cut.coordinates.push_back(codes.back());
    if (!table.contributors.empty()) cut.contributors.push_back(table.contributors[cell]);
    if (!table.hits.empty()) cut.hits.push_back(table.hits[cell]);
    if (!table.keys.empty()) cut.keys.push_back(table.keys[cell]);
  }
  return places;
}

void cut_relations(const CellTable& table, const std::vector<std::size_t>& places, CellTable& cut) {
  std::vector<Term> terms;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    terms.clear();
    for (const Term& term : table.relations.terms(relation)) {
      if (places[term.cell] == gone) break;
      terms.push_back({places[term.cell], term.coefficient});
    }
    if (terms.size() == table.relations.terms(relation).size()) {
      cut.relations.add(table.relations.right(relation), terms);
    }
  }
}

LevelProblem problem_of(const CellTable& table, const std::vector<std::vector<std::size_t>>& ends,
                        RecodingLoss loss) {
  LevelProblem problem;
  std::vector<std::vector<std::size_t>> position;  // of each code, in the ends of its dimension
  for (std::size_t i = 0; i < ends.size(); ++i) {
    problem.sizes.push_back(ends[i].size());
    std::vector<std::size_t>& own = position.emplace_back();
    for (const std::size_t level : code_levels(table.dimensions[i])) {
      own.push_back(static_cast<std::size_t>(std::lower_bound(ends[i].begin(), ends[i].end(), level) -
                                             ends[i].begin()));
    }
  }
  std::map<std::vector<std::size_t>, std::size_t> known;
  std::vector<std::size_t> levels(ends.size());
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t i = 0; i < ends.size(); ++i) levels[i] = position[i][codes[i]];
    const auto [found, is_new] = known.try_emplace(levels, problem.groups.size());
    if (is_new) problem.groups.push_back({levels, 0, 0});
    LevelGroup& group = problem.groups[found->second];
    group.worth += loss == RecodingLoss::cells ? 1.0 : std::max(0.0, table.cells[cell].cost.number());
    group.sensitive += table.cells[cell].status == CellStatus::primary ? 1 : 0;
  }
  return problem;
}

// A code that is the sum of a single other one has the same cells: if one is sensitive, the other is too,
// even where only one was marked by hand.
void mark_equal_cells(CellTable& table) {
  bool again = true;
  while (again) {
    again = false;
    for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
      const std::span<const Term> terms = table.relations.terms(relation);
      if (terms.size() != 2 || !table.relations.right(relation).is_zero()) continue;
      Cell& one = table.cells[terms[0].cell];
      Cell& other = table.cells[terms[1].cell];
      if ((one.status == CellStatus::primary) == (other.status == CellStatus::primary)) continue;
      one.status = other.status = CellStatus::primary;
      again = true;
    }
  }
}

double total_cost(const CellTable& table) {
  double sum = 0;
  for (const Cell& cell : table.cells) sum += cell.cost.number();
  return sum;
}

// Resets statuses once no cell is sensitive.
void publish(Recoding& result) {
  for (std::size_t cell = 0; cell < result.table.cells.size(); ++cell) {
    CellStatus& status = result.table.cells[cell].status;
    if (status == CellStatus::primary) result.sensitive_left.push_back(cell);
    if (status == CellStatus::secondary && result.attained) status = CellStatus::safe;
  }
}

void describe(Recoding& result) {
  for (std::size_t i = 0; i < result.levels.size(); ++i) {
    if (result.levels[i] == result.original_levels[i]) continue;
    const std::string name = "'" + result.table.dimensions[i].name + "'";
    result.notes.push_back(result.levels[i] == 0
                               ? name + " keeps only its total"
                               : name + " keeps " + std::to_string(result.levels[i]) + " of " +
                                     std::to_string(result.original_levels[i]) + " levels below its total");
  }
  if (!result.attained) {
    result.notes.emplace_back("no levels are safe: even the totals are sensitive");
  } else if (!result.optimal) {
    result.notes.emplace_back(
        "not all combinations of levels were checked, because there are too many: another one may lose fewer "
        "cells");
  }
}

}  // namespace

std::vector<std::size_t> code_levels(const Dimension& dimension) {
  std::vector<std::vector<std::size_t>> sums_of(dimension.codes.size());
  for (std::size_t sum = 0; sum < dimension.sums.size(); ++sum) {
    sums_of[dimension.sums[sum].parent].push_back(sum);
  }
  std::vector<std::size_t> levels(dimension.codes.size(), gone);
  std::vector<std::size_t> reached;
  if (!levels.empty()) {
    levels[0] = 0;
    reached.push_back(0);
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const std::size_t sum : sums_of[reached[next]]) {
      for (const std::size_t child : dimension.sums[sum].children) {
        if (levels[child] != gone) continue;
        levels[child] = levels[reached[next]] + 1;
        reached.push_back(child);
      }
    }
  }
  return levels;
}

std::vector<std::size_t> ends_of(const Dimension& dimension) {
  const std::vector<std::size_t> levels = code_levels(dimension);
  const std::vector<std::vector<std::size_t>> leaves = leaves_below(dimension);
  const std::size_t deepest = *std::max_element(levels.begin(), levels.end());
  std::vector<std::size_t> ends;
  for (std::size_t end = 0; end < deepest; ++end) {
    std::vector<std::size_t> becomes;
    const Dimension cut = cut_dimension(dimension, end, becomes);
    std::vector<bool> has_sum(cut.codes.size(), false);
    for (const CodeSum& sum : cut.sums) has_sum[sum.parent] = true;
    std::vector<bool> taken(dimension.codes.size(), false);
    bool apart = true;
    for (std::size_t code = 0; code < dimension.codes.size(); ++code) {
      if (becomes[code] == gone || has_sum[becomes[code]]) continue;
      for (const std::size_t leaf : leaves[code]) {
        apart = apart && !taken[leaf];
        taken[leaf] = true;
      }
    }
    if (apart) ends.push_back(end);
  }
  ends.push_back(deepest);
  return ends;
}

CellTable cut_levels(const CellTable& table, const std::vector<std::size_t>& levels) {
  require_dimensions(table);
  if (levels.size() != table.dimensions.size()) {
    bad_input("there are " + std::to_string(table.dimensions.size()) + " dimensions, but levels for " +
              std::to_string(levels.size()));
  }
  CellTable cut;
  cut.title = table.title;
  cut.responses = table.responses;
  cut.views = table.views;
  cut.rules = table.rules;
  cut.kept_contributions = table.kept_contributions;
  std::vector<std::vector<std::size_t>> becomes(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    cut.dimensions.push_back(cut_dimension(table.dimensions[i], levels[i], becomes[i]));
  }
  const std::vector<std::size_t> places = cut_cells(table, becomes, cut);
  cut_relations(table, places, cut);
  return cut;
}

Recoding recode(const CellTable& table, const RecodingOptions& options) {
  require_dimensions(table);
  Recoding result;
  CellTable checked = table;
  if (!options.rules.rules.empty()) {
    CheckedTable marked = apply_rules(std::move(checked), options.rules);
    checked = std::move(marked.table);
    result.notes = std::move(marked.notes);
  }
  mark_equal_cells(checked);
  std::vector<std::vector<std::size_t>> ends;
  for (const Dimension& dimension : checked.dimensions) ends.push_back(ends_of(dimension));
  const LevelChoice choice =
      search_levels(problem_of(checked, ends, options.loss), options.most_combinations);
  result.attained = choice.attained;
  result.optimal = choice.attained && choice.optimal;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    result.levels.push_back(ends[i][choice.chosen[i]]);
    result.original_levels.push_back(ends[i].back());
  }
  for (const Cell& cell : checked.cells) result.sensitive += cell.status == CellStatus::primary ? 1 : 0;
  result.table = cut_levels(checked, result.levels);
  result.lost_cells = checked.cells.size() - result.table.cells.size();
  result.lost_cost = total_cost(checked) - total_cost(result.table);
  publish(result);
  describe(result);
  return result;
}

}  // namespace sfumato::tables
