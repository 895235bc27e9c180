// Streams of frames that go out: the structures of the Arrow C data interface with the functions that release
// them.
#include <new>

#include "frame_out.hpp"

namespace sfumato_r {
namespace {

using Frame = std::shared_ptr<const SentFrame>;

struct SchemaParts {
  Frame frame;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> places;
  ArrowSchema dictionary{};
};

struct ArrayParts {
  Frame frame;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> places;
  ArrowArray dictionary{};
  std::vector<const void*> buffers;
};

// What a consumer moved elsewhere has no release any more.
template <typename Structure, typename Parts>
void release(Structure* held) {
  auto* parts = static_cast<Parts*>(held->private_data);
  for (Structure& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (parts->dictionary.release != nullptr) parts->dictionary.release(&parts->dictionary);
  held->release = nullptr;
  delete parts;
}

void make_schema(const Frame& frame, const SentColumn* column, ArrowSchema* out) {
  auto* parts = new SchemaParts{frame, {}, {}, {}};
  *out = {};
  out->format = column == nullptr ? "+s" : column->format.c_str();
  out->name = column == nullptr ? "" : column->name.c_str();
  out->flags =
      column == nullptr ? 0 : ARROW_FLAG_NULLABLE | (column->ordered ? ARROW_FLAG_DICTIONARY_ORDERED : 0);
  out->release = release<ArrowSchema, SchemaParts>;
  out->private_data = parts;
  if (column != nullptr && column->dictionary != nullptr) {
    make_schema(frame, column->dictionary.get(), &parts->dictionary);
    out->dictionary = &parts->dictionary;
  }
}

void make_array(const Frame& frame, const SentColumn& column, ArrowArray* out) {
  auto* parts = new ArrayParts{frame, {}, {}, {}, column.buffers};
  *out = {};
  out->length = column.length;
  out->null_count = column.nulls;
  out->n_buffers = static_cast<std::int64_t>(parts->buffers.size());
  out->buffers = parts->buffers.data();
  out->release = release<ArrowArray, ArrayParts>;
  out->private_data = parts;
  if (column.dictionary != nullptr) {
    make_array(frame, *column.dictionary, &parts->dictionary);
    out->dictionary = &parts->dictionary;
  }
}

struct StreamState {
  Frame frame;
  bool read = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  try {
    const Frame& frame = static_cast<StreamState*>(stream->private_data)->frame;
    make_schema(frame, nullptr, out);
    auto* parts = static_cast<SchemaParts*>(out->private_data);
    parts->children.resize(frame->columns.size());
    for (std::size_t i = 0; i < parts->children.size(); ++i) {
      make_schema(frame, frame->columns[i].get(), &parts->children[i]);
      parts->places.push_back(&parts->children[i]);
    }
    out->n_children = static_cast<std::int64_t>(parts->places.size());
    out->children = parts->places.data();
    return 0;
  } catch (const std::bad_alloc&) {
    return 12;  // ENOMEM
  }
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* state = static_cast<StreamState*>(stream->private_data);
  *out = {};
  if (state->read) return 0;
  try {
    const Frame& frame = state->frame;
    auto* parts = new ArrayParts{frame, {}, {}, {}, {nullptr}};
    out->length = frame->rows;
    out->n_buffers = 1;
    out->buffers = parts->buffers.data();
    out->release = release<ArrowArray, ArrayParts>;
    out->private_data = parts;
    parts->children.resize(frame->columns.size());
    for (std::size_t i = 0; i < parts->children.size(); ++i) {
      make_array(frame, *frame->columns[i], &parts->children[i]);
      parts->places.push_back(&parts->children[i]);
    }
    out->n_children = static_cast<std::int64_t>(parts->places.size());
    out->children = parts->places.data();
    state->read = true;
    return 0;
  } catch (const std::bad_alloc&) {
    return 12;  // ENOMEM
  }
}

const char* get_last_error(ArrowArrayStream*) { return "not enough memory"; }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamState*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void open_stream(Frame frame, ArrowArrayStream* out) {
  *out = {get_schema, get_next, get_last_error, release_stream, new StreamState{std::move(frame), false}};
}

}  // namespace sfumato_r
