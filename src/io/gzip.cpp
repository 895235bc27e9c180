// Gzip through zlib's streams. A stream takes at most 2^30 bytes at a time, because zlib counts them in 32
// bits.
#include "io/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <span>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

constexpr int window_bits = 15;
constexpr int write_gzip = 16;
constexpr int detect_format = 32;

[[noreturn]] void no_memory() { throw Error(ErrorCode::internal, "gzip: not enough memory"); }

// Gives the next bytes to the stream, which does not write to them, and returns how many.
std::size_t feed(z_stream& stream, std::string_view bytes) {
  const std::size_t count = std::min(bytes.size(), std::size_t{1} << 30U);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(count);
  return count;
}

void offer(z_stream& stream, std::span<char> block) {
  stream.next_out = reinterpret_cast<Bytef*>(block.data());
  stream.avail_out = static_cast<uInt>(block.size());
}

struct Unpacker {
  Unpacker() {
    if (inflateInit2(&stream, window_bits + detect_format) != Z_OK) no_memory();
  }
  ~Unpacker() { inflateEnd(&stream); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  z_stream stream{};
};

}  // namespace

GrowingBytes gunzipped(std::string_view packed, const std::string& name, MemoryBudget& budget) {
  constexpr std::size_t bytes_at_once = 1 << 20;
  Unpacker unpacker;
  GrowingBytes text;
  bool in_member = false;
  while (!packed.empty() || in_member) {
    const std::size_t offered = feed(unpacker.stream, packed);
    const std::span<char> block = text.room(bytes_at_once);
    offer(unpacker.stream, block);
    const int status = inflate(&unpacker.stream, Z_SYNC_FLUSH);
    if (status == Z_MEM_ERROR) no_memory();
    const std::size_t read = offered - unpacker.stream.avail_in;
    const std::size_t written = block.size() - unpacker.stream.avail_out;
    if (status == Z_BUF_ERROR && read == 0 && written == 0) {
      bad_input(name + " is a gzip file that ends too early", "download or compress it again");
    }
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      bad_input(name + " is a damaged gzip file", "download or compress it again");
    }
    in_member = status != Z_STREAM_END;
    packed.remove_prefix(read);
    budget.take(written, "its unpacked content");
    text.grow(written);
    if (!in_member) {
      // Padding with zeros after the last member is allowed; another member continues the text.
      if (packed.find_first_not_of('\0') == std::string_view::npos) break;
      inflateReset(&unpacker.stream);
    }
  }
  return text;
}

std::string gunzipped(std::string_view packed, const std::string& name) {
  MemoryBudget budget(name, packed.size(), Packing::compressed, 0);
  return std::string(gunzipped(packed, name, budget).view());
}

struct GzipPacker::Codec {
  Codec() {
    constexpr int most_memory = 9;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + write_gzip, most_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      no_memory();
    }
  }
  ~Codec() { deflateEnd(&stream); }
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  // Adds what the stream writes to `result`, until its buffer is not full.
  void drain(int flush, std::string& result) {
    std::string block(1 << 16, '\0');
    do {
      offer(stream, block);
      if (deflate(&stream, flush) == Z_STREAM_ERROR)
        throw Error(ErrorCode::internal, "gzip: a stream is damaged");
      result.append(block, 0, block.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }

  z_stream stream{};
};

GzipPacker::GzipPacker() : codec_(std::make_unique<Codec>()) {}
GzipPacker::~GzipPacker() = default;

std::string GzipPacker::packed(std::string_view bytes) {
  std::string result;
  while (!bytes.empty()) {
    bytes.remove_prefix(feed(codec_->stream, bytes));
    codec_->drain(Z_NO_FLUSH, result);
  }
  return result;
}

std::string GzipPacker::finished() {
  std::string result;
  codec_->stream.avail_in = 0;
  codec_->drain(Z_FINISH, result);
  return result;
}

}  // namespace sfumato::io
