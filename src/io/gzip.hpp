// Gzip, in and out, through zlib. The library's types stay in gzip.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/growing_bytes.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {

// The unpacked bytes, of one or of several members in a row; `name` is for errors. They are counted as they
// come, so that a few bytes which stand for very many end with an error at the limit.
GrowingBytes gunzipped(std::string_view packed, const std::string& name, MemoryBudget& budget);
// The same with the usual limit for that many packed bytes.
std::string gunzipped(std::string_view packed, const std::string& name);

// Packs a stream piece by piece. The same bytes always give the same result: no time is stored.
class GzipPacker {
 public:
  GzipPacker();
  ~GzipPacker();
  std::string packed(std::string_view bytes);
  std::string finished();

 private:
  struct Codec;
  std::unique_ptr<Codec> codec_;
};

}  // namespace sfumato::io
