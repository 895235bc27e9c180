// The parts that ECMA-376 asks for, and no more. Numbers have as many digits as they need to be read back to
// the same bits, which libraries for workbooks do not write.
#include "io/formats/xlsx_write.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/formats/xlsx_format.hpp"
#include "io/formats/zip_writer.hpp"
#include "io/formula_cells.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// The formats of cells, in the order of the part with the styles.
enum CellStyle : unsigned {
  style_general,
  style_day,
  style_moment,
  style_milliseconds,
  style_text,
  style_quoted,  // a text that a program would take for a formula when a person edits it
  style_pointed,
  style_decimals  // and 15 more, for 0 to 15 decimals
};
constexpr int most_shown_decimals = 15;

constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr std::string_view main_space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

// Milliseconds since 1970 of "2021-03-31T09:30:00.5"; nothing for other texts, and for finer ones.
std::optional<std::int64_t> moment_of(std::string_view text) {
  std::int32_t day = 0;
  if (text.size() < 19 || text[10] != 'T' || text[13] != ':' || text[16] != ':') return std::nullopt;
  if (!parse_date(text.substr(0, 10), day) || !day_serial(day)) return std::nullopt;
  const auto hours = parse_integer(text.substr(11, 2)), minutes = parse_integer(text.substr(14, 2)),
             seconds = parse_integer(text.substr(17, 2));
  if (!hours || !minutes || !seconds) return std::nullopt;
  std::int64_t of_day = ((*hours * 60 + *minutes) * 60 + *seconds) * 1000;
  if (text.size() > 19) {
    std::string digits(text.substr(20));
    if (text[19] != '.' || digits.empty() || digits.size() > 3) return std::nullopt;
    digits.resize(3, '0');
    of_day += parse_integer(digits).value_or(-1);
  }
  const std::int64_t moment = std::int64_t{day} * 86400000 + of_day;
  return moment_text(moment, 1000) == text ? std::optional(moment) : std::nullopt;
}

// The serial number of milliseconds since 1970.
double moment_serial(std::int64_t moment) {
  constexpr std::int64_t per_day = 86400000, before_1970 = 25569 * per_day;
  return static_cast<double>(moment + before_1970) / static_cast<double>(per_day);
}

std::int64_t milliseconds_of(const Timestamps& times, std::int64_t value) {
  return times.per_second >= 1000 ? value / (times.per_second / 1000) : value * (1000 / times.per_second);
}

struct HoldLimits {
  std::string operator()(const Numbers& numbers) const {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isinf(numbers[row])) return "an infinite value in row " + std::to_string(row + 1);
    }
    return {};
  }
  std::string operator()(const Integers& integers) const {
    for (std::size_t row = 0; row < integers.values.size(); ++row) {
      const bool missing = !integers.missing.empty() && integers.missing[row] != 0;
      if (!missing &&
          (integers.values[row] > largest_exact_integer || integers.values[row] < -largest_exact_integer)) {
        return "an integer beyond 2^53 in row " + std::to_string(row + 1);
      }
    }
    return {};
  }
  std::string operator()(const Dates& dates) const {
    for (std::size_t row = 0; row < dates.days.size(); ++row) {
      if (dates.days[row] != Dates::missing && !day_serial(dates.days[row])) {
        return "a date before 1900-03-01 or after 9999 in row " + std::to_string(row + 1);
      }
    }
    return {};
  }
  // What cannot be held has become texts before.
  std::string operator()(const Timestamps&) const { return {}; }
  std::string operator()(const Codes& codes) const {
    for (const std::string& label : codes.labels) {
      if (utf16_length(label) > xlsx_characters) return "a text of more than 32767 characters";
      if (first_invalid_utf8(label) != std::string::npos || label.find('\0') != std::string::npos) {
        return "a text that is not UTF-8, or has a NUL byte";
      }
    }
    return {};
  }
};

