// A released cell is traced back to its original record; where that is not possible (synthetic records), an
// empty cell stays empty.
#include "release/written_codes.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::release {
namespace {

constexpr std::size_t no_row = static_cast<std::size_t>(-1);

// Of each released record of one table.
std::vector<std::size_t> original_rows(const MaskingResult& result, std::size_t copy, std::size_t count) {
  const Masked& masked = result.masked;
  std::vector<std::size_t> rows(count, no_row);
  if (masked.mapping == Mapping::none) return rows;
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t record = result.shuffled.empty() ? place : result.shuffled[copy][place];
    rows[place] = masked.mapping == Mapping::subset ? masked.rows[record] : record;
  }
  return rows;
}

// The code of each cell, by number; -1: a value, or nothing to write.
struct CellCodes {
  std::vector<std::int32_t> of_row;
  std::vector<std::string> texts;

  std::int32_t number_of(const std::string& text) {
    const auto found = std::find(texts.begin(), texts.end(), text);
    if (found == texts.end()) texts.push_back(text);
    return static_cast<std::int32_t>(std::find(texts.begin(), texts.end(), text) - texts.begin());
  }
};

// Does some method draw which cells are missing? A code in a missing cell would then tell what the original
// had.
bool draws_missing(const Column& released, const Column& original, const std::vector<std::size_t>& rows) {
  for (std::size_t place = 0; place < released.size(); ++place) {
    if (rows[place] != no_row && !released.missing(place) && original.missing(rows[place])) return true;
  }
  return false;
}

CellCodes cell_codes(const Column& released, const Column* original, const Codes* kept,
                     const std::vector<std::size_t>& rows, const std::string& suppressed) {
  CellCodes result{std::vector<std::int32_t>(released.size(), -1), {}};
  if (original == nullptr || draws_missing(released, *original, rows)) return result;
  for (std::size_t place = 0; place < released.size(); ++place) {
    const std::size_t row = rows[place];
    if (!released.missing(place) || row == no_row) continue;
    if (!original->missing(row)) {
      if (!suppressed.empty()) result.of_row[place] = result.number_of(suppressed);
    } else if (kept != nullptr && kept->codes[row] != Codes::missing) {
      result.of_row[place] = result.number_of(kept->labels[static_cast<std::size_t>(kept->codes[row])]);
    }
  }
  return result;
}

Column with_numbers(const Column& column, const CellCodes& codes) {
  if (const Integers* integers = column.get_if<Integers>()) {
    Integers result = *integers;
    for (std::size_t row = 0; row < codes.of_row.size(); ++row) {
      if (codes.of_row[row] < 0) continue;
      result.values[row] = *parse_integer(codes.texts[static_cast<std::size_t>(codes.of_row[row])]);
      result.missing[row] = 0;
    }
    return result;
  }
  Column result = column;
  const std::span<double> numbers = result.edit_numbers();
  for (std::size_t row = 0; row < codes.of_row.size(); ++row) {
    if (codes.of_row[row] < 0) continue;
    numbers[row] = *parse_number(codes.texts[static_cast<std::size_t>(codes.of_row[row])]);
  }
  return result;
}

Column with_texts(const Column& column, const CellCodes& codes) {
  Codes result;
  std::unordered_map<std::string, std::int32_t> place;
  const auto code_of = [&](const std::string& text) {
    const auto [entry, fresh] = place.try_emplace(text, static_cast<std::int32_t>(result.labels.size()));
    if (fresh) result.labels.push_back(text);
    return entry->second;
  };
  if (const Codes* texts = column.get_if<Codes>()) {
    for (const std::string& label : texts->labels) code_of(label);  // an order stays
  }
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (codes.of_row[row] >= 0) {
      result.codes.push_back(code_of(codes.texts[static_cast<std::size_t>(codes.of_row[row])]));
    } else {
      result.codes.push_back(column.missing(row) ? Codes::missing : code_of(column.text(row)));
    }
  }
  return result;
}

bool can_hold(const Column& column, const std::string& code) {
  if (column.get_if<Integers>() != nullptr) return parse_integer(code).has_value();
  return column.get_if<Numbers>() != nullptr && parse_number(code).has_value();
}

// A value that is equal to a code would be read as missing.
void refuse_values(const Column& column, const std::string& code, const std::string& name) {
  const std::optional<double> number = column.is_text() ? std::nullopt : parse_number(code);
  const Numbers numbers = number ? column.to_numbers() : Numbers();
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row) || (number ? numbers[row] != *number : column.text(row) != code)) continue;
    bad_param("suppressed",
              "the code '" + code + "' is also a value of column '" + name + "' (row " +
                  std::to_string(row + 1) + " of the release)",
              "choose a code that no column has");
  }
}

void refuse_missing_code(const Codes& kept, const std::string& code, const std::string& name) {
  const auto is_it = [&](std::int32_t one) {
    return one != Codes::missing && kept.labels[static_cast<std::size_t>(one)] == code;
  };
  if (code.empty() || std::none_of(kept.codes.begin(), kept.codes.end(), is_it)) return;
  bad_param("suppressed",
            "the code '" + code + "' stands for missing values of column '" + name + "' already",
            "choose a code that no column has");
}

