// PKWARE's APPNOTE 6.3: the directory at the end, and files that are stored or deflated, which is all that
// workbooks use. Sizes beyond 4 GB (zip64) are read; encryption and several volumes are refused.
#include "io/formats/zip_archive.hpp"

#include <zlib.h>

#include <algorithm>
#include <vector>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

constexpr std::uint32_t end_mark = 0x06054b50, entry_mark = 0x02014b50, head_mark = 0x04034b50;
constexpr std::uint64_t all_ones = 0xFFFFFFFF;

struct Inflater {
  z_stream stream{};
  bool started = false;
  ~Inflater() {
    if (started) inflateEnd(&stream);
  }
};

}  // namespace

ZipArchive::ZipArchive(std::string_view bytes, std::string source)
    : bytes_(bytes),
      source_(std::move(source)),
      left_(std::max<std::uint64_t>(std::uint64_t{1} << 30U, 200 * std::uint64_t{bytes.size()})) {
  read_directory();
}

void ZipArchive::damaged(const std::string& what) const {
  bad_input(source_ + ": not a workbook that can be read: " + what,
            "the file may be damaged: open it with the program that made it and save it again");
}

std::uint64_t ZipArchive::number(std::uint64_t at, unsigned bytes) const {
  if (at > bytes_.size() || bytes_.size() - at < bytes) damaged("it is cut off");
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes_[at + i])} << (8 * i);
  }
  return value;
}

// The end record is within the last 64 KiB, before a comment.
void ZipArchive::read_directory() {
  if (bytes_.starts_with("\xD0\xCF\x11\xE0")) {
    bad_input(source_ + ": an old workbook (.xls), or one with a password",
              "save it as .xlsx without a password");
  }
  constexpr std::size_t end_size = 22;
  if (bytes_.size() < end_size) damaged("it is no zip archive");
  std::size_t end = bytes_.size() - end_size;
  const std::size_t first = end > 65535 ? end - 65535 : 0;
  while (end > first && number(end, 4) != end_mark) --end;
  if (number(end, 4) != end_mark) damaged("it is no zip archive");
  std::uint64_t at = number(end + 16, 4);
  const std::uint64_t count = number(end + 10, 2);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (number(at, 4) != entry_mark) damaged("its list of files is wrong");
    const std::uint64_t name_length = number(at + 28, 2), extra_length = number(at + 30, 2);
    const std::uint64_t comment_length = number(at + 32, 2);
    static_cast<void>(number(at + 46, 0));
    if (bytes_.size() - (at + 46) < name_length) damaged("its list of files is cut off");
    std::string name(bytes_.substr(at + 46, name_length));
    std::replace(name.begin(), name.end(), '\\', '/');
    entries_[name] = read_entry(at, name_length, extra_length);
    at += 46 + name_length + extra_length + comment_length;
  }
}

ZipArchive::Entry ZipArchive::read_entry(std::uint64_t at, std::uint64_t name_length,
                                         std::uint64_t extra_length) const {
  Entry entry{.offset = number(at + 42, 4),
              .packed = number(at + 20, 4),
              .checksum = static_cast<std::uint32_t>(number(at + 16, 4)),
              .method = static_cast<std::uint16_t>(number(at + 10, 2)),
              .flags = static_cast<std::uint16_t>(number(at + 8, 2))};
  const bool large_size = number(at + 24, 4) == all_ones;
  std::uint64_t extra = at + 46 + name_length;
  const std::uint64_t end = extra + extra_length;
  while (extra + 4 <= end) {
    const std::uint64_t id = number(extra, 2), length = number(extra + 2, 2);
    std::uint64_t field = extra + 4 + (large_size ? 8 : 0);
    if (id == 1 && entry.packed == all_ones) {
      entry.packed = number(field, 8);
      field += 8;
    }
    if (id == 1 && entry.offset == all_ones) entry.offset = number(field, 8);
    extra += 4 + length;
  }
  return entry;
}

std::string_view ZipArchive::packed_bytes(const Entry& entry) const {
  if (number(entry.offset, 4) != head_mark) damaged("a file in it is not where its list says");
  const std::uint64_t begin = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2);
  if (begin > bytes_.size() || bytes_.size() - begin < entry.packed) damaged("it is cut off");
  return bytes_.substr(begin, entry.packed);
}

void ZipArchive::count(std::size_t bytes) {
  if (bytes > left_) damaged("it unpacks to far more than its size can stand for");
  left_ -= bytes;
}

void ZipArchive::inflate(std::string_view packed, const std::function<void(std::string_view)>& sink) const {
  constexpr std::size_t piece = 1 << 16, most_input = 1 << 30;
  Inflater inflater;
  z_stream& stream = inflater.stream;
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  inflater.started = true;
  std::vector<char> out(piece);
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::size_t given = std::min(packed.size(), most_input);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(given);
      packed.remove_prefix(given);
    }
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = out.size() - stream.avail_out;
    if (state != Z_OK && state != Z_STREAM_END) damaged("a file in it cannot be unpacked");
    if (made > 0) sink({out.data(), made});
  }
}

void ZipArchive::unpack(const std::string& name, const std::function<void(std::string_view)>& sink) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) damaged("it has no file '" + name.substr(0, 80) + "'");
  const Entry& entry = found->second;
  if ((entry.flags & 1U) != 0) {
    bad_input(source_ + ": it has a password", "save it without one");
  }
  std::uint32_t checksum = static_cast<std::uint32_t>(crc32(0, nullptr, 0));
  const auto checked = [&](std::string_view part) {
    count(part.size());
    checksum = static_cast<std::uint32_t>(
        crc32(checksum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size())));
    sink(part);
  };
  std::string_view packed = packed_bytes(entry);
  if (entry.method == 8) {
    inflate(packed, checked);
  } else if (entry.method == 0) {
    for (; !packed.empty(); packed.remove_prefix(std::min<std::size_t>(packed.size(), 1 << 16))) {
      checked(packed.substr(0, 1 << 16));
    }
  } else {
    damaged("a file in it is packed in a way that is not known");
  }
  if (checksum != entry.checksum) damaged("a checksum is wrong");
}

}  // namespace sfumato::io
