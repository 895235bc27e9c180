// The plan of a delimited file: names, storage and missing tokens, from declarations and the first block.
#include "io/column_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// What plan, names, first block and schema keep of a column, measured on tables of 10^5 columns.
constexpr std::size_t bytes_per_column = 2000;

// How often each class of cell occurs in the first block of a column, declared missing values left out.
struct Census {
  std::size_t integers = 0;
  std::size_t large_integers = 0;
  std::size_t numbers = 0;
  std::size_t padded = 0;
  std::size_t infinite = 0;
  std::size_t dates = 0;
  std::size_t tokens = 0;         // unquoted, other than NA
  std::size_t quoted_tokens = 0;  // text, unless the numbers are quoted, too
  std::size_t quoted_numbers = 0;
  std::size_t texts = 0;
  std::size_t quoted_empties = 0;

  bool has_text() const { return texts > 0 || (quoted_tokens > 0 && quoted_numbers == 0); }

  void add(const CsvField& field, CellClass kind) {
    const bool numeric = kind == CellClass::integer || kind == CellClass::number;
    if (numeric && field.quoted) ++quoted_numbers;
    switch (kind) {
      case CellClass::integer:
        ++integers;
        break;
      case CellClass::large_integer:
        ++large_integers;
        break;
      case CellClass::number:
        ++numbers;
        break;
      case CellClass::padded_number:
        ++padded;
        break;
      case CellClass::infinite:
        ++infinite;
        break;
      case CellClass::date:
        ++dates;
        break;
      case CellClass::text:
        ++texts;
        break;
      case CellClass::empty:
        if (field.quoted || !field.raw.empty()) ++quoted_empties;
        break;
      case CellClass::token:
        if (field.quoted) {
          ++quoted_tokens;
        } else if (field.raw != "NA") {
          ++tokens;
        }
        break;
    }
  }
};

// What the cells of a column say of the form of its dates, where they are such.
struct SurveyedDates {
  DateForms forms;
  TimestampForms moments;
  bool times = false;  // some have a time of day

  void declare(DateOrder order) {
    forms = DateForms(order);
    moments = TimestampForms(order);
  }
  void add(std::string_view text, bool declared) {
    moments.add(text);
    if (!declared) {
      forms.add(text);
      return;
    }
    const Moment moment = split_moment(text);
    times = times || !moment.time.empty();
    forms.add(moment.date);
  }
};

// Integers beyond 64 bits alone are identifiers (account numbers) and stay text; mixed with decimals they are
// numbers that doubles cannot hold, which the conversion refuses.
Storage found_storage(const Census& census) {
  const std::size_t decimals = census.numbers;
  const std::size_t numeric = census.integers + decimals + census.large_integers;
  if (census.has_text() || census.padded > 0) return Storage::text;
  if (census.dates > 0) return numeric + census.infinite == 0 ? Storage::dates : Storage::text;
  if (census.large_integers > 0 && decimals == 0) return Storage::text;
  if (numeric > 0) return decimals + census.infinite > 0 ? Storage::numbers : Storage::integers;
  const bool nothing = census.tokens + census.quoted_tokens + census.infinite + census.quoted_empties == 0;
  return nothing ? Storage::undecided : Storage::text;
}

// Dates in another form than 2021-03-31, or moments: all cells with a value have it.
bool are_dates(const Census& census, bool no_form) {
  const std::size_t others = census.integers + census.large_integers + census.numbers + census.padded +
                             census.infinite + census.dates + census.quoted_tokens + census.quoted_empties;
  return others == 0 && census.texts > 0 && !no_form;
}

// Takes the separator and the zeros of a declared form from the cells, where all have the declared order.
Storage declared_dates(ColumnPlan& column, const SurveyedDates& dates) {
  if (dates.times) {
    if (const auto found = dates.moments.form(false)) {
      column.times = *found;
      return Storage::timestamps;
    }
    column.declared.reset();  // moments in several forms stay texts, in no order
    return Storage::text;
  }
  if (const auto found = dates.forms.loose_form(); found && column.form.separator != 0) column.form = *found;
  return Storage::dates;
}

// Whether the cells are dates in another form than 2021-03-31, or moments; the plan then has the form.
std::optional<Storage> found_calendar(ColumnPlan& column, const Census& census, const SurveyedDates& dates,
                                      const std::string& source) {
  const bool plain = census.tokens == 0 || !column.declared;
  const auto settled = [&](const auto& forms, const DateForms& order) {
    if (forms.ambiguous() && !column.declared) refuse_ambiguous(order, source + ": ", shown(column.name));
    return plain ? forms.form() : std::nullopt;
  };
  if (are_dates(census, dates.forms.none())) {
    const std::optional<DateForm> form = settled(dates.forms, dates.forms);
    if (!form) return std::nullopt;
    column.form = *form;
    return Storage::dates;
  }
  if (are_dates(census, dates.moments.none())) {
    const std::optional<Timestamps> form = settled(dates.moments, dates.moments.dates());
    if (!form) return std::nullopt;
    column.times = *form;
    return Storage::timestamps;
  }
  return std::nullopt;
}

