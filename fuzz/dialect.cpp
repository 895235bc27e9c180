// Detection of a dialect: whatever is found must be one of the known dialects, and a byte order mark
// in front must change nothing but the start.
#include "io/dialect.hpp"

#include "target.hpp"

FUZZ_TARGET(dialect) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  for (const std::size_t block : {std::size_t{1} << 20U, std::size_t{16}}) {
    const auto dialect =
        fuzz::accepted([&] { return io::detect_dialect(text, "fuzz.csv", std::nullopt, block); });
    if (!dialect) continue;
    const char delimiter = dialect->syntax.delimiter;
    const char quote = dialect->syntax.quote;
    fuzz::require(std::string_view(",;\t|").find(delimiter) != std::string_view::npos, "no delimiter");
    fuzz::require(quote == '"' || quote == '\'', "no quote");
    fuzz::require(dialect->decimal_point == '.' || dialect->decimal_point == ',', "no decimal point");
    fuzz::require(dialect->decimal_point != delimiter, "the decimal point separates");
    fuzz::require(dialect->start == (text.starts_with(mark) ? 3U : 0U), "another start");
    const auto given = io::detect_dialect(text, "fuzz.csv", delimiter, block);
    fuzz::require(given.syntax.delimiter == delimiter && given.syntax.quote == quote &&
                      given.header == dialect->header && given.decimal_point == dialect->decimal_point,
                  "a given delimiter changes the rest");
    if (dialect->start > 0 || block < text.size()) continue;
    const auto marked = io::detect_dialect(std::string(mark) + text, "fuzz.csv", std::nullopt, block);
    fuzz::require(marked.start == 3 && marked.syntax.delimiter == delimiter && marked.syntax.quote == quote &&
                      marked.header == dialect->header,
                  "a byte order mark changes the dialect");
  }
  return 0;
}
