// A key becomes the first 64 bits of its SHA-256, which any process computes alike.
#include "jobs/record_sequence.hpp"

#include <algorithm>
#include <numeric>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hmac.hpp"

namespace sfumato::jobs {
namespace {

std::uint64_t key_number(const std::string& text) {
  const Digest digest = sha256(text);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = number << 8U | digest[i];
  return number;
}

[[noreturn]] void refuse_numbers(const std::string& name, const std::string& what) {
  bad_param("row-number", "column '" + name + "' has no numbers of records: " + what,
            "number the records 0, 1, 2, …, each once, or name a column of keys with ‹record-key›");
}

std::vector<std::uint64_t> numbers_of(const Column& column, const std::string& name) {
  const Integers* integers = column.get_if<Integers>();
  if (integers == nullptr) refuse_numbers(name, "its values are not whole numbers");
  std::vector<std::uint64_t> numbers;
  numbers.reserve(column.size());
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) refuse_numbers(name, "row " + std::to_string(row + 1) + " misses it");
    if (integers->values[row] < 0) refuse_numbers(name, "row " + std::to_string(row + 1) + " is below 0");
    numbers.push_back(static_cast<std::uint64_t>(integers->values[row]));
  }
  return numbers;
}

std::vector<std::uint64_t> numbers_of_keys(const Column& column, const std::string& name) {
  std::vector<std::uint64_t> of_label, numbers;
  const Codes* codes = column.get_if<Codes>();
  if (codes != nullptr) {
    for (const std::string& label : codes->labels) of_label.push_back(key_number(label));
  }
  numbers.reserve(column.size());
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      bad_param("record-key", "column '" + name + "' misses the key of row " + std::to_string(row + 1),
                "every record needs one; else number the records and name the column with ‹row-number›");
    }
    numbers.push_back(codes != nullptr ? of_label[static_cast<std::size_t>(codes->codes[row])]
                                       : key_number(column.text(row)));
  }
  return numbers;
}

}  // namespace

std::vector<std::uint64_t> record_numbers(const Table& table, const std::string& row_number,
                                          const std::string& record_key) {
  if (!row_number.empty()) {
    const ColumnId id = about("row-number", [&] { return table.require(row_number); });
    return numbers_of(table.column(id), row_number);
  }
  const ColumnId id = about("record-key", [&] { return table.require(record_key); });
  return numbers_of_keys(table.column(id), record_key);
}

void require_different(const std::vector<std::uint64_t>& ascending, const Table& table,
                       const std::vector<std::size_t>& order, const std::string& column) {
  const auto twice = std::adjacent_find(ascending.begin(), ascending.end());
  if (twice == ascending.end()) return;
  const auto place = static_cast<std::size_t>(twice - ascending.begin());
  const Column& values = table.column(table.require(column));
  const std::size_t first = std::min(order[place], order[place + 1]),
                    second = std::max(order[place], order[place + 1]);
  const std::string rows = "rows " + std::to_string(first + 1) + " and " + std::to_string(second + 1);
  if (values.text(first) == values.text(second)) {
    bad_input("column '" + column + "' has the same value in " + rows + ", and every record needs its own",
              "remove doubled records, or number the records");
  }
  bad_input("the keys of " + rows + " in column '" + column + "' have one hash of 64 bits",
            "number the records, and name the column of the numbers with ‹row-number›");
}

RecordSequence record_sequence(const Table& table, const std::string& row_number,
                               const std::string& record_key) {
  RecordSequence result;
  if (row_number.empty() && record_key.empty()) return result;
  const std::vector<std::uint64_t> numbers = record_numbers(table, row_number, record_key);
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool sorted = std::is_sorted(numbers.begin(), numbers.end());
  if (!sorted) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  }
  std::vector<std::uint64_t> ascending;
  ascending.reserve(numbers.size());
  for (const std::size_t row : order) ascending.push_back(numbers[row]);
  require_different(ascending, table, order, row_number.empty() ? record_key : row_number);
  if (!sorted) result.order = std::move(order);
  // Different numbers from 0 of which the last is one less than their count have no gaps.
  if (!ascending.empty() && ascending.back() != ascending.size() - 1) result.numbers = std::move(ascending);
  return result;
}

std::vector<std::uint64_t> RecordSequence::in_table_order(std::size_t rows) const {
  std::vector<std::uint64_t> result(rows);
  for (std::size_t place = 0; place < rows; ++place) {
    result[moved() ? order[place] : place] = gaps() ? numbers[place] : place;
  }
  return result;
}

void RecordSequence::restore(release::MaskingResult& result) const {
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  result.original = result.original.taking_rows(place);
  if (result.masked.mapping == Mapping::same_rows) {
    for (Table& table : result.masked.tables) table = table.taking_rows(place);
  }
  if (result.masked.mapping != Mapping::subset) return;
  std::vector<std::size_t> kept(result.masked.rows.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  for (std::size_t& row : result.masked.rows) row = order[row];
  std::sort(kept.begin(), kept.end(),
            [&](std::size_t a, std::size_t b) { return result.masked.rows[a] < result.masked.rows[b]; });
  std::sort(result.masked.rows.begin(), result.masked.rows.end());
  for (Table& table : result.masked.tables) table = table.taking_rows(kept);
}

}  // namespace sfumato::jobs