Storage declared_storage(ColumnPlan& column, const Census& census, const SurveyedDates& dates,
                         const std::string& source) {
  if (column.form_declared) return declared_dates(column, dates);
  if (column.order.empty() && column.declared.value_or(Kind::ordinal) == Kind::ordinal) {
    if (const auto found = found_calendar(column, census, dates, source)) return *found;
  }
  if (!column.declared) return found_storage(census);
  if (*column.declared == Kind::numeric) {
    return census.numbers + census.infinite + census.texts > 0 ? Storage::numbers : Storage::integers;
  }
  // ISO dates keep every byte, so a declared order of dates may stay dates.
  const bool iso = *column.declared == Kind::ordinal && column.order.empty() &&
                   found_storage(census) == Storage::dates && census.quoted_empties + census.tokens == 0;
  return iso ? Storage::dates : Storage::text;
}

std::vector<std::string> header_names(const std::vector<CsvField>& fields, const FilePlan& plan) {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> seen;
  constexpr std::size_t most_named = 20;  // by the message; a damaged row may have very many
  std::size_t empty_count = 0;
  std::size_t repeated_count = 0;
  std::string empty;
  std::string repeated;
  std::string buffer;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    names.emplace_back(field_text(fields[i], plan.dialect.syntax.quote, buffer));
    if (first_invalid_utf8(names.back()) != std::string::npos) {
      bad_input(
          plan.source + ", line " + std::to_string(fields[i].line) + ": a column name is not valid UTF-8",
          "declare its ‹encoding›, such as latin-1, or save the file as UTF-8");
    }
    if (names.back().find('\0') != std::string::npos) {
      bad_input(
          plan.source + ", line " + std::to_string(fields[i].line) + ": a NUL byte; this is not CSV text",
          "save the file as CSV text in UTF-8");
    }
    const std::string number = std::to_string(i + 1);
    if (names.back().empty()) {
      if (++empty_count > most_named) continue;
      empty.append(empty.empty() ? "" : ", ").append(number);
    } else if (const auto [first, added] = seen.emplace(names.back(), i + 1); !added) {
      if (++repeated_count > most_named) continue;
      repeated.append(repeated.empty() ? "'" : ", '").append(shown(names.back()));
      repeated.append("' (columns ").append(std::to_string(first->second)).append(" and ");
      repeated.append(number).append(")");
    }
  }
  const std::string where = plan.source + ", line " + std::to_string(fields.front().line);
  const auto and_more = [&](std::size_t count) {
    return count > most_named ? " and " + std::to_string(count - most_named) + " more" : std::string();
  };
  if (!repeated.empty())
    bad_input(where + ": repeated column names: " + repeated + and_more(repeated_count),
              "give each column its own name");
  if (!empty.empty()) {
    bad_input(where + ": columns without a name: number " + empty + and_more(empty_count),
              "give each column a name in the first row");
  }
  return names;
}

std::vector<std::string> numbered_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::string("V").append(std::to_string(i)));
  return names;
}

void declare(ColumnPlan& column, const Declarations& declared, const std::vector<std::string>& missing) {
  column.missing = missing;
  const auto found = declared.find(column.name);
  if (found == declared.end()) return;
  const ColumnDeclaration& declaration = found->second;
  column.declared = declaration.kind;
  if (!declaration.kind && !declaration.order.empty()) column.declared = Kind::ordinal;
  column.order = declaration.order;
  if (declaration.date) {
    column.declared = Kind::ordinal;
    column.form = *declaration.date;
    column.form_declared = true;
  }
  column.missing.insert(column.missing.end(), declaration.missing.begin(), declaration.missing.end());
}

// A number-like token is never the file's own: written for a missing value it could not be distinguished from
// a masked value.
std::string most_frequent_token(const std::map<std::string, std::size_t, std::less<>>& counts) {
  std::string best;
  std::size_t most = 0;
  for (const auto& [token, count] : counts) {
    if (count > most && !cell_number(token, '.')) {
      most = count;
      best = token;
    }
  }
  return best;
}

