// Each structure has a holder behind its private_data, which keeps texts, buffers and children, and which its
// release callback deletes. A consumer may move a child away; then the child's release callback is no longer
// ours to call.
#include "library/arrow_structures.hpp"

#include <cerrno>

namespace sfumato::library {
namespace {

template <class Structure>
void release_structure(Structure& structure) {
  if (structure.release != nullptr) structure.release(&structure);
}

struct SchemaHolder {
  std::string format, name, metadata;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_places;
  ArrowSchema dictionary{};

  SchemaHolder() = default;
  ~SchemaHolder() {
    for (ArrowSchema& child : children) release_structure(child);
    release_structure(dictionary);
  }
  SchemaHolder(const SchemaHolder&) = delete;
  SchemaHolder& operator=(const SchemaHolder&) = delete;
};

struct ArrayHolder {
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_places;
  ArrowArray dictionary{};
  std::shared_ptr<const void> owner;

  ArrayHolder() = default;
  ~ArrayHolder() {
    for (ArrowArray& child : children) release_structure(child);
    release_structure(dictionary);
  }
  ArrayHolder(const ArrayHolder&) = delete;
  ArrayHolder& operator=(const ArrayHolder&) = delete;
};

template <class Structure, class Holder>
void release_holder(Structure* structure) {
  delete static_cast<Holder*>(structure->private_data);
  structure->private_data = nullptr;
  structure->release = nullptr;
}

template <class Structure>
std::vector<Structure*> places(std::vector<Structure>& children) {
  std::vector<Structure*> result;
  for (Structure& child : children) result.push_back(&child);
  return result;
}

struct StreamHolder {
  SchemaParts schema;
  std::vector<ArrayParts> batches;
  std::size_t next = 0;
};

StreamHolder& holder_of(ArrowArrayStream* stream) {
  return *static_cast<StreamHolder*>(stream->private_data);
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  try {
    make_schema(holder_of(stream).schema, *out);
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  try {
    StreamHolder& holder = holder_of(stream);
    if (holder.next == holder.batches.size()) {
      *out = ArrowArray{};
      return 0;
    }
    make_array(holder.batches[holder.next], *out);
    holder.batches[holder.next++] = ArrayParts{};
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}

// The only failure there is.
const char* stream_error(ArrowArrayStream*) { return "not enough memory"; }

void stream_release(ArrowArrayStream* stream) {
  delete &holder_of(stream);
  stream->private_data = nullptr;
  stream->release = nullptr;
}

}  // namespace

void make_schema(const SchemaParts& parts, ArrowSchema& out) {
  auto holder = std::make_unique<SchemaHolder>();
  holder->format = parts.format;
  holder->name = parts.name;
  holder->metadata = parts.metadata;
  holder->children.resize(parts.children.size());
  for (std::size_t i = 0; i < parts.children.size(); ++i) make_schema(parts.children[i], holder->children[i]);
  if (!parts.dictionary.empty()) make_schema(parts.dictionary.front(), holder->dictionary);
  holder->child_places = places(holder->children);
  out = ArrowSchema{.format = holder->format.c_str(),
                    .name = holder->name.c_str(),
                    .metadata = holder->metadata.empty() ? nullptr : holder->metadata.data(),
                    .flags = parts.flags,
                    .n_children = static_cast<std::int64_t>(holder->children.size()),
                    .children = holder->children.empty() ? nullptr : holder->child_places.data(),
                    .dictionary = parts.dictionary.empty() ? nullptr : &holder->dictionary,
                    .release = release_holder<ArrowSchema, SchemaHolder>,
                    .private_data = nullptr};
  out.private_data = holder.release();
}

void make_array(const ArrayParts& parts, ArrowArray& out) {
  auto holder = std::make_unique<ArrayHolder>();
  holder->buffers = parts.buffers;
  holder->owner = parts.owner;
  holder->children.resize(parts.children.size());
  for (std::size_t i = 0; i < parts.children.size(); ++i) make_array(parts.children[i], holder->children[i]);
  if (!parts.dictionary.empty()) make_array(parts.dictionary.front(), holder->dictionary);
  holder->child_places = places(holder->children);
  out = ArrowArray{.length = parts.length,
                   .null_count = parts.null_count,
                   .offset = parts.offset,
                   .n_buffers = static_cast<std::int64_t>(holder->buffers.size()),
                   .n_children = static_cast<std::int64_t>(holder->children.size()),
                   .buffers = holder->buffers.empty() ? nullptr : holder->buffers.data(),
                   .children = holder->children.empty() ? nullptr : holder->child_places.data(),
                   .dictionary = parts.dictionary.empty() ? nullptr : &holder->dictionary,
                   .release = release_holder<ArrowArray, ArrayHolder>,
                   .private_data = nullptr};
  out.private_data = holder.release();
}

ArrayParts lent(const ArrowArray& array, const std::shared_ptr<const void>& owner) {
  ArrayParts parts{
      .length = array.length, .null_count = array.null_count, .offset = array.offset, .owner = owner};
  parts.buffers.assign(array.buffers, array.buffers + array.n_buffers);
  for (std::int64_t i = 0; i < array.n_children; ++i)
    parts.children.push_back(lent(*array.children[i], owner));
  if (array.dictionary != nullptr) parts.dictionary.push_back(lent(*array.dictionary, owner));
  return parts;
}

void make_stream(SchemaParts schema, std::vector<ArrayParts> batches, ArrowArrayStream& out) {
  auto holder = std::make_unique<StreamHolder>();
  holder->schema = std::move(schema);
  holder->batches = std::move(batches);
  out = ArrowArrayStream{.get_schema = stream_schema,
                         .get_next = stream_next,
                         .get_last_error = stream_error,
                         .release = stream_release,
                         .private_data = nullptr};
  out.private_data = holder.release();
}

}  // namespace sfumato::library
