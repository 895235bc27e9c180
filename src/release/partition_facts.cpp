// Ranges and counts are merged in any order.
#include "release/partition_facts.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::release {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;

constexpr std::size_t most_leaf_values = 1 << 20;  // of a column with a hierarchy

std::string type_name(const Column& column) {
  if (column.is_text()) return "text";
  if (column.get_if<Dates>() != nullptr) return "dates";
  if (column.get_if<Timestamps>() != nullptr) return "timestamps";
  return column.get_if<Integers>() != nullptr ? "integers" : "numbers";
}

bool is_whole(double value) { return value == std::trunc(value) && std::fabs(value) <= 0x1p53; }

}  // namespace

PartitionFacts::PartitionFacts(const Table& outline, bool with_values) : with_values_(with_values) {
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    const ColumnInfo& info = outline.info(id);
    OfColumn one{info.name, type_name(outline.column(id)), info.role == Role::identifier, outline.column(id)};
    one.values = masking::CategoryCensus(info.kind == Kind::ordinal);
    one.values.take_form(one.outline);
    columns_.push_back(std::move(one));
  }
}

void PartitionFacts::OfColumn::see(double value) {
  lowest = present == 0 ? value : std::min(lowest, value);
  highest = present == 0 ? value : std::max(highest, value);
  whole = whole && is_whole(value);
  ++present;
}

void PartitionFacts::observe(const Table& part, const masking::RecordNumbers& numbers, const Run& run) {
  rows_ += part.rows();
  run.parallel(columns_.size(), [&](std::size_t id) { observe(columns_[id], part.column(id), numbers); });
}

void PartitionFacts::observe(OfColumn& known, const Column& column,
                             const masking::RecordNumbers& numbers) const {
  if (column.size() > 0 && type_name(column) != known.type) {
    bad_input("column '" + known.name + "' has " + type_name(column) + " in some part and " + known.type +
                  " in another",
              "give it one type, such as text");
  }
  if (with_values_ && !known.identifier) {
    known.values.observe(column, numbers);
    if (known.values.found() > most_leaf_values) {
      known.values = masking::CategoryCensus();
      known.values.take_form(known.outline);
    }
  }
  if (column.is_text()) {
    known.present += column.size() - column.missing_count();
    return;
  }
  for (const double value : column.to_numbers()) {
    if (!std::isnan(value)) known.see(value);
  }
}

Value PartitionFacts::state() const {
  Value columns = Value::array();
  for (const OfColumn& one : columns_) {
    columns.push(Value(Value::Array{one.present, masking::number_state(one.lowest),
                                    masking::number_state(one.highest), one.whole, one.values.partial()}));
  }
  return Value(Value::Array{rows_, columns});
}

void PartitionFacts::merge(const Value& state) {
  rows_ += count_of(item_of(state, 0));
  for (std::size_t id = 0; id < columns_.size(); ++id) {
    const Value& found = item_of(item_of(state, 1), id);
    OfColumn& one = columns_[id];
    const std::size_t present = count_of(item_of(found, 0));
    one.values.merge(item_of(found, 4));
    if (present == 0) continue;
    if (!item_of(found, 3).is_bool()) damaged_state();
    const double lowest = masking::number_of_state(item_of(found, 1));
    const double highest = masking::number_of_state(item_of(found, 2));
    one.lowest = one.present == 0 ? lowest : std::min(one.lowest, lowest);
    one.highest = one.present == 0 ? highest : std::max(one.highest, highest);
    one.whole = one.whole && item_of(found, 3).as_bool();
    one.present += present;
  }
}

masking::RuleFacts PartitionFacts::rule_facts(ColumnId id) const {
  const OfColumn& found = columns_[id];
  const bool numbers = found.type == "numbers" || found.type == "integers";
  masking::RuleFacts facts;
  if (numbers && found.present > 0) facts.range = Domain{found.lowest, found.highest};
  facts.whole = found.type == "integers" || (numbers && found.whole);
  return facts;
}

Table PartitionFacts::leaf_values(const Table& outline) {
  std::size_t rows = 0;
  for (OfColumn& one : columns_) {
    one.values.finish();
    rows = std::max(rows, one.values.size());
  }
  std::vector<Column> values;
  for (const OfColumn& one : columns_) {
    values.push_back(padded(one.values.size() > 0 ? one.values.values() : one.outline, rows));
  }
  return Table(outline.schema(), std::move(values));
}

}  // namespace sfumato::release
