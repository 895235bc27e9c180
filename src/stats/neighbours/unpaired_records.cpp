// A partial shuffle draws the sample; sorting it keeps the order of the records.
#include "stats/neighbours/unpaired_records.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/linear/records.hpp"

namespace sfumato::stats {
namespace {

Matrix complete(Matrix data) {
  const std::vector<std::size_t> rows = complete_rows(data);
  return rows.size() == data.rows() ? std::move(data) : taking_rows(data, rows);
}

Matrix sampled(const Matrix& data, std::size_t size, Rng rng) {
  std::vector<std::size_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for (std::size_t i = 0; i < size; ++i) std::swap(rows[i], rows[i + rng.below(rows.size() - i)]);
  rows.resize(size);
  std::sort(rows.begin(), rows.end());
  return taking_rows(data, rows);
}

}  // namespace

UnpairedRecords unpaired_records(Matrix original, Matrix masked) {
  UnpairedRecords records;
  records.dropped_original = original.rows();
  records.dropped_masked = masked.rows();
  records.original = complete(std::move(original));
  records.masked = complete(std::move(masked));
  records.dropped_original -= records.original.rows();
  records.dropped_masked -= records.masked.rows();
  return records;
}

void sample_to_equal_length(UnpairedRecords& records, const Run& run) {
  const std::size_t size = std::min(records.original.rows(), records.masked.rows());
  if (records.original.rows() == records.masked.rows()) return;
  Matrix& longer = records.original.rows() > size ? records.original : records.masked;
  longer = sampled(longer, size, run.rng("sampled rows"));
  records.sampled = size;
}

void describe(const UnpairedRecords& records, Value& details) {
  details.set("records", records.original.rows());
  if (records.masked.rows() != records.original.rows()) details.set("masked_records", records.masked.rows());
  if (records.dropped_original > 0) details.set("incomplete_records", records.dropped_original);
  if (records.dropped_masked > 0) details.set("incomplete_masked_records", records.dropped_masked);
  if (records.sampled > 0) details.set("sampled_rows", records.sampled);
}

}  // namespace sfumato::stats