void require_can_hold(const Table& table) {
  constexpr std::size_t most_named = 10;
  if (table.column_count() == 0)
    bad_input("a table without columns cannot be written", "keep at least one column");
  std::vector<std::string> wrong;
  if (table.rows() >= xlsx_rows) {
    wrong.push_back("it has " + std::to_string(table.rows()) + " records, more than 1048575");
  }
  if (table.column_count() > xlsx_columns) {
    wrong.push_back("it has " + std::to_string(table.column_count()) + " columns, more than 16384");
  }
  std::unordered_set<std::string> seen;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const std::string& name = table.info(id).name;
    const std::string values = table.column(id).visit(HoldLimits{});
    const std::string names =
        name.empty()                           ? "it has no name"
        : !seen.insert(name).second            ? "its name is there twice"
        : utf16_length(name) > xlsx_characters ? "its name is too long"
        : first_invalid_utf8(name) != std::string::npos || name.find('\0') != std::string::npos
            ? "its name is not UTF-8, or has a NUL byte"
            : "";
    if (!names.empty()) wrong.push_back("column '" + shown(name) + "': " + names);
    if (!values.empty()) wrong.push_back("column '" + shown(name) + "': it has " + values);
  }
  if (wrong.empty()) return;
  std::string all;
  for (std::size_t i = 0; i < std::min(wrong.size(), most_named); ++i) all += (i > 0 ? "; " : "") + wrong[i];
  if (wrong.size() > most_named) all += "; and " + std::to_string(wrong.size() - most_named) + " more";
  bad_input("a workbook (.xlsx) cannot hold this table: " + all,
            "change these columns, or write .parquet or .csv, which hold them");
}

// One column ready to be written.
struct SheetColumnFormat {
  std::string letters;
  const Column* column = nullptr;
  unsigned style = style_general;
  std::size_t first_text = 0;                   // of shared texts
  std::vector<bool> formula;                    // per label: would be one if it were typed
  std::vector<double> serials;                  // per label, where all are moments
  std::size_t pointed_row = std::string::npos;  // a whole number that shows that the column has decimals
};

void append_double(std::string& out, double number) {
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  out.append(buffer, result.ptr);
}

class WorkbookWriter {
 public:
  WorkbookWriter(const Table& table, const std::string& sheet, const Run& run,
                 const std::function<void(std::string_view)>& sink)
      : table_(table), sheet_(sheet.empty() ? "Data" : sheet), run_(run), zip_(sink) {}

  void write() {
    for (ColumnId id = 0; id < table_.column_count(); ++id) formats_.push_back(format_of(id));
    write_heads();
    write_styles();
    write_sheet();
    write_texts();
    zip_.finish();
  }

