// Dates that were read as texts or numbers, since they are not written as 1957-04-21. They lead to people as
// other dates do, although nothing declares them.
#pragma once

#include <string_view>

#include "core/column.hpp"

namespace sfumato::release {

// "21/04/1957", "4/21/1957", "21.04.1957", "1957-04-21 12:30:00", "19570421": a day that exists, of the years
// 1850 to 2100.
bool is_date_text(std::string_view text);

// Whether 90 % of the present values or more are such texts, or numbers such as 19570421. A column of dates
// does not count: it is known to be one.
bool looks_like_dates(const Column& column);

// The same of a column that comes in blocks.
class DateTexts {
 public:
  void add(const Column& block);
  bool looks_like_dates() const;

  // The counts alone, for columns whose parts lie in several processes.
  std::size_t present() const { return present_; }
  std::size_t dates() const { return dates_; }
  bool known() const { return known_; }
  void add(std::size_t present, std::size_t dates, bool known) {
    present_ += present;
    dates_ += dates;
    known_ = known_ || known;
  }

 private:
  std::size_t present_ = 0, dates_ = 0;
  bool known_ = false;  // it is a column of dates
};

}  // namespace sfumato::release
