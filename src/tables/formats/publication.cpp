#include "tables/formats/publication.hpp"

#include "core/number_text.hpp"
#include "io/output_file.hpp"
#include "tables/formats/formula_codes.hpp"

namespace sfumato::tables {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

class Publication {
 public:
  Publication(const CellTable& table, const std::string& mark) : table_(table), mark_(mark), index_(table) {}

  std::string text() const {
    std::string result = header();
    for (std::size_t cell = 0; cell < table_.cells.size(); ++cell) {
      result += codes(cell) + field(value(cell)) + "\n";
    }
    return result;
  }

 private:
  bool named() const { return !table_.coordinates.empty(); }

  std::string header() const {
    if (!named()) return "cell,value\n";
    std::string result;
    for (const Dimension& dimension : table_.dimensions) {
      result += field(dimension.name) + ",";
      if (!dimension.labels.empty()) result += field(dimension.name + " label") + ",";
    }
    return result + (table_.responses.size() > 1 ? "response,value\n" : "value\n");
  }

  std::string codes(std::size_t cell) const {
    if (!named()) return std::to_string(cell) + ",";
    std::string result;
    const auto key = table_.codes_of(cell);
    for (std::size_t d = 0; d < table_.dimensions.size(); ++d) {
      const Dimension& dimension = table_.dimensions[d];
      result += field(dimension.codes[key[d]]) + ",";
      if (!dimension.labels.empty()) result += field(dimension.labels[key[d]]) + ",";
    }
    if (table_.responses.size() > 1) result += field(table_.responses[key.back()].name) + ",";
    return result;
  }

  // The count of a mean.
  std::optional<std::size_t> base(std::size_t cell) const {
    const auto key = table_.codes_of(cell);
    std::vector<std::uint32_t> wanted(key.begin(), key.end());
    for (std::uint32_t response = 0; response < table_.responses.size(); ++response) {
      if (table_.responses[response].name != table_.responses[key.back()].mean_of) continue;
      wanted.back() = response;
      return index_.find(wanted);
    }
    return std::nullopt;
  }

  std::string value(std::size_t cell) const {
    if (table_.cells[cell].suppressed()) return mark_;
    const std::string plain = table_.cells[cell].value.text();
    if (!named() || table_.responses[table_.codes_of(cell).back()].mean_of.empty()) return plain;
    const auto count = base(cell);
    if (!count || table_.cells[*count].suppressed()) return mark_;
    if (table_.cells[*count].value.is_zero()) return "";
    return shortest(table_.cells[cell].value.number() / table_.cells[*count].value.number());
  }

  const CellTable& table_;
  const std::string& mark_;
  CellIndex index_;
};

}  // namespace

std::string publication_text(const CellTable& table, const std::string& mark) {
  return Publication(table, mark).text();
}

std::vector<std::string> write_publication(const CellTable& table, const std::string& path,
                                           const std::string& mark, io::Formulas formulas) {
  if (formulas == io::Formulas::quote) {
    io::write_text_file(path, publication_text(with_formulas_quoted(table), mark));
    return {};
  }
  io::write_text_file(path, publication_text(table, mark));
  return io::formula_warnings(formula_cells(table));
}

}  // namespace sfumato::tables
