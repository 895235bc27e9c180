// Gzip: damaged files are refused, what unpacks can be packed and unpacked to the same bytes, and an
// unpacked table reads like the same table unpacked by hand.
#include "io/gzip.hpp"

#include "io/csv_reader.hpp"
#include "target.hpp"

namespace {

std::string packed(std::string_view text) {
  sfumato::io::GzipPacker packer;
  std::string result;
  // In two pieces, since writers pass blocks.
  result += packer.packed(text.substr(0, text.size() / 2));
  result += packer.packed(text.substr(text.size() / 2));
  return result += packer.finished();
}

}  // namespace

FUZZ_TARGET(gzip) {
  using namespace sfumato;
  const std::string bytes = fuzz::text_of(data, size);
  fuzz::require(io::gunzipped(packed(bytes), "packed") == bytes, "packed bytes do not come back");
  const auto text = fuzz::accepted([&] { return io::gunzipped(bytes, "fuzz.csv.gz"); });
  if (!text) return 0;
  fuzz::require(io::gunzipped(packed(*text), "packed") == *text, "unpacked bytes do not come back");
  // Two members in a row are one text.
  fuzz::require(io::gunzipped(packed(*text) + packed(bytes), "packed") == *text + bytes, "a member is lost");
  static const Run run({.seed = 1, .threads = 1});
  if (text->size() < 4096) fuzz::accepted([&] { return io::parse_csv(*text, "fuzz.csv", {}, run); });
  return 0;
}
