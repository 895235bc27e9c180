// A column that came out of the library, read from Arrow into plain vectors, before it becomes a vector of R.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sfumato/arrow_c.h>

namespace sfumato_r {

struct Decoded {
  enum class Kind { reals, wholes, truths, texts, codes, days, moments };
  Kind kind = Kind::reals;
  std::size_t length = 0;
  std::vector<std::uint8_t> missing;  // 1 where a value is missing
  std::vector<double> reals;
  std::vector<std::int64_t> wholes;  // integers, truth values, days, moments, or codes into `labels`
  std::vector<std::string> labels;   // of codes; of texts the texts themselves
  bool ordered = false;
  double per_second = 1;  // of moments
  std::string zone;
};

// The column at `place` of all batches. Throws std::runtime_error for a type that the library does not
// return.
Decoded decoded_column(const ArrowSchema& schema, const std::vector<ArrowArray>& batches, std::size_t place);

}  // namespace sfumato_r