 private:
  SheetColumnFormat format_of(ColumnId id) {
    SheetColumnFormat format;
    format.letters = column_letters(id);
    const Column& column = table_.column(id);
    format.column = &column;
    const std::optional<int> decimals = table_.info(id).decimals;
    if (!column.is_text() && decimals && *decimals <= most_shown_decimals) {
      format.style = style_decimals + static_cast<unsigned>(*decimals);
    }
    if (column.get_if<Dates>() != nullptr) format.style = style_day;
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      const bool whole = std::all_of(times->ticks.begin(), times->ticks.end(), [&](std::int64_t value) {
        return value == Timestamps::missing || value % times->per_second == 0;
      });
      format.style = whole ? style_moment : style_milliseconds;
    }
    if (const Numbers* numbers = column.get_if<Numbers>()) format.pointed_row = pointed_row(*numbers);
    if (const Codes* codes = column.get_if<Codes>()) format_labels(format, *codes);
    return format;
  }

  // Where all are whole.
  static std::size_t pointed_row(const Numbers& numbers) {
    std::size_t first = std::string::npos;
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isnan(numbers[row])) continue;
      if (numbers[row] != std::trunc(numbers[row])) return std::string::npos;
      if (first == std::string::npos) first = row;
    }
    return first;
  }

  void format_labels(SheetColumnFormat& format, const Codes& codes) {
    format.style = style_moment;
    for (const std::string& label : codes.labels) {
      const std::optional<std::int64_t> moment = moment_of(label);
      if (!moment) break;
      if (*moment % 1000 != 0) format.style = style_milliseconds;
      format.serials.push_back(moment_serial(*moment));
    }
    if (!codes.labels.empty() && format.serials.size() == codes.labels.size()) return;
    format.serials.clear();
    format.style = style_text;
    format.first_text = text_count_;
    text_count_ += codes.labels.size();
    for (const std::string& label : codes.labels) format.formula.push_back(begins_like_formula(label));
  }

  void part(const std::string& name, std::string_view content) {
    zip_.begin(name);
    zip_.write(declaration);
    zip_.write(content);
  }

  void write_heads() {
    const std::string package = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
    const auto type = [&](const std::string& name, const std::string& kind) {
      return "<Override PartName=\"/xl/" + name + "\" ContentType=\"" + package + kind + "+xml\"/>";
    };
    part("[Content_Types].xml",
         "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
         "<Default Extension=\"rels\" "
         "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
         "<Default Extension=\"xml\" ContentType=\"application/xml\"/>" +
             type("workbook.xml", "sheet.main") + type("worksheets/sheet1.xml", "worksheet") +
             type("styles.xml", "styles") + type("sharedStrings.xml", "sharedStrings") + "</Types>");
    part("_rels/.rels", relations({{"officeDocument", "xl/workbook.xml"}}));
    part("xl/workbook.xml",
         "<workbook xmlns=\"" + std::string(main_space) +
             "\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
             "<sheets><sheet name=\"" +
             escaped_text(sheet_) + "\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>");
    part("xl/_rels/workbook.xml.rels", relations({{"worksheet", "worksheets/sheet1.xml"},
                                                  {"styles", "styles.xml"},
                                                  {"sharedStrings", "sharedStrings.xml"}}));
  }

  static std::string relations(const std::vector<std::pair<std::string, std::string>>& targets) {
    std::string text =
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
    for (std::size_t i = 0; i < targets.size(); ++i) {
      text += "<Relationship Id=\"rId" + std::to_string(i + 1) +
              "\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/" +
              targets[i].first + "\" Target=\"" + targets[i].second + "\"/>";
    }
    return text + "</Relationships>";
  }

  void write_styles() {
    std::vector<std::string> codes{"yyyy\\-mm\\-dd", "yyyy\\-mm\\-dd\\ hh:mm:ss",
                                   "yyyy\\-mm\\-dd\\ hh:mm:ss.000", "0.0##############"};
    for (int decimals = 1; decimals <= most_shown_decimals; ++decimals) {
      codes.push_back("0." + std::string(static_cast<std::size_t>(decimals), '0'));
    }
    constexpr std::size_t first_own = 164;
    std::string text = "<styleSheet xmlns=\"" + std::string(main_space) + "\"><numFmts count=\"" +
                       std::to_string(codes.size()) + "\">";
    for (std::size_t i = 0; i < codes.size(); ++i) {
      text += "<numFmt numFmtId=\"" + std::to_string(first_own + i) + "\" formatCode=\"" + codes[i] + "\"/>";
    }
    text +=
        "</numFmts><fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
        "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
        "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" "
        "borderId=\"0\"/></cellStyleXfs>"
        "<cellXfs count=\"" +
        std::to_string(style_decimals + most_shown_decimals + 1) + "\">";
    const auto add = [&](std::size_t format, bool quoted = false) {
      text += "<xf numFmtId=\"" + std::to_string(format) +
              "\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"" +
              (format > 0 ? " applyNumberFormat=\"1\"" : "") + (quoted ? " quotePrefix=\"1\"" : "") + "/>";
    };
    constexpr std::size_t text_format = 49, whole_format = 1;
    add(0);
    for (std::size_t i = 0; i < 3; ++i) add(first_own + i);
    add(text_format);
    add(text_format, true);
    add(first_own + 3);
    add(whole_format);
    for (std::size_t i = 0; i < most_shown_decimals; ++i) add(first_own + 4 + i);
    part("xl/styles.xml", text +
                              "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" "
                              "builtinId=\"0\"/></cellStyles></styleSheet>");
  }

  void write_sheet() {
    zip_.begin("xl/worksheets/sheet1.xml");
    zip_.write(declaration);
    const std::string last =
        cell_name({table_.rows(), table_.column_count() - 1});  // the names are in the first row
    std::string text = "<worksheet xmlns=\"" + std::string(main_space) + "\"><dimension ref=\"A1:" + last +
                       "\"/><sheetData><row r=\"1\">";
    for (std::size_t id = 0; id < formats_.size(); ++id) {
      text += "<c r=\"" + formats_[id].letters + "1\" t=\"s\"><v>" + std::to_string(text_count_ + id) +
              "</v></c>";
    }
    text += "</row>";
    constexpr std::size_t flushed = 1 << 18;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      if (row % 1024 == 0) run_.check_stop();
      append_row(text, row);
      if (text.size() < flushed) continue;
      zip_.write(text);
      text.clear();
    }
    zip_.write(text + "</sheetData></worksheet>");
  }

  void append_row(std::string& text, std::size_t row) const {
    const std::string number = std::to_string(row + 2);
    text += "<row r=\"" + number + "\">";
    bool any = false;
    for (const SheetColumnFormat& format : formats_) {
      if (format.column->missing(row)) continue;
      any = true;
      text += "<c r=\"" + format.letters + number + "\"";
      append_cell(text, format, row);
    }
    if (!any) text += "<c r=\"A" + number + "\" t=\"e\"><v>#N/A</v></c>";
    text += "</row>";
  }

  static void append_cell(std::string& text, const SheetColumnFormat& format, std::size_t row) {
    const auto begin = [&](unsigned style, std::string_view type = "") {
      if (style != style_general) text += " s=\"" + std::to_string(style) + "\"";
      text += type;
      text += "><v>";
    };
    if (const Codes* codes = format.column->get_if<Codes>()) {
      const auto code = static_cast<std::size_t>(codes->codes[row]);
      if (!format.serials.empty()) {
        begin(format.style);
        append_double(text, format.serials[code]);
      } else {
        begin(format.formula[code] ? style_quoted : style_text, " t=\"s\"");
        text += std::to_string(format.first_text + code);
      }
    } else if (const Dates* dates = format.column->get_if<Dates>()) {
      begin(style_day);
      text += std::to_string(day_serial(dates->days[row]).value_or(0));
    } else if (const Timestamps* times = format.column->get_if<Timestamps>()) {
      begin(format.style);
      append_double(text, moment_serial(milliseconds_of(*times, times->ticks[row])));
    } else if (const Integers* integers = format.column->get_if<Integers>()) {
      begin(format.style == style_decimals ? style_decimals : style_general);
      text += std::to_string(integers->values[row]);
    } else {
      begin(format.style == style_general && row == format.pointed_row ? style_pointed : format.style);
      append_double(text, (*format.column->get_if<Numbers>())[row]);
    }
    text += "</v></c>";
  }

  void append_text(std::string& out, std::string_view text) {
    out += "<si><t xml:space=\"preserve\">" + escaped_text(text) + "</t></si>";
    if (out.size() < 1 << 18) return;
    zip_.write(out);
    out.clear();
  }

  // Labels of the columns, then the names.
  void write_texts() {
    zip_.begin("xl/sharedStrings.xml");
    zip_.write(declaration);
    std::string text = "<sst xmlns=\"" + std::string(main_space) + "\">";
    for (const SheetColumnFormat& format : formats_) {
      const Codes* codes = format.column->get_if<Codes>();
      if (codes == nullptr || !format.serials.empty()) continue;
      for (const std::string& label : codes->labels) append_text(text, label);
    }
    for (const std::string& name : table_.names()) append_text(text, name);
    zip_.write(text + "</sst>");
  }

  const Table& table_;
  std::string sheet_;
  const Run& run_;
  ZipWriter zip_;
  std::vector<SheetColumnFormat> formats_;
  std::size_t text_count_ = 0;  // shared texts of cells; names follow them
};

}  // namespace

void write_xlsx(const Table& table, const std::string& sheet, const Run& run,
                const std::function<void(std::string_view)>& sink) {
  constexpr std::int64_t first_day = -25508;  // 1900-03-01
  const Table held = with_held_moments(table, first_day);
  require_can_hold(held);
  WorkbookWriter(held, sheet, run, sink).write();
}

}  // namespace sfumato::io
