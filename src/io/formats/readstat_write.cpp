// ReadStat's writers, fed row by row. The same table always gives the same bytes: the time in the file's
// head is fixed.
#include "io/formats/readstat_write.hpp"

#include <readstat.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/declared_kind.hpp"
#include "io/formats/package_limits.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::int64_t first_held_day = -719162;  // 0001-01-01

using Sink = std::function<void(std::string_view)>;

void require(readstat_error_t error, const ColumnInfo* info = nullptr) {
  if (error == READSTAT_OK) return;
  const std::string where = info == nullptr ? "" : "column '" + shown(info->name) + "': ";
  bad_input("cannot write the table: " + where + readstat_error_message(error),
            "write .parquet or .csv instead");
}

struct Output {
  const Sink& sink;
  std::exception_ptr failure;
};

ssize_t write_bytes(const void* data, std::size_t count, void* context) {
  auto& output = *static_cast<Output*>(context);
  try {
    output.sink({static_cast<const char*>(data), count});
    return static_cast<ssize_t>(count);
  } catch (...) {
    output.failure = std::current_exception();
    return -1;
  }
}

std::size_t longest_text(const Codes& codes) {
  std::size_t longest = 1;
  for (const std::int32_t code : codes.codes) {
    if (code != Codes::missing)
      longest = std::max(longest, codes.labels[static_cast<std::size_t>(code)].size());
  }
  return longest;
}

// The narrowest of Stata's types that holds every value; their largest values are reserved for missing
// values.
readstat_type_t stata_type(const Integers& integers) {
  std::int64_t low = 0;
  std::int64_t high = 0;
  for (std::size_t row = 0; row < integers.values.size(); ++row) {
    if (!integers.missing.empty() && integers.missing[row] != 0) continue;
    low = std::min(low, integers.values[row]);
    high = std::max(high, integers.values[row]);
  }
  if (low >= -127 && high <= 100) return READSTAT_TYPE_INT8;
  if (low >= -32767 && high <= 32740) return READSTAT_TYPE_INT16;
  if (low >= -2147483647 && high <= 2147483620) return READSTAT_TYPE_INT32;
  return READSTAT_TYPE_DOUBLE;
}

class PackageWriter {
 public:
  PackageWriter(const Table& table, bool stata, const Sink& sink)
      : table_(table),
        stata_(stata),
        output_{sink, nullptr},
        writer_(readstat_writer_init(), &readstat_writer_free) {
    if (!writer_) throw std::bad_alloc();
  }

