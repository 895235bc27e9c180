// Workbooks: the bytes of a file, or, after a first byte 'x', the sheet, the shared texts, the formats and
// the list of sheets as XML with lines of "---" between them, which then stand in a sound archive. An
// accepted table is written and read again as the same table.
#include "io/formats/xlsx_read.hpp"
#include "io/formats/xlsx_write.hpp"
#include "io/formats/zip_writer.hpp"
#include "target.hpp"

#include <algorithm>

namespace {

using namespace sfumato;

std::string archive_of(std::string_view text) {
  const auto take = [&] {
    constexpr std::string_view border = "\n---\n";
    const std::size_t end = std::min(text.find(border), text.size());
    const std::string part(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + border.size()));
    return part;
  };
  std::string bytes;
  io::ZipWriter zip([&](std::string_view part) { bytes += part; });
  const auto add = [&](const std::string& name, const std::string& content) {
    zip.begin(name);
    zip.write(content);
  };
  add("xl/worksheets/s.xml", take());
  add("xl/texts.xml", take());
  add("xl/styles.xml", take());
  const std::string workbook = take();
  add("xl/workbook.xml",
      workbook.empty() ? "<workbook><sheets><sheet name=\"a\" id=\"r1\"/></sheets></workbook>" : workbook);
  add("xl/_rels/workbook.xml.rels",
      "<R><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"worksheets/s.xml\"/>"
      "<Relationship Id=\"r2\" Type=\"x/sharedStrings\" Target=\"texts.xml\"/>"
      "<Relationship Id=\"r3\" Type=\"x/styles\" Target=\"styles.xml\"/></R>");
  zip.finish();
  return bytes;
}

}  // namespace

FUZZ_TARGET(xlsx) {
  const std::string text = fuzz::text_of(data, size);
  const std::string bytes = text.starts_with('x') ? archive_of(std::string_view(text).substr(1)) : text;
  const auto read = [](const std::string& book) {
    return io::parse_xlsx(book, "fuzz.xlsx", {},
                          io::MemoryBudget("fuzz.xlsx", book.size(), io::Packing::compressed, 64 << 20));
  };
  const auto table = fuzz::accepted([&] { return read(bytes); });
  if (!table) return 0;
  static const Run run({.seed = 1, .threads = 1});
  std::string written;
  if (!fuzz::accepted([&] {
        io::write_xlsx(*table, "", run, [&](std::string_view part) { written += part; });
        return true;
      }))
    return 0;
  std::string refusal;
  const auto again = fuzz::accepted([&] { return read(written); }, &refusal);
  fuzz::require(again.has_value(), "our own workbook is refused", refusal);
  fuzz::require(again->rows() == table->rows() && again->names() == table->names(),
                "records or names are lost");
  for (ColumnId id = 0; id < table->column_count(); ++id) {
    for (std::size_t row = 0; row < table->rows(); ++row) {
      const bool missing = table->column(id).missing(row);
      fuzz::require(again->column(id).missing(row) == missing, "a missing value is lost");
      if (!missing)
        fuzz::require(again->column(id).text(row) == table->column(id).text(row), "another value",
                      table->column(id).text(row));
    }
  }
  return 0;
}