void write_codes(Table& table, ColumnId id, const CellCodes& codes, bool delimited) {
  ColumnInfo info = table.info(id);
  const Column& column = table.column(id);
  bool numbers = !column.is_text();
  for (const std::string& code : codes.texts) {
    refuse_values(column, code, info.name);
    numbers = numbers && can_hold(column, code);
    if (std::find(info.missing.begin(), info.missing.end(), code) == info.missing.end()) {
      info.missing.push_back(code);
    }
  }
  if (!numbers && !column.is_text() && !delimited) {
    bad_param("suppressed",
              "column '" + info.name +
                  "' holds numbers or dates, and this format cannot have "
                  "a text among them",
              "choose a whole number that the column does not have, or write CSV");
  }
  table.replace(id, numbers ? with_numbers(column, codes) : with_texts(column, codes));
  table.set_info(id, std::move(info));
}

// A label that is also a code without a label, or a code for missing values, could not be told from it.
void refuse_taken_labels(const Column& column, const ColumnInfo& info,
                         const std::unordered_map<std::string, std::string>& label_of) {
  std::set<std::string> taken(info.missing.begin(), info.missing.end());
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    std::string text = column.text(row);
    if (!label_of.contains(text)) taken.insert(std::move(text));
  }
  for (const auto& [code, label] : label_of) {
    if (!taken.contains(label)) continue;
    bad_param("write-labels",
              "a label of column '" + info.name + "' is also a code without a label or for missing values",
              "correct the labels, or write codes");
  }
}

// "female", not 2. Codes without a label stay.
void write_labels(Table& table, ColumnId id) {
  ColumnInfo info = table.info(id);
  if (info.value_labels.empty()) return;
  std::set<std::string> seen;
  std::unordered_map<std::string, std::string> label_of;
  for (const auto& [code, label] : info.value_labels) {
    if (std::find(info.missing.begin(), info.missing.end(), code) != info.missing.end()) continue;
    if (!seen.insert(label).second) {
      bad_param("write-labels", "two codes of column '" + info.name + "' have the same label",
                "correct the labels, or write codes");
    }
    label_of.emplace(code, label);
  }
  const auto labelled = [&](const std::string& code) {
    const auto found = label_of.find(code);
    return found == label_of.end() ? code : found->second;
  };
  const Column& column = table.column(id);
  refuse_taken_labels(column, info, label_of);
  Codes result;
  std::unordered_map<std::string, std::int32_t> place;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      result.codes.push_back(Codes::missing);
      continue;
    }
    const std::string text = labelled(column.text(row));
    const auto [entry, fresh] = place.try_emplace(text, static_cast<std::int32_t>(result.labels.size()));
    if (fresh) result.labels.push_back(text);
    result.codes.push_back(entry->second);
  }
  for (std::string& text : info.order) text = labelled(text);
  for (std::string& text : info.categories) text = labelled(text);
  info.value_labels.clear();
  info.kind = Kind::nominal;
  info.order.clear();
  table.replace(id, std::move(result));
  table.set_info(id, std::move(info));
}

}  // namespace

std::map<std::string, Codes> missing_codes(const std::string& path, const io::ReadOptions& reading,
                                           const Table& table, const Run& run) {
  if (path == "-") {
    bad_param("keep-missing-codes", "the codes of a pipe cannot be read a second time",
              "save the data into a file and name it");
  }
  std::map<std::string, Codes> result;
  io::ReadOptions as_text{
      .format = reading.format, .text = reading.text, .sheet = reading.sheet, .alone = true};
  for (const ColumnInfo& info : table.schema()) as_text.declared[info.name].kind = Kind::nominal;
  const Table raw = io::read_table(path, as_text, run).table;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const ColumnInfo& info = table.info(id);
    const Codes* texts = raw.column(id).get_if<Codes>();
    if (info.missing.empty() || texts == nullptr || table.column(id).missing_count() == 0) continue;
    std::vector<bool> is_code;
    for (const std::string& label : texts->labels) {
      const std::optional<double> number = parse_number(label);
      is_code.push_back(std::any_of(info.missing.begin(), info.missing.end(), [&](const std::string& code) {
        return code == label || (number && parse_number(code) == number);
      }));
    }
    Codes kept{std::vector<std::int32_t>(texts->codes.size(), Codes::missing), texts->labels};
    for (std::size_t row = 0; row < texts->codes.size(); ++row) {
      const std::int32_t code = texts->codes[row];
      if (code != Codes::missing && is_code[static_cast<std::size_t>(code)] &&
          table.column(id).missing(row)) {
        kept.codes[row] = code;
      }
    }
    result.emplace(info.name, std::move(kept));
  }
  return result;
}

Table with_written_codes(Table table, const MaskingResult& result, std::size_t copy,
                         const WrittenCodes& codes, bool delimited) {
  if (!codes.any()) return table;
  const std::vector<std::size_t> rows = original_rows(result, copy, table.rows());
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (codes.labels) write_labels(table, id);
    const std::string name = table.info(id).name;
    const std::optional<ColumnId> before = result.original.find(name);
    const auto kept = codes.missing.find(name);
    if (kept != codes.missing.end()) refuse_missing_code(kept->second, codes.suppressed, name);
    const CellCodes cells =
        cell_codes(table.column(id), before ? &result.original.column(*before) : nullptr,
                   kept == codes.missing.end() ? nullptr : &kept->second, rows, codes.suppressed);
    if (!cells.texts.empty()) write_codes(table, id, cells, delimited);
  }
  return table;
}

}  // namespace sfumato::release