  void write(const Run& run) {
    constexpr std::time_t fixed_time = 43200;  // noon of 1970-01-01, the same day in most time zones
    require(readstat_set_data_writer(writer_.get(), write_bytes));
    require(readstat_writer_set_file_timestamp(writer_.get(), fixed_time));
    if (stata_) require(readstat_writer_set_file_format_version(writer_.get(), 118));
    if (!stata_ && !has_minus_zero())
      require(readstat_writer_set_compression(writer_.get(), READSTAT_COMPRESS_ROWS));
    references_.resize(table_.column_count());
    for (ColumnId id = 0; id < table_.column_count(); ++id) add_variable(id);
    const auto rows = static_cast<long>(table_.rows());
    require(stata_ ? readstat_begin_writing_dta(writer_.get(), &output_, rows)
                   : readstat_begin_writing_sav(writer_.get(), &output_, rows));
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      require(readstat_validate_variable(writer_.get(), variables_[id]), &table_.info(id));
    }
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      if (row % 4096 == 0) run.check_stop();
      finish(readstat_begin_row(writer_.get()));
      for (ColumnId id = 0; id < table_.column_count(); ++id) insert(id, row);
      finish(readstat_end_row(writer_.get()));
    }
    finish(readstat_end_writing(writer_.get()));
  }

 private:
  void finish(readstat_error_t error, const ColumnInfo* info = nullptr) const {
    if (output_.failure) std::rethrow_exception(output_.failure);
    require(error, info);
  }

  // SPSS's compression stores small whole numbers without their sign of zero.
  bool has_minus_zero() const {
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      const Numbers* numbers = table_.column(id).get_if<Numbers>();
      if (numbers != nullptr && std::any_of(numbers->begin(), numbers->end(),
                                            [](double n) { return n == 0.0 && std::signbit(n); })) {
        return true;
      }
    }
    return false;
  }

  void add_variable(ColumnId id) {
    const ColumnInfo& info = table_.info(id);
    const Column& column = table_.column(id);
    readstat_type_t type = READSTAT_TYPE_DOUBLE;
    std::size_t width = 0;
    std::string format = stata_ ? "%10.0g" : "F8.2";
    if (const Integers* integers = column.get_if<Integers>()) {
      if (stata_) type = stata_type(*integers);
      format = stata_ ? "%12.0f" : "F8.0";
    } else if (column.get_if<Dates>() != nullptr) {
      format = stata_ ? "%td" : "SDATE10";
      if (stata_) type = READSTAT_TYPE_INT32;
    } else if (const Timestamps* times = column.get_if<Timestamps>()) {
      format = stata_ ? "%tc" : has_fractions(*times) ? "DATETIME23.3" : "DATETIME20";
    } else if (const Codes* codes = column.get_if<Codes>()) {
      type = READSTAT_TYPE_STRING;
      width = longest_text(*codes);
      format.clear();
      if (stata_ && width > longest_stata_string) {
        type = READSTAT_TYPE_STRING_REF;
        width = 0;
        add_references(id, *codes);
      }
    } else if (!stata_ && info.decimals) {
      format = "F16." + std::to_string(std::clamp(*info.decimals, 1, 15));
    }
    readstat_label_set_t* labels = label_set(id, type);
    readstat_variable_t* variable = readstat_add_variable(writer_.get(), info.name.c_str(), type, width);
    variables_.push_back(variable);
    readstat_variable_set_label(variable, info.label.c_str());
    if (!format.empty()) readstat_variable_set_format(variable, format.c_str());
    if (labels != nullptr) readstat_variable_set_label_set(variable, labels);
    if (!stata_) {
      set_measure(variable, info.kind);
      declare_missing(variable, info, column);
    }
  }

  static void set_measure(readstat_variable_t* variable, Kind kind) {
    readstat_variable_set_measure(variable, kind == Kind::nominal   ? READSTAT_MEASURE_NOMINAL
                                            : kind == Kind::ordinal ? READSTAT_MEASURE_ORDINAL
                                                                    : READSTAT_MEASURE_SCALE);
  }

  // Only numbers that no row has as a value: a method may have made one.
  static void declare_missing(readstat_variable_t* variable, const ColumnInfo& info, const Column& column) {
    if (column.is_text() || column.is_calendar()) return;
    std::vector<double> codes;
    for (const std::string& token : info.missing) {
      const auto number = parse_number(token);
      if (number && std::find(codes.begin(), codes.end(), *number) == codes.end()) codes.push_back(*number);
    }
    if (codes.empty() || codes.size() > 3) return;
    for (const double value : column.to_numbers()) {
      if (std::find(codes.begin(), codes.end(), value) != codes.end()) return;
    }
    for (const double code : codes)
      require(readstat_variable_add_missing_double_value(variable, code), &info);
  }

  readstat_label_set_t* label_set(ColumnId id, readstat_type_t type) {
    const ColumnInfo& info = table_.info(id);
    if (info.value_labels.empty()) return nullptr;
    const bool text = type == READSTAT_TYPE_STRING;
    const readstat_type_t label_type = text ? type : stata_ ? READSTAT_TYPE_INT32 : READSTAT_TYPE_DOUBLE;
    const std::string name = "labels" + std::to_string(id);
    readstat_label_set_t* labels = readstat_add_label_set(writer_.get(), label_type, name.c_str());
    for (const auto& [code, label] : info.value_labels) {
      if (text) {
        readstat_label_string_value(labels, code.c_str(), label.c_str());
      } else if (is_missing_code(code)) {
        if (stata_) readstat_label_tagged_value(labels, code[1], label.c_str());
      } else if (stata_) {
        readstat_label_int32_value(labels, static_cast<std::int32_t>(*parse_number(code)), label.c_str());
      } else {
        readstat_label_double_value(labels, *parse_number(code), label.c_str());
      }
    }
    return labels;
  }

  void add_references(ColumnId id, const Codes& codes) {
    auto& references = references_[id];
    references.resize(codes.labels.size() + 1);
    references.back() = readstat_add_string_ref(writer_.get(), "");  // for missing values
    for (const std::int32_t code : codes.codes) {
      if (code == Codes::missing || references[static_cast<std::size_t>(code)] != nullptr) continue;
      references[static_cast<std::size_t>(code)] =
          readstat_add_string_ref(writer_.get(), codes.labels[static_cast<std::size_t>(code)].c_str());
    }
  }

  void insert(ColumnId id, std::size_t row) {
    const Column& column = table_.column(id);
    const readstat_variable_t* variable = variables_[id];
    const auto& references = references_[id];
    if (column.missing(row)) {
      finish(references.empty() ? readstat_insert_missing_value(writer_.get(), variable)
                                : readstat_insert_string_ref(writer_.get(), variable, references.back()),
             &table_.info(id));
    } else if (const Codes* codes = column.get_if<Codes>()) {
      const auto code = static_cast<std::size_t>(codes->codes[row]);
      finish(references.empty()
                 ? readstat_insert_string_value(writer_.get(), variable, codes->labels[code].c_str())
                 : readstat_insert_string_ref(writer_.get(), variable, references[code]),
             &table_.info(id));
    } else {
      insert_number(id, row);
    }
  }

  static bool has_fractions(const Timestamps& times) {
    return std::any_of(times.ticks.begin(), times.ticks.end(), [&](std::int64_t value) {
      return value != Timestamps::missing && value % times.per_second != 0;
    });
  }
  // Stata counts milliseconds since 1960, SPSS seconds since 1582.
  double stored_moment(const Timestamps& times, std::int64_t value) const {
    const std::int64_t milliseconds =
        times.per_second >= 1000 ? value / (times.per_second / 1000) : value * (1000 / times.per_second);
    if (stata_) return static_cast<double>(milliseconds - day_1960_01_01 * 86400000);
    return static_cast<double>(milliseconds - day_1582_10_14 * 86400000) / 1000.0;
  }

  void insert_number(ColumnId id, std::size_t row) {
    const Column& column = table_.column(id);
    const readstat_variable_t* variable = variables_[id];
    double number = 0.0;
    if (const Numbers* numbers = column.get_if<Numbers>()) number = (*numbers)[row];
    if (const Integers* integers = column.get_if<Integers>())
      number = static_cast<double>(integers->values[row]);
    if (const Dates* dates = column.get_if<Dates>()) {
      const std::int64_t day = dates->days[row];
      number = stata_ ? static_cast<double>(day - day_1960_01_01)
                      : static_cast<double>((day - day_1582_10_14) * 86400);
    }
    if (const Timestamps* times = column.get_if<Timestamps>())
      number = stored_moment(*times, times->ticks[row]);
    readstat_error_t error = READSTAT_OK;
    switch (readstat_variable_get_type(variable)) {
      case READSTAT_TYPE_INT8:
        error = readstat_insert_int8_value(writer_.get(), variable, static_cast<std::int8_t>(number));
        break;
      case READSTAT_TYPE_INT16:
        error = readstat_insert_int16_value(writer_.get(), variable, static_cast<std::int16_t>(number));
        break;
      case READSTAT_TYPE_INT32:
        error = readstat_insert_int32_value(writer_.get(), variable, static_cast<std::int32_t>(number));
        break;
      default:
        error = readstat_insert_double_value(writer_.get(), variable, number);
        break;
    }
    finish(error, &table_.info(id));
  }

  const Table& table_;
  bool stata_;
  Output output_;
  std::unique_ptr<readstat_writer_t, decltype(&readstat_writer_free)> writer_;
  std::vector<readstat_variable_t*> variables_;
  std::vector<std::vector<readstat_string_ref_t*>> references_;  // of texts too long for a string
};

}  // namespace

void write_sav(const Table& table, const Run& run, const Sink& sink) {
  const Table held = with_held_moments(table, first_held_day);
  require_sav_can_hold(held);
  PackageWriter(held, false, sink).write(run);
}

void write_dta(const Table& table, const Run& run, const Sink& sink) {
  const Table held = with_held_moments(table, first_held_day);
  require_dta_can_hold(held);
  PackageWriter(held, true, sink).write(run);
}

}  // namespace sfumato::io
