// Columns: missing marks, conversions to numbers and text, comparison bit for bit.
#include "core/column.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "core/number_limits.hpp"
#include "core/number_text.hpp"

namespace sfumato {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang 16 does not deduce it by itself

template <class T>
std::vector<T> taken(const std::vector<T>& values, std::span<const std::size_t> rows) {
  std::vector<T> result;
  if (values.empty()) return result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(values[row]);
  return result;
}

bool same_labels(const Codes& a, const Codes& b) {
  if (a.codes.size() != b.codes.size()) return false;
  for (std::size_t i = 0; i < a.codes.size(); ++i) {
    const bool missing = a.codes[i] == Codes::missing;
    if (missing != (b.codes[i] == Codes::missing)) return false;
    if (!missing &&
        a.labels[static_cast<std::size_t>(a.codes[i])] != b.labels[static_cast<std::size_t>(b.codes[i])]) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::size_t Column::size() const {
  return visit(Overloaded{[](const Numbers& numbers) { return numbers.size(); },
                          [](const Integers& integers) { return integers.values.size(); },
                          [](const Dates& dates) { return dates.days.size(); },
                          [](const Timestamps& times) { return times.ticks.size(); },
                          [](const Codes& codes) { return codes.codes.size(); }});
}

bool Column::missing(std::size_t row) const {
  return visit(Overloaded{
      [&](const Numbers& numbers) { return std::isnan(numbers[row]); },
      [&](const Integers& integers) { return !integers.missing.empty() && integers.missing[row] != 0; },
      [&](const Dates& dates) { return dates.days[row] == Dates::missing; },
      [&](const Timestamps& times) { return times.ticks[row] == Timestamps::missing; },
      [&](const Codes& codes) { return codes.codes[row] == Codes::missing; }});
}

std::size_t Column::missing_count() const {
  std::size_t count = 0;
  for (std::size_t row = 0; row < size(); ++row) count += missing(row) ? 1 : 0;
  return count;
}

Numbers Column::to_numbers() const {
  if (const Numbers* numbers = get_if<Numbers>()) return *numbers;
  Numbers result(size());
  for (std::size_t row = 0; row < result.size(); ++row) {
    result[row] =
        missing(row)
            ? nan
            : visit(Overloaded{
                  [&](const Numbers& numbers) { return numbers[row]; },
                  [&](const Integers& integers) { return static_cast<double>(integers.values[row]); },
                  [&](const Dates& dates) { return static_cast<double>(dates.days[row]); },
                  [&](const Timestamps& times) { return times.days(times.ticks[row]); },
                  [&](const Codes& codes) { return static_cast<double>(codes.codes[row]); }});
  }
  return result;
}

Column Column::taking(std::span<const std::size_t> rows) const {
  return visit(
      Overloaded{[&](const Numbers& numbers) { return Column(taken(numbers, rows)); },
                 [&](const Integers& integers) {
                   return Column(Integers{taken(integers.values, rows), taken(integers.missing, rows)});
                 },
                 [&](const Dates& dates) { return Column(Dates{taken(dates.days, rows)}); },
                 [&](const Timestamps& times) {
                   Timestamps result = times.outline();
                   result.ticks = taken(times.ticks, rows);
                   return Column(std::move(result));
                 },
                 [&](const Codes& codes) {
                   return Column(Codes{taken(codes.codes, rows), codes.labels});
                 }});
}

namespace {

template <class T>
bool all_are(std::span<const Column* const> parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const Column* part) { return part->get_if<T>() != nullptr; });
}

template <class T>
void append(std::vector<T>& target, const std::vector<T>& more) {
  target.insert(target.end(), more.begin(), more.end());
}

Integers joined_integers(std::span<const Column* const> parts) {
  Integers result;
  for (const Column* part : parts) {
    const Integers& more = *part->get_if<Integers>();
    if (!more.missing.empty()) result.missing.resize(result.values.size());
    append(result.values, more.values);
    append(result.missing, more.missing);
    if (!result.missing.empty()) result.missing.resize(result.values.size());
  }
  return result;
}

Codes joined_codes(std::span<const Column* const> parts) {
  Codes result;
  std::map<std::string, std::int32_t> places;
  for (const Column* part : parts) {
    const Codes& more = *part->get_if<Codes>();
    std::vector<std::int32_t> code_of;
    for (const std::string& label : more.labels) {
      const auto [place, fresh] = places.try_emplace(label, static_cast<std::int32_t>(places.size()));
      if (fresh) result.labels.push_back(label);
      code_of.push_back(place->second);
    }
    for (const std::int32_t code : more.codes) {
      result.codes.push_back(code == Codes::missing ? code : code_of[static_cast<std::size_t>(code)]);
    }
  }
  return result;
}

// Moments of one kind, all with a zone or all without; nothing where a finer unit cannot count some.
std::optional<Timestamps> joined_times(std::span<const Column* const> parts) {
  if (parts.empty()) return std::nullopt;
  Timestamps result = parts.front()->get_if<Timestamps>()->outline();
  for (const Column* part : parts) {
    const Timestamps& more = *part->get_if<Timestamps>();
    if (more.zone.empty() != result.zone.empty()) return std::nullopt;
    result.per_second = std::max(result.per_second, more.per_second);
  }
  for (const Column* part : parts) {
    const Timestamps& more = *part->get_if<Timestamps>();
    const std::int64_t factor = result.per_second / more.per_second;
    for (std::int64_t value : more.ticks) {
      if (value != Timestamps::missing && __builtin_mul_overflow(value, factor, &value)) return std::nullopt;
      result.ticks.push_back(value);
    }
  }
  return result;
}

}  // namespace

Column padded(const Column& column, std::size_t rows) {
  const auto resized = [&](auto values, auto gap) {
    values.resize(rows, gap);
    return values;
  };
  if (const Numbers* numbers = column.get_if<Numbers>()) {
    return resized(*numbers, std::nan(""));
  }
  if (const Integers* integers = column.get_if<Integers>()) {
    Integers result = *integers;
    result.missing.resize(result.values.size(), 0);
    result.missing.resize(rows, 1);
    result.values.resize(rows, 0);
    return result;
  }
  if (const Dates* dates = column.get_if<Dates>()) return Dates{resized(dates->days, Dates::missing)};
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    Timestamps result = *times;
    result.ticks.resize(rows, Timestamps::missing);
    return result;
  }
  const Codes& codes = *column.get_if<Codes>();
  return Codes{resized(codes.codes, Codes::missing), codes.labels};
}

