// Random records against a second, slow tabulation: every cell reads every record.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/rng.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::tables {
namespace {

// One record of the slow tabulation; codes by dimension, empty where missing.
struct PlainRecord {
  std::vector<std::optional<std::string>> codes;
  std::vector<std::optional<Decimal>> amounts;  // x, y
  Decimal weight = Decimal::whole(1), cost;
  std::optional<int> group;
  int asked = 0;
};

struct Case {
  std::vector<PlainRecord> records;
  Table table;
  Specification specification;
};

std::string leaf_text(std::size_t leaf) { return "c" + std::to_string(leaf); }

// Leaves in groups, groups in larger groups; `shift` makes trees that do not nest in each other.
CodeTree random_tree(Rng& rng, std::size_t leaves, const std::string& mark) {
  CodeTree tree;
  tree.source = "tree " + mark;
  std::vector<std::vector<std::string>> groups(1 + rng.below(3));
  for (std::size_t leaf = 0; leaf < leaves; ++leaf)
    groups[rng.below(groups.size())].push_back(leaf_text(leaf));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].empty()) continue;
    std::optional<std::size_t> parent;
    if (rng.below(4) > 0) {
      parent = tree.nodes.size();
      tree.nodes.push_back({mark + std::to_string(g), std::nullopt});
      if (rng.below(2) == 0) {
        tree.nodes.push_back({mark + std::to_string(g) + "x", parent});
        parent = tree.nodes.size() - 1;
      }
    }
    for (const std::string& leaf : groups[g]) tree.nodes.push_back({leaf, parent});
  }
  return tree;
}

Column code_column(const std::vector<PlainRecord>& records, std::size_t dimension) {
  Codes codes;
  std::map<std::string, std::int32_t> known;
  for (const PlainRecord& record : records) {
    const std::optional<std::string>& code = record.codes[dimension];
    if (!code) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto [entry, is_new] = known.try_emplace(*code, static_cast<std::int32_t>(codes.labels.size()));
    if (is_new) codes.labels.push_back(*code);
    codes.codes.push_back(entry->second);
  }
  return codes;
}

PlainRecord random_record(Rng& rng, const std::vector<std::size_t>& leaves, bool gaps, bool negative) {
  PlainRecord record;
  for (const std::size_t count : leaves) {
    record.codes.emplace_back(leaf_text(rng.below(count)));
    if (gaps && rng.below(20) == 0) record.codes.back() = std::nullopt;
  }
  for (int i = 0; i < 2; ++i) {
    const std::int64_t units = static_cast<std::int64_t>(rng.below(60)) - (negative ? 20 : 0);
    record.amounts.emplace_back(Decimal(units, i == 0 ? 1 : 0));
    if (gaps && rng.below(15) == 0) record.amounts.back() = std::nullopt;
  }
  record.weight = Decimal(static_cast<std::int64_t>(rng.below(400)), 2);
  record.cost = Decimal::whole(static_cast<std::int64_t>(rng.below(9)));
  if (rng.below(10) > 0) record.group = static_cast<int>(rng.below(12));
  record.asked = static_cast<int>(rng.below(4));
  return record;
}

Table table_of(const std::vector<PlainRecord>& records, std::size_t dimensions) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> columns;
  const auto add = [&](const std::string& name, Kind kind, Column column) {
    schema.emplace_back();
    schema.back().name = name;
    schema.back().kind = kind;
    columns.push_back(std::move(column));
  };
  for (std::size_t d = 0; d < dimensions; ++d) {
    add("d" + std::to_string(d), Kind::nominal, code_column(records, d));
  }
  Numbers x, weight;
  Integers y, cost, group, asked;
  for (const PlainRecord& record : records) {
    x.push_back(record.amounts[0] ? record.amounts[0]->number() : std::nan(""));
    y.values.push_back(record.amounts[1] ? record.amounts[1]->units() : 77);
    y.missing.push_back(record.amounts[1] ? 0 : 1);
    weight.push_back(record.weight.number());
    cost.values.push_back(record.cost.units());
    group.values.push_back(record.group ? *record.group * std::int64_t{1'000'000} : 0);
    group.missing.push_back(record.group ? 0 : 1);
    asked.values.push_back(record.asked);
  }
  add("x", Kind::numeric, x);
  add("y", Kind::numeric, y);
  add("weight", Kind::numeric, weight);
  add("cost", Kind::numeric, cost);
  add("group", Kind::numeric, group);
  add("asked", Kind::numeric, asked);
  return {schema, columns};
}

