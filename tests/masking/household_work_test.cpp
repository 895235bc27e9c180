// Steps on records in parts where columns belong to households, against the same step in memory.
#include "masking/household_work.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step_work.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

ColumnInfo home_info(const std::string& name, Kind kind = Kind::numeric, std::optional<Role> role = {}) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

// Members of a household are anywhere in the table; some records have none. Rent and tenure belong to
// households, and both miss some; wage and job to persons.
Table homes(std::size_t rows, std::uint64_t seed) {
  Rng rng({seed, 12});
  const std::size_t most = rows / 3 + 1;
  std::vector<double> rents;
  std::vector<std::int32_t> tenures;
  for (std::size_t h = 0; h < most; ++h) {
    rents.push_back(rng.below(9) == 0 ? std::nan("") : static_cast<double>(300 + rng.below(40)));
    tenures.push_back(static_cast<std::int32_t>(rng.below(4)) - 1);
  }
  Integers home{{}, {}};
  Numbers rent, wage;
  Codes tenure{{}, {"owned", "rented", "other"}}, job{{}, {"a", "b", "c"}};
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t h = rng.below(most);
    home.values.push_back(static_cast<std::int64_t>(h));
    home.missing.push_back(rng.below(15) == 0 ? 1 : 0);
    rent.push_back(rents[h]);
    wage.push_back(1000.0 + 400.0 * rng.normal());
    tenure.codes.push_back(tenures[h]);
    job.codes.push_back(static_cast<std::int32_t>(rng.below(3)));
  }
  return Table({home_info("home", Kind::numeric, Role::household), home_info("rent"), home_info("wage"),
                home_info("tenure", Kind::nominal), home_info("job", Kind::nominal)},
               {home, rent, wage, tenure, job});
}

// One process after the other does the stages of a work, each with what the others found.
class HomesInParts {
 public:
  HomesInParts(const Table& whole, const Step& step, const sfumato::Run& run,
               std::vector<std::uint64_t> numbers)
      : whole_(whole), step_(step), run_(run), numbers_(std::move(numbers)), all_(whole.rows()) {
    for (std::size_t row = 0; row < whole.rows(); ++row) all_[row] = row;
  }

  struct Made {
    Table table;
    Masked described;
  };

  Made made(Rng& rng) {
    const std::size_t parts = 1 + rng.below(5);
    std::vector<std::vector<std::size_t>> split(parts);
    for (const std::size_t row : all_) split[rng.below(parts)].push_back(row);
    find_households();
    const std::size_t passes = fresh()->passes();
    for (std::size_t pass = 0; pass < passes; ++pass) {
      std::vector<Value> found;
      for (const auto& rows : split) {
        const auto work = fresh();
        const Table values = first_.taking_rows(rows);
        const std::vector<std::uint64_t> own = numbers_at(rows);
        work->observe_supplied(pass, whole_.taking_rows(rows), &values, RecordNumbers(std::span(own)));
        found.push_back(work->partial(pass));
      }
      passes_.push_back(found);
    }
    const auto last = fresh();
    EXPECT_EQ(last->rounds(), 1U) << "the values of this method are supplied";
    std::vector<Table> tables;
    std::vector<std::size_t> place(all_.size());
    std::size_t next = 0;
    std::vector<std::size_t> counts;
    for (const auto& rows : split) {
      const auto work = fresh();
      const std::vector<std::uint64_t> own = numbers_at(rows);
      MaskedBlock block = work->apply_supplied(whole_.taking_rows(rows), first_.taking_rows(rows),
                                               RecordNumbers(std::span(own)));
      tables.push_back(std::move(block.table));
      last->merge_applied(work->applied());
      counts.resize(std::max(counts.size(), block.counts.size()), 0);
      for (std::size_t i = 0; i < block.counts.size(); ++i) counts[i] += block.counts[i];
      for (const std::size_t row : rows) place[row] = next++;
    }
    return {Table::concatenated(tables).taking_rows(place), last->described(counts, {})};
  }

 private:
  std::vector<std::uint64_t> numbers_at(const std::vector<std::size_t>& rows) const {
    std::vector<std::uint64_t> result;
    for (const std::size_t row : rows) result.push_back(numbers_[row]);
    return result;
  }

