// The parts of a workbook, each read as its elements come: relations, list of sheets, formats, shared texts,
// and the one sheet. Texts of cells and shared texts alone are kept.
#include "io/formats/xlsx_read.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/byte_source.hpp"
#include "io/cell_text.hpp"
#include "io/formats/table_memory.hpp"
#include "io/formats/xlsx_cells.hpp"
#include "io/formats/xml_events.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t most_text_bytes = 4 * xlsx_characters;

bool is_true(std::string_view text) { return text == "1" || text == "true"; }

std::int64_t whole(std::string_view text, std::int64_t otherwise) {
  return parse_integer(text).value_or(otherwise);
}

// Relations of a part: what their identifiers point to, by the last word of their type.
struct Relations : XmlEvents {
  struct Relation {
    std::string id, kind, target;
  };
  std::vector<Relation> all;

  void opened(std::string_view name, const XmlAttributes& attributes) override {
    if (name != "Relationship" || all.size() > 100000) return;
    const std::string_view type = attributes["Type"];
    all.push_back({std::string(attributes["Id"]), std::string(type.substr(type.rfind('/') + 1)),
                   std::string(attributes["Target"])});
  }
  void closed(std::string_view) override {}
  void text(std::string_view) override {}

  const Relation* of_kind(std::string_view kind) const {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.kind == kind; });
    return found == all.end() ? nullptr : &*found;
  }
  const Relation* of_id(std::string_view id) const {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == id; });
    return found == all.end() ? nullptr : &*found;
  }
};

struct Workbook : XmlEvents {
  struct Sheet {
    std::string name, relation;
  };
  std::vector<Sheet> sheets;
  bool from_1904 = false;

  void opened(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "workbookPr") from_1904 = is_true(attributes["date1904"]);
    if (name == "sheet" && sheets.size() < 100000)
      sheets.push_back({std::string(attributes["name"]), std::string(attributes["id"])});
  }
  void closed(std::string_view) override {}
  void text(std::string_view) override {}
};

// The formats of cells, by their index.
struct Styles : XmlEvents {
  std::map<std::int64_t, NumberShown> codes;
  std::vector<NumberShown> cells;
  bool in_cells = false;

  void opened(std::string_view name, const XmlAttributes& attributes) override {
    const std::int64_t format = whole(attributes["numFmtId"], 0);
    if (name == "numFmt" && codes.size() < 100000) codes[format] = shown_by(attributes["formatCode"]);
    if (name == "cellXfs") in_cells = true;
    if (name == "xf" && in_cells && cells.size() < 100000) {
      const auto own = codes.find(format);
      cells.push_back(own == codes.end() ? shown_by_number(format) : own->second);
    }
  }
  void closed(std::string_view name) override {
    if (name == "cellXfs") in_cells = false;
  }
  void text(std::string_view) override {}

  NumberShown at(std::string_view index) const {
    const std::int64_t i = whole(index, 0);
    return i >= 0 && i < static_cast<std::int64_t>(cells.size()) ? cells[static_cast<std::size_t>(i)]
                                                                 : NumberShown::number;
  }
};

// A text may stand in several runs; how it is pronounced (rPh) is not part of it.
class TextRuns {
 public:
  void opened(std::string_view name) {
    if (name == "rPh") ++phonetic_;
    if (name == "t") inside_ = phonetic_ == 0;
  }
  void closed(std::string_view name) {
    if (name == "rPh" && phonetic_ > 0) --phonetic_;
    if (name == "t") inside_ = false;
  }
  void text(std::string_view piece, const std::string& source) {
    if (!inside_) return;
    if (text_.size() + piece.size() > most_text_bytes)
      bad_input(source + ": a cell has a text of more than 32767 characters", "shorten it");
    text_ += piece;
  }
  std::string take() { return unescaped_text(std::exchange(text_, {})); }

 private:
  std::string text_;
  int phonetic_ = 0;
  bool inside_ = false;
};

struct SharedTexts : XmlEvents {
  SharedTexts(const std::string& name, MemoryBudget& memory) : source(name), budget(memory) {}

