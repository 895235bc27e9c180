#include "tables/formats/argus_microdata.hpp"

#include <algorithm>
#include <exception>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_column.hpp"
#include "tables/formats/argus_dimension.hpp"
#include "tables/formats/argus_fields.hpp"
#include "tables/formats/argus_metadata.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t block_lines = 1 << 16;

// The lines, one record each. Empty lines are allowed only at the end.
std::vector<std::string_view> record_lines(std::string_view bytes, const std::string& source) {
  TextLines lines(bytes, source);
  std::vector<std::string_view> records;
  while (const std::optional<std::string_view> line = lines.next()) {
    if (!line->empty()) {
      if (records.size() + 1 < lines.number()) {
        bad_input(source + ", line " + std::to_string(records.size() + 1) + ": the line is empty",
                  "every line before the last record must have a record");
      }
      records.push_back(*line);
    }
  }
  if (records.empty()) bad_input(source + " has no records");
  return records;
}

class RecordReader {
 public:
  RecordReader(const ArgusMetadata& metadata, std::string source)
      : metadata_(metadata), source_(std::move(source)) {}

  // The columns of these lines; `first` is the number of lines before them.
  std::vector<Column> read(std::span<const std::string_view> lines, std::size_t first) const {
    std::vector<ArgusColumn> columns;
    columns.reserve(metadata_.variables.size());
    for (const ArgusVariable& variable : metadata_.variables) {
      columns.emplace_back(variable, metadata_.separator != ',', lines.size());
    }
    std::vector<std::string_view> fields;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t number = first + i + 1;
      if (metadata_.separator) {
        split(lines[i], number, fields);
      } else {
        cut(lines[i], number, fields);
      }
      for (std::size_t column = 0; column < columns.size(); ++column) {
        const std::string problem = columns[column].add(fields[column]);
        if (!problem.empty()) fail(number, column, problem);
      }
    }
    std::vector<Column> read;
    for (ArgusColumn& column : columns) read.push_back(column.take());
    return read;
  }

 private:
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& problem) const {
    const ArgusVariable& variable = metadata_.variables[column];
    std::string place = ", column '" + io::shown(variable.name) + "'";
    if (variable.start != 0) {
      place += " (characters " + std::to_string(variable.start) + " to " +
               std::to_string(variable.start + variable.width - 1) + ")";
    }
    bad_input(source_ + ", line " + std::to_string(line) + place + ": " + problem,
              "correct the data, or the description in " + metadata_.source);
  }

  void split(std::string_view line, std::size_t number, std::vector<std::string_view>& fields) const {
    if (!split_argus_fields(line, *metadata_.separator, fields)) {
      bad_input(source_ + ", line " + std::to_string(number) + ": a quoted field is not closed");
    }
    const std::size_t wanted = metadata_.variables.size();
    if (fields.size() == wanted + 1 && fields.back().empty()) fields.pop_back();  // a separator at the end
    if (fields.size() == wanted) return;
    bad_input(source_ + ", line " + std::to_string(number) + ": " + std::to_string(fields.size()) +
                  " fields, but " + metadata_.source + " describes " + std::to_string(wanted),
              "the separator is '" + std::string(1, *metadata_.separator) + "'");
  }

  void cut(std::string_view line, std::size_t number, std::vector<std::string_view>& fields) const {
    fields.clear();
    const bool ascii = std::all_of(line.begin(), line.end(),
                                   [](char letter) { return static_cast<unsigned char>(letter) < 0x80U; });
    for (const ArgusVariable& variable : metadata_.variables) {
      const std::size_t skipped = variable.start - 1;
      const std::size_t begin = ascii ? std::min(skipped, line.size()) : character_offset(line, skipped);
      std::string_view field = line.substr(begin);
      field = field.substr(0, ascii ? variable.width : character_offset(field, variable.width));
      // Editors may remove blanks at the end of a line; a short number would lose its last digits.
      if (field.size() < variable.width && is_number(variable)) {
        fail(number, fields.size(),
             "the line ends after " + std::to_string(character_count(line)) + " characters");
      }
      if (!variable.levels.empty() && field.starts_with(' ') && !io::trimmed(field).empty()) {
        fail(number, fields.size(),
             "the code " + data_value(field) + " starts with a blank, but its characters are its levels");
      }
      fields.push_back(io::trimmed(field));
    }
  }

  const ArgusMetadata& metadata_;
  std::string source_;
};

