// Arrow streams for tests of the C interface, made of plain bytes: every pointer, count and offset can be set
// wrong. What a test hands over is counted until it is released.
#pragma once

#include <sfumato.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sfumato_test {

// Structures that are not released yet.
inline std::atomic<int>& live() {
  static std::atomic<int> count{0};
  return count;
}

struct Field {
  std::string name;
  std::string format;
  std::int64_t flags = ARROW_FLAG_NULLABLE;
  std::string metadata = {};
  std::vector<Field> dictionary = {};  // none or one
};

// A buffer that is not there is a null pointer.
using Buffer = std::optional<std::string>;

struct Values {
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::int64_t offset = 0;
  std::vector<Buffer> buffers = {};
  std::vector<Values> dictionary = {};  // none or one
};

struct Batch {
  std::int64_t length = 0;
  std::int64_t offset = 0;
  std::vector<Values> columns = {};
};

struct Stream {
  std::vector<Field> fields;
  std::vector<Batch> batches;
  std::function<void(ArrowSchema&)> spoil_schema = {};  // called before a structure is handed over
  std::function<void(ArrowArray&)> spoil_batch = {};
};

template <class T>
std::string bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

inline std::string bits(const std::vector<bool>& values) {
  std::string result((values.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) result[i / 8] = static_cast<char>(static_cast<unsigned char>(result[i / 8]) | 1U << i % 8);
  }
  return result;
}

template <class T>
Values fixed(const std::vector<T>& values) {
  return {.length = static_cast<std::int64_t>(values.size()), .buffers = {std::nullopt, bytes(values)}};
}

template <class Offset>
Values texts(const std::vector<std::string>& values) {
  std::vector<Offset> offsets{0};
  std::string all;
  for (const std::string& value : values) {
    all += value;
    offsets.push_back(static_cast<Offset>(all.size()));
  }
  return {.length = static_cast<std::int64_t>(values.size()), .buffers = {std::nullopt, bytes(offsets), all}};
}

inline Values views(const std::vector<std::string>& values) {
  std::string all, entries;
  for (const std::string& value : values) {
    const auto size = static_cast<std::int32_t>(value.size());
    entries += bytes(std::vector<std::int32_t>{size});
    std::string rest = value.substr(0, size <= 12 ? 12 : 4);
    rest.resize(size <= 12 ? 12 : 4);
    entries += rest;
    if (size <= 12) continue;
    entries += bytes(std::vector<std::int32_t>{0, static_cast<std::int32_t>(all.size())});
    all += value;
  }
  const std::string sizes = bytes(std::vector<std::int64_t>{static_cast<std::int64_t>(all.size())});
  return {.length = static_cast<std::int64_t>(values.size()), .buffers = {std::nullopt, entries, all, sizes}};
}

inline Values with_missing(Values values, const std::vector<bool>& present) {
  values.buffers[0] = bits(present);
  values.null_count = -1;
  return values;
}

// Key and value in Arrow's binary form.
inline std::string metadata(const std::string& key, const std::string& value) {
  const auto number = [](std::size_t count) {
    return bytes(std::vector<std::int32_t>{static_cast<std::int32_t>(count)});
  };
  return number(1) + number(key.size()) + key + number(value.size()) + value;
}

namespace detail {

template <class Structure, class Parts>
struct Holder {
  Parts parts;
  std::vector<const void*> buffers = {};
  std::vector<Structure> children = {};
  std::vector<Structure*> places = {};
  Structure dictionary = {};
};

template <class Structure, class Parts>
void release(Structure* structure) {
  auto* holder = static_cast<Holder<Structure, Parts>*>(structure->private_data);
  for (Structure* child : holder->places) {
    if (child != nullptr && child->release != nullptr) child->release(child);
  }
  if (holder->dictionary.release != nullptr) holder->dictionary.release(&holder->dictionary);
  delete holder;
  structure->release = nullptr;
  --live();
}

inline void make(const Field& field, const std::vector<Field>& children, ArrowSchema& out) {
  auto* holder = new Holder<ArrowSchema, Field>{field};
  ++live();
  holder->children.resize(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    make(children[i], {}, holder->children[i]);
    holder->places.push_back(&holder->children[i]);
  }
  if (!field.dictionary.empty()) make(field.dictionary[0], {}, holder->dictionary);
  out = {holder->parts.format.c_str(),
         holder->parts.name.c_str(),
         holder->parts.metadata.empty() ? nullptr : holder->parts.metadata.data(),
         field.flags,
         static_cast<std::int64_t>(children.size()),
         holder->places.data(),
         field.dictionary.empty() ? nullptr : &holder->dictionary,
         release<ArrowSchema, Field>,
         holder};
}

inline void make(const Values& values, const std::vector<Values>& children, ArrowArray& out) {
  auto* holder = new Holder<ArrowArray, Values>{values};
  ++live();
  for (const Buffer& buffer : holder->parts.buffers)
    holder->buffers.push_back(buffer ? buffer->data() : nullptr);
  holder->children.resize(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    make(children[i], {}, holder->children[i]);
    holder->places.push_back(&holder->children[i]);
  }
  if (!values.dictionary.empty()) make(values.dictionary[0], {}, holder->dictionary);
  out = {values.length,
         values.null_count,
         values.offset,
         static_cast<std::int64_t>(holder->buffers.size()),
         static_cast<std::int64_t>(children.size()),
         holder->buffers.data(),
         holder->places.data(),
         values.dictionary.empty() ? nullptr : &holder->dictionary,
         release<ArrowArray, Values>,
         holder};
}

struct StreamHolder {
  Stream stream;
  std::size_t next = 0;
};

inline int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const Stream& source = static_cast<StreamHolder*>(stream->private_data)->stream;
  make(Field{.name = "", .format = "+s", .flags = 0}, source.fields, *out);
  if (source.spoil_schema) source.spoil_schema(*out);
  return 0;
}

inline int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* holder = static_cast<StreamHolder*>(stream->private_data);
  *out = {};
  if (holder->next == holder->stream.batches.size()) return 0;
  const Batch& batch = holder->stream.batches[holder->next++];
  make(Values{.length = batch.length, .offset = batch.offset, .buffers = {std::nullopt}}, batch.columns,
       *out);
  if (holder->stream.spoil_batch) holder->stream.spoil_batch(*out);
  return 0;
}

inline const char* get_last_error(ArrowArrayStream*) { return nullptr; }

inline void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamHolder*>(stream->private_data);
  stream->release = nullptr;
  --live();
}

}  // namespace detail

inline ArrowArrayStream handed_over(const Stream& stream) {
  ++live();
  return {detail::get_schema, detail::get_next, detail::get_last_error, detail::release_stream,
          new detail::StreamHolder{stream}};
}

// One batch of whole columns.
inline Stream table(std::vector<Field> fields, std::vector<Values> columns) {
  const std::int64_t rows = columns.empty() ? 0 : columns[0].length;
  return {.fields = std::move(fields), .batches = {{.length = rows, .columns = std::move(columns)}}};
}

}  // namespace sfumato_test
