// Equal records are found by sorting texts, as everywhere in this folder.
#include "verify/unit_records.hpp"

#include <algorithm>
#include <numeric>

#include "verify/agreeing_records.hpp"
#include "verify/class_model.hpp"

namespace sfumato::verify {
namespace {

ColumnSet keys_of(const Table& table, const ClassPromise& promise) {
  ColumnSet columns{table.require(promise.unit)};
  for (const std::string& key : promise.keys) columns.push_back(table.require(key));
  if (!promise.within.empty()) columns.push_back(table.require(promise.within));
  return columns;
}

}  // namespace

UnitRecords records_of_units(const Table& table, const ClassPromise& promise) {
  const Column& unit = table.column(table.require(promise.unit));
  Rows known;
  std::vector<std::size_t> kept;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    if (unit.missing(row)) {
      kept.push_back(row);
    } else {
      known.push_back(row);
    }
  }
  const ColumnSet keys = keys_of(table, promise);
  ColumnSet columns = keys;
  for (const std::string& text : promise.models) {
    const auto model = read_model(text);
    if (model && !model->column.empty()) columns.push_back(table.require(model->column));
  }
  const std::size_t units = equal_records(key_texts(table, {keys.front()}), known).size();
  const std::size_t combinations = equal_records(key_texts(table, keys), known).size();
  for (const Rows& same : equal_records(key_texts(table, columns), known)) {
    kept.push_back(*std::min_element(same.begin(), same.end()));
  }
  std::sort(kept.begin(), kept.end());
  return {table.taking_rows(kept), combinations - units};
}

}  // namespace sfumato::verify
