// Shifted dates. All dates of a person move by the same number of days, so that the time between them stays
// exact while the calendar no longer leads to the person.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/date_form.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "core/text_list.hpp"
#include "masking/block_work.hpp"
#include "masking/keyed_draws.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int32_t first_day = -719162;  // 0001-01-01
constexpr std::int32_t last_day = 2932896;   // 9999-12-31

// Which unit each record belongs to: the declared units, or else households, or else records.
struct Units {
  std::vector<std::size_t> of_row;
  std::vector<std::string> names;  // of each unit, for the key; empty where a record has none
  std::string column;              // empty: every record is a unit
};

std::optional<ColumnId> unit_column(const Table& table) {
  for (const Role role : {Role::unit, Role::household}) {
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      if (table.info(id).role == role) return id;
    }
  }
  return std::nullopt;
}

Units units_of(const Table& table) {
  Units units;
  units.of_row.resize(table.rows());
  const std::optional<ColumnId> id = unit_column(table);
  if (!id) {
    for (std::size_t row = 0; row < table.rows(); ++row) units.of_row[row] = row;
    units.names.resize(table.rows());
    return units;
  }
  units.column = table.info(*id).name;
  const Column& column = table.column(*id);
  const stats::KeyColumn keys = stats::key_column(column);
  units.names.resize(static_cast<std::size_t>(keys.distinct));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) {
      units.of_row[row] = units.names.size();
      units.names.emplace_back();
    } else {
      units.of_row[row] = static_cast<std::size_t>(keys.codes[row]);
      units.names[units.of_row[row]] = column.text(row);
    }
  }
  return units;
}

[[noreturn]] void beyond_calendar(const std::string& name) {
  bad_input("column '" + name + "' has dates that a shift can move out of the years 1 to 9999",
            "if such a date stands for a missing value, as 9999-12-31 does, name it with ‹missing›");
}

// Whether a date is refused does not depend on the draw: what is left of a date near an end would tell the
// shift.
std::int32_t moved(std::int32_t day, std::int32_t shift, std::int64_t most, const std::string& name) {
  if (day - most < first_day || day + most > last_day) beyond_calendar(name);
  return day + shift;
}

// Dates in several forms, with or without a time of day, are texts; what follows the date stays as it is.
class TextDates {
 public:
  TextDates(const Codes& codes, const ColumnInfo& info) : codes_(codes), info_(info) {
    std::vector<bool> used(codes.labels.size(), false);
    for (const std::int32_t code : codes.codes) {
      if (code != Codes::missing) used[static_cast<std::size_t>(code)] = true;
    }
    std::vector<std::string> texts;
    for (std::size_t label = 0; label < used.size(); ++label) {
      if (used[label]) texts.push_back(codes.labels[label]);
    }
    if (texts.empty()) return;
    form_ = date_form_of(texts, info.name, info.date);
    if (!form_) {
      bad_input("column '" + info.name + "' has texts that are not dates of one form",
                "choose columns of dates with ‹columns›; dates are written as 2021-03-31 or, all of a column "
                "alike, as 31/03/2021, with or without a time of day");
    }
  }

  // Labels in the order of time.
  Codes shifted(const Units& units, const std::vector<std::int32_t>& shifts, std::int64_t most) const {
    std::map<std::pair<std::int32_t, std::string_view>, std::int32_t> places;
    std::vector<std::pair<std::int32_t, std::string_view>> moments(codes_.codes.size());
    for (std::size_t row = 0; row < moments.size(); ++row) {
      if (codes_.codes[row] == Codes::missing) continue;
      const Moment moment = split_moment(codes_.labels[static_cast<std::size_t>(codes_.codes[row])]);
      std::int32_t day = 0;
      parse_date(moment.date, *form_, day, false);
      moments[row] = {moved(day, shifts[units.of_row[row]], most, info_.name), moment.time};
      places.emplace(moments[row], 0);
    }
    Codes result;
    for (auto& [moment, place] : places) {
      place = static_cast<std::int32_t>(result.labels.size());
      result.labels.push_back(date_text(moment.first, *form_).append(moment.second));
    }
    for (std::size_t row = 0; row < moments.size(); ++row) {
      const bool missing = codes_.codes[row] == Codes::missing;
      result.codes.push_back(missing ? Codes::missing : places.at(moments[row]));
    }
    return result;
  }

 private:
  const Codes& codes_;
  const ColumnInfo& info_;
  std::optional<DateForm> form_;
};

struct DateShift {
  std::int64_t days = 180;
  bool keep_weekday = false;
  std::string key;

