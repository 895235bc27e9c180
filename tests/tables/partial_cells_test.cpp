// Records tabulated in parts give the table that they give together: cells, contributors, notes, all of it.
#include "tables/tabulation/partial_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/rng.hpp"
#include "tables/tabulation_records.hpp"

namespace sfumato::tables {
namespace {

// Amounts with few or many decimals by region, so that parts have different decimals; ties, gaps and negative
// amounts.
Table partial_records(std::size_t rows, std::uint64_t seed) {
  Rng rng(derive_key({}, "partial cells", seed));
  Texts town, sex, group, asked;
  std::vector<double> amount, staff, weight, cost, key, number;
  const Texts towns{"A", "B", "C", ""}, sexes{"m", "f"};
  for (std::size_t row = 0; row < rows; ++row) {
    town.push_back(towns[rng.below(row % 5 == 0 ? 4 : 3)]);
    sex.push_back(sexes[rng.below(2)]);
    group.push_back(rng.below(6) == 0 ? "" : "g" + std::to_string(rng.below(rows / 4)));
    asked.push_back(std::to_string(rng.below(4)));
    const double step = row < rows / 2 ? 1.0 : 0.125;  // later parts have more decimals
    amount.push_back(rng.below(15) == 0 ? gap : step * (static_cast<double>(rng.below(40)) - 5.0));
    staff.push_back(rng.below(12) == 0 ? gap : static_cast<double>(rng.below(9)));
    weight.push_back(row < rows / 3 ? 2.0 : 1.0 + 0.25 * static_cast<double>(rng.below(9)));
    cost.push_back(0.5 * static_cast<double>(rng.below(5)));
    // The first part of many has zeros only.
    key.push_back(row < 3 ? 0.0 : static_cast<double>(rng.below(row < rows / 2 ? 10 : 1000)) * 0.001);
    number.push_back(static_cast<double>(rng.below(256)));
  }
  return RecordsBuilder()
      .text("town", town)
      .text("sex", sex)
      .text("group", group)
      .text("asked", asked)
      .numbers("amount", amount)
      .numbers("staff", staff)
      .numbers("weight", weight)
      .numbers("cost", cost)
      .numbers("key", key)
      .numbers("number", number)
      .table();
}

Table rows_of(const Table& records, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> rows;
  for (std::size_t row = begin; row < end; ++row) rows.push_back(row);
  return records.taking_rows(rows);
}

// In so many parts, merged in two rounds and in another order.
TabulatedParts in_parts(const Table& records, const Specification& specification, std::size_t parts,
                        std::size_t repeated = 0) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  std::vector<Table> odd, even;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = records.rows() * part / parts, end = records.rows() * (part + 1) / parts;
    if (begin == end) continue;
    (part % 2 == 0 ? even : odd)
        .push_back(
            tally_part(rows_of(records, begin, end), specification, static_cast<std::int64_t>(begin), run));
  }
  std::reverse(even.begin(), even.end());
  std::vector<Table> merged{merge_tallies(Table::concatenated(even), specification, run)};
  if (!odd.empty()) merged.push_back(merge_tallies(Table::concatenated(odd), specification, run));
  return tabulate_tallies(Table::concatenated(merged), specification, repeated, run);
}

std::vector<Specification> partial_specifications() {
  Specification plain;
  plain.tables = {{"town", "sex"}};
  plain.sums = {"amount"};
  std::vector<Specification> all{plain};
  Specification counts = plain;
  counts.sums.clear();
  all.push_back(counts);
  Specification weighted = plain;
  weighted.weight = "weight";
  weighted.counts = true;
  weighted.kept = 3;
  all.push_back(weighted);
  Specification held = weighted;
  held.holding = "group";
  held.request = "asked";
  held.cost_column = "cost";
  all.push_back(held);
  Specification rounded = held;
  rounded.decimals = 1;
  rounded.shadow = "staff";
  all.push_back(rounded);
  Specification means = plain;
  means.means = {"staff", "cost"};
  means.tables = {{"town", "sex"}, {"town"}, {"sex", "asked"}};
  all.push_back(means);
  Specification own = plain;  // the weight is summed, too
  own.sums = {"weight", "amount"};
  own.weight = "weight";
  own.decimals = 0;
  all.push_back(own);
  Specification keyed = means;
  keyed.record_key = "key";
  all.push_back(keyed);
  Specification ranged = held;
  ranged.record_key = "number";
  ranged.record_key_range = 256;
  all.push_back(ranged);
  return all;
}

