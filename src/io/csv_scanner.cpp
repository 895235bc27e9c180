// The scanner of delimited text: one pass, no copies except for doubled quotes.
#include "io/csv_scanner.hpp"

#include <algorithm>
#include <cstring>

namespace sfumato::io {

std::string_view field_text(const CsvField& field, char quote, std::string& buffer) {
  if (!field.doubled) return field.raw;
  buffer.clear();
  for (std::size_t i = 0; i < field.raw.size(); ++i) {
    buffer += field.raw[i];
    if (field.raw[i] == quote) ++i;
  }
  return buffer;
}

CsvScanner::CsvScanner(std::string_view bytes, CsvSyntax syntax, std::size_t first_line, ScanLimits limits)
    : bytes_(bytes), syntax_(syntax), limits_(limits), line_(first_line), row_line_(first_line) {}

bool CsvScanner::fail(Problem problem, std::size_t line, const CsvField& field) {
  problem_ = problem;
  problem_line_ = line;
  quote_line_ = field.line;
  at_ = bytes_.size();
  return false;
}

void CsvScanner::skip_line_ends() {
  while (at_ < bytes_.size()) {
    if (bytes_[at_] == '\n') {
      ++at_;
    } else if (bytes_[at_] == '\r') {
      at_ += at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '\n' ? 2 : 1;
    } else {
      return;
    }
    ++line_;
  }
}

// From the byte after the opening quote to the byte after the closing one.
bool CsvScanner::read_quoted(CsvField& field) {
  const std::size_t start = at_;
  while (true) {
    const void* found =
        at_ < bytes_.size() ? std::memchr(bytes_.data() + at_, syntax_.quote, bytes_.size() - at_) : nullptr;
    if (found == nullptr) return fail(Problem::unterminated_quote, field.line, field);
    at_ = static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data());
    if (at_ - start > limits_.quoted_bytes) return fail(Problem::long_quoted_field, field.line, field);
    if (at_ + 1 < bytes_.size() && bytes_[at_ + 1] == syntax_.quote) {
      field.doubled = true;
      at_ += 2;
      continue;
    }
    field.raw = bytes_.substr(start, at_ - start);
    ++at_;
    break;
  }
  // Lines are counted as everywhere: LF, CR LF, or a CR alone.
  for (std::size_t i = 0; i < field.raw.size(); ++i) {
    if (field.raw[i] == '\n' ||
        (field.raw[i] == '\r' && (i + 1 == field.raw.size() || field.raw[i + 1] != '\n'))) {
      ++line_;
    }
  }
  return true;
}

bool CsvScanner::next() {
  fields_.clear();
  field_count_ = 0;
  skip_line_ends();
  if (at_ >= bytes_.size()) return false;
  row_line_ = line_;
  while (true) {
    CsvField field{.raw = {}, .line = line_, .quoted = at_ < bytes_.size() && bytes_[at_] == syntax_.quote};
    if (field.quoted) {
      ++at_;
      if (!read_quoted(field)) return false;
    } else {
      const std::size_t start = at_;
      while (at_ < bytes_.size() && bytes_[at_] != syntax_.delimiter && bytes_[at_] != '\n' &&
             bytes_[at_] != '\r') {
        ++at_;
      }
      field.raw = bytes_.substr(start, at_ - start);
    }
    if (fields_.size() < limits_.fields) fields_.push_back(field);
    ++field_count_;
    ended_ = at_ < bytes_.size();
    if (!ended_) return true;
    const char end = bytes_[at_];
    if (end == syntax_.delimiter) {
      ++at_;
    } else if (end == '\n' || end == '\r') {
      at_ += end == '\r' && at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '\n' ? 2 : 1;
      ++line_;
      return true;
    } else {
      return fail(Problem::text_after_quote, line_, field);
    }
  }
}

}  // namespace sfumato::io