// Blocks are read in parallel; of several errors, that of the first block is reported.
Table read_records(std::string_view bytes, const std::string& source, const ArgusMetadata& metadata,
                   const Run& run) {
  const std::vector<std::string_view> lines = record_lines(bytes, source);
  const RecordReader reader(metadata, source);
  const std::size_t blocks = (lines.size() + block_lines - 1) / block_lines;
  std::vector<std::vector<Column>> parts(blocks);
  std::vector<std::exception_ptr> problems(blocks);
  run.blocks(lines.size(), block_lines, [&](std::size_t block, std::size_t begin, std::size_t end) {
    try {
      parts[block] = reader.read(std::span(lines).subspan(begin, end - begin), begin);
    } catch (const Error&) {
      problems[block] = std::current_exception();
    }
  });
  for (const std::exception_ptr& problem : problems) {
    if (problem) std::rethrow_exception(problem);
  }
  std::vector<ColumnInfo> schema;
  std::vector<Column> columns;
  for (std::size_t i = 0; i < metadata.variables.size(); ++i) {
    schema.push_back(column_info(metadata.variables[i]));
    columns.push_back(joined_column(parts, i, source, metadata.variables[i]));
  }
  return {std::move(schema), std::move(columns)};
}

void set_once(std::optional<std::string>& place, const ArgusVariable& variable, const ArgusMetadata& metadata,
              const std::string& keyword) {
  if (place) {
    bad_input(metadata.source + ", line " + std::to_string(variable.line) + ": '" + io::shown(variable.name) +
                  "' is " + keyword + ", but '" + io::shown(*place) + "' is already",
              "only one is allowed");
  }
  place = variable.name;
}

std::vector<std::string> codes_present(const Column& column) {
  if (const Codes* codes = column.get_if<Codes>()) return codes->labels;
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) texts.push_back(column.text(row));
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

Specification specification_of(const ArgusMetadata& metadata, const Table& records) {
  Specification specification;
  for (std::size_t i = 0; i < metadata.variables.size(); ++i) {
    const ArgusVariable& variable = metadata.variables[i];
    if (variable.kind == ArgusKind::weight) set_once(specification.weight, variable, metadata, "<WEIGHT>");
    if (variable.kind == ArgusKind::holding) set_once(specification.holding, variable, metadata, "<HOLDING>");
    if (variable.kind == ArgusKind::request) {
      set_once(specification.request, variable, metadata, "<REQUEST>");
      specification.request_codes = variable.request_codes;
    }
    if (variable.kind != ArgusKind::dimension) continue;
    DimensionSpecification& dimension = specification.dimensions.emplace_back();
    dimension.column = variable.name;
    dimension.total = variable.total;
    dimension.labels = argus_labels(metadata, variable);
    if (variable.hierarchical) {
      dimension.hierarchies.push_back(*argus_tree(metadata, variable, codes_present(records.column(i))));
    }
  }
  return specification;
}

}  // namespace

ArgusMicrodata read_argus_microdata(const std::string& data, const std::string& metadata, const Run& run) {
  const ArgusMetadata described = read_argus_metadata(metadata, ArgusUse::microdata);
  const io::ByteSource source(data, run);
  io::require_cell_memory(source);
  io::require_utf8(source.bytes(), data);
  ArgusMicrodata microdata;
  try {
    microdata.records = read_records(source.bytes(), data, described, run);
  } catch (const Error&) {
    source.require_unchanged();
    throw;
  }
  source.require_unchanged();
  microdata.specification_base = specification_of(described, microdata.records);
  for (const DimensionSpecification& dimension : microdata.specification_base.dimensions) {
    const ColumnId column = microdata.records.require(dimension.column);
    ColumnInfo info = microdata.records.info(column);
    info.value_labels = dimension.labels;
    microdata.records.set_info(column, std::move(info));
  }
  microdata.notes = described.notes;
  return microdata;
}

}  // namespace sfumato::tables