  void opened(std::string_view name, const XmlAttributes&) override { runs.opened(name); }
  void closed(std::string_view name) override {
    runs.closed(name);
    if (name != "si") return;
    texts.push_back(runs.take());
    budget.take(texts.back().size() + bytes_per_label, "its texts");
  }
  void text(std::string_view piece) override { runs.text(piece, source); }

  const std::string& source;
  MemoryBudget& budget;
  TextRuns runs;
  std::vector<std::string> texts;
};

class Sheet : public XmlEvents {
 public:
  Sheet(const std::string& source, const Styles& styles, const std::vector<std::string>& texts,
        SheetCells& cells)
      : source_(source), styles_(styles), texts_(texts), cells_(cells) {}

  void opened(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "row") {
      const std::int64_t row = whole(attributes["r"], static_cast<std::int64_t>(next_.row) + 1);
      if (row < 1 || row > static_cast<std::int64_t>(xlsx_rows)) wrong("a row with a wrong number");
      next_ = {static_cast<std::size_t>(row - 1), 0};
    } else if (name == "c") {
      begin_cell(attributes);
    } else if (name == "f") {
      formula_ = true;
    } else if (name == "v") {
      in_value_ = true;
    } else if (name == "mergeCell") {
      merged(attributes["ref"]);
    }
    if (in_cell_) runs_.opened(name);
  }

  void closed(std::string_view name) override {
    if (in_cell_) runs_.closed(name);
    if (name == "v") in_value_ = false;
    if (name == "c" && in_cell_) end_cell();
    if (name == "row") next_ = {next_.row + 1, 0};
  }

  void text(std::string_view piece) override {
    if (in_cell_) runs_.text(piece, source_);
    if (!in_value_ || !in_cell_) return;
    if (value_.size() + piece.size() > most_text_bytes) wrong("a cell of more than 32767 characters");
    value_ += piece;
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const {
    bad_input(source_ + ": the sheet has " + what, "save it again in a spreadsheet program");
  }

  void begin_cell(const XmlAttributes& attributes) {
    if (const std::string_view reference = attributes["r"]; !reference.empty()) {
      const std::optional<CellPlace> place = parse_cell(reference);
      if (!place || place->row != next_.row) wrong("a cell with a wrong reference");
      next_ = *place;
    }
    if (next_.column >= xlsx_columns || next_.row >= xlsx_rows) wrong("more than 16384 columns");
    in_cell_ = true;
    formula_ = false;
    type_ = attributes["t"];
    shown_ = styles_.at(attributes["s"]);
    value_.clear();
  }

  void end_cell() {
    in_cell_ = false;
    const CellPlace place = next_;
    ++next_.column;
    if (type_ == "inlineStr") {
      cells_.add_text(place, runs_.take());
      return;
    }
    static_cast<void>(runs_.take());
    const std::string_view value = trimmed(value_);
    if (type_ == "str") {
      if (!value_.empty()) cells_.add_text(place, unescaped_text(value_));
    } else if (value.empty()) {
      if (formula_) cells_.add_formula(place);
    } else if (type_ == "s") {
      const std::int64_t index = whole(value, -1);
      if (index < 0 || index >= static_cast<std::int64_t>(texts_.size())) wrong("a text that is not there");
      cells_.add_text(place, texts_[static_cast<std::size_t>(index)]);
    } else if (type_ == "b") {
      cells_.add_boolean(place, is_true(value));
    } else if (type_ == "e") {
      cells_.add_error(place, value);
    } else if (type_ == "d") {
      cells_.add_iso(place, value);
    } else {
      cells_.add_number(place, value, shown_);
    }
  }

  void merged(std::string_view reference) {
    const std::size_t colon = reference.find(':');
    if (colon == std::string_view::npos) return;
    const auto first = parse_cell(reference.substr(0, colon)), last = parse_cell(reference.substr(colon + 1));
    if (!first || !last) wrong("merged cells with a wrong reference");
    cells_.add_merged(*first, *last);
  }

  const std::string& source_;
  const Styles& styles_;
  const std::vector<std::string>& texts_;
  SheetCells& cells_;
  CellPlace next_;
  bool in_cell_ = false, in_value_ = false, formula_ = false;
  std::string type_, value_;
  NumberShown shown_ = NumberShown::number;
  TextRuns runs_;
};

