// Everything that the structures themselves can show to be wrong is refused here: pointers, counts, lengths,
// offsets, types. Sizes of buffers are not in Arrow's structures and cannot be checked.
#include "library/arrow_stream.hpp"

#include <cstring>
#include <limits>
#include <set>
#include <string_view>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "library/arrow_structures.hpp"

namespace sfumato::library {
namespace {

// More rows or bytes than any machine holds; keeps sums of lengths and offsets within 64 bits.
constexpr std::int64_t largest_count = std::int64_t{1} << 48;
// More values than any buffer has.
constexpr std::int64_t largest_buffer = std::int64_t{1} << 40;

[[noreturn]] void damaged(const std::string& where, const std::string& what) {
  bad_input(where + ": " + what, "the Arrow structures are damaged: see the program that made them");
}

std::int32_t length_at(const char* bytes) {
  std::int32_t number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

// A copy of metadata in Arrow's binary form: a count, then keys and values with their lengths in front.
std::string copied_metadata(const char* metadata, const std::string& where) {
  if (metadata == nullptr) return {};
  constexpr std::int32_t longest = std::int32_t{1} << 30;
  const std::int32_t pairs = length_at(metadata);
  if (pairs < 0 || pairs > longest) damaged(where, "its metadata have a count below 0 or far too large");
  std::size_t at = sizeof(std::int32_t);
  for (std::int64_t text = 0; text < 2 * std::int64_t{pairs}; ++text) {
    const std::int32_t length = length_at(metadata + at);
    if (length < 0 || length > longest) damaged(where, "its metadata have a length below 0 or far too large");
    at += sizeof(std::int32_t) + static_cast<std::size_t>(length);
  }
  return {metadata, at};
}

std::string text_of(const char* text) { return text == nullptr ? std::string() : std::string(text); }

void require_no_children(const ArrowSchema& schema, const std::string& where) {
  if (schema.n_children != 0) damaged(where, "a type without parts has children");
}

ArrowField field_of(const ArrowSchema& schema, const std::string& input) {
  ArrowField field;
  field.name = text_of(schema.name);
  if (io::first_invalid_utf8(field.name) != std::string::npos) {
    bad_input(input + ": the column name '" + io::shown(field.name) + "' is not valid UTF-8",
              "rename the column");
  }
  const std::string where = input + ", column '" + io::shown(field.name) + "'";
  if (schema.release == nullptr) damaged(where, "its schema is already released");
  if (schema.format == nullptr) damaged(where, "its schema has no format");
  field.format = schema.format;
  field.type = parse_arrow_type(field.format, where);
  require_no_children(schema, where);
  field.metadata = copied_metadata(schema.metadata, where);
  field.flags = schema.flags;
  field.encoded = schema.dictionary != nullptr;
  if (!field.encoded) return field;
  if (!field.type.is_integer()) damaged(where, "the indices of its dictionary are not integers");
  const ArrowSchema& values = *schema.dictionary;
  if (values.release == nullptr) damaged(where, "the schema of its dictionary is already released");
  if (values.format == nullptr) damaged(where, "the schema of its dictionary has no format");
  if (values.dictionary != nullptr) bad_input(where + ": a dictionary inside a dictionary is not supported");
  field.value_format = values.format;
  field.values = parse_arrow_type(field.value_format, where);
  require_no_children(values, where);
  field.value_metadata = copied_metadata(values.metadata, where);
  field.value_flags = values.flags;
  return field;
}

void read_schema(const ArrowSchema& schema, const std::string& input, ArrowData& data) {
  if (schema.release == nullptr) damaged(input, "its schema is already released");
  if (schema.format == nullptr || std::string_view(schema.format) != "+s") {
    damaged(input, "a stream of record batches has the format '+s'");
  }
  if (schema.n_children < 0 || schema.n_children > std::numeric_limits<std::int32_t>::max()) {
    damaged(input, "its schema has a count of columns below 0 or far too large");
  }
  if (schema.n_children > 0 && schema.children == nullptr)
    damaged(input, "its schema has no columns where it counts some");
  data.metadata = copied_metadata(schema.metadata, input);
  std::set<std::string> seen;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    if (schema.children[i] == nullptr)
      damaged(input, "the schema of column " + std::to_string(i + 1) + " is a null pointer");
    data.fields.push_back(field_of(*schema.children[i], input));
    const std::string& name = data.fields.back().name;
    if (!seen.insert(name).second) {
      bad_input(input + ": two columns are named '" + io::shown(name) + "'", "give each column its own name");
    }
  }
  if (data.fields.empty()) bad_input(input + " has no columns");
}

void check_counts(const ArrowArray& array, const std::string& where) {
  if (array.release == nullptr) damaged(where, "an array is already released");
  if (array.length < 0 || array.length > largest_count)
    damaged(where, "an array has a length below 0 or far too large");
  if (array.offset < 0 || array.offset > largest_count)
    damaged(where, "an array has an offset below 0 or far too large");
  if (array.null_count < -1 || array.null_count > array.length)
    damaged(where, "an array counts more missing values than values");
  if (array.n_buffers < 0 || array.n_children < 0) damaged(where, "an array has a count below 0");
  if (array.n_buffers > 0 && array.buffers == nullptr)
    damaged(where, "an array has no buffers where it counts some");
  if (array.n_children > 0 && array.children == nullptr)
    damaged(where, "an array has no children where it counts some");
}

void check_buffers(const ArrowArray& array, const ArrowType& type, const std::string& where) {
  check_counts(array, where);
  const bool view = type.id == ArrowId::text_view;
  // A view has any number of buffers of text between its own and the one with their sizes.
  // Some producers give a column of nothing but missing values a buffer, as older versions of Arrow had it.
  const bool old_null = type.id == ArrowId::null && array.n_buffers == 1;
  if (view ? array.n_buffers < 3 : array.n_buffers != type.buffers() && !old_null) {
    damaged(where, "an array has " + std::to_string(array.n_buffers) + " buffers, which its type has not");
  }
  if (view && array.n_buffers > std::numeric_limits<std::int32_t>::max())
    damaged(where, "an array has too many buffers");
  if (array.n_children != 0) damaged(where, "an array of a type without parts has children");
  if (type.id == ArrowId::null || array.length == 0) return;
  if (array.offset + array.length > largest_buffer)
    damaged(where, "an array has an offset below 0 or far too large");
  if (array.null_count > 0 && array.buffers[0] == nullptr) {
    damaged(where, "an array counts missing values, and nothing says which");
  }
  if (array.buffers[1] == nullptr) damaged(where, "an array has no values");
  if (view && array.n_buffers > 3 && array.buffers[array.n_buffers - 1] == nullptr) {
    damaged(where, "an array does not say how large its buffers are");
  }
}

void check_column(const ArrowArray& batch, const ArrowArray& column, const ArrowField& field,
                  const std::string& where) {
  check_buffers(column, field.type, where);
  if (column.length < batch.offset + batch.length) damaged(where, "a column is shorter than its batch");
  if (field.encoded != (column.dictionary != nullptr))
    damaged(where, "an array has a dictionary, or none, unlike its schema");
  if (!field.encoded) return;
  check_buffers(*column.dictionary, field.values, where + ", dictionary");
  if (column.dictionary->dictionary != nullptr) damaged(where, "a dictionary has a dictionary");
}

bool has_missing_records(const ArrowArray& batch) {
  if (batch.n_buffers == 0 || batch.buffers[0] == nullptr || batch.null_count == 0) return false;
  const auto* bits = static_cast<const std::uint8_t*>(batch.buffers[0]);
  for (std::int64_t row = batch.offset; row < batch.offset + batch.length; ++row) {
    if ((bits[row / 8] >> (row % 8) & 1) == 0) return true;
  }
  return false;
}

void check_batch(const ArrowArray& batch, const ArrowData& data, const std::string& input) {
  check_counts(batch, input);
  if (batch.n_buffers > 1) damaged(input, "a record batch has more than one buffer");
  if (static_cast<std::size_t>(batch.n_children) != data.fields.size()) {
    damaged(input, "a batch has " + std::to_string(batch.n_children) + " columns, and its schema " +
                       std::to_string(data.fields.size()));
  }
  if (has_missing_records(batch)) {
    bad_input(input + ": whole records are missing", "leave these records out, or make their values missing");
  }
  for (std::size_t i = 0; i < data.fields.size(); ++i) {
    const std::string where = input + ", column '" + io::shown(data.fields[i].name) + "'";
    if (batch.children[i] == nullptr) damaged(where, "an array is a null pointer");
    check_column(batch, *batch.children[i], data.fields[i], where);
  }
}

[[noreturn]] void stream_failed(ArrowArrayStream& stream, int status, const std::string& input) {
  const char* reason = stream.get_last_error != nullptr ? stream.get_last_error(&stream) : nullptr;
  bad_input(input + " cannot be read: " + (reason != nullptr ? io::shown(reason) : std::strerror(status)),
            "see the program that made the stream");
}

}  // namespace

std::shared_ptr<const ArrowData> drained(ArrowArrayStream& stream, const std::string& name,
                                         const std::function<void()>& look_up) {
  const std::string input = "input '" + io::shown(name) + "'";
  if (stream.release == nullptr) damaged(input, "the stream is already released");
  Owned<ArrowArrayStream> source(stream);
  if (source->get_schema == nullptr || source->get_next == nullptr)
    damaged(input, "the stream has no functions");
  auto data = std::make_shared<ArrowData>();
  Owned<ArrowSchema> schema;
  if (const int status = source->get_schema(source.get(), schema.get()); status != 0) {
    schema.get()->release = nullptr;
    stream_failed(*source.get(), status, input);
  }
  read_schema(*schema, input, *data);
  while (true) {
    look_up();
    ArrowBatch batch;
    if (const int status = source->get_next(source.get(), batch.array.get()); status != 0) {
      batch.array.get()->release = nullptr;
      stream_failed(*source.get(), status, input);
    }
    if (batch.array->release == nullptr) return data;
    check_batch(*batch.array, *data, input);
    batch.rows = static_cast<std::size_t>(batch.array->length);
    data->rows += batch.rows;
    if (data->rows > static_cast<std::size_t>(largest_count))
      damaged(input, "there are far too many records");
    data->batches.push_back(std::move(batch));
  }
}

std::string metadata_value(const std::string& metadata, std::string_view key) {
  if (metadata.empty()) return {};
  const char* at = metadata.data() + sizeof(std::int32_t);
  const auto next = [&] {
    const auto length = static_cast<std::size_t>(length_at(at));
    const std::string_view text(at + sizeof(std::int32_t), length);
    at += sizeof(std::int32_t) + length;
    return text;
  };
  for (std::int32_t left = length_at(metadata.data()); left > 0; --left) {
    const std::string_view found = next();
    const std::string_view value = next();
    if (found == key) return std::string(value);
  }
  return {};
}

SchemaParts field_schema(const ArrowField& field) {
  SchemaParts parts{
      .format = field.format, .name = field.name, .metadata = field.metadata, .flags = field.flags};
  if (field.encoded) {
    parts.dictionary.push_back(
        {.format = field.value_format, .metadata = field.value_metadata, .flags = field.value_flags});
  }
  return parts;
}

void replay(std::shared_ptr<const ArrowData> data, ArrowArrayStream& out) {
  SchemaParts schema{.format = "+s", .metadata = data->metadata};
  for (const ArrowField& field : data->fields) schema.children.push_back(field_schema(field));
  std::vector<ArrayParts> batches;
  for (const ArrowBatch& batch : data->batches) batches.push_back(lent(*batch.array, data));
  make_stream(std::move(schema), std::move(batches), out);
}

}  // namespace sfumato::library
