// ReadStat's parsers over bytes in memory, with its callbacks gathered into variables. Errors inside a
// callback are kept and thrown after the C library has returned.
#include "io/formats/readstat_read.hpp"

#include <readstat.h>

#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/byte_source.hpp"
#include "io/file_error.hpp"
#include "io/formats/read_variable.hpp"
#include "io/formats/table_memory.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

struct Cursor {
  std::string_view bytes;
  std::size_t at = 0;
};

int open_bytes(const char*, void*) { return 0; }
int close_bytes(void*) { return 0; }

readstat_off_t seek_bytes(readstat_off_t offset, readstat_io_flags_t whence, void* context) {
  auto& cursor = *static_cast<Cursor*>(context);
  const auto size = static_cast<readstat_off_t>(cursor.bytes.size());
  const readstat_off_t from = whence == READSTAT_SEEK_SET   ? 0
                              : whence == READSTAT_SEEK_CUR ? static_cast<readstat_off_t>(cursor.at)
                                                            : size;
  if (offset > size || from + offset < 0 || from + offset > size) return -1;
  cursor.at = static_cast<std::size_t>(from + offset);
  return from + offset;
}

ssize_t read_bytes(void* buffer, std::size_t count, void* context) {
  auto& cursor = *static_cast<Cursor*>(context);
  count = std::min(count, cursor.bytes.size() - cursor.at);
  std::memcpy(buffer, cursor.bytes.data() + cursor.at, count);
  cursor.at += count;
  return static_cast<ssize_t>(count);
}

readstat_error_t no_update(long, readstat_progress_handler, void*, void*) { return READSTAT_OK; }

// All that the parser reports.
struct Gathered {
  Package package = Package::spss;
  std::vector<ReadVariable> variables;
  std::vector<std::size_t> position_of_index;
  std::map<std::string, ValueLabels> label_sets;
  std::exception_ptr failure;
  MemoryBudget budget;

  explicit Gathered(MemoryBudget limit) : budget(std::move(limit)) {}

  ReadVariable& variable(int index) {
    return variables.at(position_of_index.at(static_cast<std::size_t>(index)));
  }
};

// Runs the body of a callback; an exception must not pass through C.
template <class Body>
int guarded(void* context, Body&& body) {
  auto& gathered = *static_cast<Gathered*>(context);
  try {
    body(gathered);
    return READSTAT_HANDLER_OK;
  } catch (...) {
    gathered.failure = std::current_exception();
    return READSTAT_HANDLER_ABORT;
  }
}

std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : std::string(text); }

std::string code_text(readstat_value_t value) {
  if (readstat_value_is_tagged_missing(value) != 0) return {'.', readstat_value_tag(value)};
  if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
    return text_or_empty(readstat_string_value(value));
  }
  const double number = readstat_double_value(value);
  return std::isfinite(number) ? shortest(number) : std::string();
}

// Single missing values are declared whether they occur or not; of a range, those that occur are noted.
void note_declared_missing(ReadVariable& column, const readstat_variable_t* variable) {
  for (int i = 0; i < readstat_variable_get_missing_ranges_count(variable); ++i) {
    const std::string low = code_text(readstat_variable_get_missing_range_lo(variable, i));
    if (low == code_text(readstat_variable_get_missing_range_hi(variable, i)) && !low.empty()) {
      column.missing_seen.insert(low);
    }
  }
}

