#include "tables/tabulation/record_keys.hpp"

#include <algorithm>
#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hmac.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "tables/decimal.hpp"
#include "tables/tabulation/record_codes.hpp"

namespace sfumato::tables {
namespace {

__extension__ using WideUnsigned = unsigned __int128;
constexpr Wide whole_range = Wide{1} << 64;

std::string place(const std::string& name, std::size_t row) {
  return "the record key '" + io::shown(name) + "' in row " + std::to_string(row + 1);
}

[[noreturn]] void no_key(const std::string& name, std::size_t row) {
  bad_input(place(name, row) + " is missing", "give every record a key");
}

// Doubles outside [0, 1), checked before decimals.
void check_numbers(const Table& records, const std::string& name) {
  const Column& column = records.column(records.require(name));
  const Numbers* numbers = column.get_if<Numbers>();
  if (numbers == nullptr) return;
  for (std::size_t row = 0; row < numbers->size(); ++row) {
    const double key = (*numbers)[row];
    if (std::isnan(key)) no_key(name, row);
    if (key >= 0 && key < 1) continue;
    bad_input(place(name, row) + " is " + data_value(shortest(key)) + ", which is not in [0, 1)",
              "use keys in [0, 1), or give the range of integer keys");
  }
}

RecordKeys numeric_keys(const Table& records, const std::string& name, std::optional<std::int64_t> range,
                        const Run& run) {
  if (!range) check_numbers(records, name);
  const ExactColumn column = exact_column(records, name, range ? 0 : Decimal::most_decimals, run);
  if (!range && column.decimals == 0 && !column.units.empty()) {
    bad_input("the record keys '" + io::shown(name) + "' are integers, but their range is not given",
              "give the number of keys: 256 for 0 to 255, 4294967296 for 32 bits");
  }
  if (column.changed > 0 && range) {
    bad_input("the record keys '" + io::shown(name) + "' are not integers, but have a range",
              "remove the range for keys in [0, 1)");
  }
  RecordKeys keys;
  keys.modulus = range ? Wide{*range} : Wide{power_of_ten(column.decimals)};
  keys.units.resize(column.units.size());
  for (std::size_t row = 0; row < keys.units.size(); ++row) {
    if (column.is_missing(row)) no_key(name, row);
    const std::int64_t units = column.units[row];
    if (units < 0 || units >= keys.modulus) {
      bad_input(place(name, row) + " is " + data_value(Decimal(units, column.decimals).text()) +
                ", which is not in [0, " + (range ? std::to_string(*range) : "1") + ")");
    }
    keys.units[row] = static_cast<std::uint64_t>(units);
  }
  return keys;
}

RecordKeys hashed_keys(const Table& records, const std::string& name, const std::string& secret,
                       std::vector<std::string>& notes, const Run& run) {
  const RecordCodes codes = record_codes(records, name, "make record keys of", run);
  const Hmac hash(secret);
  std::vector<std::uint64_t> of_code(codes.texts.size(), 0);
  for (std::size_t code = 0; code < of_code.size(); ++code) {
    const Digest digest = hash("record key: " + codes.texts[code]);
    for (std::size_t byte = 0; byte < 8; ++byte) of_code[code] = of_code[code] << 8 | digest[byte];
  }
  RecordKeys keys;
  keys.modulus = whole_range;
  keys.units.resize(codes.codes.size());
  std::vector<bool> seen(of_code.size(), false);
  std::size_t again = 0;
  for (std::size_t row = 0; row < keys.units.size(); ++row) {
    if (codes.codes[row] == RecordCodes::missing) no_key(name, row);
    const std::size_t code = static_cast<std::size_t>(codes.codes[row]);
    again += seen[code] ? 1 : 0;
    seen[code] = true;
    keys.units[row] = of_code[code];
  }
  if (again > 0) {
    notes.push_back(std::to_string(again) + (again == 1 ? " record has" : " records have") + " the same '" +
                    io::shown(name) + "', and so the same key, as an earlier one");
  }
  return keys;
}

}  // namespace

std::uint64_t key_of_share(Wide units, Wide modulus) {
  // 32 bits at a time, so that nothing exceeds 128 bits.
  const WideUnsigned whole = static_cast<WideUnsigned>(modulus);
  WideUnsigned rest = static_cast<WideUnsigned>(units);
  std::uint64_t key = 0;
  for (int half = 0; half < 2; ++half) {
    rest <<= 32;
    key = key << 32 | static_cast<std::uint64_t>(rest / whole);
    rest %= whole;
  }
  return key;
}

std::uint64_t RecordKeys::cell_key(Wide sum) const { return key_of_share(sum % modulus, modulus); }

RecordKeys read_record_keys(const Table& records, const Specification& specification,
                            std::vector<std::string>& notes, const Run& run) {
  const std::optional<std::string>& column = specification.record_key;
  const std::optional<std::int64_t>& range = specification.record_key_range;
  if (!column) {
    if (range || !specification.record_key_secret.empty()) {
      bad_input("options of record keys are given, but not their column", "name the column of the keys");
    }
    return {};
  }
  if (range && *range < 2) {
    bad_input("the range of the record keys is " + std::to_string(*range),
              "give the number of keys: 256 for 0 to 255, 4294967296 for 32 bits");
  }
  if (specification.record_key_secret.empty()) return numeric_keys(records, *column, range, run);
  if (range) bad_input("record keys made with a secret have no range", "remove the range");
  return hashed_keys(records, *column, specification.record_key_secret, notes, run);
}

}  // namespace sfumato::tables
