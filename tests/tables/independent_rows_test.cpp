// Independent rows against ranks computed another way; and audits of tables whose lines have more sums than
// cells, against the plain attacker.
#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/audit/independent_rows.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

// Gauss with full pivots.
std::size_t rank_of(std::vector<std::vector<double>> rows) {
  std::size_t rank = 0;
  while (rank < rows.size()) {
    std::size_t row = rank, column = 0;
    for (std::size_t i = rank; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        if (std::abs(rows[i][j]) > std::abs(rows[row][column])) row = i, column = j;
      }
    }
    if (std::abs(rows[row][column]) < 1e-9) break;
    std::swap(rows[rank], rows[row]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const double factor = rows[i][column] / rows[rank][column];
      for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] -= factor * rows[rank][j];
    }
    ++rank;
  }
  return rank;
}

std::vector<double> dense(const AttackPart& part, std::size_t row) {
  std::vector<double> result(part.cells.size(), 0);
  for (const AttackTerm& term : part.row(row)) result[term.cell] += term.coefficient;
  return result;
}

void add_row(AttackPart& part, const std::vector<double>& coefficients) {
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] != 0) part.terms.push_back({i, coefficients[i]});
  }
  part.starts.push_back(part.terms.size());
  part.relations.push_back(part.relations.size());
}

AttackPart random_part(Rng& rng, std::size_t cells, std::size_t rank, std::size_t rows) {
  AttackPart part;
  part.cells.resize(cells);
  std::vector<std::vector<double>> base(rank, std::vector<double>(cells, 0));
  for (auto& row : base) {
    for (double& number : row) number = rng.chance(0.4) ? static_cast<double>(rng.below(5)) - 2 : 0;
  }
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> row(cells, 0);
    for (const auto& one : base) {
      const double factor = rng.chance(0.5) ? static_cast<double>(rng.below(3)) - 1 : 0;
      for (std::size_t i = 0; i < cells; ++i) row[i] += factor * one[i];
    }
    add_row(part, row);
  }
  return part;
}

TEST(IndependentRows, AreAsManyAsTheRankAndSpanAllRows) {
  Rng rng({90, 1});
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    const std::size_t cells = 2 + rng.below(10);
    const AttackPart part = random_part(rng, cells, 1 + rng.below(cells), cells + 1 + rng.below(10));
    std::vector<std::vector<double>> all, some;
    for (std::size_t r = 0; r < part.rows(); ++r) all.push_back(dense(part, r));
    const std::vector<std::size_t> rows = independent_rows(part);
    for (const std::size_t r : rows) some.push_back(dense(part, r));
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_EQ(rows.size(), rank_of(all));
    EXPECT_EQ(rank_of(some), rows.size());
  }
}

TEST(IndependentRows, AreAllRowsWhereTheyAreFewOrNotIntegral) {
  AttackPart few;
  few.cells = {0, 1, 2};
  add_row(few, {1, 1, 0});
  add_row(few, {2, 2, 0});
  EXPECT_EQ(independent_rows(few), (std::vector<std::size_t>{0, 1}));
  AttackPart fractions;
  fractions.cells = {0};
  add_row(fractions, {0.5});
  add_row(fractions, {1});
  EXPECT_EQ(independent_rows(fractions), (std::vector<std::size_t>{0, 1}));
}

// size × size leaves; each line has their sum, and the sums of neighbours around a ring.
CellTable rings(Rng& rng, std::size_t size) {
  const std::size_t length = 2 * size + 1;
  const auto leaves = [&](std::size_t place) -> std::vector<std::size_t> {
    if (place < size) return {place};
    if (place < 2 * size) return {place - size, (place - size + 1) % size};
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < size; ++k) all.push_back(k);
    return all;
  };
  CellTable table;
  table.cells.resize(length * length);
  std::vector<std::int64_t> value(size * size);
  for (std::int64_t& number : value) number = 1 + static_cast<std::int64_t>(rng.below(60));
  std::vector<Term> terms;
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < length; ++j) {
      Cell& cell = table.cells[i * length + j];
      std::int64_t sum = 0;
      for (const std::size_t a : leaves(i)) {
        for (const std::size_t b : leaves(j)) sum += value[a * size + b];
      }
      cell.value = Decimal::whole(sum);
      cell.lower = Decimal::whole(sum / 2);
      cell.upper = Decimal::whole(sum + 1 + static_cast<std::int64_t>(rng.below(40)));
      cell.status = rng.chance(0.3) ? CellStatus::primary : CellStatus::secondary;
      if (cell.status == CellStatus::primary) cell.lower_level = cell.upper_level = Decimal::whole(1);
      for (const bool row : {true, false}) {
        const std::size_t place = row ? j : i;
        if (place < size) continue;
        terms = {{i * length + j, -1}};
        for (const std::size_t leaf : leaves(place)) {
          terms.push_back({row ? i * length + leaf : leaf * length + j, 1});
        }
        table.relations.add(Decimal(), terms);
      }
    }
  }
  check_table(table);
  return table;
}

TEST(IndependentRows, GiveTheIntervalsOfAllRows) {
  Rng rng({91, 1});
  const CellTable table = rings(rng, 7);
  ASSERT_GT(table.relations.count(), table.cells.size());
  const Audit result = audit(table, {.insiders = false}, sfumato::Run({.seed = 1, .threads = 1}));
  ASSERT_GT(result.cells.size(), 40U);
  sfumato::testing::PlainAttacker attacker(table, {});
  for (std::size_t k = 0; k < result.cells.size(); k += 20) {
    const AuditedCell& cell = result.cells[k];
    const Interval expected = attacker.interval(cell.cell);
    EXPECT_NEAR(cell.interval.lower.value(), expected.lower.value(), 1e-5);
    EXPECT_NEAR(cell.interval.upper.value(), expected.upper.value(), 1e-5);
  }
}

// Everything suppressed: 3,313 relations among 2,020 cells with 126 degrees of freedom, where a solver that
// sees all relations takes minutes.
TEST(IndependentRows, AuditHier13WithEverythingSuppressed) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/HIER13.jj");
  const sfumato::Run run({.seed = 1});
  CellTable table = read_cell_table(path, {}, run);
  for (Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) cell.status = CellStatus::secondary;
  }
  const Audit result = audit(table, {.insiders = false}, run);
  EXPECT_TRUE(result.safe);
  EXPECT_EQ(result.cells.size(), 112U);
}

}  // namespace
}  // namespace sfumato::tables