int on_variable(int index, readstat_variable_t* variable, const char* label_set, void* context) {
  return guarded(context, [&](Gathered& gathered) {
    const auto at = static_cast<std::size_t>(index);
    gathered.budget.take(sizeof(ReadVariable) + sizeof(ColumnInfo), "its columns");
    if (gathered.position_of_index.size() <= at) gathered.position_of_index.resize(at + 1);
    gathered.position_of_index[at] = gathered.variables.size();
    ReadVariable& column = gathered.variables.emplace_back();
    column.info.name = text_or_empty(readstat_variable_get_name(variable));
    column.info.label = text_or_empty(readstat_variable_get_label(variable));
    column.format = text_or_empty(readstat_variable_get_format(variable));
    column.label_set = text_or_empty(label_set);
    const readstat_type_t type = readstat_variable_get_type(variable);
    column.text = readstat_variable_get_type_class(variable) == READSTAT_TYPE_CLASS_STRING;
    column.stored_integers =
        type == READSTAT_TYPE_INT8 || type == READSTAT_TYPE_INT16 || type == READSTAT_TYPE_INT32;
    const readstat_measure_t measure = readstat_variable_get_measure(variable);
    if (measure == READSTAT_MEASURE_NOMINAL) column.declared_kind = Kind::nominal;
    if (measure == READSTAT_MEASURE_ORDINAL) column.declared_kind = Kind::ordinal;
    note_declared_missing(column, variable);
  });
}

void add_text(ReadVariable& column, readstat_variable_t* variable, readstat_value_t value) {
  const char* text = readstat_string_value(value);
  const bool declared = readstat_value_is_defined_missing(value, variable) != 0;
  if (text == nullptr || *text == '\0' || declared) {
    if (declared && text != nullptr && *text != '\0') column.missing_seen.insert(text);
    column.texts.add_missing();
  } else {
    column.texts.add(text);
  }
}

void add_number(ReadVariable& column, readstat_variable_t* variable, readstat_value_t value) {
  if (readstat_value_is_tagged_missing(value) != 0) column.missing_seen.insert(code_text(value));
  double number = readstat_value_is_system_missing(value) != 0 || readstat_value_is_tagged_missing(value) != 0
                      ? nan
                      : readstat_double_value(value);
  if (!std::isnan(number) && readstat_value_is_defined_missing(value, variable) != 0) {
    column.missing_seen.insert(code_text(value));
    number = nan;
  }
  column.numbers.push_back(number);
}

int on_value(int, readstat_variable_t* variable, readstat_value_t value, void* context) {
  return guarded(context, [&](Gathered& gathered) {
    ReadVariable& column = gathered.variable(readstat_variable_get_index(variable));
    gathered.budget.take(bytes_per_value, "its table");
    if (column.text) {
      const std::size_t known = column.texts.label_count();
      add_text(column, variable, value);
      if (column.texts.label_count() > known) {
        gathered.budget.take(bytes_per_label + 3 * column.texts.last_label().size(), "its table");
      }
    } else {
      add_number(column, variable, value);
    }
  });
}

int on_value_label(const char* label_set, readstat_value_t value, const char* label, void* context) {
  return guarded(context, [&](Gathered& gathered) {
    const std::string code = code_text(value);
    if (code.empty()) return;
    gathered.budget.take(bytes_per_label + code.size() + text_or_empty(label).size(), "its value labels");
    gathered.label_sets[text_or_empty(label_set)].emplace_back(code, text_or_empty(label));
  });
}

void require_valid_texts(const ReadVariable& variable, const Column& column, const std::string& source) {
  const auto require = [&](const std::string& text) {
    if (first_invalid_utf8(text) == std::string::npos) return;
    bad_input(source + ", column '" + shown(variable.info.name) + "': " + data_value(text) +
                  " is in no known encoding",
              "save the file again as Unicode");
  };
  require(variable.info.name);
  require(variable.info.label);
  for (const auto& [code, label] : variable.info.value_labels) {
    require(code);
    require(label);
  }
  if (const Codes* codes = column.get_if<Codes>()) {
    for (const std::string& label : codes->labels) require(label);
  }
}

Table finished(Gathered& gathered, const std::string& source) {
  if (gathered.variables.empty()) bad_input(source + " has no columns");
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  std::set<std::string> names;
  for (ReadVariable& variable : gathered.variables) {
    columns.push_back(finished_column(variable, gathered.label_sets, gathered.package, source));
    require_valid_texts(variable, columns.back(), source);
    if (columns.back().size() != columns.front().size()) {
      bad_input(source + ": its columns differ in length", "the file may be damaged");
    }
    if (!names.insert(variable.info.name).second) {
      bad_input(source + ": two columns are named '" + shown(variable.info.name) + "'");
    }
    infos.push_back(std::move(variable.info));
  }
  return {std::move(infos), std::move(columns)};
}

