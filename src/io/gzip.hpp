// Gzip, in and out, through zlib. The library's types stay in gzip.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sfumato::io {

// The unpacked bytes, of one or of several members in a row; `name` is for errors.
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
