// Values are lent where nothing is missing, and copied with zeros in the missing slots otherwise. Batches are
// those of the input that lends columns; without one there is a single batch.
#include "library/arrow_export.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/column_note.hpp"
#include "io/utf8.hpp"
#include "library/arrow_taken.hpp"

namespace sfumato::library {
namespace {

// A column as it goes out: one array over all rows, or lent by an input batch by batch.
struct OutColumn {
  SchemaParts schema;
  ArrayParts whole;
  const ArrowData* lender = nullptr;
  std::size_t place = 0;  // of the column in its lender
};

struct Buffers {
  Table table;  // keeps the values that are lent
  std::vector<std::uint8_t> valid = {};
  std::vector<char> values = {};
  std::string texts = {};
  std::vector<std::int64_t> offsets = {};
  std::vector<std::int32_t> short_offsets = {};
};

template <class T>
ArrayParts fixed_width(const std::vector<T>& values, const Column& column,
                       const std::shared_ptr<Buffers>& buffers) {
  ArrayParts parts{.length = static_cast<std::int64_t>(values.size()),
                   .null_count = static_cast<std::int64_t>(column.missing_count()),
                   .owner = buffers};
  if (parts.null_count == 0) {
    parts.buffers = {nullptr, values.data()};
    return parts;
  }
  buffers->values.resize(values.size() * sizeof(T));
  buffers->valid.resize((values.size() + 7) / 8);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (column.missing(row)) continue;
    std::memcpy(buffers->values.data() + row * sizeof(T), &values[row], sizeof(T));
    buffers->valid[row / 8] = static_cast<std::uint8_t>(buffers->valid[row / 8] | 1U << row % 8);
  }
  parts.buffers = {buffers->valid.data(), buffers->values.data()};
  return parts;
}

// Without the labels that no row uses: they would reveal records that are no longer there. Those of a
// declared order stay.
Codes used_labels(const Codes& codes, const ColumnInfo& info) {
  if (info.kind == Kind::ordinal && info.order == codes.labels) return codes;
  std::vector<std::int32_t> kept(codes.labels.size(), Codes::missing);
  for (const std::int32_t code : codes.codes) {
    if (code != Codes::missing) kept[static_cast<std::size_t>(code)] = 0;
  }
  Codes result;
  for (std::size_t label = 0; label < kept.size(); ++label) {
    if (kept[label] == Codes::missing) continue;
    kept[label] = static_cast<std::int32_t>(result.labels.size());
    result.labels.push_back(codes.labels[label]);
  }
  result.codes = codes.codes;
  for (std::int32_t& code : result.codes) {
    if (code != Codes::missing) code = kept[static_cast<std::size_t>(code)];
  }
  return result;
}

// A column by the types that the program writes: float64, int64, date32, and a dictionary of texts.
struct ColumnExport {
  const Table& table;
  ColumnId id;
  const ColumnInfo& info;
  OutColumn& out;

  std::shared_ptr<Buffers> buffers() const { return std::make_shared<Buffers>(Buffers{.table = table}); }

  void operator()(const Numbers& numbers) const {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isinf(numbers[row])) refuse(row, "an infinite value");
    }
    out.schema.format = "g";
    out.whole = fixed_width(numbers, table.column(id), buffers());
  }
  void operator()(const Integers& integers) const {
    out.schema.format = "l";
    out.whole = fixed_width(integers.values, table.column(id), buffers());
  }
  void operator()(const Dates& dates) const {
    for (std::size_t row = 0; row < dates.days.size(); ++row) {
      if (dates.days[row] != Dates::missing && !io::is_calendar_day(dates.days[row])) {
        refuse(row, "a date outside the years 1 to 9999");
      }
    }
    out.schema.format = "tdD";
    out.whole = fixed_width(dates.days, table.column(id), buffers());
  }
  void operator()(const Timestamps& times) const {
    for (std::size_t row = 0; row < times.ticks.size(); ++row) {
      if (times.ticks[row] != Timestamps::missing && !is_calendar_time(times, times.ticks[row])) {
        refuse(row, "a date outside the years 1 to 9999");
      }
    }
    const char unit = times.per_second == 1           ? 's'
                      : times.per_second == 1000      ? 'm'
                      : times.per_second == 1'000'000 ? 'u'
                                                      : 'n';
    out.schema.format = std::string("ts") + unit + ":" + times.zone;
    out.whole = fixed_width(times.ticks, table.column(id), buffers());
  }
  void operator()(const Codes& codes) const {
    auto used = std::make_shared<Buffers>();
    used->table = Table({info}, {Column(used_labels(codes, info))});
    const Column& column = used->table.column(0);
    const Codes& kept = *column.get_if<Codes>();
    used->short_offsets.push_back(0);
    for (const std::string& label : kept.labels) {
      used->texts += label;
      if (used->texts.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        bad_input("column '" + io::shown(info.name) + "' has more than 2 GB of different texts");
      }
      used->short_offsets.push_back(static_cast<std::int32_t>(used->texts.size()));
    }
    out.schema.format = "i";
    out.schema.dictionary = {{.format = "u", .flags = ARROW_FLAG_NULLABLE}};
    if (info.kind == Kind::ordinal) out.schema.flags |= ARROW_FLAG_DICTIONARY_ORDERED;
    out.whole = fixed_width(kept.codes, column, used);
    out.whole.dictionary = {{.length = static_cast<std::int64_t>(kept.labels.size()),
                             .buffers = {nullptr, used->short_offsets.data(), used->texts.data()},
                             .owner = used}};
  }

  [[noreturn]] void refuse(std::size_t row, const std::string& what) const {
    bad_input("column '" + io::shown(info.name) + "' has " + what + " in row " + std::to_string(row + 1) +
                  ", which cannot be returned",
              "make it missing, or mask the column");
  }
};