// Counts classes of cells, and how often each token stands for a missing value (by column, since in a
// column of text "?" is text).
void survey(FilePlan& plan, std::size_t block) {
  const Dialect& dialect = plan.dialect;
  std::vector<Census> census(plan.columns.size());
  std::vector<SurveyedDates> dates(plan.columns.size());
  for (std::size_t i = 0; i < dates.size(); ++i) {
    if (plan.columns[i].form_declared) dates[i].declare(plan.columns[i].form.order);
  }
  std::vector<std::map<std::string, std::size_t, std::less<>>> tokens(plan.columns.size());
  std::string buffer;
  CsvScanner scanner(plan.body, dialect.syntax, plan.first_line,
                     {plan.columns.size(), longest_quoted_field(plan.budget)});
  while (scanner.position() < block && scanner.next()) {
    const auto& fields = scanner.fields();
    for (std::size_t i = 0; i < std::min(fields.size(), plan.columns.size()); ++i) {
      const std::string_view text = field_text(fields[i], dialect.syntax.quote, buffer);
      const bool declared = is_declared_missing(plan.columns[i], text, dialect.decimal_point);
      const CellClass kind = classify(text, dialect.decimal_point);
      if (declared || (kind == CellClass::token && !fields[i].quoted) || text.empty()) {
        const auto found = tokens[i].find(text);
        ++(found != tokens[i].end() ? found->second : tokens[i][std::string(text)]);
      }
      if (!declared) census[i].add(fields[i], kind);
      const bool cell = kind == CellClass::text || kind == CellClass::date;
      if (cell && !declared) dates[i].add(text, plan.columns[i].form_declared);
    }
  }
  std::map<std::string, std::size_t, std::less<>> totals;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    ColumnPlan& column = plan.columns[i];
    column.storage = declared_storage(column, census[i], dates[i], plan.source);
    for (const auto& [token, count] : tokens[i]) {
      const bool counts = !column.is_text() || token.empty() || token == "NA" ||
                          is_declared_missing(column, token, dialect.decimal_point);
      if (counts) totals[token] += count;
    }
  }
  plan.missing_token = most_frequent_token(totals);
}

}  // namespace

std::size_t longest_quoted_field(const MemoryBudget* budget) {
  constexpr std::uint64_t least = 1 << 20;
  constexpr std::uint64_t share = 64;  // of the budget
  return budget == nullptr ? SIZE_MAX : std::max(least, budget->limit() / share);
}

bool read_date_text(const ColumnPlan& column, std::string_view text, std::int32_t& day) {
  return parse_date(text, column.form, day, !column.form_declared);
}

bool read_timestamp_text(const ColumnPlan& column, std::string_view text, std::int64_t& value) {
  return parse_timestamp(text, column.times, value, !column.form_declared);
}

bool is_declared_missing(const ColumnPlan& column, std::string_view text, char decimal_point) {
  if (column.missing.empty()) return false;
  if (std::find(column.missing.begin(), column.missing.end(), text) != column.missing.end()) return true;
  if (column.declared && *column.declared != Kind::numeric) return false;
  if (column.storage == Storage::text || column.storage == Storage::dates ||
      column.storage == Storage::timestamps) {
    return false;
  }
  const std::optional<double> number = cell_number(text, decimal_point);
  return number && std::any_of(column.missing.begin(), column.missing.end(), [&](const std::string& token) {
           return cell_number(token, decimal_point) == number;
         });
}

void require_well_formed(const CsvScanner& scanner, const std::string& source, char quote) {
  const std::string where = source + ", line " + std::to_string(scanner.problem_line());
  const std::string mark(1, quote);
  switch (scanner.problem()) {
    case CsvScanner::Problem::none:
      return;
    case CsvScanner::Problem::unterminated_quote:
      bad_input(where + ": a quote " + mark + " opens here and is never closed",
                "close it, or double a quote that is part of a text");
    case CsvScanner::Problem::long_quoted_field:
      bad_input(where + ": a quoted field begins here that is longer than a text of a table may be",
                "close the quote " + mark +
                    ", or double a quote that is part of a text; ‹memory› allows longer "
                    "texts");
    case CsvScanner::Problem::text_after_quote:
      bad_input(where + ": text after the closing quote of a field" +
                    (scanner.quote_line() == scanner.problem_line()
                         ? std::string()
                         : " that begins in line " + std::to_string(scanner.quote_line())),
                "double the quotes that are part of a text: " + mark + mark);
  }
}

FilePlan plan_columns(std::string_view bytes, const std::string& source, const Dialect& dialect,
                      const Declarations& declared, const std::vector<std::string>& missing,
                      std::size_t block, const MemoryBudget* budget) {
  FilePlan plan;
  plan.budget = budget;
  plan.source = source;
  plan.dialect = dialect;
  plan.missing = missing;
  const std::string_view text = bytes.substr(dialect.start);
  const std::size_t most_columns = budget == nullptr ? SIZE_MAX : budget->left() / bytes_per_column;
  CsvScanner scanner(text, dialect.syntax, 1, {most_columns, longest_quoted_field(budget)});
  if (!scanner.next()) {
    require_well_formed(scanner, source, dialect.syntax.quote);
    bad_input(source + " is empty", "a CSV file has at least a row of column names");
  }
  if (scanner.field_count() > most_columns) {
    budget->require_known(scanner.field_count() * bytes_per_column,
                          "a table of " + std::to_string(scanner.field_count()) + " columns (line " +
                              std::to_string(scanner.line()) + ")");
  }
  const std::vector<std::string> names =
      dialect.header ? header_names(scanner.fields(), plan) : numbered_names(scanner.fields().size());
  plan.body = dialect.header ? text.substr(scanner.position()) : text;
  if (dialect.header) plan.first_line = scanner.next_line();
  for (const std::string& name : names) {
    plan.columns.emplace_back().name = name;
    declare(plan.columns.back(), declared, missing);
  }
  survey(plan, block);
  return plan;
}

}  // namespace sfumato::io