  std::unique_ptr<BlockWork> fresh() const {
    auto work = step_work(whole_.taking_rows({}), step_, 0, run_);
    for (const Value& tally : tallies_) work->merge_tally(0, tally);
    if (!tallies_.empty()) work->finish_round(0);
    for (std::size_t pass = 0; pass < passes_.size(); ++pass) {
      for (const Value& part : passes_[pass]) work->merge(pass, part);
      work->finish(pass);
    }
    return work;
  }

  // Whole households in two calls, rows in reverse order.
  void find_households() {
    std::vector<Table> tables;
    std::vector<std::size_t> place(all_.size());
    std::vector<Value> tallies;
    std::size_t next = 0;
    for (const std::int64_t odd : {0, 1}) {
      std::vector<std::size_t> rows;
      const Integers& home = *whole_.column(0).get_if<Integers>();
      for (std::size_t row = whole_.rows(); row-- > 0;) {
        if (home.values[row] % 2 == odd) rows.push_back(row);
      }
      const auto work = fresh();
      EXPECT_EQ(work->supply(0).how, "households");
      const std::vector<std::uint64_t> own = numbers_at(rows);
      SuppliedValues found = work->supplied(0, {whole_.taking_rows(rows), RecordNumbers(std::span(own))});
      tables.push_back(std::move(found.values));
      tallies.push_back(std::move(found.tally));
      for (const std::size_t row : rows) place[row] = next++;
    }
    first_ = Table::concatenated(tables).taking_rows(place);
    tallies_ = std::move(tallies);
  }

  const Table& whole_;
  const Step& step_;
  const sfumato::Run& run_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> all_;
  Table first_;
  std::vector<Value> tallies_;
  std::vector<std::vector<Value>> passes_;
};

struct HomesCase {
  std::string method;
  std::vector<std::string> columns;
  bool shared, apart;  // are some columns masked once, and others by record?
};

TEST(HouseholdWork, GivesTheValuesOfATableInMemory) {
  const std::vector<HomesCase> cases = {{"additive-noise", {"rent", "wage"}, true, true},
                                        {"additive-noise", {"rent"}, true, false},
                                        {"correlated-noise", {"wage"}, false, true},
                                        {"multiplicative-noise", {"wage", "rent"}, true, true},
                                        {"uniform-noise", {"rent"}, true, false},
                                        {"pram", {"job", "tenure"}, true, true},
                                        {"top-coding", {"rent", "wage"}, true, true}};
  Rng rng({2, 4});
  for (std::size_t trial = 0; trial < 3 * cases.size(); ++trial) {
    const HomesCase& one = cases[trial % cases.size()];
    const Table whole = homes(150 + 10 * trial, trial);
    const Step step{&method(one.method), {}, testing::columns_named(whole, one.columns), std::nullopt, false};
    std::vector<std::uint64_t> numbers;
    for (std::size_t row = 0; row < whole.rows(); ++row)
      numbers.push_back(trial % 2 == 0 ? row : 5 * row + 3);
    const sfumato::Run run = sfumato::Run({.seed = trial}).with_record_numbers(numbers);
    const Masked expected = apply_step(whole, step, run);
    EXPECT_EQ(expected.details.find("household_level") != nullptr, one.shared) << one.method;
    if (one.shared) {
      EXPECT_EQ(expected.details.at("household_level").at("apart").as_bool(), one.apart);
    }
    const HomesInParts::Made made = HomesInParts(whole, step, run, numbers).made(rng);
    EXPECT_TRUE(made.table.taking_columns(step.columns)
                    .same_data(expected.tables.front().taking_columns(step.columns)))
        << one.method << " " << trial;
    EXPECT_EQ(made.described.details, expected.details) << one.method;
    EXPECT_EQ(made.described.reveal, expected.reveal) << one.method;
  }
}

