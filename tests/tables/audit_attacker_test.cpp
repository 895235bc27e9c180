// The audit against attackers that are written differently: exhaustive enumeration, and a dense simplex over
// all cells.
#include <gtest/gtest.h>

#include <map>

#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::PlainAttacker;
using sfumato::testing::random_table;
using sfumato::testing::suppress_at_random;
using sfumato::testing::two_level_dimension;

// Every non-negative integer table of rows × columns leaves that agrees with the published cells: the least
// and the largest value of each cell among them. Leaves are filled in cell by cell, without relations, and a
// total is compared as soon as its last leaf is filled.
class Enumeration {
 public:
  Enumeration(const CellTable& table, std::size_t rows, std::size_t columns)
      : table_(table), rows_(rows), columns_(columns), leaves_(rows * columns, 0) {
    place(0);
  }
  std::int64_t lower(std::size_t cell) const { return ranges_.at(cell).first; }
  std::int64_t upper(std::size_t cell) const { return ranges_.at(cell).second; }

 private:
  static constexpr std::int64_t most = 12;  // more than any leaf can be in these tables

  std::size_t cell_at(std::size_t row, std::size_t column) const { return row * (columns_ + 1) + column; }
  bool fits(std::size_t cell, std::int64_t value) const {
    return table_.cells[cell].suppressed() || table_.cells[cell].value.units() == value;
  }
  std::int64_t value_of(std::size_t row, std::size_t column) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        if ((row == 0 || row == i + 1) && (column == 0 || column == j + 1)) sum += leaves_[i * columns_ + j];
      }
    }
    return sum;
  }

  void place(std::size_t leaf) {
    if (leaf == leaves_.size()) return take();
    const std::size_t row = leaf / columns_, column = leaf % columns_;
    for (std::int64_t value = 0; value <= most; ++value) {
      if (!fits(cell_at(row + 1, column + 1), value)) continue;
      leaves_[leaf] = value;
      bool good = true;
      if (column + 1 == columns_) good = fits(cell_at(row + 1, 0), value_of(row + 1, 0));
      if (good && row + 1 == rows_) good = fits(cell_at(0, column + 1), value_of(0, column + 1));
      if (good) place(leaf + 1);
    }
    leaves_[leaf] = 0;
  }

  void take() {
    if (!fits(0, value_of(0, 0))) return;
    for (std::size_t row = 0; row <= rows_; ++row) {
      for (std::size_t column = 0; column <= columns_; ++column) {
        const std::int64_t value = value_of(row, column);
        auto [entry, fresh] = ranges_.try_emplace(cell_at(row, column), value, value);
        entry->second.first = std::min(entry->second.first, value);
        entry->second.second = std::max(entry->second.second, value);
      }
    }
  }

  const CellTable& table_;
  std::size_t rows_, columns_;
  std::vector<std::int64_t> leaves_;
  std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> ranges_;
};

TEST(AuditAttacker, FindsTheIntervalsOfAllTables) {
  Rng rng({21, 9});
  const sfumato::Run run({.seed = 1});
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table = random_table(rng, {flat_dimension("a", 3), flat_dimension("b", 3)}, true, 4);
    // Of the margins only the grand total stays published, so that no cell can be larger than it.
    suppress_at_random(table, rng, trial % 2 == 0 ? 0.4 : 0.25);
    table.cells[0].status = CellStatus::safe;
    if (table.cells[0].value > Decimal::whole(12)) continue;
    const Enumeration all(table, 3, 3);
    const Audit whole =
        audit(table, {.insiders = false, .whole_numbers = true, .secondary_cells = true}, run);
    const Audit linear = audit(table, {.insiders = false, .secondary_cells = true}, run);
    ASSERT_EQ(whole.cells.size(), linear.cells.size());
    for (std::size_t i = 0; i < whole.cells.size(); ++i) {
      const std::size_t cell = whole.cells[i].cell;
      EXPECT_EQ(whole.cells[i].interval.lower, static_cast<double>(all.lower(cell))) << trial << ' ' << cell;
      EXPECT_EQ(whole.cells[i].interval.upper, static_cast<double>(all.upper(cell))) << trial << ' ' << cell;
      EXPECT_LE(*linear.cells[i].interval.lower, static_cast<double>(all.lower(cell)));
      EXPECT_GE(*linear.cells[i].interval.upper, static_cast<double>(all.upper(cell)));
    }
  }
}

void expect_near(const std::optional<double>& found, const std::optional<double>& right,
                 const std::string& where) {
  ASSERT_EQ(found.has_value(), right.has_value()) << where;
  if (found) {
    EXPECT_NEAR(*found, *right, 1e-6 * std::max(1.0, std::abs(*right))) << where;
  }
}

