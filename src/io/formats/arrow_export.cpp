// Columns as Arrow arrays: values are shared where nothing is missing, and copied with zeros in
// the missing slots otherwise, since some formats write these slots too.
#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/builder.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/key_value_metadata.h>

#include <cmath>
#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/column_note.hpp"
#include "io/formats/arrow_table.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

struct Slots {
  std::shared_ptr<arrow::Buffer> values;
  std::shared_ptr<arrow::Buffer> valid;  // none: nothing is missing
  std::int64_t missing = 0;
};

// Values are shared where they live as long as the table, and copied otherwise.
enum class Values { lent, copied };

template <class T>
Slots slots_of(const std::vector<T>& values, const Column& column, Values held) {
  Slots slots;
  slots.missing = static_cast<std::int64_t>(column.missing_count());
  if (slots.missing == 0) {
    slots.values = held == Values::lent ? arrow::Buffer::Wrap(values) : arrow::Buffer::FromVector(values);
    return slots;
  }
  std::vector<T> copy = values;
  std::vector<std::uint8_t> valid(
      static_cast<std::size_t>(arrow::bit_util::BytesForBits(static_cast<std::int64_t>(values.size()))));
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (column.missing(row)) {
      copy[row] = T{};
    } else {
      arrow::bit_util::SetBit(valid.data(), static_cast<std::int64_t>(row));
    }
  }
  slots.values = arrow::Buffer::FromVector(std::move(copy));
  slots.valid = arrow::Buffer::FromVector(std::move(valid));
  return slots;
}

template <class T>
std::shared_ptr<arrow::Array> array_of(std::shared_ptr<arrow::DataType> type, const std::vector<T>& values,
                                       const Column& column, Values held = Values::lent) {
  Slots slots = slots_of(values, column, held);
  return arrow::MakeArray(arrow::ArrayData::Make(std::move(type), static_cast<std::int64_t>(values.size()),
                                                 {std::move(slots.valid), std::move(slots.values)},
                                                 slots.missing));
}

// Without the labels that no row uses: they would reveal values of records that were removed. Those of a
// declared order stay.
Codes compacted(const Codes& codes, const ColumnInfo& info) {
  if (info.kind == Kind::ordinal && info.order == codes.labels) return codes;
  std::vector<std::int32_t> kept(codes.labels.size(), Codes::missing);
  for (const std::int32_t code : codes.codes) {
    if (code != Codes::missing) kept[static_cast<std::size_t>(code)] = 0;
  }
  Codes result;
  for (std::size_t label = 0; label < kept.size(); ++label) {
    if (kept[label] == Codes::missing) continue;
    kept[label] = static_cast<std::int32_t>(result.labels.size());
    result.labels.push_back(codes.labels[label]);
  }
  result.codes = codes.codes;
  for (std::int32_t& code : result.codes) {
    if (code != Codes::missing) code = kept[static_cast<std::size_t>(code)];
  }
  return result;
}

std::shared_ptr<arrow::Array> dictionary_array(const Codes& codes, const ColumnInfo& info) {
  arrow::StringBuilder labels;
  for (const std::string& label : codes.labels) {
    if (first_invalid_utf8(label) != std::string::npos) {
      bad_input("column '" + shown(info.name) + "' has " + data_value(label) + ", which is not UTF-8");
    }
  }
  std::shared_ptr<arrow::Array> dictionary;
  if (!labels.AppendValues(codes.labels).ok() || !labels.Finish(&dictionary).ok()) {
    bad_input("column '" + shown(info.name) + "' has more than 2 GB of different texts",
              "write the table as CSV");
  }
  const auto indices = array_of(arrow::int32(), codes.codes, Column(codes), Values::copied);
  const auto type = arrow::dictionary(arrow::int32(), arrow::utf8(), info.kind == Kind::ordinal);
  return std::make_shared<arrow::DictionaryArray>(type, indices, dictionary);
}

arrow::TimeUnit::type time_unit(std::int64_t per_second) {
  if (per_second == 1) return arrow::TimeUnit::SECOND;
  if (per_second == 1000) return arrow::TimeUnit::MILLI;
  return per_second == 1'000'000 ? arrow::TimeUnit::MICRO : arrow::TimeUnit::NANO;
}

struct Exporter {
  ColumnInfo& info;
  const Column& column;

  std::shared_ptr<arrow::Array> operator()(const Numbers& numbers) const {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isinf(numbers[row])) refuse(row, "an infinite value");
    }
    return array_of(arrow::float64(), numbers, column);
  }
  std::shared_ptr<arrow::Array> operator()(const Integers& integers) const {
    return array_of(arrow::int64(), integers.values, column);
  }
  std::shared_ptr<arrow::Array> operator()(const Dates& dates) const {
    for (std::size_t row = 0; row < dates.days.size(); ++row) {
      if (dates.days[row] != Dates::missing && !is_calendar_day(dates.days[row])) {
        refuse(row, "a date outside the years 1 to 9999");
      }
    }
    return array_of(arrow::date32(), dates.days, column);
  }
  std::shared_ptr<arrow::Array> operator()(const Timestamps& times) const {
    for (std::size_t row = 0; row < times.ticks.size(); ++row) {
      if (times.ticks[row] != Timestamps::missing && !is_calendar_time(times, times.ticks[row])) {
        refuse(row, "a date outside the years 1 to 9999");
      }
    }
    return array_of(arrow::timestamp(time_unit(times.per_second), times.zone), times.ticks, column);
  }
  std::shared_ptr<arrow::Array> operator()(const Codes& codes) const {
    const Codes used = compacted(codes, info);
    if (info.kind == Kind::ordinal) info.order = used.labels;
    return dictionary_array(used, info);
  }

  [[noreturn]] void refuse(std::size_t row, const std::string& what) const {
    bad_input("column '" + shown(info.name) + "' has " + what + " in row " + std::to_string(row + 1) +
                  ", which cannot be written",
              "make it missing, or mask the column");
  }
};

}  // namespace

std::shared_ptr<arrow::Table> table_to_arrow(const Table& table) {
  std::vector<ColumnInfo> infos = table.schema();
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo& info = infos[id];
    if (first_invalid_utf8(info.name) != std::string::npos) {
      bad_input("the column name '" + shown(info.name) + "' is not valid UTF-8");
    }
    for (ColumnId other = 0; other < id; ++other) {
      if (infos[other].name == info.name) {
        bad_input("two columns are named '" + shown(info.name) + "'", "rename one of them");
      }
    }
    arrays.push_back(table.column(id).visit(Exporter{info, table.column(id)}));
    fields.push_back(arrow::field(info.name, arrays.back()->type()));
  }
  auto metadata = arrow::key_value_metadata({"sfumato"}, {column_note(infos)});
  return arrow::Table::Make(arrow::schema(std::move(fields), std::move(metadata)), arrays,
                            static_cast<std::int64_t>(table.rows()));
}

}  // namespace sfumato::io
