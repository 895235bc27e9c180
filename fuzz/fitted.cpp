// Fitted files: any file is accepted or refused, and an accepted one is written and read again without a
// change. The checksum is set right first, since the parts behind it would hardly be reached otherwise.
#include "release/fitted.hpp"

#include "io/toml.hpp"
#include "release/new_records.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

Table small_file() {
  std::vector<ColumnInfo> schema(2);
  schema[0].name = "income";
  schema[1].name = "job";
  schema[1].kind = Kind::nominal;
  return {schema, {Numbers{1.0, 2.0, 3.0}, Codes{{0, 1, -1}, {"clerk", "nurse"}}}};
}

}  // namespace

FUZZ_TARGET(fitted) {
  const std::string text = fuzz::text_of(data, size);
  const auto document = fuzz::accepted([&] { return io::parse_toml(text, "fuzz.toml"); });
  if (!document) return 0;
  for (const bool mended : {false, true}) {
    const auto fitted = fuzz::accepted([&] {
      return release::parse_fitted(mended ? release::with_checksum(*document) : *document, "fuzz.toml");
    });
    if (!fitted) continue;
    const std::string written = release::fitted_text(*fitted);
    const auto again = release::parse_fitted(io::parse_toml(written, "again.toml"), "again.toml");
    fuzz::require(release::fitted_text(again) == written, "a fitted file changes when it is written", text);
    Table table = small_file();
    static_cast<void>(
        fuzz::accepted([&] { return release::apply_fitted(*fitted, table, {}, "the data").any(); }));
  }
  return 0;
}
