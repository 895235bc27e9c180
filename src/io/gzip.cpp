// Gzip through Arrow's streaming codec, which the pyarrow wheel carries, so that no other library
// is needed for it.
#include "io/gzip.hpp"

#include <arrow/result.h>
#include <arrow/util/compression.h>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

template <class T>
T expect(arrow::Result<T> result) {
  if (!result.ok()) throw Error(ErrorCode::internal, "gzip: " + result.status().ToString());
  return std::move(result).ValueOrDie();
}

const std::uint8_t* input(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

}  // namespace

std::string gunzipped(std::string_view packed, const std::string& name) {
  const auto codec = expect(arrow::util::Codec::Create(arrow::Compression::GZIP));
  auto unpacker = expect(codec->MakeDecompressor());
  std::string text;
  std::string block(1 << 20, '\0');
  bool in_member = false;
  while (!packed.empty() || in_member) {
    const auto result = unpacker->Decompress(static_cast<std::int64_t>(packed.size()), input(packed),
                                             static_cast<std::int64_t>(block.size()),
                                             reinterpret_cast<std::uint8_t*>(block.data()));
    if (!result.ok()) bad_input(name + " is a damaged gzip file", "fetch or pack it again");
    in_member = true;
    packed.remove_prefix(static_cast<std::size_t>(result->bytes_read));
    text.append(block, 0, static_cast<std::size_t>(result->bytes_written));
    if (unpacker->IsFinished()) {
      in_member = false;
      // Padding with zeros after the last member is allowed; another member continues the text.
      if (packed.find_first_not_of('\0') == std::string_view::npos) break;
      if (!unpacker->Reset().ok()) bad_input(name + " is a damaged gzip file", "fetch or pack it again");
    } else if (result->bytes_read == 0 && result->bytes_written == 0) {
      bad_input(name + " is a gzip file that ends too early", "fetch or pack it again");
    }
  }
  return text;
}

struct GzipPacker::Codec {
  std::unique_ptr<arrow::util::Codec> codec = expect(arrow::util::Codec::Create(arrow::Compression::GZIP));
  std::shared_ptr<arrow::util::Compressor> packer = expect(codec->MakeCompressor());
};

GzipPacker::GzipPacker() : codec_(std::make_unique<Codec>()) {}
GzipPacker::~GzipPacker() = default;

std::string GzipPacker::packed(std::string_view bytes) {
  std::string result;
  std::string block(1 << 16, '\0');
  while (!bytes.empty()) {
    const auto step = expect(codec_->packer->Compress(static_cast<std::int64_t>(bytes.size()), input(bytes),
                                                      static_cast<std::int64_t>(block.size()),
                                                      reinterpret_cast<std::uint8_t*>(block.data())));
    bytes.remove_prefix(static_cast<std::size_t>(step.bytes_read));
    result.append(block, 0, static_cast<std::size_t>(step.bytes_written));
  }
  return result;
}

std::string GzipPacker::finished() {
  std::string result;
  std::string block(1 << 16, '\0');
  while (true) {
    const auto step = expect(codec_->packer->End(static_cast<std::int64_t>(block.size()),
                                                 reinterpret_cast<std::uint8_t*>(block.data())));
    result.append(block, 0, static_cast<std::size_t>(step.bytes_written));
    if (!step.should_retry) return result;
  }
}

}  // namespace sfumato::io
