// Bands begin at multiples of the width. For distances below 2^55 and a width of at most 2^l, the product
// with ⌈2^(55 + l) / width⌉, divided by 2^(55 + l), is the exact quotient, rounded down.
#include "queries/engine/bands.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

#include "core/column.hpp"
#include "queries/language/decimal_units.hpp"

namespace sfumato::queries {
namespace {

constexpr int distance_bits = 55;  // a domain has at most 2^54 units, and a band may begin before it

std::int64_t floor_divided(std::int64_t value, std::int64_t width) {
  const std::int64_t quotient = value / width;
  return value % width < 0 ? quotient - 1 : quotient;
}

std::chrono::year_month_day date_of(std::int64_t day) {
  return std::chrono::year_month_day(std::chrono::sys_days(std::chrono::days(day)));
}

std::int64_t year_of(std::int64_t day) { return static_cast<int>(date_of(day).year()); }

std::string value_name(const CatalogueColumn& column, std::int64_t value) {
  if (column.kind == ColumnKind::category) return column.categories[static_cast<std::size_t>(value)];
  if (column.date) return date_text(static_cast<std::int32_t>(value));
  return units_text(value, column.decimals);
}

}  // namespace

std::int64_t band_count(const CatalogueColumn& column, const Banding& banding) {
  switch (banding.kind) {
    case Banding::Kind::values:
      break;
    case Banding::Kind::width:
      return floor_divided(column.last(), banding.width) - floor_divided(column.first(), banding.width) + 1;
    case Banding::Kind::year:
      return year_of(column.last()) - year_of(column.first()) + 1;
    case Banding::Kind::month:
      return 12;
    case Banding::Kind::quarter:
      return 4;
    case Banding::Kind::week:
      return 53;
    case Banding::Kind::day:
      return 31;
    case Banding::Kind::weekday:
      return 7;
  }
  return column.last() - column.first() + 1;
}

std::string band_name(const CatalogueColumn& column, const Banding& banding, std::int64_t place) {
  switch (banding.kind) {
    case Banding::Kind::values:
      break;
    case Banding::Kind::width: {
      const std::int64_t start = (floor_divided(column.first(), banding.width) + place) * banding.width;
      const std::int64_t first = std::max(start, column.first());
      const std::int64_t last = std::min(start + banding.width - 1, column.last());
      if (first == last) return value_name(column, first);
      return value_name(column, first) + (first < 0 ? " to " : "-") + value_name(column, last);
    }
    case Banding::Kind::year:
      return std::to_string(year_of(column.first()) + place);
    case Banding::Kind::month:
    case Banding::Kind::quarter:
    case Banding::Kind::week:
    case Banding::Kind::day:
    case Banding::Kind::weekday:
      return std::to_string(place + 1);
  }
  return value_name(column, column.first() + place);
}

BandOf::BandOf(const CatalogueColumn& column, const Banding& banding) : kind_(banding.kind) {
  origin_ = column.first();
  if (kind_ == Banding::Kind::year) origin_ = year_of(column.first());
  if (kind_ != Banding::Kind::width) return;
  const auto width = static_cast<std::uint64_t>(banding.width);
  origin_ = floor_divided(column.first(), banding.width) * banding.width;
  shift_ = distance_bits + static_cast<int>(std::bit_width(width - 1));
  reciprocal_ = static_cast<std::uint64_t>(((static_cast<Product>(1) << shift_) + width - 1) / width);
}

std::int64_t BandOf::by_year(std::int64_t day) const { return year_of(day) - origin_; }

std::int64_t BandOf::by_month(std::int64_t day) {
  return static_cast<std::int64_t>(static_cast<unsigned>(date_of(day).month())) - 1;
}

std::int64_t BandOf::by_quarter(std::int64_t day) { return by_month(day) / 3; }

// ISO 8601: a week begins on Monday and belongs to the year of its Thursday.
std::int64_t BandOf::by_week(std::int64_t day) {
  const std::int64_t thursday = day - by_weekday(day) + 3;
  const std::chrono::sys_days first = date_of(thursday).year() / std::chrono::January / 1;
  return (thursday - first.time_since_epoch().count()) / 7;
}

std::int64_t BandOf::by_day(std::int64_t day) {
  return static_cast<std::int64_t>(static_cast<unsigned>(date_of(day).day())) - 1;
}

// Day 0 is a Thursday.
std::int64_t BandOf::by_weekday(std::int64_t day) { return ((day + 3) % 7 + 7) % 7; }

}  // namespace sfumato::queries
