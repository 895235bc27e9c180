#include "tables/formats/argus_column.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "tables/decimal.hpp"

namespace sfumato::tables {
namespace {

constexpr std::int64_t most_exact = std::int64_t{1} << 53;  // doubles represent every integer up to here
constexpr std::size_t surely_exact = 15;                    // decimal digits that a double preserves

std::string about(std::string_view field, std::string_view problem) {
  return (data_value(field) + " ").append(problem);
}

bool fits_double(std::int64_t number) { return number <= most_exact && number >= -most_exact; }

}  // namespace

bool is_number(const ArgusVariable& variable) {
  return variable.numeric || variable.kind == ArgusKind::amount || variable.kind == ArgusKind::weight ||
         variable.kind == ArgusKind::record_key;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char letter) {
    return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U;
  }));
}

ArgusColumn::ArgusColumn(const ArgusVariable& variable, bool comma, std::size_t rows)
    : variable_(&variable), comma_(comma), number_(is_number(variable)) {
  if (number_) {
    integers_.values.reserve(rows);
  } else {
    codes_.reserve(rows);
  }
}

std::string ArgusColumn::add(std::string_view field) {
  const std::vector<std::string>& missing = variable_->missing;
  if (field.empty() || std::find(missing.begin(), missing.end(), field) != missing.end()) {
    add_missing();
    return {};
  }
  if (number_) return add_number(field);
  codes_.add(field);
  return {};
}

std::string ArgusColumn::add_number(std::string_view field) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error == std::errc() && end == field.data() + field.size()) {
    if (!whole_ && !fits_double(number)) return about(field, "has too many digits to be exact");
    if (whole_) {
      add_whole(number);
    } else {
      numbers_.push_back(static_cast<double>(number));
    }
    return {};
  }
  std::string text(field);
  if (comma_ && text.find('.') == std::string::npos) {
    if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  }
  const std::optional<double> parsed = parse_number(text);
  if (!parsed) return about(field, "is not a number");
  if (text.size() > surely_exact) {
    const std::optional<Decimal> exact = Decimal::parse(text);
    if (!exact || Decimal::of_number(*parsed, exact->decimals()) != exact) {
      return about(field, "has too many digits to be exact");
    }
  }
  if (!add_double(*parsed)) return "an earlier number of this column is too large for a column with decimals";
  return {};
}

void ArgusColumn::add_missing() {
  if (!number_) {
    codes_.add_missing();
  } else if (whole_) {
    integers_.missing.resize(integers_.values.size(), 0);
    integers_.missing.push_back(1);
    integers_.values.push_back(0);
  } else {
    numbers_.push_back(std::numeric_limits<double>::quiet_NaN());
  }
}

void ArgusColumn::add_whole(std::int64_t number) {
  integers_.values.push_back(number);
  if (!integers_.missing.empty()) integers_.missing.push_back(0);
}

// From here on the column has doubles; false if an earlier integer was too large for that.
bool ArgusColumn::add_double(double number) {
  if (whole_) {
    if (!std::all_of(integers_.values.begin(), integers_.values.end(), fits_double)) return false;
    const Column before(std::move(integers_));
    numbers_ = before.to_numbers();
    whole_ = false;
  }
  numbers_.push_back(number);
  return true;
}

Column ArgusColumn::take() {
  if (!number_) return codes_.take();
  if (whole_) return std::move(integers_);
  return std::move(numbers_);
}

ColumnInfo column_info(const ArgusVariable& variable) {
  ColumnInfo info;
  info.name = variable.name;
  info.kind = is_number(variable) ? Kind::numeric : Kind::nominal;
  info.missing = variable.missing;
  if (is_number(variable)) info.decimals = variable.decimals;
  if (variable.kind == ArgusKind::weight) info.role = Role::weight;
  return info;
}

Column joined_column(const std::vector<std::vector<Column>>& parts, std::size_t position,
                     const std::string& source, const ArgusVariable& variable) {
  std::vector<const Column*> columns;
  bool doubles = false;
  bool large = false;
  for (const std::vector<Column>& part : parts) {
    columns.push_back(&part[position]);
    doubles = doubles || part[position].get_if<Numbers>() != nullptr;
    if (const Integers* integers = part[position].get_if<Integers>()) {
      large = large || !std::all_of(integers->values.begin(), integers->values.end(), fits_double);
    }
  }
  if (doubles && large) {
    bad_input(source + ": '" + io::shown(variable.name) +
                  "' has integers above 2^53 and numbers with decimals, which cannot be stored exactly",
              "use a larger unit");
  }
  return concatenated(columns);
}

}  // namespace sfumato::tables