// The draws of a household are those of its first member, so that members may come and go behind it.
TEST(HouseholdWork, NamesTheDrawsByFirstMembers) {
  const Table whole = homes(200, 3);
  const Step step{&method("uniform-noise"), {}, testing::columns_named(whole, {"rent"}), std::nullopt, false};
  const sfumato::Run run({.seed = 9});
  const Numbers all = apply_step(whole, step, run).tables.front().column(1).to_numbers();
  std::vector<std::size_t> some;
  std::vector<std::uint64_t> numbers;
  for (std::size_t row = 0; row < 150; ++row) {
    some.push_back(row);
    numbers.push_back(row);
  }
  const Numbers fewer = apply_step(whole.taking_rows(some), step, run.with_record_numbers(numbers))
                            .tables.front()
                            .column(1)
                            .to_numbers();
  // Their scale is that of other records, so that only signs are compared.
  const Numbers before = whole.column(1).to_numbers();
  for (std::size_t row = 0; row < some.size(); ++row) {
    if (std::isnan(before[row])) continue;
    EXPECT_EQ(all[row] > before[row], fewer[row] > before[row]) << row;
  }
}

TEST(HouseholdWork, IsForMethodsThatDoNotTreatHouseholdsThemselves) {
  const Table whole = homes(20, 1);
  for (const auto& [name, expected] :
       std::vector<std::pair<std::string, bool>>{{"additive-noise", true},
                                                 {"rank-swapping", true},
                                                 {"mdav", true},
                                                 {"sampling", false},
                                                 {"recoding", false},
                                                 {"date-shift", false},
                                                 {"pseudonyms", false},
                                                 {"local-suppression", false}}) {
    const Step step{&method(name), {}, {1}, std::nullopt, false};
    EXPECT_EQ(HouseholdWork::fits(whole, step), expected) << name;
  }
}

// Values of an order are found among first members, and belong to all members; those of persons among all.
TEST(HouseholdWork, BringsFirstMembersForColumnsOfHouseholds) {
  const Table whole = homes(90, 5);
  const Step step{&method("individual-ranking"),
                  {},
                  testing::columns_named(whole, {"wage", "rent"}),
                  std::nullopt,
                  false};
  const auto work = step_work(whole.taking_rows({}), step, 0, sfumato::Run({.seed = 1}));
  EXPECT_EQ(work->rounds_before_passes(), 1U);
  const SuppliedValues found = work->supplied(0, {whole, RecordNumbers(7)});
  work->merge_tally(0, found.tally);
  work->finish_round(0);
  ASSERT_EQ(work->rounds(), 3U);
  EXPECT_EQ(work->supply(1).by, HouseholdWork::first_name);
  EXPECT_EQ(work->supply(1).columns, testing::columns_named(whole, {"rent"}));
  EXPECT_EQ(work->supply(2).by, "");
  EXPECT_EQ(work->supply(2).before, 2U);
  EXPECT_TRUE(work->joins(0) && work->joins(1) && work->joins(2));
  const auto rows = work->rows_brought(1, whole, &found.values, RecordNumbers(7));
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rows->size(), static_cast<std::size_t>(found.tally.as_array()[1].as_integer()));
  EXPECT_LT(rows->size(), whole.rows());
  EXPECT_FALSE(work->rows_brought(2, whole, &found.values, RecordNumbers(7)).has_value());
}

TEST(HouseholdWork, RefusesDamagedStatesAndRecordsWithoutHouseholds) {
  const Table whole = homes(50, 1);
  const Step step{
      &method("additive-noise"), {}, testing::columns_named(whole, {"rent"}), std::nullopt, false};
  const sfumato::Run run({.seed = 1});
  const auto work = step_work(whole.taking_rows({}), step, 0, run);
  EXPECT_THROW(work->merge_tally(0, Value("x")), Error);
  EXPECT_THROW(work->merge_tally(0, Value(Value::Array{1, 1})), Error);
  const SuppliedValues found = work->supplied(0, {whole, RecordNumbers(0)});
  work->merge_tally(0, found.tally);
  work->finish_round(0);
  EXPECT_THROW(work->observe_supplied(0, whole, nullptr, 0), Error);
  Step filled = step;
  filled.fill = true;
  EXPECT_THROW(step_work(whole.taking_rows({}), filled, 0, run), Error);
}

}  // namespace
}  // namespace sfumato::masking
