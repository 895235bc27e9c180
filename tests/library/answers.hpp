// What sfumato_run answers, for tests: the status, the JSON, and the outputs as plain values.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "streams.hpp"

namespace sfumato_test {

// A column that came out: its field, and the bytes of each value (nothing where it is missing).
struct OutColumn {
  Field field;
  std::vector<std::optional<std::string>> rows;
  std::vector<const void*> values;  // the buffer of values of each batch
};

struct Answer {
  int status = 0;
  std::string json;
  std::int64_t outputs = 0;
  std::vector<std::vector<OutColumn>> tables;
  bool says(const std::string& text) const { return json.find(text) != std::string::npos; }
};

inline std::size_t width_of(const std::string& format) {
  if (format == "c" || format == "C") return 1;
  if (format == "s" || format == "S" || format == "e") return 2;
  if (format == "i" || format == "I" || format == "f" || format == "tdD" || format == "tts" ||
      format == "ttm")
    return 4;
  if (format.starts_with("d:")) {
    return format.ends_with(",32") ? 4 : format.ends_with(",64") ? 8 : format.ends_with(",256") ? 32 : 16;
  }
  return 8;
}

inline std::string value_bytes(const std::string& format, const ArrowArray& array, std::size_t slot) {
  const auto* values = static_cast<const char*>(array.buffers[1]);
  if (format == "b") return (values[slot / 8] >> (slot % 8) & 1) != 0 ? "true" : "false";
  if (format == "u" || format == "U") {
    const auto at = [&](std::size_t i) -> std::int64_t {
      std::int32_t small = 0;
      std::int64_t large = 0;
      std::memcpy(&small, values + i * 4, format == "u" ? 4 : 0);
      std::memcpy(&large, values + i * 8, format == "U" ? 8 : 0);
      return small + large;
    };
    return {static_cast<const char*>(array.buffers[2]) + at(slot),
            static_cast<std::size_t>(at(slot + 1) - at(slot))};
  }
  if (format == "vu") {
    std::int32_t view[4];
    std::memcpy(view, values + slot * 16, 16);
    if (view[0] <= 12) return {values + slot * 16 + 4, static_cast<std::size_t>(view[0])};
    return {static_cast<const char*>(array.buffers[2 + view[2]]) + view[3],
            static_cast<std::size_t>(view[0])};
  }
  return {values + slot * width_of(format), width_of(format)};
}

inline std::optional<std::string> cell(const Field& field, const ArrowArray& array, std::size_t slot) {
  if (field.format == "n") return std::nullopt;
  const auto* valid = static_cast<const unsigned char*>(array.buffers[0]);
  if (valid != nullptr && array.null_count != 0 && (valid[slot / 8] >> (slot % 8) & 1) == 0)
    return std::nullopt;
  const std::string value = value_bytes(field.format, array, slot);
  if (field.dictionary.empty()) return value;
  std::int64_t index = 0;
  std::memcpy(&index, value.data(), value.size());
  const ArrowArray& entries = *array.dictionary;
  return cell(field.dictionary[0], entries, static_cast<std::size_t>(entries.offset + index));
}

inline std::string metadata_bytes(const char* text) {
  if (text == nullptr) return {};
  const auto number = [&](std::size_t at) {
    std::int32_t value = 0;
    std::memcpy(&value, text + at, 4);
    return value;
  };
  std::size_t at = 4;
  for (std::int32_t left = 2 * number(0); left > 0; --left) at += 4 + static_cast<std::size_t>(number(at));
  return {text, at};
}

inline Field field_of(const ArrowSchema& schema) {
  Field field{schema.name == nullptr ? "" : schema.name, schema.format, schema.flags,
              metadata_bytes(schema.metadata)};
  if (schema.dictionary != nullptr) field.dictionary.push_back(field_of(*schema.dictionary));
  return field;
}

// Reads and releases a stream.
inline std::vector<OutColumn> read(ArrowArrayStream& stream) {
  std::vector<OutColumn> columns;
  ArrowSchema schema{};
  if (stream.get_schema(&stream, &schema) != 0) return columns;
  for (std::int64_t i = 0; i < schema.n_children; ++i)
    columns.push_back({field_of(*schema.children[i]), {}, {}});
  schema.release(&schema);
  while (true) {
    ArrowArray batch{};
    if (stream.get_next(&stream, &batch) != 0 || batch.release == nullptr) break;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const ArrowArray& child = *batch.children[i];
      columns[i].values.push_back(child.n_buffers > 1 ? child.buffers[1] : nullptr);
      for (std::int64_t row = 0; row < batch.length; ++row) {
        columns[i].rows.push_back(
            cell(columns[i].field, child, static_cast<std::size_t>(child.offset + batch.offset + row)));
      }
    }
    batch.release(&batch);
  }
  stream.release(&stream);
  return columns;
}

// Asks with these streams, which stay what they are where there are too few outputs.
inline Answer ask(const std::string& request, std::vector<ArrowArrayStream>& inputs, std::int64_t room = 4,
                  int (*progress)(double, const char*, void*) = nullptr, void* user = nullptr) {
  std::vector<ArrowArrayStream*> places;
  for (ArrowArrayStream& input : inputs) places.push_back(&input);
  std::vector<ArrowArrayStream> outputs(static_cast<std::size_t>(room));
  Answer answer;
  char* json = nullptr;
  answer.status = sfumato_run(request.c_str(), places.data(), static_cast<std::int64_t>(places.size()),
                              outputs.data(), room, &answer.outputs, progress, user, &json);
  answer.json = json != nullptr ? json : "";
  sfumato_free(json);
  for (std::int64_t i = 0; answer.status < 2 && i < answer.outputs; ++i) {
    answer.tables.push_back(read(outputs[static_cast<std::size_t>(i)]));
  }
  return answer;
}

inline Answer ask(const std::string& request, const std::vector<Stream>& streams = {}) {
  std::vector<ArrowArrayStream> inputs;
  for (const Stream& stream : streams) inputs.push_back(handed_over(stream));
  return ask(request, inputs);
}

}  // namespace sfumato_test
