// Writing delimited text: fixed blocks of rows are formatted in parallel and written in order.
#include "io/csv_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t block_rows = 8192;

// A field with any delimiter that a reader might try is quoted, so that all readers detect the same one.
bool needs_quotes(std::string_view text, char delimiter) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return true;
  if (text.front() == '\'' || text.starts_with("\xEF\xBB\xBF")) return true;
  if (text.find(delimiter) != std::string_view::npos) return true;
  return text.find_first_of(",;\t|\"\r\n") != std::string_view::npos;
}

std::string csv_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result += '"';
}

// One column ready to be written: how its missing values look, its labels as written in the file.
struct ColumnFormat {
  const Column* column = nullptr;
  std::string missing;
  std::vector<std::string> labels;
  DateForm form = {};         // of a column of dates
  bool quoted_dates = false;  // they have the delimiter in them
  char decimal_point = '.';
  bool has_number = false;                      // of a column of doubles: not all are missing
  std::size_t pointed_row = std::string::npos;  // whose number gets a ".0"; none: npos
};
using BlockFormat = std::vector<ColumnFormat>;

// Rows of one block that are formatted together.
struct Piece {
  const BlockFormat* format = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool has(const std::vector<std::string>& items, std::string_view item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

// The requested token where it reads back as missing, else nothing or, in a table of one column (where
// readers skip an empty line), NA.
std::string missing_text(const Table& table, ColumnId id, const CsvWriteOptions& options, bool has_values) {
  const std::string& wanted = options.missing_token;
  const std::string plain = table.column_count() == 1 ? "NA" : "";
  const Column& column = table.column(id);
  if (wanted.empty() || wanted == "NA") return wanted.empty() ? plain : wanted;
  const bool declared = has(table.info(id).missing, wanted) && !needs_quotes(wanted, options.delimiter) &&
                        !cell_number(wanted, '.') && !cell_number(wanted, options.decimal_point);
  const bool understood = declared || (!column.is_text() && is_missing_token(wanted));
  const bool written = understood && in_encoding(wanted, options.encoding);
  return written && has_values ? wanted : plain;
}

[[noreturn]] void refuse_letters(const std::string& where, const std::string& text,
                                 const CsvWriteOptions& options) {
  bad_param("output-encoding",
            where + " has " + data_value(text) + ", which has letters that " +
                std::string(to_text(options.encoding)) + " does not have",
            "set ‹output-encoding› to utf-8");
}

// Labels. "NA" is always quoted; the other usual tokens where they would make a column of numbers with
// missing values out of a column of text.
void format_labels(ColumnFormat& format, const Codes& codes, const std::string& name, bool other_texts,
                   const CsvWriteOptions& options) {
  for (const std::string& label : codes.labels) {
    if (first_invalid_utf8(label) != std::string::npos || label.find('\0') != std::string::npos) {
      bad_input("column '" + shown(name) + "' has " + data_value(label) + ", which no CSV file can hold",
                "only UTF-8 without NUL bytes can be written");
    }
    if (!in_encoding(label, options.encoding)) refuse_letters("column '" + shown(name) + "'", label, options);
    const bool token = label == "NA" || label == format.missing || (!other_texts && is_missing_token(label));
    format.labels.push_back(token || needs_quotes(label, options.delimiter) ? csv_quoted(label) : label);
  }
}

// Finds infinities, and the row that shows that a column of whole doubles is one of doubles.
void check_numbers(ColumnFormat& format, const Numbers& numbers, const std::string& name,
                   std::size_t rows_before, bool whole) {
  std::size_t first = std::string::npos;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const double number = numbers[row];
    if (std::isinf(number)) {
      bad_input("column '" + shown(name) + "' has an infinite value in row " +
                    std::to_string(rows_before + row + 1) + ", which a CSV file cannot hold",
                "remove it, or use a format that can");
    }
    if (std::isnan(number)) continue;
    if (first == std::string::npos) first = row;
    whole = whole && number == std::trunc(number);
  }
  format.has_number = first != std::string::npos;
  if (whole) format.pointed_row = first;
}

void check_dates(const Dates& dates, const std::string& name) {
  for (const std::int32_t day : dates.days) {
    std::int32_t same = 0;
    if (day != Dates::missing && !parse_date(date_text(day), same)) {
      bad_input("column '" + shown(name) +
                "' has a date outside the years 1 to 9999, which a CSV file cannot hold");
    }
  }
}

void check_times(const Timestamps& times, const std::string& name) {
  for (const std::int64_t value : times.ticks) {
    if (value != Timestamps::missing && !is_calendar_time(times, value)) {
      bad_input("column '" + shown(name) +
                "' has a moment outside the years 1 to 9999, which a CSV file cannot hold");
    }
  }
}

// As far as one block shows them.
CsvColumnFacts facts_of(const Table& table, ColumnId id, char decimal_point) {
  const Column& column = table.column(id);
  CsvColumnFacts facts{.has_values = column.missing_count() < column.size()};
  if (const Codes* codes = column.get_if<Codes>()) {
    facts.other_texts =
        std::any_of(codes->labels.begin(), codes->labels.end(), [&](const std::string& label) {
          const CellClass kind = classify(label, decimal_point);
          return kind == CellClass::text || kind == CellClass::padded_number;
        });
    facts.label_like_name = has(codes->labels, table.info(id).name);
  }
  return facts;
}

// `rows_before` is how many rows of the file stand before this block, for errors.
ColumnFormat column_format(const Table& table, ColumnId id, const CsvWriteOptions& options,
                           std::size_t rows_before, const CsvColumnFacts* told) {
  const CsvColumnFacts facts = told != nullptr ? *told : facts_of(table, id, options.decimal_point);
  ColumnFormat format;
  format.column = &table.column(id);
  format.missing = missing_text(table, id, options, facts.has_values);
  format.form = table.info(id).date.value_or(DateForm{});
  format.quoted_dates = date_text(0, format.form).find(options.delimiter) != std::string::npos;
  format.decimal_point = options.decimal_point;
  const std::string& name = table.info(id).name;
  if (const Codes* codes = format.column->get_if<Codes>())
    format_labels(format, *codes, name, facts.other_texts, options);
  if (const Numbers* numbers = format.column->get_if<Numbers>())
    check_numbers(format, *numbers, name, rows_before, told == nullptr || told->whole);
  if (const Dates* dates = format.column->get_if<Dates>()) check_dates(*dates, name);
  if (const Timestamps* times = format.column->get_if<Timestamps>()) {
    check_times(*times, name);
    format.form = times->form.date;
    format.quoted_dates = times->text(0, format.form).find(options.delimiter) != std::string::npos;
  }
  return format;
}

// The shortest digits; a decimal point where one is needed: on minus zero, beyond 2^53 (where
// readers refuse integers among doubles), and on the pointed row.
void append_number(std::string& out, double number, bool pointed, char decimal_point) {
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  if (decimal_point != '.') std::replace(buffer, result.ptr, '.', decimal_point);
  const std::string_view text(buffer, static_cast<std::size_t>(result.ptr - buffer));
  out += text;
  const bool marked =
      pointed || std::fabs(number) > largest_exact_number || (number == 0.0 && std::signbit(number));
  if (marked && text.find_first_of(".,e") == std::string_view::npos) (out += decimal_point) += '0';
}

void append_integer(std::string& out, std::int64_t number) {
  char buffer[24];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  out.append(buffer, result.ptr);
}

struct CellWriter {
  std::string& out;
  const ColumnFormat& format;
  std::size_t row;

