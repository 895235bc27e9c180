// Arrow structures of our own making, for a caller to read and to release. What they point to is kept by an
// owner that goes with the last of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sfumato/arrow_c.h>

namespace sfumato::library {

struct SchemaParts {
  std::string format;
  std::string name = {};
  std::string metadata = {};  // in Arrow's binary form; empty: none
  std::int64_t flags = 0;
  std::vector<SchemaParts> children = {};
  std::vector<SchemaParts> dictionary = {};  // none or one
};

struct ArrayParts {
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::int64_t offset = 0;
  std::vector<const void*> buffers = {};
  std::vector<ArrayParts> children = {};
  std::vector<ArrayParts> dictionary = {};  // none or one
  std::shared_ptr<const void> owner = nullptr;
};

void make_schema(const SchemaParts& parts, ArrowSchema& out);
void make_array(const ArrayParts& parts, ArrowArray& out);

// The parts of an array that `owner` keeps: values are shared, not copied.
ArrayParts lent(const ArrowArray& array, const std::shared_ptr<const void>& owner);

// A stream of batches that all lie ready.
void make_stream(SchemaParts schema, std::vector<ArrayParts> batches, ArrowArrayStream& out);

}  // namespace sfumato::library