void compare_with_plain(const CellTable& table, const std::string& what) {
  const sfumato::Run run({.seed = 1});
  const Audit audited = audit(table, {.insiders = false, .secondary_cells = true}, run);
  const Audit verdicts =
      audit(table, {.insiders = false, .verdict_only = true, .secondary_cells = true}, run);
  PlainAttacker plain(table);
  ASSERT_TRUE(plain.feasible());
  for (std::size_t i = 0; i < audited.cells.size(); ++i) {
    const AuditedCell& cell = audited.cells[i];
    const Interval interval = plain.interval(cell.cell);
    const std::string where = what + ", " + cell_name(table, cell.cell);
    expect_near(cell.interval.lower, interval.lower, where + " lower");
    expect_near(cell.interval.upper, interval.upper, where + " upper");
    const bool primary = table.cells[cell.cell].status == CellStatus::primary;
    const bool reaches = (!interval.lower || *interval.lower <= cell.need_lower + 1e-6) &&
                         (!interval.upper || *interval.upper >= cell.need_upper - 1e-6);
    const bool point = interval.lower && interval.upper && *interval.upper - *interval.lower < 1e-6;
    EXPECT_EQ(cell.safe, !primary || (reaches && !point)) << where;
    EXPECT_EQ(verdicts.cells[i].safe, cell.safe) << where;
  }
}

TEST(AuditAttacker, AgreesWithADenseSimplexOnTwoDimensions) {
  Rng rng({22, 9});
  for (int trial = 0; trial < 40; ++trial) {
    CellTable table = random_table(rng, {flat_dimension("a", 4), flat_dimension("b", 5)}, false, 30);
    suppress_at_random(table, rng, 0.2 + 0.02 * (trial % 10));
    compare_with_plain(table, "table " + std::to_string(trial));
  }
}

TEST(AuditAttacker, AgreesWithADenseSimplexOnThreeDimensions) {
  Rng rng({23, 9});
  for (int trial = 0; trial < 12; ++trial) {
    CellTable table = random_table(
        rng, {flat_dimension("a", 2), flat_dimension("b", 3), flat_dimension("c", 2)}, false, 20);
    suppress_at_random(table, rng, 0.4);
    compare_with_plain(table, "table " + std::to_string(trial));
  }
}

TEST(AuditAttacker, AgreesWithADenseSimplexOnHierarchies) {
  Rng rng({24, 9});
  for (int trial = 0; trial < 20; ++trial) {
    CellTable table = random_table(rng, {two_level_dimension("a"), flat_dimension("b", 3)}, false, 20);
    suppress_at_random(table, rng, 0.35);
    compare_with_plain(table, "table " + std::to_string(trial));
  }
}

TEST(AuditAttacker, AgreesWithADenseSimplexOnBoundsDecimalsAndNegatives) {
  Rng rng({25, 9});
  for (int trial = 0; trial < 30; ++trial) {
    CellTable table = sfumato::testing::filled_table(
        {flat_dimension("a", 3), flat_dimension("b", 4)}, false,
        [&] { return Decimal(static_cast<std::int64_t>(rng.below(4000)) - (trial % 2 == 0 ? 0 : 1500), 2); });
    suppress_at_random(table, rng, 0.4);
    for (Cell& cell : table.cells) {
      cell.lower = std::nullopt;
      if (rng.chance(0.7)) cell.lower = cell.value - Decimal(static_cast<std::int64_t>(rng.below(2000)), 2);
      if (rng.chance(0.6)) cell.upper = cell.value + Decimal(static_cast<std::int64_t>(rng.below(2000)), 3);
    }
    compare_with_plain(table, "table " + std::to_string(trial));
  }
}

// Leaves from 1 to 10¹⁰ in one table, and small levels: large cells must not hide small ones.
TEST(AuditAttacker, AgreesWithADenseSimplexOnCellsOfAllSizes) {
  Rng rng({27, 9});
  for (int trial = 0; trial < 40; ++trial) {
    CellTable table =
        sfumato::testing::filled_table({flat_dimension("a", 4), flat_dimension("b", 4)}, false, [&] {
          std::int64_t value = 1 + static_cast<std::int64_t>(rng.below(9));
          for (std::uint64_t zeros = rng.below(10); zeros > 0; --zeros) {
            value = 10 * value + static_cast<std::int64_t>(rng.below(10));
          }
          return Decimal::whole(value);
        });
    suppress_at_random(table, rng, 0.45);
    compare_with_plain(table, "table " + std::to_string(trial));
  }
}

