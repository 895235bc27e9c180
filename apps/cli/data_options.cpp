// Flags become declarations, which are stronger than a sidecar.
#include "cli/data_options.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "core/name_list.hpp"
#include "core/number_text.hpp"
#include "io/database_address.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"

namespace sfumato::cli {
namespace {

void declare_role(Declarations& declared, const std::string& column, Role role) {
  std::optional<Role>& known = declared[column].role;
  if (known && *known != role) {
    bad_input("column '" + column + "' is given two roles, " + std::string(to_text(*known)) + " and " +
                  std::string(to_text(role)),
              "name it in one option only");
  }
  known = role;
}

void declare_domain(Declarations& declared, const std::string& typed) {
  const std::size_t equals = typed.rfind('=');
  const std::size_t colon = typed.find(':', equals == std::string::npos ? 0 : equals);
  if (equals != std::string::npos && equals > 0 && colon != std::string::npos) {
    const auto lower = parse_number(std::string_view(typed).substr(equals + 1, colon - equals - 1));
    const auto upper = parse_number(std::string_view(typed).substr(colon + 1));
    if (lower && upper && *lower <= *upper) {
      declared[typed.substr(0, equals)].domain = Domain{*lower, *upper};
      return;
    }
  }
  bad_input("--domain cannot be '" + typed + "'",
            "write COLUMN=LO:HI with LO at most HI, for example age=0:120");
}

void declare_date(Declarations& declared, const std::string& typed) {
  const std::size_t equals = typed.rfind('=');
  const auto form = equals == std::string::npos || equals == 0
                        ? std::nullopt
                        : parse_date_form(std::string_view(typed).substr(equals + 1));
  if (!form) {
    bad_input("--date cannot be '" + typed + "'",
              "write COLUMN=FORM, where FORM is one such as " + date_form_examples());
  }
  declared[typed.substr(0, equals)].date = form;
}

// Where the name of a column ends in COLUMN=CODE,…; 0: the tokens are for every column.
std::size_t column_end(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::size_t quote = typed.find('"');
  return equals == std::string::npos || quote < equals ? 0 : equals;
}

void declare_missing(Declarations& declared, const std::string& typed) {
  const std::size_t end = column_end(typed);
  if (end == 0) return;
  // A=9,B=99 names two columns.
  std::string column = typed.substr(0, end);
  for (const std::string& item : split_list(typed.substr(end + 1))) {
    const std::size_t next = item.find('=');
    if (next != std::string::npos && next > 0) column = item.substr(0, next);
    std::string code = next != std::string::npos && next > 0 ? item.substr(next + 1) : item;
    if (code.empty()) {
      bad_input("--missing cannot be '" + typed + "'", "write COLUMN=CODE,… such as age=99 or sex=8,9");
    }
    declared[column].missing.push_back(std::move(code));
  }
}

}  // namespace

std::vector<std::string> DataOptions::common_missing() const {
  std::vector<std::string> result;
  for (const std::string& typed : missing) {
    if (column_end(typed) > 0) continue;
    for (std::string& token : split_list(typed)) result.push_back(std::move(token));
  }
  return result;
}

OptionGroup DataOptions::group() {
  return {
      "The data",
      {{"--roles", "FILE", "What the columns mean, instead of the sidecar beside DATA.", Text{&roles}},
       {"--quasi", "A,B", "Columns that others may know: quasi-identifiers.", List{&quasi}},
       {"--confidential", "A,B", "Columns whose values must stay secret: confidential.", List{&confidential}},
       {"--identifier", "A,B", "Columns that name a person; they never reach an output.", List{&identifier}},
       {"--weight", "A", "The column with sampling weights.", Text{&weight}},
       {"--household", "A", "The column that identifies households.", Text{&household}},
       {"--unit", "A", "The column that identifies persons or companies with several records.", Text{&unit}},
       {"--date", "COLUMN=FORM",
        "How the dates of a column are written, for example visit=day/month/year; may be repeated.",
        Texts{&date}},
       {"--domain", "COLUMN=LO:HI", "Bounds of a column's values; may be repeated.", Texts{&domain}},
       {"--missing", "TOKEN,…",
        "What stands for a missing value, beside an empty field; COLUMN=CODE,… for one "
        "column. May be repeated.",
        Texts{&missing}},
       {"--format", "NAME", "Format of DATA, where its extension does not say it.", Text{&format}, false,
        io::format_names(false)},
       {"--delimiter", "CHARACTER", "What separates the fields of CSV text; detected unless given.",
        Text{&delimiter}},
       {"--decimal", "CHARACTER", "The decimal point of CSV text, . or , ; detected unless given.",
        Text{&decimal}},
       {"--encoding", "NAME",
        "The encoding of CSV text; utf-8, or as its byte order mark says, unless given.", Text{&encoding},
        false, io::encoding_names()},
       {"--sheet", "NAME", "The sheet of a workbook (.xlsx), by name or number; needed where it has several.",
        Text{&sheet}}}};
}

OptionGroup DataOptions::group(const std::string& columns_doc) {
  OptionGroup result = group();
  result.options.insert(result.options.begin(), {"--columns", "A,B", columns_doc, List{&columns}});
  return result;
}

io::ReadOptions DataOptions::read_options() const {
  io::ReadOptions options;
  options.format = format.value_or("");
  if (delimiter) options.text.delimiter = io::parse_delimiter(*delimiter);
  if (decimal) options.text.decimal_point = io::parse_decimal_point(*decimal);
  if (encoding) options.text.encoding = io::parse_encoding(*encoding);
  options.sheet = sheet.value_or("");
  options.missing = common_missing();
  for (const std::string& typed : missing) declare_missing(options.declared, typed);
  options.roles = roles.value_or("");
  for (const std::string& column : quasi) declare_role(options.declared, column, Role::quasi_identifier);
  for (const std::string& column : confidential) declare_role(options.declared, column, Role::confidential);
  for (const std::string& column : identifier) declare_role(options.declared, column, Role::identifier);
  if (weight) declare_role(options.declared, *weight, Role::weight);
  if (household) declare_role(options.declared, *household, Role::household);
  if (unit) declare_role(options.declared, *unit, Role::unit);
  for (const std::string& typed : date) declare_date(options.declared, typed);
  for (const std::string& typed : domain) declare_domain(options.declared, typed);
  return options;
}

Option FormulaOption::option() {
  return {
      "--formulas",
      "HOW",
      "Texts in CSV files that a spreadsheet may run as formulas: keep them with a warning, or quote them "
      "with an apostrophe in front, which changes the text. Without it keep.",
      Text{&typed},
      false,
      io::formulas_names()};
}

void check_other_output(const std::string& path, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& inputs) {
  const auto whole = [](const std::string& name) { return std::filesystem::weakly_canonical(name); };
  for (const std::string& other : outputs) {
    const std::string file = io::file_of_path(other);
    if (file.empty() || file == "-" || whole(file) != whole(path)) continue;
    bad_input("two outputs have the name '" + path + "'", "give each file a name of its own");
  }
  io::check_output_place(path, inputs);
}

}  // namespace sfumato::cli
