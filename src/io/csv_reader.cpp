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
#include "io/fast_read.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t first_block = 1 << 20;

std::size_t line_of(const FilePlan& plan, std::size_t at) {
  return plan.first_line + static_cast<std::size_t>(std::count(
                               plan.body.begin(), plan.body.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

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
  if (column.get_if<Dates>() != nullptr) return Kind::ordinal;
  return column.is_text() ? Kind::nominal : Kind::numeric;
}

// A token for every column that was used in a text column must be kept with that column, because otherwise it
// would be read as text next time.
std::vector<std::string> used_tokens(const FilePlan& plan, const Column& column) {
  return column.is_text() && column.missing_count() > 0 ? plan.missing : std::vector<std::string>();
}

// A column of nothing but missing values is text, unless it is declared numeric.
Column as_declared(Column column, const ColumnPlan& plan) {
  const bool numeric = plan.declared == Kind::numeric && column.is_text();
  if (!numeric) return column;
  return Numbers(column.size(), std::numeric_limits<double>::quiet_NaN());
}

std::vector<Column> convert(FilePlan& plan, const ByteChecks& checks, const Run& run) {
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

CsvContent table_from(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                      const Run& run, std::size_t block, const MemoryBudget& budget, Forget forget) {
  const Dialect dialect = detect_dialect(bytes, source, options.delimiter, block, options.decimal_point);
  FilePlan plan = plan_columns(bytes, source, dialect, options.declared, options.missing, block, &budget);
  plan.forget = std::move(forget);
  const ByteChecks checks =
      check_bytes(plan.body, dialect.syntax, run, plan.forget, longest_quoted_field(&budget));
  require_text(plan, checks);
  plan.malformed = checks.misquoted;
  std::vector<Column> columns = convert(plan, checks, run);
  std::vector<ColumnInfo> infos;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i] = as_declared(std::move(columns[i]), plan.columns[i]);
    ColumnInfo info;
    info.name = plan.columns[i].name;
    info.kind = plan.columns[i].declared.value_or(found_kind(columns[i]));
    info.order = plan.columns[i].order;
    info.missing = used_tokens(plan, columns[i]);
    const bool dates = columns[i].get_if<Dates>() != nullptr;
    if (dates && !plan.columns[i].form.is_iso()) info.date = plan.columns[i].form;
    infos.push_back(std::move(info));
  }
  return {Table(std::move(infos), std::move(columns)), plan.missing_token};
}

}  // namespace

CsvContent parse_csv(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                     const Run& run, std::size_t block) {
  const MemoryBudget budget(source, bytes.size(), Packing::plain, run.memory());
  if (options.encoding != Encoding::utf_8) {
    return table_from(in_utf8(bytes, options.encoding), source, options, run, block, budget, {});
  }
  return table_from(bytes, source, options, run, block, budget, {});
}

CsvContent read_csv(const std::string& path, const CsvReadOptions& options, const Run& run) {
  const ByteSource source(path, run);
  const std::string name = path == "-" ? "standard input" : path;
  try {
    CsvContent content;
    if (options.encoding == Encoding::utf_8) {
      content = table_from(source.bytes(), name, options, run, first_block, source.budget(),
                           [&](std::string_view part) { source.forget(part); });
    } else {
      content = table_from(in_utf8(source.bytes(), options.encoding), name, options, run, first_block,
                           source.budget(), {});
    }
    source.require_unchanged();
    return content;
  } catch (const Error&) {
    source.require_unchanged();  // a change of the file takes precedence over other errors
    throw;
  }
}

}  // namespace sfumato::io
