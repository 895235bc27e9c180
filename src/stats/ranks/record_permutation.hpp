// How far a masking moved one record, from the record's own values and the released table alone. A respondent
// can compute this without the original file, and without knowing which released record is theirs.
#pragma once

#include <vector>

#include "core/table.hpp"

namespace sfumato::stats {

// One column of the verification.
struct VerifiedValue {
  double closest =
      0.0;  // the released value that is closest to the respondent's; the smaller of two equally close
  double rank = 0.0;  // its average rank among the released values
  // Of the released values within the distance of that rank:
  double lower = 0.0;
  double upper = 0.0;
  double deviation = 0.0;  // standard deviation (n − 1); 0 for one value
};

struct RecordPermutation {
  double distance = 0.0;    // min over released records of max over columns of the rank differences
  std::size_t records = 0;  // released records with a value in every column; the ranks are among them
  std::size_t nearest = 0;  // of them, those at that distance
  std::vector<VerifiedValue> values;  // by column
};

// `values[j]` is the respondent's value in column `columns[j]`. Half ranks occur, since tied values share
// their average rank. Without complete records the result has `records` 0. The definition is the first
// condition of (d, v, f)-permuted privacy, and `deviation` squared is the variance of its second:
// Domingo-Ferrer, Muralidhar (2016), New directions in anonymization, Information Sciences 337-338, §5.
RecordPermutation record_permutation(const Table& released, const ColumnSet& columns,
                                     const std::vector<double>& values);

}  // namespace sfumato::stats