  static MethodInfo info() {
    return {.name = "date-shift",
            .title = "Shifted dates",
            .family = Family::noise,
            .summary = "Moves all dates of a person by the same random number of days.",
            .accepts = Kind::nominal | Kind::ordinal,
            .reference =
                "Hripcsak, Mirhaji, Low, Malin (2016), Preserving temporal relations in clinical data while "
                "maintaining privacy, JAMIA 23(6)",
            .households = true,
            .secret_key = true,
            .made_for = MadeFor::dates};
  }

  static void params(ParamList<DateShift>& list) {
    list.integer("days", &DateShift::days)
        .range(1, 36500)
        .unit("days")
        .doc("Largest shift, to earlier or to later dates.")
        .dial(Dial::more_is_safer);
    list.flag("keep-weekday", &DateShift::keep_weekday)
        .doc("Shift by whole weeks, so that every date keeps its day of the week.");
    list.table("key", &DateShift::key)
        .doc("File with a secret key, in one line: the same unit then gets the same shift in every file.");
  }

  std::string refused() const {
    return keep_weekday && days < 7 ? "whole weeks do not fit into fewer than 7 days" : "";
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    if (hindrance(original, columns).empty()) {
      return apply_whole(*blocks(original, columns, run), original, run);
    }
    run.check_stop();
    require_fitting(original, columns);
    SecureRng rng = run.secure("date-shift");
    const Units units = units_of(original);
    const Shifts drawn(*this, units, run);
    std::vector<std::int32_t> shifts;
    for (const std::string& name : units.names) {
      shifts.push_back(drawn.known(name) ? drawn.keyed(name) : drawn.of(rng.below(drawn.places())));
    }
    Masked result{.tables = {shifted(original, columns, units, shifts, run)}};
    result.details.set("units", units.names.size())
        .set("unit", units.column.empty() ? Value() : units.column);
    return result;
  }