using Parse = readstat_error_t (*)(readstat_parser_t*, const char*, void*);

void parse_with(Parse parse, const std::string& path, std::string_view bytes, Gathered& gathered,
                const char* format) {
  Cursor cursor{bytes};
  const std::unique_ptr<readstat_parser_t, decltype(&readstat_parser_free)> parser(readstat_parser_init(),
                                                                                   &readstat_parser_free);
  if (!parser) throw std::bad_alloc();
  readstat_set_open_handler(parser.get(), open_bytes);
  readstat_set_close_handler(parser.get(), close_bytes);
  readstat_set_seek_handler(parser.get(), seek_bytes);
  readstat_set_read_handler(parser.get(), read_bytes);
  readstat_set_update_handler(parser.get(), no_update);
  readstat_set_io_ctx(parser.get(), &cursor);
  readstat_set_variable_handler(parser.get(), on_variable);
  readstat_set_value_handler(parser.get(), on_value);
  readstat_set_value_label_handler(parser.get(), on_value_label);
  const readstat_error_t error = parse(parser.get(), path.c_str(), &gathered);
  if (gathered.failure) std::rethrow_exception(gathered.failure);
  if (error == READSTAT_ERROR_MALLOC) throw std::bad_alloc();
  if (error != READSTAT_OK) {
    bad_input(path + ": cannot be read as " + format + ": " + readstat_error_message(error),
              "the file may be damaged, or of another format (‹format› names it)");
  }
}

// The names of formats in a catalogue have neither a width nor decimals: SEXF for SEXF8.
std::string format_name(std::string_view format) {
  const std::size_t last = format.find_last_not_of("0123456789.");
  std::string name(format.substr(0, last == std::string_view::npos ? 0 : last + 1));
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

// Value labels of SAS are not in its files of data: data.sas7bcat or formats.sas7bcat beside data.sas7bdat
// has them, by the names of formats.
void read_catalogue(const std::string& path, std::uint64_t memory, Gathered& gathered) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  std::string stem = path;
  if (stem.ends_with(".sas7bdat")) stem.resize(stem.size() - 9);
  for (const std::string& place : {stem + ".sas7bcat", folder + "formats.sas7bcat"}) {
    if (!is_regular_file(place)) continue;
    const ByteSource source(place, memory);
    parse_with(readstat_parse_sas7bcat, place, source.bytes(), gathered, "a SAS catalogue");
    std::map<std::string, ValueLabels> named;
    for (auto& [name, labels] : gathered.label_sets) named[format_name(name)] = std::move(labels);
    gathered.label_sets = std::move(named);
    for (ReadVariable& variable : gathered.variables) variable.label_set = format_name(variable.format);
    return;
  }
}

Table read_with(Parse parse, Package package, const std::string& path, std::uint64_t memory,
                const char* format) {
  const ByteSource source(path, memory);
  Gathered gathered(source.budget(Packing::compressed));
  gathered.package = package;
  parse_with(parse, path, source.bytes(), gathered, format);
  if (parse == readstat_parse_sas7bdat) read_catalogue(path, memory, gathered);
  return finished(gathered, path);
}

}  // namespace

Table read_sav(const std::string& path, const Run& run) {
  return read_with(readstat_parse_sav, Package::spss, path, run.memory(), "SPSS");
}
Table read_dta(const std::string& path, const Run& run) {
  return read_with(readstat_parse_dta, Package::stata, path, run.memory(), "Stata");
}
Table read_sas7bdat(const std::string& path, const Run& run) {
  return read_with(readstat_parse_sas7bdat, Package::sas, path, run.memory(), "SAS");
}
Table read_xpt(const std::string& path, const Run& run) {
  return read_with(readstat_parse_xport, Package::sas, path, run.memory(), "SAS transport");
}

}  // namespace sfumato::io