// Another unit does not change the table.
TEST(AuditAttacker, FindsTheSameInAnyUnit) {
  Rng rng({28, 9});
  const sfumato::Run run({.seed = 1});
  for (int trial = 0; trial < 20; ++trial) {
    CellTable table = random_table(rng, {two_level_dimension("a"), flat_dimension("b", 5)}, false, 50);
    suppress_at_random(table, rng, 0.4);
    const Audit base = audit(table, {.insiders = false}, run);
    for (const Decimal& factor : {Decimal(1, 6), Decimal::whole(1000000), Decimal::whole(1000000000000)}) {
      CellTable scaled = table;
      for (Cell& cell : scaled.cells) {
        for (Decimal* number : {&cell.value, &cell.lower_level, &cell.upper_level})
          *number = *number * factor;
      }
      const Audit other = audit(scaled, {.insiders = false}, run);
      for (std::size_t i = 0; i < base.cells.size(); ++i) {
        EXPECT_EQ(other.cells[i].safe, base.cells[i].safe);
        const Interval& left = other.cells[i].interval;
        const Interval& right = base.cells[i].interval;
        ASSERT_EQ(left.upper.has_value(), right.upper.has_value());
        const double unit = factor.number();
        if (left.upper) {
          EXPECT_NEAR(*left.upper / unit, *right.upper, 1e-6);
        }
        EXPECT_NEAR(*left.lower / unit, *right.lower, 1e-6);
      }
    }
  }
}

// Relations with other coefficients than 1, as a mean's or a weighted index' would be.
TEST(AuditAttacker, AgreesWithADenseSimplexOnAnyCoefficients) {
  Rng rng({26, 9});
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table;
    table.cells.resize(8);
    for (Cell& cell : table.cells) {
      cell.value = Decimal::whole(static_cast<std::int64_t>(rng.below(40)));
      cell.upper = cell.value + Decimal::whole(static_cast<std::int64_t>(rng.below(60)));
    }
    for (int relation = 0; relation < 4; ++relation) {
      std::vector<Term> terms;
      Decimal right;
      for (int k = 0; k < 4; ++k) {
        const Term term{rng.below(8), static_cast<std::int64_t>(rng.below(7)) - 3};
        terms.push_back(term);
        right = right + Decimal::whole(term.coefficient) * table.cells[term.cell].value;
      }
      table.relations.add(right, terms);
    }
    suppress_at_random(table, rng, 0.8);
    compare_with_plain(table, "system " + std::to_string(trial));
  }
}

// With such coefficients the linear bounds are rarely integers: every combination of integers is tried.
TEST(AuditAttacker, FindsTheIntegerIntervalsOfAnyCoefficients) {
  Rng rng({29, 9});
  const sfumato::Run run({.seed = 1});
  int narrower = 0;
  for (int trial = 0; trial < 40; ++trial) {
    CellTable table;
    table.cells.resize(5);
    for (Cell& cell : table.cells) {
      cell.value = Decimal::whole(static_cast<std::int64_t>(rng.below(7)));
      cell.upper = Decimal::whole(6);
      cell.status = CellStatus::primary;
    }
    std::vector<std::vector<std::int64_t>> coefficients(2, std::vector<std::int64_t>(5));
    std::vector<std::int64_t> rights(2, 0);
    for (std::size_t r = 0; r < 2; ++r) {
      std::vector<Term> terms;
      for (std::size_t j = 0; j < 5; ++j) {
        coefficients[r][j] = static_cast<std::int64_t>(rng.below(7)) - 3;
        rights[r] += coefficients[r][j] * table.cells[j].value.units();
        terms.push_back({j, coefficients[r][j]});
      }
      table.relations.add(Decimal::whole(rights[r]), terms);
    }
    std::vector<std::int64_t> least(5, 99), most(5, -1);
    for (std::int64_t code = 0; code < 7 * 7 * 7 * 7 * 7; ++code) {
      std::vector<std::int64_t> x(5);
      std::int64_t left = code;
      for (std::int64_t& digit : x) {
        digit = left % 7;
        left /= 7;
      }
      bool fits = true;
      for (std::size_t r = 0; r < 2; ++r) {
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < 5; ++j) sum += coefficients[r][j] * x[j];
        fits = fits && sum == rights[r];
      }
      for (std::size_t j = 0; fits && j < 5; ++j) {
        least[j] = std::min(least[j], x[j]);
        most[j] = std::max(most[j], x[j]);
      }
    }
    const Audit whole = audit(table, {.whole_numbers = true}, run);
    const Audit linear = audit(table, {}, run);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(whole.cells[j].interval.lower, static_cast<double>(least[j])) << trial << ' ' << j;
      EXPECT_EQ(whole.cells[j].interval.upper, static_cast<double>(most[j])) << trial << ' ' << j;
      EXPECT_LE(*linear.cells[j].interval.lower, *whole.cells[j].interval.lower);
      EXPECT_GE(*linear.cells[j].interval.upper, *whole.cells[j].interval.upper);
      narrower += *linear.cells[j].interval.upper > *whole.cells[j].interval.upper + 0.9 ? 1 : 0;
    }
  }
  EXPECT_GT(narrower, 5);  // narrower than the rounded linear bounds
}

}  // namespace
}  // namespace sfumato::tables
