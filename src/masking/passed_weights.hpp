// The weights of a sample whose records come in blocks: totals are exact sums that are merged, and every
// weight of the sample gets one factor. The same as `reweigh` for one stratum.
#pragma once

#include <vector>

#include "core/exact_sum.hpp"
#include "masking/sample_weights.hpp"

namespace sfumato::masking {

class PassedWeights {
 public:
  PassedWeights(const Table& outline, Reweight reweight);

  // Are totals of the drawn records needed before these are reweighed?
  bool needs_drawn() const { return reweight_ == Reweight::calibrate && !columns_.empty(); }
  void observe_all(const Table& block);
  void observe_drawn(const Table& drawn);
  // Of all records, of the drawn ones, and of these after they were reweighed.
  enum class Total { before, drawn, after };
  Value partial(Total total) const;
  void merge(Total total, const Value& part);

  // One over the probability of a drawn record; nothing where none is drawn.
  void fit(std::optional<double> inverse);
  // As many cells as the table has; the total after grows by them.
  void reweigh(Table& sample);
  // The same of a table that shows the columns and counts nothing.
  void show(Table& sketch) const;
  // Null where there are no weights, or they stay.
  Value totals() const;

 private:
  struct Weights {
    ColumnId id;
    std::string name;
    ExactSum sums[3] = {};
    double factor = 1.0;
  };
  static ExactSum& sum_of(Weights& weights, Total total) {
    return weights.sums[static_cast<std::size_t>(total)];
  }
  static void add(ExactSum& sum, const Numbers& weights);

  Reweight reweight_;
  bool any_ = false;
  std::vector<Weights> columns_;
};

}  // namespace sfumato::masking