// "xl/workbook.xml" and "worksheets/sheet1.xml" give "xl/worksheets/sheet1.xml".
std::string resolved(const std::string& part, const std::string& target) {
  if (target.starts_with('/')) return target.substr(1);
  std::string folder = part.substr(0, part.rfind('/') + 1);
  std::string_view rest = target;
  while (rest.starts_with("../")) {
    rest.remove_prefix(3);
    folder = folder.empty() ? folder : folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
  }
  if (rest.starts_with("./")) rest.remove_prefix(2);
  return folder + std::string(rest);
}

std::string relations_of(const std::string& part) {
  const std::size_t name = part.rfind('/') + 1;
  return part.substr(0, name) + "_rels/" + part.substr(name) + ".rels";
}

std::string sheet_list(const std::vector<Workbook::Sheet>& sheets) {
  constexpr std::size_t most = 20;
  std::vector<std::string> names;
  for (const Workbook::Sheet& sheet : sheets) {
    if (names.size() < most) names.push_back("'" + shown(sheet.name) + "'");
  }
  return joined(names) +
         (sheets.size() > most ? " and " + std::to_string(sheets.size() - most) + " more" : "");
}

const Workbook::Sheet& chosen_sheet(const std::vector<Workbook::Sheet>& sheets, const std::string& wanted,
                                    const std::string& source) {
  if (sheets.empty()) bad_input(source + ": the workbook has no sheet with cells");
  if (wanted.empty()) {
    if (sheets.size() == 1) return sheets.front();
    bad_param(
        "sheet",
        source + ": the workbook has " + std::to_string(sheets.size()) + " sheets: " + sheet_list(sheets),
        "choose one with ‹sheet›, by its name or number");
  }
  for (const Workbook::Sheet& sheet : sheets) {
    if (sheet.name == wanted) return sheet;
  }
  const std::int64_t number = whole(wanted, 0);
  if (number >= 1 && number <= static_cast<std::int64_t>(sheets.size())) {
    return sheets[static_cast<std::size_t>(number - 1)];
  }
  bad_param("sheet", source + ": the workbook has no sheet '" + shown(wanted) + "'",
            "it has " + sheet_list(sheets));
}

}  // namespace

Table parse_xlsx(std::string_view bytes, const std::string& source, const ReadTerms& terms,
                 const MemoryBudget& budget) {
  ZipArchive archive(bytes, source);
  std::string part = "xl/workbook.xml";
  if (archive.has("_rels/.rels")) {
    Relations package;
    read_xml(archive, "_rels/.rels", source, package);
    if (const auto* document = package.of_kind("officeDocument")) part = resolved("", document->target);
  }
  Workbook workbook;
  read_xml(archive, part, source, workbook);
  Relations relations;
  read_xml(archive, relations_of(part), source, relations);
  std::erase_if(workbook.sheets, [&](const Workbook::Sheet& sheet) {
    const auto* relation = relations.of_id(sheet.relation);
    return relation == nullptr || relation->kind != "worksheet";
  });
  const Workbook::Sheet& chosen = chosen_sheet(workbook.sheets, terms.sheet, source);
  Styles styles;
  if (const auto* found = relations.of_kind("styles")) {
    if (archive.has(resolved(part, found->target)))
      read_xml(archive, resolved(part, found->target), source, styles);
  }
  MemoryBudget own = budget;
  SharedTexts shared(source, own);
  if (const auto* found = relations.of_kind("sharedStrings"))
    read_xml(archive, resolved(part, found->target), source, shared);
  SheetCells cells(source, workbook.from_1904, own);
  Sheet sheet(source, styles, shared.texts, cells);
  read_xml(archive, resolved(part, relations.of_id(chosen.relation)->target), source, sheet);
  return cells.table(terms);
}

Table read_xlsx(const std::string& path, const ReadTerms& terms, const Run& run) {
  const ByteSource source(path, run.memory());
  return parse_xlsx(source.bytes(), path, terms, source.budget(Packing::compressed));
}

}  // namespace sfumato::io
