// Numbers within a small range are looked up in an array; others in a hash table.
#include "tables/tabulation/record_codes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t code_block_rows = 65536;
constexpr std::uint64_t array_range = std::uint64_t{1} << 22;
constexpr std::int64_t gap = std::numeric_limits<std::int64_t>::min();  // a missing value

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  bool empty() const { return least > most; }
  std::uint64_t width() const { return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least); }
};

template <class Read>
Range range_of(std::size_t rows, const Read& read, const Run& run) {
  std::vector<Range> blocks(rows / code_block_rows + 1);
  run.blocks(rows, code_block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::int64_t value = read(row);
      if (value == gap) continue;
      blocks[block].least = std::min(blocks[block].least, value);
      blocks[block].most = std::max(blocks[block].most, value);
    }
  });
  Range all;
  for (const Range& block : blocks) {
    all.least = std::min(all.least, block.least);
    all.most = std::max(all.most, block.most);
  }
  return all;
}

template <class Read, class Text>
void code_by_array(RecordCodes& result, const Range& range, const Read& read, const Text& text,
                   const Run& run) {
  const std::size_t rows = result.own_codes.size();
  std::vector<std::int32_t> place(range.width() + 1, RecordCodes::missing);
  const auto offset = [&](std::int64_t value) {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(value) -
                                    static_cast<std::uint64_t>(range.least));
  };
  for (std::size_t row = 0; row < rows; ++row) {
    if (const std::int64_t value = read(row); value != gap) place[offset(value)] = 0;
  }
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] == RecordCodes::missing) continue;
    place[i] = static_cast<std::int32_t>(result.texts.size());
    result.texts.push_back(text(range.least + static_cast<std::int64_t>(i)));
  }
  run.blocks(rows, code_block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::int64_t value = read(row);
      result.own_codes[row] = value == gap ? RecordCodes::missing : place[offset(value)];
    }
  });
}

template <class Read, class Text>
void code_by_hash(RecordCodes& result, const Read& read, const Text& text, const Run& run) {
  std::unordered_map<std::int64_t, std::int32_t> places;
  std::vector<std::int64_t> values;
  for (std::size_t row = 0; row < result.own_codes.size(); ++row) {
    if (row % code_block_rows == 0) run.check_stop();
    const std::int64_t value = read(row);
    if (value == gap) {
      result.own_codes[row] = RecordCodes::missing;
      continue;
    }
    if (values.size() == static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      bad_input("a column has more than two thousand million different values");
    }
    const auto [entry, is_new] = places.try_emplace(value, static_cast<std::int32_t>(values.size()));
    if (is_new) values.push_back(value);
    result.own_codes[row] = entry->second;
  }
  for (const std::int64_t value : values) result.texts.push_back(text(value));
}

template <class Read, class Text>
RecordCodes coded(std::size_t rows, const Read& read, const Text& text, const Run& run) {
  RecordCodes result;
  result.own_codes.resize(rows);
  const Range range = range_of(rows, read, run);
  if (range.empty()) {
    std::fill(result.own_codes.begin(), result.own_codes.end(), RecordCodes::missing);
  } else if (range.width() < array_range) {
    code_by_array(result, range, read, text, run);
  } else {
    code_by_hash(result, read, text, run);
  }
  result.codes = result.own_codes;
  return result;
}

std::string integer_text(std::int64_t value) { return std::to_string(value); }

// Integer doubles above 2^53 represent more than one integer, so they cannot be codes.
void check_whole(const Numbers& numbers, const std::string& name, const std::string& purpose) {
  constexpr double most = 9007199254740992.0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const double number = numbers[row];
    if (std::isnan(number) || (std::abs(number) <= most && std::trunc(number) == number)) continue;
    bad_input("cannot " + purpose + " column '" + io::shown(name) + "': " + data_value(shortest(number)) +
                  " in row " + std::to_string(row + 1) + " is not an integer",
              "recode the column into classes first, such as 0-10, 10-20");
  }
}

}  // namespace

RecordCodes record_codes(const Table& records, const std::string& name, const std::string& purpose,
                         const Run& run) {
  const ColumnId id = records.require(name);
  const Column& column = records.column(id);
  if (const Codes* codes = column.get_if<Codes>()) {
    RecordCodes result;
    result.codes = codes->codes;
    result.texts = codes->labels;
    result.has_order = records.info(id).kind == Kind::ordinal;
    return result;
  }
  if (const Integers* integers = column.get_if<Integers>()) {
    const auto read = [&](std::size_t row) {
      const bool is_missing = !integers->missing.empty() && integers->missing[row] != 0;
      if (!is_missing && integers->values[row] == gap) {
        bad_input("column '" + io::shown(name) + "' has the smallest 64-bit integer in row " +
                      std::to_string(row + 1),
                  "recode it");
      }
      return is_missing ? gap : integers->values[row];
    };
    return coded(integers->values.size(), read, integer_text, run);
  }
  if (const Dates* dates = column.get_if<Dates>()) {
    const auto read = [&](std::size_t row) {
      return dates->days[row] == Dates::missing ? gap : std::int64_t{dates->days[row]};
    };
    const auto text = [](std::int64_t day) { return date_text(static_cast<std::int32_t>(day)); };
    return coded(dates->days.size(), read, text, run);
  }
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    const auto read = [&](std::size_t row) {
      return times->ticks[row] == Timestamps::missing ? gap : times->ticks[row];
    };
    return coded(
        times->ticks.size(), read, [&](std::int64_t value) { return times->text(value); }, run);
  }
  const Numbers& numbers = *column.get_if<Numbers>();
  check_whole(numbers, name, purpose);
  const auto read = [&](std::size_t row) {
    return std::isnan(numbers[row]) ? gap : static_cast<std::int64_t>(numbers[row]);
  };
  return coded(numbers.size(), read, integer_text, run);
}

std::vector<bool> occurring(const RecordCodes& column, const Run& run) {
  std::vector<std::uint8_t> seen(column.texts.size() + 1, 0);
  run.blocks(column.codes.size(), code_block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::atomic_ref<std::uint8_t> mark(
          seen[static_cast<std::size_t>(std::int64_t{column.codes[row]} + 1)]);
      if (mark.load(std::memory_order_relaxed) == 0) mark.store(1, std::memory_order_relaxed);
    }
  });
  return {seen.begin(), seen.end()};
}

std::size_t first_row(const RecordCodes& column, std::int32_t code) {
  return static_cast<std::size_t>(std::find(column.codes.begin(), column.codes.end(), code) -
                                  column.codes.begin());
}

}  // namespace sfumato::tables