  std::string hindrance(const Table& outline, const ColumnSet& columns) const {
    for (const ColumnId id : columns) {
      if (outline.column(id).is_text()) return "column '" + outline.info(id).name + "' has dates as texts";
    }
    if (key.empty() && unit_column(outline)) {
      return "every unit of the file is kept with its shift; one from a key need not be";
    }
    return {};
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;

  void require_fitting(const Table& table, const ColumnSet& columns) const {
    if (const std::string reason = refused(); !reason.empty()) {
      bad_param("days", reason, "set ‹days› 7 or more, or leave out ‹keep-weekday›");
    }
    require_dates(table, columns);
  }

  Table shifted(const Table& original, const ColumnSet& columns, const Units& units,
                const std::vector<std::int32_t>& shifts, const Run& run) const {
    Table result = original;
    for (const ColumnId id : columns) {
      run.check_stop();
      const ColumnInfo& info = original.info(id);
      if (const Codes* codes = original.column(id).get_if<Codes>()) {
        result.replace(id, TextDates(*codes, info).shifted(units, shifts, days));
        ColumnInfo after = info;
        after.order.clear();
        after.categories.clear();
        result.set_info(id, after);
        continue;
      }
      if (const Timestamps* times = original.column(id).get_if<Timestamps>()) {
        result.replace(id, shifted_times(*times, units, shifts, info.name));
        continue;
      }
      Dates dates = *original.column(id).get_if<Dates>();
      for (std::size_t row = 0; row < dates.days.size(); ++row) {
        std::int32_t& day = dates.days[row];
        if (day != Dates::missing) day = moved(day, shifts[units.of_row[row]], days, info.name);
      }
      result.replace(id, std::move(dates));
    }
    return result;
  }

 private:
  // By whole days of the clock: the time of day stays, and with it the time between two moments of a unit.
  Timestamps shifted_times(const Timestamps& times, const Units& units,
                           const std::vector<std::int32_t>& shifts, const std::string& name) const {
    Timestamps result = times;
    for (std::size_t row = 0; row < result.ticks.size(); ++row) {
      std::int64_t& value = result.ticks[row];
      if (value == Timestamps::missing) continue;
      moved(times.day(value), shifts[units.of_row[row]], days, name);
      std::int64_t reach = 0, least = 0;
      if (__builtin_add_overflow(value, days * times.per_day(), &reach) ||
          __builtin_sub_overflow(value, days * times.per_day(), &least)) {
        beyond_calendar(name);
      }
      value += shifts[units.of_row[row]] * times.per_day();
    }
    return result;
  }

  static void require_dates(const Table& original, const ColumnSet& columns) {
    std::vector<std::string> wrong;
    for (const ColumnId id : columns) {
      const Column& column = original.column(id);
      if (!column.is_calendar() && !column.is_text()) wrong.push_back(original.info(id).name);
    }
    if (wrong.empty()) return;
    bad_input(
        quoted_names(wrong) + (wrong.size() == 1 ? " is not a column" : " are not columns") + " of dates",
        "choose columns of dates with ‹columns›");
  }

  friend class DateShiftWork;

  // One of −n … −1, 1 … n, in steps of a day or a week. Nothing stays in its place.
  class Shifts {
   public:
    Shifts(const DateShift& wanted, const Units& units, const Run& run)
        : step_(wanted.keep_weekday ? 7 : 1), most_(static_cast<std::uint64_t>(wanted.days / step_)) {
      if (!wanted.key.empty() && units.column.empty()) {
        bad_param("key", "a key needs units: which records belong to one person is not known",
                  "declare the column of persons with role = \"unit\" (‹unit›), or leave out ‹key›");
      }
      if (!wanted.key.empty()) keyed_.emplace(run.table(wanted.key), "date-shift");
    }

    std::uint64_t places() const { return 2 * most_; }
    std::int32_t of(std::uint64_t place) const {
      const auto steps = static_cast<std::int64_t>(place % most_) + 1;
      return static_cast<std::int32_t>((place < most_ ? steps : -steps) * step_);
    }
    bool known(const std::string& name) const { return keyed_ && !name.empty(); }
    std::int32_t keyed(const std::string& name) const { return of(keyed_->below(name, places())); }

   private:
    std::int64_t step_;
    std::uint64_t most_;
    std::optional<KeyedDraws> keyed_;
  };
};

// A record without a unit has the draw of its number (the bias is below 10⁻¹⁴); units have shifts from the
// key.
class DateShiftWork : public BlockWork {
 public:
  DateShiftWork(const DateShift& wanted, const Table& outline, const ColumnSet& columns, const Run& run)
      : wanted_(wanted),
        columns_(columns),
        unit_(unit_column(outline)),
        unit_name_(unit_ ? outline.info(*unit_).name : ""),
        run_(run),
        random_(run.secure("date-shift")) {}

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}
  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    const Units units = units_of(block);
    require_names(block);
    const DateShift::Shifts drawn(wanted_, units, run_);
    std::vector<std::int32_t> shifts(units.names.size());
    for (std::size_t unit = 0; unit < shifts.size(); ++unit) {
      if (drawn.known(units.names[unit])) shifts[unit] = drawn.keyed(units.names[unit]);
    }
    for (std::size_t row = 0; row < block.rows(); ++row) {
      const std::size_t unit = units.of_row[row];
      if (drawn.known(units.names[unit])) continue;
      shifts[unit] = drawn.of(random_.bits_at(numbers[row]) % drawn.places());
    }
    std::size_t alone = 0;  // records that are a unit of their own
    for (std::size_t row = 0; row < block.rows(); ++row) {
      alone += unit_ && !block.column(*unit_).missing(row) ? 0 : 1;
    }
    return {wanted_.shifted(block, columns_, units, shifts, run_), {alone}};
  }
  ColumnSet counted_values() const override { return unit_ ? ColumnSet{*unit_} : ColumnSet{}; }
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override {
    Masked result;
    result.details.set("units", (counts.empty() ? 0 : counts.front()) + (unit_ ? distinct.front() : 0))
        .set("unit", unit_ ? Value(unit_name_) : Value());
    return result;
  }

 private:
  // A unit with an empty name would have a shift that is drawn, and another one in each of its records.
  void require_names(const Table& block) const {
    const Codes* codes = unit_ ? block.column(*unit_).get_if<Codes>() : nullptr;
    if (codes == nullptr) return;
    for (const std::int32_t code : codes->codes) {
      if (code == Codes::missing || !codes->labels[static_cast<std::size_t>(code)].empty()) continue;
      bad_input("column '" + unit_name_ + "' has a unit with an empty name",
                "name it, or declare the empty text as missing");
    }
  }

  DateShift wanted_;
  ColumnSet columns_;
  std::optional<ColumnId> unit_;
  std::string unit_name_;
  Run run_;
  SecureRng random_;
};

std::unique_ptr<BlockWork> DateShift::blocks(const Table& outline, const ColumnSet& columns,
                                             const Run& run) const {
  run.check_stop();
  require_fitting(outline, columns);
  return std::make_unique<DateShiftWork>(*this, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(date_shift, DateShift)
SFUMATO_BLOCK_METHOD(date_shift, DateShift)
