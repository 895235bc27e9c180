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

// A column of keys, and the number of the first record among all.
struct KeyColumn {
  std::string name;
  std::int64_t first_row = 0;

  std::string place(std::size_t row) const {
    return "the record key '" + io::shown(name) + "' in row " +
           std::to_string(first_row + static_cast<std::int64_t>(row) + 1);
  }
  [[noreturn]] void no_key(std::size_t row) const {
    bad_input(place(row) + " is missing", "give every record a key");
  }
};

[[noreturn]] void integers_without_range(const std::string& name) {
  bad_input("the record keys '" + io::shown(name) + "' are integers, but their range is not given",
            "give the number of keys: 256 for 0 to 255, 4294967296 for 32 bits");
}

// Doubles outside [0, 1), checked before decimals.
void check_numbers(const Table& records, const KeyColumn& keys) {
  const Column& column = records.column(records.require(keys.name));
  const Numbers* numbers = column.get_if<Numbers>();
  if (numbers == nullptr) return;
  for (std::size_t row = 0; row < numbers->size(); ++row) {
    const double key = (*numbers)[row];
    if (std::isnan(key)) keys.no_key(row);
    if (key >= 0 && key < 1) continue;
    bad_input(keys.place(row) + " is " + data_value(shortest(key)) + ", which is not in [0, 1)",
              "use keys in [0, 1), or give the range of integer keys");
  }
}

// Whether a column of integers without a range may be a part of decimals: all keys are 0.
bool may_be_decimals(const ExactColumn& column, bool part) {
  return part && std::all_of(column.units.begin(), column.units.end(), [](std::int64_t u) { return u == 0; });
}

RecordKeys numeric_keys(const Table& records, const KeyColumn& of, std::optional<std::int64_t> range,
                        bool part, const Run& run) {
  const std::string& name = of.name;
  if (!range) check_numbers(records, of);
  const ExactColumn column = exact_column(records, name, range ? 0 : Decimal::most_decimals, run);
  if (!range && column.decimals == 0 && !column.units.empty() && !may_be_decimals(column, part)) {
    integers_without_range(name);
  }
  if (column.changed > 0 && range) {
    bad_input("the record keys '" + io::shown(name) + "' are not integers, but have a range",
              "remove the range for keys in [0, 1)");
  }
  RecordKeys keys;
  keys.decimals = column.decimals;
  keys.modulus = range ? Wide{*range} : Wide{power_of_ten(column.decimals)};
  keys.units.resize(column.units.size());
  for (std::size_t row = 0; row < keys.units.size(); ++row) {
    if (column.is_missing(row)) of.no_key(row);
    const std::int64_t units = column.units[row];
    if (units < 0 || units >= keys.modulus) {
      bad_input(of.place(row) + " is " + data_value(Decimal(units, column.decimals).text()) +
                ", which is not in [0, " + (range ? std::to_string(*range) : "1") + ")");
    }
    keys.units[row] = static_cast<std::uint64_t>(units);
  }
  return keys;
}

RecordKeys hashed_keys(const Table& records, const KeyColumn& of, const Specification& specification,
                       std::vector<std::string>& notes, const Run& run) {
  const RecordCodes codes = record_codes(records, of.name, "make record keys of", run);
  const Hmac hash(specification.record_key_secret);
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
    if (codes.codes[row] == RecordCodes::missing) of.no_key(row);
    const std::size_t code = static_cast<std::size_t>(codes.codes[row]);
    again += seen[code] ? 1 : 0;
    seen[code] = true;
    keys.units[row] = of_code[code];
  }
  note_repeated_keys(again, specification, notes);
  return keys;
}

// Whether the specification has keys; options of keys without their column are an error.
bool has_keys(const Specification& specification) {
  const std::optional<std::int64_t>& range = specification.record_key_range;
  if (!specification.record_key) {
    if (range || !specification.record_key_secret.empty()) {
      bad_input("options of record keys are given, but not their column", "name the column of the keys");
    }
    return false;
  }
  if (range && *range < 2) {
    bad_input("the range of the record keys is " + std::to_string(*range),
              "give the number of keys: 256 for 0 to 255, 4294967296 for 32 bits");
  }
  if (range && !specification.record_key_secret.empty())
    bad_input("record keys made with a secret have no range", "remove the range");
  return true;
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
                            std::optional<std::int64_t> first_row, std::vector<std::string>& notes,
                            const Run& run) {
  if (!has_keys(specification)) return {};
  const KeyColumn of{*specification.record_key, first_row.value_or(0)};
  if (!specification.record_key_secret.empty()) return hashed_keys(records, of, specification, notes, run);
  return numeric_keys(records, of, specification.record_key_range, first_row.has_value(), run);
}

RecordKeys merged_record_keys(const Specification& specification, std::size_t records, int decimals) {
  if (!has_keys(specification)) return {};
  RecordKeys keys;
  keys.units.assign(1, 0);
  keys.decimals = decimals;
  if (!specification.record_key_secret.empty()) {
    keys.modulus = whole_range;
  } else if (specification.record_key_range) {
    keys.modulus = *specification.record_key_range;
  } else {
    if (decimals == 0 && records > 0) integers_without_range(*specification.record_key);
    keys.modulus = power_of_ten(decimals);
  }
  return keys;
}

void note_repeated_keys(std::size_t repeated, const Specification& specification,
                        std::vector<std::string>& notes) {
  if (repeated == 0 || !specification.record_key) return;
  notes.push_back(std::to_string(repeated) + (repeated == 1 ? " record has" : " records have") +
                  " the same '" + io::shown(*specification.record_key) +
                  "', and so the same key, as an earlier one");
}

}  // namespace sfumato::tables