TEST(PartialCells, GiveTheTableOfAllRecords) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Table records = partial_records(80 + 40 * seed, seed);
    for (const Specification& specification : partial_specifications()) {
      const Tabulated whole = tabulate(records, specification, sfumato::Run({.seed = 1, .threads = 1}));
      for (const std::size_t parts : {1U, 4U, 7U, 50U}) {
        const TabulatedParts found = in_parts(records, specification, parts);
        EXPECT_EQ(found.records, records.rows());
        EXPECT_EQ(found.made.notes, whole.notes) << parts;
        EXPECT_TRUE(found.made.table == whole.table) << parts << " parts of seed " << seed;
        check_table(found.made.table);
      }
    }
  }
}

TEST(PartialCells, RefuseDamagedRows) {
  const Table records = partial_records(40, 1);
  const Specification specification = partial_specifications().front();
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Table rows = tally_part(records, specification, 0, run);
  const ColumnId id = rows.require(tally_column);
  const Codes good = *rows.column(id).get_if<Codes>();
  for (const std::string& text : {std::string("x"), std::string(""), good.labels[0] + " 1",
                                  good.labels[0].substr(0, 20), "2" + good.labels[0]}) {
    Codes codes = good;
    codes.labels[0] = text;
    Table damaged = rows;
    damaged.replace(id, codes);
    EXPECT_THROW(tabulate_tallies(damaged, specification, 0, run), Error) << text;
  }
  Specification other = specification;
  other.counts = true;
  other.sums.push_back("staff");
  EXPECT_THROW(tabulate_tallies(rows, other, 0, run), Error);
  Specification keyed = specification;
  keyed.record_key = "number";
  EXPECT_THROW(tabulate_tallies(rows, keyed, 0, run), Error);
}

TEST(PartialCells, MakeRecordKeysOfIdentifiers) {
  const Table records = partial_records(120, 2);
  Specification specification = partial_specifications().front();
  specification.record_key = "number";
  specification.record_key_secret = "a secret of the office";
  const Tabulated whole = tabulate(records, specification, sfumato::Run({.seed = 1, .threads = 1}));
  std::set<double> different;
  const Numbers& numbers = *records.column(records.require("number")).get_if<Numbers>();
  for (const double number : numbers) different.insert(number);
  for (const std::size_t parts : {1U, 4U, 50U}) {
    const TabulatedParts found = in_parts(records, specification, parts, records.rows() - different.size());
    EXPECT_EQ(found.made.notes, whole.notes);
    EXPECT_TRUE(found.made.table == whole.table);
  }
}

TEST(PartialCells, RefuseRecordKeysAsTheRecordsTogetherDo) {
  const Table records = partial_records(60, 3);
  const sfumato::Run run({.seed = 1, .threads = 1});
  const auto message = [&](auto&& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.message;
    }
    return std::string("no error");
  };
  Specification keyed = partial_specifications().front();
  keyed.record_key = "number";  // integers without a range
  EXPECT_EQ(message([&] { tally_part(records, keyed, 0, run); }),
            message([&] { tabulate(records, keyed, run); }));
  keyed.record_key = "key";  // decimals, but all zero
  const Table zeros = rows_of(records, 0, 3);
  EXPECT_EQ(message([&] { tabulate_tallies(tally_part(zeros, keyed, 0, run), keyed, 0, run); }),
            message([&] { tabulate(zeros, keyed, run); }));
  keyed.record_key = "amount";  // row 41 of all records
  EXPECT_NE(message([&] { tally_part(rows_of(records, 40, 60), keyed, 40, run); }).find("row 4"),
            std::string::npos);
}

}  // namespace
}  // namespace sfumato::tables