Case random_case(Rng& rng) {
  Case result;
  const std::size_t dimensions = 1 + rng.below(3);
  const bool gaps = rng.below(2) == 0, negative = rng.below(3) == 0;
  std::vector<std::size_t> leaves;
  for (std::size_t d = 0; d < dimensions; ++d) leaves.push_back(1 + rng.below(6));
  const std::size_t count = rng.below(120);
  for (std::size_t i = 0; i < count; ++i) {
    result.records.push_back(random_record(rng, leaves, gaps, negative));
  }
  result.table = table_of(result.records, dimensions);
  Specification& specification = result.specification;
  std::vector<std::string> all;
  for (std::size_t d = 0; d < dimensions; ++d) {
    DimensionSpecification dimension;
    dimension.column = "d" + std::to_string(d);
    const std::size_t trees = rng.below(3);
    for (std::size_t t = 0; t < trees; ++t) {
      dimension.hierarchies.push_back(random_tree(rng, leaves[d], t == 0 ? "g" : "h"));
    }
    specification.dimensions.push_back(dimension);
    all.push_back(dimension.column);
  }
  specification.tables = {all};
  if (dimensions == 3 && rng.below(2) == 0) specification.tables = {{"d0", "d1"}, {"d2", "d1"}, {"d0", "d2"}};
  specification.sums = {"x"};
  if (rng.below(2) == 0) specification.means = {"y"};
  specification.counts = rng.below(2) == 0;
  if (rng.below(2) == 0) specification.weight = "weight";
  if (rng.below(2) == 0) specification.holding = "group";
  if (rng.below(3) == 0) specification.shadow = "y";
  if (rng.below(2) == 0) specification.request = "asked";
  if (rng.below(3) == 0) specification.cost_column = "cost";
  specification.kept = rng.below(6);
  return result;
}

// The codes of a record in one dimension: its own, those above it, and the total.
std::set<std::string> codes_with(const DimensionSpecification& dimension, const std::string& code) {
  std::set<std::string> result{dimension.total, code};
  for (const CodeTree& tree : dimension.hierarchies) {
    for (const TreeNode& node : tree.nodes) {
      if (node.code != code) continue;
      for (std::optional<std::size_t> up = node.parent; up; up = tree.nodes[*up].parent) {
        result.insert(tree.nodes[*up].code);
      }
    }
  }
  return result;
}

struct Expected {
  Decimal value, cost;
  Contributors contributors;
};

std::vector<Contribution> first_few(std::vector<Contribution> all, std::size_t kept) {
  std::stable_sort(all.begin(), all.end(), [](const Contribution& left, const Contribution& right) {
    return magnitude(left.amount) > magnitude(right.amount) ||
           (magnitude(left.amount) == magnitude(right.amount) && left.contributor < right.contributor);
  });
  if (all.size() > kept) all.resize(kept);
  return all;
}

// The number of every record's holding, by first appearance.
std::vector<std::int64_t> holding_numbers(const std::vector<PlainRecord>& records) {
  std::vector<std::int64_t> numbers;
  std::map<int, std::int64_t> known;
  std::int64_t next = 0;
  for (const PlainRecord& record : records) {
    if (record.group && known.contains(*record.group)) {
      numbers.push_back(known[*record.group]);
      continue;
    }
    if (record.group) known[*record.group] = next;
    numbers.push_back(next++);
  }
  return numbers;
}