Column concatenated(std::span<const Column* const> parts) {
  if (all_are<Integers>(parts)) return joined_integers(parts);
  if (all_are<Codes>(parts)) return joined_codes(parts);
  if (all_are<Dates>(parts)) {
    Dates result;
    for (const Column* part : parts) append(result.days, part->get_if<Dates>()->days);
    return result;
  }
  if (all_are<Timestamps>(parts)) {
    if (auto joined = joined_times(parts)) return std::move(*joined);
  }
  Numbers result;
  for (const Column* part : parts) append(result, part->to_numbers());
  return result;
}

std::string Column::text(std::size_t row) const {
  if (missing(row)) return {};
  return visit(Overloaded{
      [&](const Numbers& numbers) { return shortest(numbers[row]); },
      [&](const Integers& integers) { return std::to_string(integers.values[row]); },
      [&](const Dates& dates) { return date_text(dates.days[row]); },
      [&](const Timestamps& times) { return times.text(times.ticks[row]); },
      [&](const Codes& codes) { return codes.labels[static_cast<std::size_t>(codes.codes[row])]; }});
}

bool Column::operator==(const Column& other) const {
  if (data_.index() != other.data_.index() || size() != other.size()) return false;
  return visit(Overloaded{
      [&](const Numbers& numbers) {
        return std::equal(numbers.begin(), numbers.end(), other.get_if<Numbers>()->begin(),
                          [](double a, double b) {
                            return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
                                   (std::isnan(a) && std::isnan(b));
                          });
      },
      [&](const Integers& integers) {
        for (std::size_t row = 0; row < size(); ++row) {
          if (missing(row) != other.missing(row)) return false;
          if (!missing(row) && integers.values[row] != other.get_if<Integers>()->values[row]) return false;
        }
        return true;
      },
      [&](const Dates& dates) { return dates == *other.get_if<Dates>(); },
      [&](const Timestamps& times) { return times == *other.get_if<Timestamps>(); },
      [&](const Codes& codes) { return same_labels(codes, *other.get_if<Codes>()); }});
}

std::string date_text(std::int32_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return buffer;
}

bool parse_date(std::string_view text, std::int32_t& day) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  unsigned parts[3] = {0, 0, 0};
  constexpr std::size_t starts[3] = {0, 5, 8};
  constexpr std::size_t lengths[3] = {4, 2, 2};
  for (int part = 0; part < 3; ++part) {
    for (std::size_t i = 0; i < lengths[part]; ++i) {
      const char digit = text[starts[part] + i];
      if (digit < '0' || digit > '9') return false;
      parts[part] = parts[part] * 10 + static_cast<unsigned>(digit - '0');
    }
  }
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(parts[0])},
                                         std::chrono::month{parts[1]}, std::chrono::day{parts[2]}};
  if (!date.ok() || parts[0] == 0) return false;
  day = static_cast<std::int32_t>(std::chrono::sys_days{date}.time_since_epoch().count());
  return true;
}

}  // namespace sfumato
