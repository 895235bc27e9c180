// Files of findings: any bytes are read without complaint, the same however they are cut into pieces, and
// what was read is written so that it reads back.
#include "compare/finding_store.hpp"

#include "target.hpp"

namespace {

using namespace sfumato;

compare::FindingReader read_in_pieces(std::string_view text, std::size_t piece) {
  compare::FindingReader reader;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  return reader;
}

std::string written(const compare::FindingMap& findings) {
  std::string text;
  for (const auto& [name, finding] : findings) text += compare::finding_line(name, finding);
  return text;
}

}  // namespace

FUZZ_TARGET(finding_store) {
  const std::string text = fuzz::text_of(data, size);
  const compare::FindingReader whole = read_in_pieces(text, text.size() + 1);
  const compare::FindingReader pieces = read_in_pieces(text, 1 + size % 7);
  fuzz::require(whole.bad_lines() == pieces.bad_lines(), "pieces have other bad lines", text);
  fuzz::require(whole.torn_bytes() == pieces.torn_bytes(), "pieces are torn elsewhere", text);
  const std::string lines = written(whole.findings());
  fuzz::require(lines == written(pieces.findings()), "pieces have other findings", text);
  const compare::FindingReader again = read_in_pieces(lines, lines.size() + 1);
  fuzz::require(again.bad_lines() == 0 && again.torn_bytes() == 0, "what was written is not a finding",
                lines);
  fuzz::require(written(again.findings()) == lines, "findings change on their way", lines);
  return 0;
}