  void operator()(const Numbers& numbers) const {
    if (std::isnan(numbers[row])) {
      out += format.missing;
    } else {
      append_number(out, numbers[row], row == format.pointed_row, format.decimal_point);
    }
  }
  void operator()(const Integers& integers) const {
    if (!integers.missing.empty() && integers.missing[row] != 0) {
      out += format.missing;
    } else {
      append_integer(out, integers.values[row]);
    }
  }
  void operator()(const Dates& dates) const {
    if (dates.days[row] == Dates::missing) {
      out += format.missing;
    } else {
      const std::string text = date_text(dates.days[row], format.form);
      out += format.quoted_dates ? csv_quoted(text) : text;
    }
  }
  void operator()(const Timestamps& times) const {
    if (times.ticks[row] == Timestamps::missing) {
      out += format.missing;
    } else {
      const std::string text = times.text(times.ticks[row], format.form);
      out += format.quoted_dates ? csv_quoted(text) : text;
    }
  }
  void operator()(const Codes& codes) const {
    const std::int32_t code = codes.codes[row];
    out += code == Codes::missing ? format.missing : format.labels[static_cast<std::size_t>(code)];
  }
};

// A name is quoted where it could be taken for a value: a number, or a value of its own column.
std::string header_text(const Table& table, const CsvWriteOptions& options,
                        const std::vector<CsvColumnFacts>& facts) {
  std::string text;
  std::unordered_set<std::string> seen;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const std::string& name = table.info(id).name;
    if (name.empty()) bad_input("column " + std::to_string(id + 1) + " has no name, which a CSV file needs");
    if (!seen.insert(name).second)
      bad_input("two columns are named '" + shown(name) + "'", "rename one of them");
    if (first_invalid_utf8(name) != std::string::npos || name.find('\0') != std::string::npos) {
      bad_input("the column name '" + shown(name) + "' cannot be written to a CSV file",
                "use UTF-8 without NUL bytes");
    }
    if (!in_encoding(name, options.encoding)) {
      bad_param("output-encoding",
                "the column name '" + shown(name) + "' has letters that " +
                    std::string(to_text(options.encoding)) + " does not have",
                "set ‹output-encoding› to utf-8");
    }
    const bool like_a_value =
        classify(name, '.') != CellClass::text || classify(name, ',') != CellClass::text ||
        (facts.empty() ? facts_of(table, id, options.decimal_point) : facts[id]).label_like_name;
    if (id > 0) text += options.delimiter;
    text += like_a_value || needs_quotes(name, options.delimiter) ? csv_quoted(name) : name;
  }
  text += options.crlf ? "\r\n" : "\n";
  return text;
}