std::string binary_metadata(std::string_view key, std::string_view value) {
  std::string bytes;
  const auto add_number = [&](std::size_t number) {
    const auto count = static_cast<std::int32_t>(number);
    bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  };
  add_number(1);
  for (const std::string_view text : {key, value}) {
    add_number(text.size());
    bytes += text;
  }
  return bytes;
}

class TableExport {
 public:
  TableExport(const Table& table, std::span<const Origin> origins, const std::vector<std::string>& masked)
      : table_(table), origins_(origins), masked_(masked) {
    for (const Origin& origin : origins_) {
      if (lender_ == nullptr && lends(origin)) lender_ = &origin;
    }
  }

  void make(ArrowArrayStream& out) {
    std::vector<ColumnInfo> infos = table_.schema();
    std::vector<OutColumn> columns;
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      if (const Codes* codes = table_.column(id).get_if<Codes>();
          codes != nullptr && infos[id].kind == Kind::ordinal) {
        infos[id].order = used_labels(*codes, table_.info(id)).labels;
      }
      columns.push_back(column(id));
    }
    SchemaParts schema{.format = "+s", .metadata = binary_metadata("sfumato", io::column_note(infos))};
    for (OutColumn& column : columns) schema.children.push_back(std::move(column.schema));
    make_stream(std::move(schema), batches(columns), out);
  }

 private:
  bool is_masked(ColumnId id) const {
    return std::find(masked_.begin(), masked_.end(), table_.info(id).name) != masked_.end();
  }
  bool same(ColumnId id, const Origin& origin) const {
    if (is_masked(id)) return false;
    const auto found = origin.table.find(table_.info(id).name);
    if (!found) return false;
    const Column& input = origin.table.column(*found);
    return &input == &table_.column(id) || input == table_.column(id);
  }
  bool lends(const Origin& origin) const {
    if (origin.table.rows() != table_.rows()) return false;
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      if (same(id, origin)) return true;
    }
    return false;
  }

  OutColumn column(ColumnId id) const {
    const ColumnInfo& info = table_.info(id);
    OutColumn out;
    if (lender_ != nullptr && same(id, *lender_)) {
      out.lender = lender_->data.get();
      out.place = *lender_->table.find(info.name);
      out.schema = field_schema(out.lender->fields[out.place]);
      return out;
    }
    out.schema.name = info.name;
    out.schema.flags = ARROW_FLAG_NULLABLE;
    if (!is_masked(id) && taken(id, out)) return out;
    table_.column(id).visit(ColumnExport{table_, id, info, out});
    return out;
  }
  bool taken(ColumnId id, OutColumn& out) const {
    for (const Origin& origin : origins_) {
      const auto found = origin.table.find(table_.info(id).name);
      if (!found || origin.data->fields[*found].encoded) continue;
      const auto rows = rows_of_values(table_.column(id), origin.table.column(*found));
      if (!rows) continue;
      const std::int64_t flags = out.schema.flags;
      out.schema = field_schema(origin.data->fields[*found]);
      out.schema.flags |= flags;
      out.whole = taken_array(*origin.data, *found, *rows);
      return true;
    }
    return false;
  }

  std::vector<ArrayParts> batches(const std::vector<OutColumn>& columns) const {
    std::vector<ArrayParts> result;
    if (lender_ == nullptr) {
      result.push_back(batch(columns, nullptr, 0, table_.rows()));
      return result;
    }
    std::size_t at = 0;
    for (const ArrowBatch& lent_batch : lender_->data->batches) {
      result.push_back(batch(columns, &lent_batch, at, lent_batch.rows));
      at += lent_batch.rows;
    }
    return result;
  }
  ArrayParts batch(const std::vector<OutColumn>& columns, const ArrowBatch* lent_batch, std::size_t at,
                   std::size_t rows) const {
    ArrayParts parts{.length = static_cast<std::int64_t>(rows), .buffers = {nullptr}};
    for (const OutColumn& column : columns) {
      parts.children.push_back(column.lender != nullptr ? lent_column(column, *lent_batch) : column.whole);
      ArrayParts& child = parts.children.back();
      if (column.lender == nullptr) child.offset = static_cast<std::int64_t>(at);
      const bool sliced = child.length != parts.length;
      child.length = parts.length;
      if (!sliced) continue;
      child.null_count = child.buffers.empty() ? child.length : child.buffers[0] == nullptr ? 0 : -1;
    }
    return parts;
  }
  ArrayParts lent_column(const OutColumn& column, const ArrowBatch& lent_batch) const {
    ArrayParts parts = lent(*lent_batch.array->children[column.place], lender_->data);
    parts.offset += lent_batch.array->offset;
    if (column.lender->fields[column.place].type.id == ArrowId::null) parts.buffers.clear();
    return parts;
  }

  const Table& table_;
  std::span<const Origin> origins_;
  const std::vector<std::string>& masked_;
  const Origin* lender_ = nullptr;
};

}  // namespace

void export_table(const Table& table, std::span<const Origin> origins, const std::vector<std::string>& masked,
                  ArrowArrayStream& out) {
  TableExport(table, origins, masked).make(out);
}

}  // namespace sfumato::library
