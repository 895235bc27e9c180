// Perturbation by cell keys: repeatable, distributed as in the ptable, with notes about its limits.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/rng.hpp"
#include "filled_table.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tabulation_records.hpp"

namespace sfumato::tables {
namespace {

const std::string simple =
    "i;v;p\n1;-1;0.5\n1;1;0.5\n2;-1;0.25\n2;0;0.5\n2;1;0.25\n3;-2;0.1\n3;-1;0.2\n3;0;0.4\n3;1;0.2\n3;2;0.1\n";

CellTable flu() {
  CellTable table = testing::filled_table({testing::flat_dimension("t", 3)}, true,
                                          [n = 0]() mutable { return Decimal::whole(n++); });
  table.keys = {std::uint64_t{3} << 62, 0, std::uint64_t{1} << 63, 1};  // 0.75, –, 0.5, almost 0
  return table;
}

TEST(Perturbation, HandComputed) {
  const Perturbation result = perturb(flu(), parse_ptable(simple, "p.csv"));
  // 3 at 0.75: up to 0.7 it stays 3, up to 0.9 it is 4; 0 stays; 1 at 0.5 is 2; 2 at 0 is 1.
  ASSERT_EQ(result.table.cells.size(), 4U);
  EXPECT_EQ(result.table.cells[0].value.text(), "4");
  EXPECT_EQ(result.table.cells[1].value.text(), "0");
  EXPECT_EQ(result.table.cells[2].value.text(), "2");
  EXPECT_EQ(result.table.cells[3].value.text(), "1");
  EXPECT_EQ(result.changed, 3U);
  EXPECT_EQ(result.largest_noise, 1);
  EXPECT_EQ(result.broken, 1U);
  ASSERT_EQ(result.notes.size(), 2U);
  EXPECT_NE(result.notes[0].find("cannot be audited"), std::string::npos);
  EXPECT_NE(result.notes[1].find("is not additive: 1 of 1 relations do not hold"), std::string::npos);
}

TEST(Perturbation, PublishesOnlyValues) {
  CellTable table = flu();
  table.rules = {"frequency=3"};
  table.hits = {0, 0, 1, 1};
  table.contributors.resize(4);
  for (std::size_t cell = 0; cell < 4; ++cell) {
    table.contributors[cell].frequency = *table.cells[cell].value.units_at(0);
  }
  table.kept_contributions = 3;
  table.cells[2].status = CellStatus::primary;
  table.cells[2].upper_level = Decimal::whole(1);
  table.cells[2].cost = Decimal::whole(1);
  const CellTable published = perturb(table, parse_ptable(simple, "p.csv")).table;
  EXPECT_TRUE(published.keys.empty());
  EXPECT_TRUE(published.hits.empty());
  EXPECT_TRUE(published.rules.empty());
  EXPECT_TRUE(published.contributors.empty());
  EXPECT_EQ(published.relations.count(), 0U);
  for (const Cell& cell : published.cells) {
    EXPECT_EQ(cell.cost, cell.value);
    EXPECT_EQ(cell.status, CellStatus::safe);
    EXPECT_TRUE(cell.upper_level.is_zero());
  }
  check_table(published);
  std::string text;
  write_table_json(published, [&](std::string_view part) { text += part; });
  EXPECT_EQ(parse_table_json(text, "t.json"), published);
}

// Over many keys each noise has the frequency of the ptable: a chi-square test that a correct program fails
// once in a million.
TEST(Perturbation, NoiseIsDistributedAsThePtableSays) {
  const Ptable ptable = make_ptable(2, 5, 1);
  Rng rng({10, 7});
  for (const std::int64_t count : {1, 2, 3, 5, 7, 1000}) {
    std::map<std::int64_t, double> seen;
    constexpr int draws = 200'000;
    for (int draw = 0; draw < draws; ++draw) seen[ptable.noise(count, rng.bits())] += 1;
    double chi_square = 0;
    int classes = 0;
    for (std::int64_t noise = -5; noise <= 5; ++noise) {
      const double expected = draws * ptable.probability(count, noise);
      if (expected == 0) {
        EXPECT_EQ(seen[noise], 0) << count << " " << noise;
      }
      if (expected < 5) continue;
      ++classes;
      chi_square += (seen[noise] - expected) * (seen[noise] - expected) / expected;
    }
    const double freedom = classes - 1;
    EXPECT_LT(chi_square, freedom + 7 * std::sqrt(2 * freedom) + 10) << count;
  }
}

// Records with keys, tabulated in three ways: the same cell gets the same noise.
TEST(Perturbation, RepeatsItselfInEveryTable) {
  Rng rng({10, 8});
  Texts first, second, names;
  for (int row = 0; row < 400; ++row) {
    first.push_back("a" + std::to_string(rng.below(8)));
    second.push_back("b" + std::to_string(rng.below(9)));
    names.push_back(std::to_string(row));
  }
  const Table records = RecordsBuilder().text("a", first).text("b", second).text("name", names).table();
  const Ptable ptable = make_ptable(2, 4, 0);
  const auto made = [&](const std::vector<std::vector<std::string>>& tables) {
    Specification specification;
    specification.tables = tables;
    specification.record_key = "name";
    specification.record_key_secret = "k";
    return perturb(tabulate(records, specification, sfumato::Run()).table, ptable).table;
  };
  const CellTable both = made({{"a", "b"}}), turned = made({{"b", "a"}}), alone = made({{"a"}});
  EXPECT_EQ(both, made({{"a", "b"}}));
  for (const std::string& a : both.dimensions[0].codes) {
    EXPECT_EQ(value(both, {a, "Total"}), value(alone, {a}));
    for (const std::string& b : both.dimensions[1].codes) {
      EXPECT_EQ(value(both, {a, b}), value(turned, {b, a}));
      EXPECT_FALSE(both.cells[cell_of(both, {a, b})].value.is_negative());
    }
  }
}

// Two cells with the same count but other records get other noise, and one more record changes the noise: a
// difference does not reveal it.
TEST(Perturbation, KeysOfRecordsMixWell) {
  const Ptable ptable = make_ptable(2, 4, 0);
  Rng rng({10, 9});
  std::map<std::int64_t, int> differences;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::uint64_t before = rng.bits(), record = rng.bits();
    ++differences[ptable.noise(21, before + record) - ptable.noise(20, before)];
  }
  EXPECT_GT(differences.size(), 10U);
  EXPECT_LT(differences[0], 1000);
}

TEST(Perturbation, RefusesTablesWithoutKeysOrCounts) {
  const Ptable ptable = parse_ptable(simple, "p.csv");
  const auto refusal = [&](const CellTable& table) {
    return complaint([&] { perturb(table, ptable); }).message;
  };
  CellTable table = flu();
  table.keys.clear();
  EXPECT_EQ(refusal(table), "the cells of this table have no keys");
  table = flu();
  table.responses[0].counts = false;
  table.responses[0].name = "turnover";
  EXPECT_EQ(refusal(table),
            "the table shows sums of 'turnover', and only counts can be perturbed by their keys");
  table.responses.clear();
  EXPECT_EQ(refusal(table), "the cells of this table are not marked as counts");
  table = flu();
  table.cells[2].value = Decimal(15, 1);
  EXPECT_EQ(refusal(table), "the cell t=t2 is '1.5', which is not a count of records");
  table.cells[2].value = Decimal::whole(-1);
  EXPECT_EQ(refusal(table), "the cell t=t2 is '-1', which is not a count of records");
  table = flu();
  table.contributors.resize(4);
  EXPECT_EQ(refusal(table), "the cell t=Total is '3', but has '0' records");
  EXPECT_EQ(complaint([&] { perturb(flu(), {}); }).message, "the ptable has no counts");
  table = flu();
  table.cells[0].value = Decimal::whole(std::numeric_limits<std::int64_t>::max());
  EXPECT_NE(refusal(table), "no error");
}

TEST(Perturbation, ZerosChangeOnlyWhereTheyHaveKeys) {
  const Ptable ptable = parse_ptable("i;v;p\n0;0;0.5\n0;3;0.5\n1;0;1\n", "p.csv");
  EXPECT_TRUE(ptable.changes_zero());
  EXPECT_EQ(complaint([&] { perturb(flu(), ptable); }).message,
            "the ptable changes counts of 0, but the cell t=t1 has no records, and so no key");
  CellTable table = flu();
  table.keys[1] = ~std::uint64_t{0};
  EXPECT_EQ(perturb(table, ptable).table.cells[1].value.text(), "3");
}

}  // namespace
}  // namespace sfumato::tables
