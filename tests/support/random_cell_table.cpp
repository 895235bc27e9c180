#include "support/random_cell_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace sfumato::testing {
namespace {

using namespace tables;

struct Record {
  std::vector<std::size_t> leaves;  // a code of each dimension
  std::vector<Decimal> amounts;     // for each response
  Decimal weight = Decimal::whole(1);
};

std::string code_text(Rng& rng, std::size_t dimension, std::size_t number, bool odd) {
  static const std::vector<std::string> oddities = {"\"", ",",  ";",  " x", "é", "'",
                                                    "|",  "\\", "\t", "#",  "*"};
  std::string code =
      std::string(1, static_cast<char>('a' + static_cast<int>(dimension))) + std::to_string(number);
  if (odd && rng.chance(0.3)) code += oddities[rng.below(oddities.size())];
  if (odd && rng.chance(0.1)) code.insert(0, "0");
  return code;
}

// Groups of the leaves, each below the total.
CodeTree random_tree(Rng& rng, const std::vector<std::string>& leaves, const std::string& prefix) {
  CodeTree tree{{}, prefix + ".hrc"};
  std::size_t group = 0;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (i == 0 || rng.chance(0.4)) {
      group = tree.nodes.size();
      tree.nodes.push_back({prefix + std::to_string(i), std::nullopt});
    }
    tree.nodes.push_back({leaves[i], group});
  }
  return tree;
}

Dimension random_dimension(Rng& rng, std::size_t number, const RandomCells& options) {
  std::vector<std::string> leaves;
  const std::size_t count = 1 + rng.below(options.most_leaves);
  for (std::size_t i = 0; i < count; ++i) leaves.push_back(code_text(rng, number, i, options.odd_codes));
  std::vector<CodeTree> trees;
  if (options.hierarchies && rng.chance(0.6)) trees.push_back(random_tree(rng, leaves, "group"));
  if (!trees.empty() && rng.chance(0.4)) trees.push_back(random_tree(rng, leaves, "other"));
  Dimension dimension = make_dimension("dimension" + std::to_string(number),
                                       number == 0 ? "Total" : "all of it", leaves, trees);
  if (rng.chance(0.3)) {
    for (const std::string& code : dimension.codes) dimension.labels.push_back("what " + code + " means");
  }
  return dimension;
}

Decimal random_amount(Rng& rng, bool whole, const RandomCells& options) {
  const std::int64_t units = static_cast<std::int64_t>(rng.below(100'000));
  const int decimals = whole || !options.decimals ? 0 : static_cast<int>(rng.below(4));
  return {options.negative && !whole && rng.chance(0.3) ? -units : units, decimals};
}

std::vector<Record> random_records(Rng& rng, const CellTable& table, const RandomCells& options) {
  std::vector<Record> records(rng.below(options.most_records + 1));
  for (Record& record : records) {
    for (const Dimension& dimension : table.dimensions) {
      std::vector<std::size_t> leaves;
      for (std::size_t code = 0; code < dimension.codes.size(); ++code) {
        if (!dimension.is_sum(code)) leaves.push_back(code);
      }
      record.leaves.push_back(leaves[rng.below(leaves.size())]);
    }
    for (const Response& response : table.responses) {
      record.amounts.push_back(response.counts ? Decimal::whole(1) : random_amount(rng, false, options));
    }
  }
  return records;
}

void fill(CellTable& table, const std::vector<Record>& records, bool keep) {
  std::vector<std::vector<std::vector<std::size_t>>> below;
  for (const Dimension& dimension : table.dimensions) below.push_back(leaves_below(dimension));
  if (keep) table.contributors.resize(table.cells.size());
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t i = 0; i < records.size(); ++i) {
      bool inside = true;
      for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
        const std::vector<std::size_t>& leaves = below[d][codes[d]];
        inside = inside && std::binary_search(leaves.begin(), leaves.end(), records[i].leaves[d]);
      }
      if (!inside) continue;
      const Decimal amount = records[i].amounts[codes.back()];
      table.cells[cell].value = table.cells[cell].value + amount;
      if (!keep) continue;
      Contributors& behind = table.contributors[cell];
      ++behind.frequency;
      ++behind.holdings;
      behind.weighted_frequency = behind.weighted_frequency + records[i].weight;
      behind.total = behind.total + magnitude(amount);
      behind.largest.push_back({amount, records[i].weight, static_cast<std::int64_t>(i)});
    }
    if (!keep) continue;
    std::vector<Contribution>& largest = table.contributors[cell].largest;
    std::stable_sort(largest.begin(), largest.end(), [](const Contribution& a, const Contribution& b) {
      return magnitude(a.amount) > magnitude(b.amount);
    });
    largest.resize(std::min<std::size_t>(largest.size(), table.kept_contributions));
    table.contributors[cell].largest_holdings = largest;
    table.contributors[cell].holdings_total = table.contributors[cell].total;
    table.contributors[cell].largest_holding_request = {Decimal::whole(1), Decimal::whole(2)};
  }
}

void dress(Rng& rng, Cell& cell, const RandomCells& options) {
  cell.cost = magnitude(cell.value);
  if (options.negative) cell.lower = std::nullopt;
  if (!options.statuses) return;
  cell.status = static_cast<CellStatus>(rng.below(4));
  if (rng.chance(0.3)) cell.lower = cell.value - random_amount(rng, true, options);
  if (rng.chance(0.5)) cell.upper = cell.value + random_amount(rng, true, options);
  cell.lower_level = random_amount(rng, true, options);
  cell.upper_level = magnitude(random_amount(rng, false, options));
  cell.sliding_level = rng.chance(0.5) ? Decimal() : random_amount(rng, true, options);
}

void choose_views(Rng& rng, CellTable& table, bool linked) {
  std::vector<std::size_t> all(table.dimensions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (std::size_t response = 0; response < table.responses.size(); ++response) {
    if (linked && all.size() > 1 && rng.chance(0.5)) {
      for (std::size_t i = 1; i < all.size(); ++i) table.views.push_back({{0, i}, response});
    } else {
      table.views.push_back({all, response});
    }
  }
}

}  // namespace

CellTable random_cell_table(Rng& rng, const RandomCells& options) {
  CellTable table;
  table.title = "made \"up\"";
  const std::size_t count = 1 + rng.below(options.most_dimensions);
  for (std::size_t i = 0; i < count; ++i) table.dimensions.push_back(random_dimension(rng, i, options));
  table.responses.push_back({.name = "turnover", .counts = false, .mean_of = ""});
  if (rng.chance(0.4)) {
    table.responses.push_back({.name = "count", .counts = true, .mean_of = ""});
    if (rng.chance(0.5)) table.responses.front().mean_of = "count";
  }
  choose_views(rng, table, options.linked);
  lay_out_cells(table);
  if (options.contributors) table.kept_contributions = 3;
  fill(table, random_records(rng, table, options), options.contributors);
  for (Cell& cell : table.cells) dress(rng, cell, options);
  if (options.rules) {
    table.rules = {"p-percent=15", "frequency=3"};
    for (std::size_t i = 0; i < table.cells.size(); ++i) table.hits.push_back(rng.below(4));
  }
  return table;
}

CellTable without_names(CellTable table) {
  table.dimensions.clear();
  table.responses.clear();
  table.views.clear();
  table.coordinates.clear();
  return table;
}

}  // namespace sfumato::testing
