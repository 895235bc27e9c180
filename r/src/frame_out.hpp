// Data frames of R as streams of the Arrow C data interface. Numbers stay in R's memory, which the caller
// keeps alive; texts, factors and moments are copied.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sfumato/arrow_c.h>
#include <cpp11/R.hpp>

namespace sfumato_r {

// One column as Arrow has it. `data` is what the second buffer points to, by which a column is recognised
// that comes back unchanged.
struct SentColumn {
  std::string name, format;
  bool ordered = false;
  std::int64_t length = 0, nulls = 0;
  std::vector<std::uint8_t> validity;  // a bit for each record; empty where none is missing
  const void* data = nullptr;
  std::vector<std::int64_t> wholes;  // memory of `data`, where it is not R's: offsets or moments
  std::vector<std::int32_t> codes;   // codes of a factor or days
  std::vector<std::uint8_t> bits;    // truth values
  std::string bytes;                 // texts
  std::unique_ptr<SentColumn> dictionary;
  std::vector<const void*> buffers;
};

struct SentFrame {
  std::int64_t rows = 0;
  std::vector<std::unique_ptr<SentColumn>> columns;
};

// `columns` is a list of vectors with `names`. Throws Refused for a column that has no form in Arrow; `what`
// names the argument.
std::shared_ptr<const SentFrame> sent_frame(SEXP columns, SEXP names, std::int64_t rows,
                                            const std::string& what);

// A stream of the frame. Its arrays hold the frame; releasing them calls nothing of R, so that any thread may
// do it.
void open_stream(std::shared_ptr<const SentFrame> frame, ArrowArrayStream* out);

}  // namespace sfumato_r
