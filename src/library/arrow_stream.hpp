// A stream of record batches as a caller handed it over: drained and checked, but not converted yet. Whatever
// happens, its structures are released when the last that needs them is gone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sfumato/arrow_c.h>
#include "library/arrow_structures.hpp"
#include "library/arrow_type.hpp"

namespace sfumato::library {

// An Arrow structure that is released with its owner.
template <class Structure>
class Owned {
 public:
  Owned() = default;
  // Takes the caller's structure, which is marked as released.
  explicit Owned(Structure& from) : structure_(from) { from.release = nullptr; }
  ~Owned() { reset(); }
  Owned(Owned&& other) noexcept : structure_(other.structure_) { other.structure_.release = nullptr; }
  Owned& operator=(Owned&& other) noexcept {
    if (this != &other) {
      reset();
      structure_ = other.structure_;
      other.structure_.release = nullptr;
    }
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  void reset() {
    if (structure_.release != nullptr) structure_.release(&structure_);
    structure_.release = nullptr;
  }
  Structure* get() { return &structure_; }
  const Structure& operator*() const { return structure_; }
  const Structure* operator->() const { return &structure_; }

 private:
  Structure structure_{};
};

// A field of the stream. The texts are copies.
struct ArrowField {
  std::string name;
  std::string format;
  std::string metadata;  // in Arrow's binary form; empty: none
  std::int64_t flags = 0;
  ArrowType type;            // of a dictionary: of its indices
  bool encoded = false;      // has a dictionary
  std::string value_format;  // of a dictionary's values
  std::string value_metadata;
  std::int64_t value_flags = 0;
  ArrowType values;  // of a dictionary's values
  bool ordered() const { return encoded && (flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0; }
};

// A batch. Each column has rows first … first + rows − 1 of its child, counted from the child's own offset.
struct ArrowBatch {
  Owned<ArrowArray> array;
  std::size_t rows = 0;
};

struct ArrowData {
  std::vector<ArrowField> fields;
  std::string metadata;  // of the schema, in Arrow's binary form
  std::vector<ArrowBatch> batches;
  std::size_t rows = 0;
};

// Reads a stream to its end, on the calling thread. `stream` is released, also when it is wrong. `look_up` is
// called between batches and may throw.
std::shared_ptr<const ArrowData> drained(ArrowArrayStream& stream, const std::string& name,
                                         const std::function<void()>& look_up);

// The value of a key in metadata of Arrow's binary form; empty where there is none.
std::string metadata_value(const std::string& metadata, std::string_view key);

// The field as a stream describes it.
SchemaParts field_schema(const ArrowField& field);

// A stream that gives the same batches once more. They are kept until it is released.
void replay(std::shared_ptr<const ArrowData> data, ArrowArrayStream& out);

}  // namespace sfumato::library
