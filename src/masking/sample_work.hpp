// What samples of records and of households share: the records that are drawn leave with their weights.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "masking/block_work.hpp"
#include "masking/passed_weights.hpp"

namespace sfumato::masking {

class SampleWork : public BlockWork {
 public:
  SampleWork(const Table& outline, Reweight reweight) : weights_(outline, reweight) {}

  std::optional<Table> sketched(const Table& sketch) const override {
    Table shown = sketch;
    weights_.show(shown);
    return shown;
  }
  Value applied() const override { return weights_.partial(PassedWeights::Total::after); }
  void merge_applied(const Value& part) override { weights_.merge(PassedWeights::Total::after, part); }

 protected:
  // The rows of a block that are drawn.
  MaskedBlock drawn(const Table& block, std::vector<std::size_t> rows) {
    MaskedBlock result{block.taking_rows(rows)};
    weights_.reweigh(result.table);
    result.rows = std::move(rows);
    return result;
  }
  Masked with_weights(Value details) const {
    Masked result;
    result.mapping = Mapping::subset;
    if (Value totals = weights_.totals(); !totals.is_null()) details.set("weights", std::move(totals));
    result.details = std::move(details);
    return result;
  }
  // How many each one that is drawn stands for.
  static double factor_of(std::uint64_t all, std::uint64_t taken) {
    return taken == 0 ? 1.0 : static_cast<double>(all) / static_cast<double>(taken);
  }

  PassedWeights weights_;
};

}  // namespace sfumato::masking