// The lowest request code of a holding's records; 0: none.
int lowest_asked(const std::vector<PlainRecord>& records, const std::vector<std::int64_t>& holding,
                 std::int64_t number) {
  int lowest = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const int asked = static_cast<int>(records[i].asked);
    if (holding[i] != number || (asked != 1 && asked != 2)) continue;
    lowest = lowest == 0 ? asked : std::min(lowest, asked);
  }
  return lowest;
}

Expected expected_cell(const Case& given, const Response& response, const std::vector<std::size_t>& members) {
  const Specification& specification = given.specification;
  const std::vector<std::int64_t> holding = holding_numbers(given.records);
  const std::size_t column = response.name.ends_with("y") ? 1 : 0;
  Expected expected;
  std::map<std::int64_t, Decimal> of_holding;
  std::vector<Contribution> contributions;
  for (const std::size_t i : members) {
    const PlainRecord& record = given.records[i];
    if (response.name != "count" && !record.amounts[column]) continue;
    const Decimal weight = specification.weight ? record.weight : Decimal::whole(1);
    const Decimal amount = response.counts ? Decimal::whole(1) : *record.amounts[column];
    const Decimal looked_at = specification.shadow ? record.amounts[1].value_or(Decimal()) : amount;
    expected.value = expected.value + weight * amount;
    expected.cost = expected.cost + weight * record.cost;
    ++expected.contributors.frequency;
    expected.contributors.weighted_frequency = expected.contributors.weighted_frequency + weight;
    expected.contributors.total = expected.contributors.total + weight * magnitude(looked_at);
    contributions.push_back({looked_at, weight, static_cast<std::int64_t>(i)});
    of_holding[holding[i]] = of_holding[holding[i]] + weight * looked_at;
    if (specification.request && (record.asked == 1 || record.asked == 2)) {
      Decimal& largest = expected.contributors.largest_request[static_cast<std::size_t>(record.asked - 1)];
      largest = std::max(largest, weight * magnitude(looked_at));
    }
  }
  expected.contributors.holdings = expected.contributors.frequency;
  const bool has_amounts = !response.counts || specification.shadow;
  const std::size_t kept = has_amounts ? specification.kept : std::min<std::size_t>(specification.kept, 1);
  expected.contributors.largest = first_few(contributions, kept);
  if (specification.holding) {
    expected.contributors.holdings = static_cast<std::int64_t>(of_holding.size());
    std::vector<Contribution> sums;
    for (const auto& [number, sum] : of_holding) {
      sums.push_back({sum, Decimal::whole(1), number});
      expected.contributors.holdings_total = expected.contributors.holdings_total + magnitude(sum);
      const int asked = specification.request ? lowest_asked(given.records, holding, number) : 0;
      if (asked == 0) continue;
      Decimal& largest = expected.contributors.largest_holding_request[static_cast<std::size_t>(asked - 1)];
      largest = std::max(largest, magnitude(sum));
    }
    expected.contributors.largest_holdings = first_few(sums, kept);
  }
  if (!specification.cost_column) expected.cost = magnitude(expected.value);
  return expected;
}

