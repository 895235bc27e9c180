// How dates are written other than as 2021-03-31: which of day, month and year comes first, what stands
// between them, and whether a day below 10 has a zero in front. An order is recognised where only one is
// possible, and never guessed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

enum class DateOrder { year_month_day, day_month_year, month_day_year };

struct DateForm {
  DateOrder order = DateOrder::year_month_day;
  char separator = '-';  // '-', '/', '.', or 0: none, as in 20210331
  bool padded = true;    // 01/02/2021; otherwise 1/2/2021
  bool operator==(const DateForm&) const = default;

  bool is_iso() const { return *this == DateForm{}; }
};

// "day/month/year", "month.day.year", "yearmonthday"; "d/m/year" where no zeros stand in front.
std::string to_text(const DateForm& form);
std::optional<DateForm> parse_date_form(std::string_view text);
// For hints: some of the texts that parse_date_form takes.
std::string date_form_examples();

std::string date_text(std::int32_t day, const DateForm& form);
// Days of the years 1 to 9999 with four digits. A strict reading takes only what date_text would write; the
// other takes one or two digits for day and month.
bool parse_date(std::string_view text, const DateForm& form, std::int32_t& day, bool strict = true);

// The date at the start of a text and what follows it: nothing, or " 12:30:00" or "T12:30".
struct Moment {
  std::string_view date;
  std::string_view time;  // with the letter or space in front
};
Moment split_moment(std::string_view text);

// The forms in which all of several texts can be written: built text by text.
class DateForms {
 public:
  DateForms() = default;
  // Only this order is considered, with any year.
  explicit DateForms(DateOrder order) : only_(order) {}

  // A text that is not a date in any form leaves no form. Undeclared, years from 1800 to 2200 and the year
  // 9999 count.
  void add(std::string_view text);

  std::size_t count() const { return count_; }
  bool none() const { return count_ == 0 || orders_ == 0; }
  // Does every text fit two orders?
  bool ambiguous() const { return !none() && (orders_ & (orders_ - 1U)) != 0; }
  // The one form of all texts; nothing where there is none, or two, or where some days have zeros in front
  // and others do not.
  std::optional<DateForm> form() const;
  // The same where zeros do not matter.
  std::optional<DateForm> loose_form() const;
  // The two forms that are possible, as declarations name them.
  std::vector<std::string> possible() const;

 private:
  std::optional<DateOrder> only_ = std::nullopt;
  std::size_t count_ = 0;
  unsigned orders_ = 7;  // one bit for each order that fits all texts so far
  char separator_ = 0;
  bool padded_ = true, bare_ = true;  // all texts so far have zeros in front where they can; none has
};

// The one form of the dates in texts that are dates or moments; nothing where some are not. Without a
// declared form, texts that fit two orders are an error that names the column and says how to declare the
// order.
std::optional<DateForm> date_form_of(const std::vector<std::string>& texts, const std::string& column,
                                     const std::optional<DateForm>& declared = std::nullopt);

// Ends with that error.
[[noreturn]] void refuse_ambiguous(const DateForms& forms, const std::string& where,
                                   const std::string& column);

}  // namespace sfumato
