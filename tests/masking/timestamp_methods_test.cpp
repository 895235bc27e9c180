// Methods on columns of moments: they stay moments with their unit and zone, or become the categories that a
// hierarchy names.
#include <gtest/gtest.h>

#include <map>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/rng.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/record_rules.hpp"
#include "masking/registry.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

ColumnInfo moment_info(const std::string& name, Kind kind, std::optional<Role> role = std::nullopt) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  return info;
}

constexpr std::int64_t microsecond_day = 86400LL * 1'000'000;

// 300 visits of 60 people at any microsecond of a year.
Table clinic(const std::string& zone = "") {
  Rng rng({9, 9});
  Integers person;
  Timestamps at{{}, 1'000'000, zone, {}};
  at.form.zone = zone_designator(zone);
  for (int i = 0; i < 300; ++i) {
    person.values.push_back(static_cast<std::int64_t>(rng.below(60)));
    const auto place = static_cast<std::int64_t>(rng.below(365ULL * 86400 * 1'000'000));
    at.ticks.push_back(rng.chance(0.1) ? Timestamps::missing : 18628 * microsecond_day + place);  // 2021
  }
  return {{moment_info("person", Kind::numeric, Role::unit), moment_info("at", Kind::ordinal)}, {person, at}};
}

Table masked_by(const std::string& name, const Table& table, const ColumnSet& columns,
                const ParamValues& params = {}) {
  return method(name).apply(table, columns, params, sfumato::Run({.seed = 5, .threads = 2})).tables.front();
}

const Timestamps& moments_of(const Table& table) { return *table.column(1).get_if<Timestamps>(); }

TEST(TimestampMethods, DateShiftKeepsTheTimeOfDayAndIntervalsWithinAPerson) {
  for (const std::string zone : {"", "UTC", "+05:30"}) {
    const Table before = clinic(zone), after = masked_by("date-shift", before, {1}, {{"days", 30}});
    ASSERT_NE(after.column(1).get_if<Timestamps>(), nullptr);
    EXPECT_EQ(moments_of(after).zone, zone);
    std::map<std::int64_t, std::int64_t> shift_of;
    for (std::size_t row = 0; row < before.rows(); ++row) {
      const std::int64_t was = moments_of(before).ticks[row], is = moments_of(after).ticks[row];
      ASSERT_EQ(was == Timestamps::missing, is == Timestamps::missing);
      if (was == Timestamps::missing) continue;
      ASSERT_EQ((is - was) % microsecond_day, 0);
      ASSERT_NE(is, was);
      ASSERT_LE(std::abs(is - was), 30 * microsecond_day);
      const auto [known, fresh] =
          shift_of.emplace(before.column(0).get_if<Integers>()->values[row], is - was);
      ASSERT_EQ(known->second, is - was);
    }
    EXPECT_GT(shift_of.size(), 40U);
  }
  const Table weeks = masked_by("date-shift", clinic(), {1}, {{"keep-weekday", true}});
  for (std::size_t row = 0; row < weeks.rows(); ++row) {
    if (weeks.column(1).missing(row)) continue;
    EXPECT_EQ((moments_of(weeks).ticks[row] - moments_of(clinic()).ticks[row]) % (7 * microsecond_day), 0);
  }
}