void expect_right(const Case& given, const CellTable& table) {
  std::vector<std::vector<std::set<std::string>>> covered(given.records.size());
  for (std::size_t i = 0; i < given.records.size(); ++i) {
    for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
      covered[i].push_back(
          codes_with(given.specification.dimensions[d], given.records[i].codes[d].value_or("(missing)")));
    }
  }
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < given.records.size(); ++i) {
      bool inside = true;
      for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
        inside = inside && covered[i][d].contains(table.dimensions[d].codes[codes[d]]);
      }
      if (inside) members.push_back(i);
    }
    const Expected expected = expected_cell(given, table.responses[codes.back()], members);
    ASSERT_EQ(table.cells[cell].value, expected.value) << cell_name(table, cell);
    ASSERT_EQ(table.cells[cell].cost, expected.cost) << cell_name(table, cell);
    const Contributors& found = table.contributors[cell];
    ASSERT_EQ(found.frequency, expected.contributors.frequency) << cell_name(table, cell);
    ASSERT_EQ(found.holdings, expected.contributors.holdings) << cell_name(table, cell);
    ASSERT_EQ(found.weighted_frequency, expected.contributors.weighted_frequency) << cell_name(table, cell);
    ASSERT_EQ(found.total, expected.contributors.total) << cell_name(table, cell);
    ASSERT_EQ(found.largest, expected.contributors.largest) << cell_name(table, cell);
    ASSERT_EQ(found.largest_holdings, expected.contributors.largest_holdings) << cell_name(table, cell);
    ASSERT_EQ(found.largest_request, expected.contributors.largest_request) << cell_name(table, cell);
    ASSERT_EQ(found.holdings_total, expected.contributors.holdings_total) << cell_name(table, cell);
    ASSERT_EQ(found.largest_holding_request, expected.contributors.largest_holding_request)
        << cell_name(table, cell);
  }
}

TEST(TabulationProperty, EqualsLookingAtEveryRecordForEveryCell) {
  Rng rng({11, 12});
  const sfumato::Run run({.seed = 1, .threads = 2});
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Case given = random_case(rng);
    const CellTable table = tabulate(given.table, given.specification, run).table;
    check_table(table);
    expect_right(given, table);
    if (HasFatalFailure()) return;
  }
}

// Enough records for every thread to have a part, with many ties.
TEST(TabulationProperty, IsTheSameForAnyNumberOfThreads) {
  Rng rng({5, 6});
  Case given;
  for (int i = 0; i < 300'000; ++i) {
    given.records.push_back(random_record(rng, {5, 7}, true, true));
    if (i % 3 == 0) given.records.back().group = i / 6;
  }
  given.table = table_of(given.records, 2);
  given.specification.dimensions = {{"d0", "Total", {random_tree(rng, 5, "g")}, {}}, {"d1", "Total", {}, {}}};
  given.specification.tables = {{"d0", "d1"}};
  given.specification.sums = {"x"};
  given.specification.means = {"y"};
  given.specification.weight = "weight";
  given.specification.holding = "group";
  given.specification.request = "asked";
  const Tabulated one = tabulate(given.table, given.specification, sfumato::Run({.seed = 1, .threads = 1}));
  for (const int threads : {2, 3, 8}) {
    const Tabulated several =
        tabulate(given.table, given.specification, sfumato::Run({.seed = 1, .threads = threads}));
    EXPECT_TRUE(one.table == several.table);
    EXPECT_EQ(one.notes, several.notes);
  }
  check_table(one.table);
}

// The shortest text of a double is what is summed.
TEST(TabulationProperty, AddsUpTheTextOfDoubles) {
  Rng rng({8, 9});
  for (int round = 0; round < 200; ++round) {
    Numbers amounts;
    Codes towns{{}, {"A"}};
    Decimal sum;
    for (int i = 0; i < 50; ++i) {
      const int decimals = static_cast<int>(rng.below(round % 2 == 0 ? 5 : 11));
      const std::int64_t units = static_cast<std::int64_t>(rng.below(10'000'000)) - 5'000'000;
      const Decimal amount(units, decimals);
      amounts.push_back(amount.number());
      sum = sum + amount;
      towns.codes.push_back(0);
    }
    std::vector<ColumnInfo> schema(2);
    schema[0].name = "town";
    schema[0].kind = Kind::nominal;
    schema[1].name = "x";
    Specification specification;
    specification.tables = {{"town"}};
    specification.sums = {"x"};
    const Table records(schema, {towns, amounts});
    ASSERT_EQ(tabulate(records, specification, sfumato::Run()).table.cells[0].value, sum);
  }
}

}  // namespace
}  // namespace sfumato::tables
