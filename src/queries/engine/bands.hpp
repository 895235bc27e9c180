// The groups of a column: each value, bands of equal width, or years and months. They follow from the
// declared domain alone, and are therefore public.
#pragma once

#include <cstdint>
#include <string>

#include "queries/query.hpp"

namespace sfumato::queries {

// Without the group of NULL.
std::int64_t band_count(const CatalogueColumn& column, const Banding& banding);
// "20-29" (the part of the band inside the domain), "1970" for a year, "1" to "12" for a month, and so
// for the other parts of a date.
std::string band_name(const CatalogueColumn& column, const Banding& banding, std::int64_t place);

// The band of a value inside the domain, from 0. The time does not depend on the value: a division by the
// width is a multiplication by its reciprocal.
class BandOf {
 public:
  BandOf(const CatalogueColumn& column, const Banding& banding);

  Banding::Kind kind() const { return kind_; }
  std::int64_t by_width(std::int64_t value) const {
    return static_cast<std::int64_t>((static_cast<Product>(value - origin_) * reciprocal_) >> shift_);
  }
  std::int64_t by_year(std::int64_t day) const;
  // Of a month, quarter, week, day of the month or day of the week, from 0.
  static std::int64_t by_month(std::int64_t day);
  static std::int64_t by_quarter(std::int64_t day);
  static std::int64_t by_week(std::int64_t day);
  static std::int64_t by_day(std::int64_t day);
  static std::int64_t by_weekday(std::int64_t day);

 private:
  __extension__ using Product = unsigned __int128;

  Banding::Kind kind_;
  std::int64_t origin_ = 0;  // the lower bound of the first band, or the first year
  std::uint64_t reciprocal_ = 1;
  int shift_ = 0;
};

}  // namespace sfumato::queries