void append_rows(std::string& out, const Piece& piece, const CsvWriteOptions& options) {
  const std::string_view line_end = options.crlf ? "\r\n" : "\n";
  const BlockFormat& formats = *piece.format;
  for (std::size_t row = piece.begin; row < piece.end; ++row) {
    for (std::size_t i = 0; i < formats.size(); ++i) {
      if (i > 0) out += options.delimiter;
      formats[i].column->visit(CellWriter{out, formats[i], row});
    }
    out += line_end;
  }
}

std::vector<BlockFormat> block_formats(std::span<const Table> blocks, const CsvWriteOptions& options,
                                       std::size_t rows_before, const std::vector<CsvColumnFacts>& facts,
                                       const Run& run) {
  const std::size_t columns = blocks.front().column_count();
  std::vector<BlockFormat> formats(blocks.size(), BlockFormat(columns));
  std::vector<std::size_t> before;
  for (const Table& block : blocks) {
    before.push_back(rows_before);
    rows_before += block.rows();
  }
  run.parallel(blocks.size() * columns, [&](std::size_t i) {
    const std::size_t block = i / columns;
    const CsvColumnFacts* told = facts.empty() ? nullptr : &facts[i % columns];
    formats[block][i % columns] = column_format(blocks[block], i % columns, options, before[block], told);
  });
  return formats;
}

// Formats in parallel, a few pieces for each thread at a time, and writes in order.
void write_pieces(const std::vector<Piece>& pieces, const CsvWriteOptions& options, const Run& run,
                  const CsvSink& sink) {
  const std::size_t wave = 4 * static_cast<std::size_t>(run.threads());  // pieces held in memory at once
  std::vector<std::string> texts(std::min(wave, pieces.size()));
  for (std::size_t first = 0; first < pieces.size(); first += wave) {
    const std::size_t count = std::min(wave, pieces.size() - first);
    run.parallel(count, [&](std::size_t i) {
      texts[i].clear();
      append_rows(texts[i], pieces[first + i], options);
    });
    for (std::size_t i = 0; i < count; ++i) {
      run.check_stop();
      sink(texts[i]);
    }
  }
}

}  // namespace

CsvWriter::CsvWriter(CsvWriteOptions options, CsvSink sink, std::vector<CsvColumnFacts> facts)
    : options_(std::move(options)), sink_(std::move(sink)), facts_(std::move(facts)) {}

void CsvWriter::append(std::span<const Table> blocks, const Run& run) {
  if (blocks.empty()) return;
  if (blocks.front().column_count() == 0)
    bad_input("a table without columns cannot be written", "keep at least one column");
  const bool first = names_.empty();
  if (first) names_ = blocks.front().names();
  for (const Table& block : blocks) {
    if (block.names() != names_)
      throw Error(ErrorCode::internal, "blocks of one file differ in their columns");
  }
  std::vector<BlockFormat> formats = block_formats(blocks, options_, rows_, facts_, run);
  decided_.resize(names_.size(), false);
  std::vector<Piece> pieces;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (ColumnId id = 0; id < names_.size(); ++id) {
      ColumnFormat& format = formats[block][id];
      if (decided_[id]) format.pointed_row = std::string::npos;
      decided_[id] = decided_[id] || format.has_number;
    }
    const std::size_t rows = blocks[block].rows();
    rows_ += rows;
    for (std::size_t begin = 0; begin < rows; begin += block_rows) {
      pieces.push_back({&formats[block], begin, std::min(rows, begin + block_rows)});
    }
  }
  if (first) sink_(header_text(blocks.front(), options_, facts_));
  write_pieces(pieces, options_, run, sink_);
}

void write_csv(const Table& table, const CsvWriteOptions& options, const Run& run, const CsvSink& sink) {
  CsvWriter(options, sink).append({&table, 1}, run);
}

}  // namespace sfumato::io
