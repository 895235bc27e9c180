// What sampling weights of a release tell: households, units or records that are the only ones with their
// weight, and records that the weight makes unique beside the quasi-identifiers.
#pragma once

#include <cstddef>
#include <string>

#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::release {

struct WeightExposure {
  std::string holder;                // "household" or "unit"; empty where records are counted
  std::size_t holders = 0;           // with a weight
  std::size_t holders_alone = 0;     // that have a weight which no other holder has
  std::size_t alone = 0;             // records with such a weight
  std::size_t key_columns = 0;       // quasi-identifiers with values
  std::size_t unique_keys = 0;       // records that are unique on them
  std::size_t unique_with_keys = 0;  // on them and the weight together
};

// Of the column `weight` of a masked table; the original declares roles. Records without a weight do not
// count.
WeightExposure weight_exposure(const Table& original, const Table& table, ColumnId weight);

// "40 of 200 records have a weight of their own", with what the quasi-identifiers add.
std::string words(const WeightExposure& exposure, std::size_t records);

// Are released weights the original ones times a few factors, as after sampling? Then they tell as much as
// the original ones. Equal weights must have stayed distinct from others, and a tenth as many factors as
// records is few.
bool is_rescaled(const Column& original, const Column& released);

// The same of weights that come in parts, where all were multiplied by one factor.
class WeightFactors {
 public:
  void add(const Column& original, const Column& released);
  Value state() const;
  void merge(const Value& state);
  bool one_factor() const;

 private:
  std::size_t cells_ = 0;
  double least_ = 0.0, largest_ = 0.0;
};

}  // namespace sfumato::release
