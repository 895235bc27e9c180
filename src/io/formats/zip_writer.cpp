// Sizes and checksum follow each file (a data descriptor, APPNOTE 4.3.9), so that nothing is kept in memory.
#include "io/formats/zip_writer.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

constexpr std::uint64_t most_bytes = 0xFFFFFFFE;

void append_number(std::string& out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

// What the head of a file and its entry in the list have in common: version 2.0, sizes follow, names in
// UTF-8, deflated, 1980-01-01.
void append_kind(std::string& out) {
  append_number(out, 20, 2);
  append_number(out, 0x0808, 2);
  append_number(out, 8, 2);
  append_number(out, 0, 2);
  append_number(out, 0x21, 2);
}

}  // namespace

struct ZipWriter::Packer {
  Packer() {
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;
  ~Packer() { deflateEnd(&stream); }
  z_stream stream{};
  std::vector<char> out = std::vector<char>(1 << 16);
};

ZipWriter::ZipWriter(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {}
ZipWriter::~ZipWriter() = default;

void ZipWriter::put(std::string_view bytes) {
  sink_(bytes);
  written_ += bytes.size();
}

void ZipWriter::begin(const std::string& name) {
  if (packer_) end();
  entries_.push_back({.name = name, .offset = written_});
  std::string head;
  append_number(head, 0x04034b50, 4);
  append_kind(head);
  for (int i = 0; i < 3; ++i) append_number(head, 0, 4);
  append_number(head, name.size(), 2);
  append_number(head, 0, 2);
  put(head + name);
  packer_ = std::make_unique<Packer>();
}

void ZipWriter::write(std::string_view content) {
  for (; !content.empty(); content.remove_prefix(std::min<std::size_t>(content.size(), 1 << 30))) {
    pack(content.substr(0, 1 << 30), false);
  }
}

void ZipWriter::pack(std::string_view content, bool last) {
  Entry& entry = entries_.back();
  z_stream& stream = packer_->stream;
  entry.size += content.size();
  if (!content.empty()) {  // zlib takes a null pointer as the start of a new checksum
    entry.checksum = static_cast<std::uint32_t>(crc32(
        entry.checksum, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(packer_->out.data());
    stream.avail_out = static_cast<uInt>(packer_->out.size());
    static_cast<void>(deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH));
    const std::size_t made = packer_->out.size() - stream.avail_out;
    entry.packed += made;
    if (made > 0) put({packer_->out.data(), made});
  } while (stream.avail_out == 0);
  if (entry.size > most_bytes || written_ > most_bytes) {
    bad_input("the table is too large for a workbook (.xlsx): more than 4 GB of text",
              "write .parquet or .csv");
  }
}

void ZipWriter::end() {
  pack({}, true);
  packer_.reset();
  const Entry& entry = entries_.back();
  std::string sizes;
  append_number(sizes, 0x08074b50, 4);
  append_number(sizes, entry.checksum, 4);
  append_number(sizes, entry.packed, 4);
  append_number(sizes, entry.size, 4);
  put(sizes);
}

void ZipWriter::finish() {
  if (packer_) end();
  const std::uint64_t list = written_;
  for (const Entry& entry : entries_) {
    std::string text;
    append_number(text, 0x02014b50, 4);
    append_number(text, 20, 2);
    append_kind(text);
    append_number(text, entry.checksum, 4);
    append_number(text, entry.packed, 4);
    append_number(text, entry.size, 4);
    append_number(text, entry.name.size(), 2);
    append_number(text, 0, 2);  // extra
    append_number(text, 0, 2);  // comment
    append_number(text, 0, 2);  // volume
    append_number(text, 0, 2);  // internal attributes
    append_number(text, 0, 4);  // external attributes
    append_number(text, entry.offset, 4);
    put(text + entry.name);
  }
  std::string last;
  append_number(last, 0x06054b50, 4);
  append_number(last, 0, 4);
  append_number(last, entries_.size(), 2);
  append_number(last, entries_.size(), 2);
  const std::uint64_t size = written_ - list;
  append_number(last, size, 4);
  append_number(last, list, 4);
  append_number(last, 0, 2);
  put(last);
}

}  // namespace sfumato::io
