// Reading delimited text: find the dialect, plan the columns, check the bytes, convert what is plain at
// full speed, and read the rest with the careful reader.
#include "io/csv_reader.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "io/byte_checks.hpp"
#include "io/byte_source.hpp"
#include "io/careful_read.hpp"
#include "io/column_plan.hpp"
#include "io/csv_convert.hpp"
#include "io/fast_read.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

std::size_t line_of(const FilePlan& plan, std::size_t at) {
  return plan.first_line + static_cast<std::size_t>(std::count(
                               plan.body.begin(), plan.body.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace

void require_text(const FilePlan& plan, const ByteChecks& checks) {
  if (checks.nul) {
    bad_input(plan.source + ", line " + std::to_string(line_of(plan, plan.body.find('\0'))) +
                  ": a NUL byte; this is not CSV text",
              "save the file as CSV text in UTF-8");
  }
  if (checks.utf8) return;
  if (const std::size_t at = first_invalid_utf8(plan.body); at != std::string_view::npos) {
    bad_input(plan.source + ", line " + std::to_string(line_of(plan, at)) + ": not valid UTF-8",
              "declare its ‹encoding›, such as latin-1, or save the file as UTF-8");
  }
}

Kind found_kind(const Column& column) {
  if (column.is_calendar()) return Kind::ordinal;
  return column.is_text() ? Kind::nominal : Kind::numeric;
}

std::vector<std::string> kept_tokens(const FilePlan& plan, bool text, bool gaps) {
  return text && gaps ? plan.missing : std::vector<std::string>();
}

Column as_planned(Column column, const ColumnPlan& plan) {
  const bool numeric = plan.declared == Kind::numeric && column.is_text();
  if (!numeric) return column;
  return Numbers(column.size(), std::numeric_limits<double>::quiet_NaN());
}

std::vector<Column> converted_columns(FilePlan& plan, const ByteChecks& checks, const Run& run) {
  std::vector<std::size_t> fast;
  std::vector<std::size_t> careful;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    const bool with_care = checks.misquoted || plan.columns[i].storage == Storage::undecided;
    (with_care ? careful : fast).push_back(i);
  }
  std::vector<Column> columns(plan.columns.size());
  if (!fast.empty()) {
    std::vector<std::optional<Column>> converted = read_fast(plan, fast, checks, run);
    // Not even one column was converted, because some row has another number of fields.
    if (converted.empty()) {
      plan.malformed = true;
      converted.resize(fast.size());
    }
    for (std::size_t i = 0; i < fast.size(); ++i) {
      if (converted[i]) {
        columns[fast[i]] = std::move(*converted[i]);
      } else {
        careful.push_back(fast[i]);
      }
    }
  }
  if (!careful.empty()) {
    std::sort(careful.begin(), careful.end());
    std::vector<Column> converted = read_carefully(plan, careful, run);
    for (std::size_t i = 0; i < careful.size(); ++i) columns[careful[i]] = std::move(converted[i]);
  }
  return columns;
}

namespace {

CsvContent table_from(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                      const Run& run, std::size_t block, const MemoryBudget& budget, Forget forget) {
  const Dialect dialect = detect_dialect(bytes, source, options.delimiter, block, options.decimal_point);
  FilePlan plan = plan_columns(bytes, source, dialect, options.declared, options.missing, block, &budget);
  plan.forget = std::move(forget);
  const ByteChecks checks =
      check_bytes(plan.body, dialect.syntax, run, plan.forget, longest_quoted_field(&budget));
  require_text(plan, checks);
  plan.malformed = checks.misquoted;
  std::vector<Column> columns = converted_columns(plan, checks, run);
  std::vector<ColumnInfo> infos;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i] = as_planned(std::move(columns[i]), plan.columns[i]);
    ColumnInfo info;
    info.name = plan.columns[i].name;
    info.kind = plan.columns[i].declared.value_or(found_kind(columns[i]));
    info.order = plan.columns[i].order;
    info.missing = kept_tokens(plan, columns[i].is_text(), columns[i].missing_count() > 0);
    const bool dates = columns[i].get_if<Dates>() != nullptr;
    if (dates && !plan.columns[i].form.is_iso()) info.date = plan.columns[i].form;
    const Timestamps* times = columns[i].get_if<Timestamps>();
    if (times != nullptr && !times->form.date.is_iso()) info.date = times->form.date;
    infos.push_back(std::move(info));
  }
  return {Table(std::move(infos), std::move(columns)),
          plan.missing_token,
          {.delimiter = dialect.syntax.delimiter,
           .decimal_point = dialect.decimal_point,
           .encoding = Encoding::utf_8,
           .byte_order_mark = dialect.start > 0,
           .crlf = dialect.crlf}};
}

Encoding encoding_of(std::string_view bytes, const CsvReadOptions& options) {
  return options.encoding ? *options.encoding : marked_encoding(bytes).value_or(Encoding::utf_8);
}

CsvContent converted_table(std::string_view bytes, Encoding encoding, const std::string& source,
                           const CsvReadOptions& options, const Run& run, std::size_t block,
                           const MemoryBudget& budget) {
  std::string text;
  try {
    text = in_utf8(bytes, encoding);
  } catch (const Error& error) {
    throw error.at(source);
  }
  CsvContent content = table_from(text, source, options, run, block, budget, {});
  content.form.encoding = encoding;
  content.form.byte_order_mark = false;
  return content;
}

}  // namespace

CsvContent parse_csv(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                     const Run& run, std::size_t block) {
  const MemoryBudget budget(source, bytes.size(), Packing::plain, run.memory());
  const Encoding encoding = encoding_of(bytes, options);
  if (encoding != Encoding::utf_8)
    return converted_table(bytes, encoding, source, options, run, block, budget);
  return table_from(bytes, source, options, run, block, budget, {});
}

CsvContent read_csv(const std::string& path, const CsvReadOptions& options, const Run& run) {
  const ByteSource source(path, run);
  const std::string name = path == "-" ? "standard input" : path;
  try {
    CsvContent content;
    const Encoding encoding = encoding_of(source.bytes(), options);
    if (encoding == Encoding::utf_8) {
      content = table_from(source.bytes(), name, options, run, csv_first_block, source.budget(),
                           [&](std::string_view part) { source.forget(part); });
    } else {
      content =
          converted_table(source.bytes(), encoding, name, options, run, csv_first_block, source.budget());
    }
    source.require_unchanged();
    return content;
  } catch (const Error&) {
    source.require_unchanged();  // a change of the file takes precedence over other errors
    throw;
  }
}

}  // namespace sfumato::io
