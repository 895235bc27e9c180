// A wrong map gives wrong risks without a sign of it, so everything that can be checked is.
#include "jobs/record_map.hpp"

#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

std::vector<std::size_t> row_numbers(const Table& table, const std::string& column, std::size_t rows,
                                     const std::string& path) {
  const Numbers numbers = table.column(table.require(column)).to_numbers();
  std::vector<std::size_t> result;
  std::vector<bool> seen(rows);
  for (std::size_t line = 0; line < numbers.size(); ++line) {
    const double number = numbers[line];
    const std::string where = path + ", line " + std::to_string(line + 2) + ": ";
    if (!(number >= 1.0) || number > static_cast<double>(rows) || number != std::floor(number)) {
      bad_input(where + data_value(table.column(table.require(column)).text(line)) +
                    " is not a record of the " + column + " file, which has " + std::to_string(rows),
                "use the map that was written with this release");
    }
    const auto row = static_cast<std::size_t>(number) - 1;
    if (seen[row]) {
      bad_input(where + column + " record " + std::to_string(row + 1) + " stands twice",
                "a map has every record once");
    }
    seen[row] = true;
    result.push_back(row);
  }
  return result;
}

}  // namespace

compare::RecordMap record_map(const Table& table, const std::string& name, std::size_t masked_rows,
                              std::size_t original_rows) {
  return {row_numbers(table, "masked", masked_rows, name),
          row_numbers(table, "original", original_rows, name)};
}

Table map_table(const std::vector<std::size_t>& origins) {
  std::vector<ColumnInfo> schema(2);
  schema[0].name = "masked";
  schema[1].name = "original";
  Integers masked, original;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    masked.values.push_back(static_cast<std::int64_t>(i) + 1);
    original.values.push_back(static_cast<std::int64_t>(origins[i]) + 1);
  }
  return {schema, {masked, original}};
}

}  // namespace sfumato::jobs
