// Shifted dates: intervals within a person, weekdays, keys, moments, missing values and the bounds of shifts.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/date_form.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "masking/registry.hpp"

namespace sfumato::masking {
namespace {

using Streams = sfumato::Run;  // gtest has a Run of its own

ColumnInfo named(const std::string& name, Kind kind, std::optional<Role> role = std::nullopt) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

// 600 visits of 150 people with an admission and a discharge, some of them missing.
Table visits(Role role = Role::unit) {
  Rng rng({4, 4});
  Integers person;
  Dates in, out;
  for (int i = 0; i < 600; ++i) {
    person.values.push_back(1000 + static_cast<std::int64_t>(rng.below(150)));
    in.days.push_back(rng.chance(0.1) ? Dates::missing : 15000 + static_cast<std::int32_t>(rng.below(3000)));
    out.days.push_back(rng.chance(0.1) ? Dates::missing : 18000 + static_cast<std::int32_t>(rng.below(3000)));
  }
  return {{named("person", Kind::numeric, role), named("in", Kind::ordinal), named("out", Kind::ordinal)},
          {person, in, out}};
}

Table shifted(const Table& table, const ParamValues& params = {}, std::uint64_t seed = 1, int threads = 2,
              const ColumnSet& columns = {1, 2}, const std::string& key = "") {
  Streams run({.seed = seed, .threads = threads});
  ParamValues given = params;
  if (!key.empty()) {
    run = run.with_table("key.txt", Table({named("key", Kind::nominal)}, {Codes{{0}, {key}}}));
    given.emplace_back("key", "key.txt");
  }
  return method("date-shift").apply(table, columns, given, run).tables.front();
}

const std::vector<std::int32_t>& days(const Table& table, ColumnId id) {
  return table.column(id).get_if<Dates>()->days;
}

// The shift of every person; fails where a person has two, or where missing cells moved.
std::map<std::string, std::int32_t> shifts(const Table& before, const Table& after) {
  std::map<std::string, std::int32_t> result;
  for (ColumnId id = 1; id < 3; ++id) {
    for (std::size_t row = 0; row < before.rows(); ++row) {
      const std::int32_t was = days(before, id)[row], is = days(after, id)[row];
      EXPECT_EQ(was == Dates::missing, is == Dates::missing);
      if (was == Dates::missing) continue;
      const auto [entry, fresh] = result.emplace(before.column(0).text(row), is - was);
      EXPECT_EQ(entry->second, is - was) << "two shifts for " << entry->first;
    }
  }
  return result;
}

TEST(DateShift, EveryPersonHasOneShiftWithinTheDays) {
  const Table original = visits();
  std::set<std::int32_t> seen;
  for (const auto& [person, shift] : shifts(original, shifted(original, {{"days", 20}}))) {
    EXPECT_NE(shift, 0);
    EXPECT_LE(std::abs(shift), 20);
    seen.insert(shift);
  }
  EXPECT_GT(seen.size(), 30U);  // of 40 that are possible, for 150 people
  EXPECT_TRUE(seen.contains(-20) || seen.contains(20) || seen.contains(-19));
}

TEST(DateShift, HouseholdsAreUnitsWhereNoOthersAre) {
  const Table original = visits(Role::household);
  EXPECT_GT(shifts(original, shifted(original)).size(), 100U);
}

TEST(DateShift, KeepsWeekdays) {
  const Table original = visits();
  for (const auto& [person, shift] :
       shifts(original, shifted(original, {{"keep-weekday", true}, {"days", 20}}))) {
    EXPECT_EQ(shift % 7, 0);
    EXPECT_TRUE(std::abs(shift) == 7 || std::abs(shift) == 14);
  }
  EXPECT_THROW(shifted(original, {{"keep-weekday", true}, {"days", 6}}), Error);
}

TEST(DateShift, AKeyGivesTheSameShiftsInEveryFileWhateverTheSeed) {
  const Table original = visits();
  const Table first = shifted(original, {}, 1, 1, {1, 2}, "0123456789abcdef");
  EXPECT_TRUE(first.same_data(shifted(original, {}, 2, 8, {1, 2}, "0123456789abcdef")));
  EXPECT_FALSE(first.same_data(shifted(original, {}, 1, 1, {1, 2}, "0123456789abcdeg")));
  // Another file with some of the people.
  const Table later = original.taking_rows(std::vector<std::size_t>{5, 17, 400});
  const auto all = shifts(original, first);
  for (const auto& [person, shift] : shifts(later, shifted(later, {}, 3, 2, {1, 2}, "0123456789abcdef"))) {
    EXPECT_EQ(all.at(person), shift);
  }
  Table nobody = original;
  nobody.set_info(0, named("person", Kind::numeric));
  EXPECT_THROW(shifted(nobody, {}, 1, 1, {1, 2}, "0123456789abcdef"), Error);
}

TEST(DateShift, WithoutUnitsEveryRecordIsShiftedByItself) {
  Table original = visits();
  original.set_info(0, named("person", Kind::numeric));
  const Table after = shifted(original);
  std::set<std::int32_t> seen;
  for (std::size_t row = 0; row < original.rows(); ++row) {
    const std::int32_t in = days(original, 1)[row], out = days(original, 2)[row];
    if (in == Dates::missing || out == Dates::missing) continue;
    EXPECT_EQ(out - in, days(after, 2)[row] - days(after, 1)[row]);
    seen.insert(days(after, 1)[row] - in);
  }
  EXPECT_GT(seen.size(), 200U);
}

TEST(DateShift, MomentsKeepTheirTimeAndTheirForm) {
  const Table original(
      {named("person", Kind::numeric, Role::unit), named("at", Kind::nominal)},
      {Integers{{1, 1, 2, 1}, {}},
       Codes{{0, 1, 2, -1}, {"31/03/2021 09:30", "1/04/2021 23:59:59", "28/02/2021 1:05 PM"}}});
  EXPECT_THROW(shifted(original, {}, 1, 1, {1}), Error);  // with zeros in front and without
  const Table alike(
      {original.info(0), original.info(1)},
      {original.column(0),
       Codes{{0, 1, 2, -1}, {"31/03/2021 09:30", "01/04/2021 23:59:59", "28/02/2021 1:05 PM"}}});
  const Table after = shifted(alike, {}, 1, 1, {1});
  const DateForm form = *parse_date_form("day/month/year");
  std::int32_t first = 0, second = 0;
  ASSERT_TRUE(parse_date(split_moment(after.column(1).text(0)).date, form, first));
  ASSERT_TRUE(parse_date(split_moment(after.column(1).text(1)).date, form, second));
  EXPECT_EQ(second - first, 1);
  EXPECT_EQ(split_moment(after.column(1).text(0)).time, " 09:30");
  EXPECT_EQ(split_moment(after.column(1).text(1)).time, " 23:59:59");
  EXPECT_EQ(split_moment(after.column(1).text(2)).time, " 1:05 PM");
  EXPECT_TRUE(after.column(1).missing(3));
}

TEST(DateShift, RefusesWhatIsNotADateAndWhatLeavesTheCalendar) {
  const Table words({named("town", Kind::nominal)}, {Codes{{0, 1}, {"Reus", "Valls"}}});
  EXPECT_THROW(shifted(words, {}, 1, 1, {0}), Error);
  const Table ambiguous({named("at", Kind::nominal)}, {Codes{{0}, {"03/04/2021 10:00"}}});
  EXPECT_THROW(shifted(ambiguous, {}, 1, 1, {0}), Error);
  // A date near the end of the calendar is refused whatever its draw: one that stays inside would tell the
  // shift.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Table last({named("until", Kind::ordinal)}, {Dates{{2932896}}});
    EXPECT_THROW(shifted(last, {}, seed, 1, {0}), Error) << seed;
  }
  const Table inside({named("until", Kind::ordinal)}, {Dates{{2932896 - 180}}});
  EXPECT_NO_THROW(shifted(inside, {}, 1, 1, {0}));
}

}  // namespace
}  // namespace sfumato::masking