TEST(TimestampMethods, DateShiftRefusesWhatCannotBeCounted) {
  Timestamps late{{253402300799000000}, 1'000'000, "", {}};  // 9999-12-31 23:59:59
  const Table table({moment_info("at", Kind::ordinal)}, {Column(late)});
  EXPECT_THROW(masked_by("date-shift", table, {0}), Error);
  Timestamps fine{{9223372036854775000}, 1'000'000'000, "", {}};  // the last nanoseconds of 64 bits
  const Table nanoseconds({moment_info("at", Kind::ordinal)}, {Column(fine)});
  EXPECT_THROW(masked_by("date-shift", nanoseconds, {0}), Error);
}

Table recoded(const Table& table, const std::vector<std::string>& steps, DateLabels labels) {
  Table with_tree = table;
  ColumnInfo info = table.info(1);
  info.tree = std::make_shared<const Hierarchy>(
      date_hierarchy(distinct_texts(table.column(1)), steps, std::nullopt, labels));
  with_tree.set_info(1, info);
  return masked_by("recoding", with_tree, {1});
}

TEST(TimestampMethods, RecodingToPeriods) {
  const Table before = clinic();
  const Timestamps& times = moments_of(before);
  for (const auto& [step, length] :
       std::map<std::string, std::size_t>{{"day", 10}, {"month", 7}, {"year", 4}}) {
    const Table after = recoded(before, {step}, DateLabels::periods);
    for (std::size_t row = 0; row < before.rows(); ++row) {
      if (before.column(1).missing(row)) continue;
      EXPECT_EQ(after.column(1).text(row), date_text(times.day(times.ticks[row])).substr(0, length));
    }
  }
  const Table hours = recoded(before, {"hour-of-day"}, DateLabels::periods);
  for (std::size_t row = 0; row < before.rows(); ++row) {
    if (before.column(1).missing(row)) continue;
    const std::int64_t hour = times.ticks[row] % microsecond_day / 3'600'000'000;
    EXPECT_EQ(hours.column(1).text(row), (hour < 10 ? "0" : "") + std::to_string(hour) + "h");
  }
}

TEST(TimestampMethods, RecodingToAFirstDayOrHourKeepsMoments) {
  for (const std::string zone : {"", "+05:30"}) {
    const Table before = clinic(zone);
    const Table days = recoded(before, {"day"}, DateLabels::first_day);
    const Table hours = recoded(before, {"hour"}, DateLabels::first_day);
    const Table months = recoded(before, {"month"}, DateLabels::first_day);
    for (const Table* after : {&days, &hours, &months}) {
      ASSERT_NE(after->column(1).get_if<Timestamps>(), nullptr);
      EXPECT_EQ(moments_of(*after).zone, zone);
    }
    for (std::size_t row = 0; row < before.rows(); ++row) {
      const std::int64_t value = moments_of(before).ticks[row];
      EXPECT_EQ(value == Timestamps::missing, days.column(1).missing(row));
      if (value == Timestamps::missing) continue;
      const std::int64_t clock = moments_of(before).clock(value), offset = clock - value;
      EXPECT_EQ(moments_of(days).ticks[row], clock - clock % microsecond_day - offset);
      EXPECT_EQ(moments_of(hours).ticks[row], clock - clock % 3'600'000'000 - offset);
      EXPECT_EQ(moments_of(months).text(moments_of(months).ticks[row]).substr(0, 10),
                days.column(1).text(row).substr(0, 8) + "01");
    }
  }
}

TEST(TimestampMethods, OtherMethodsReleaseMoments) {
  const Table before = clinic();
  for (const std::string name : {"rank-swapping", "data-swapping", "pram", "local-suppression", "top-coding",
                                 "bottom-coding", "sequential-trees", "data-shuffling"}) {
    Table after;
    try {
      after = masked_by(name, before, {1});
    } catch (const Error& failure) {
      EXPECT_EQ(failure.code, ErrorCode::bad_input) << name << ": " << failure.message;
      continue;
    }
    const Timestamps* times = after.column(1).get_if<Timestamps>();
    ASSERT_NE(times, nullptr) << name;
    EXPECT_EQ(times->per_second, 1'000'000) << name;
    for (const std::int64_t value : times->ticks) {
      if (value == Timestamps::missing) continue;
      EXPECT_GE(times->day(value), 18628) << name;
      EXPECT_LT(times->day(value), 18628 + 366) << name;
    }
  }
}

TEST(TimestampMethods, TopCodingStopsAtTheLimitAndLeavesTheRestExact) {
  const Table before = clinic(), after = masked_by("top-coding", before, {1}, {{"quantile", 0.9}});
  const Timestamps& times = *after.column(1).get_if<Timestamps>();
  std::size_t changed = 0;
  for (std::size_t row = 0; row < before.rows(); ++row) {
    const std::int64_t was = moments_of(before).ticks[row];
    changed += times.ticks[row] != was ? 1 : 0;
    EXPECT_LE(times.ticks[row], was);
  }
  EXPECT_GT(changed, 10U);
  EXPECT_LT(changed, 40U);
}

TEST(TimestampMethods, ClassesTellMicrosecondsApart) {
  const Column column(Timestamps{
      {1617199500000000, 1617199500000001, 1617199500000000, Timestamps::missing}, 1'000'000, "", {}});
  const stats::KeyColumn keys = stats::key_column(column);
  EXPECT_EQ(keys.distinct, 2);
  EXPECT_EQ(keys.codes[0], keys.codes[2]);
  EXPECT_NE(keys.codes[0], keys.codes[1]);
  EXPECT_EQ(keys.codes[3], stats::KeyColumn::missing);
  EXPECT_EQ(column.to_numbers()[0] == column.to_numbers()[1], false);
}

TEST(TimestampMethods, RulesNameMomentsAndDays) {
  const Table table = clinic();
  for (const std::string rule :
       {"at >= 2021-01-01", "at < 2022-01-01T00:00:00", "at > '2020-12-31 23:59:59'"}) {
    const RecordRules rules({rule}, table, false);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      EXPECT_TRUE(rules.kept([&](ColumnId id, bool) { return table.column(id).to_numbers()[row]; })) << rule;
    }
  }
  EXPECT_THROW(RecordRules({"at >= soon"}, table, false), Error);
}

}  // namespace
}  // namespace sfumato::masking
