// Privacy models as people write them, "l-diversity:COLUMN:distinct:5", and with the confidential values that
// they are about.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"
#include "stats/class_models.hpp"

namespace sfumato::masking {

struct WrittenModel {
  std::string text;
  std::string column;
  stats::ClassModel model;  // its `values` are not set
};

// Models separated by commas:
//   l-diversity:COLUMN:distinct:L, l-diversity:COLUMN:entropy:L, l-diversity:COLUMN:recursive:C:L,
//   t-closeness:COLUMN:equal:T, t-closeness:COLUMN:ordered:T, t-closeness:COLUMN:hierarchical:T,
//   delta-disclosure:COLUMN:D, beta-likeness:COLUMN:B.
// Anything else is an error that says what there is.
std::vector<WrittenModel> parse_models(const std::string& text);

// The check of k and these models on the entries of a table. A missing confidential value is one of its own.
stats::ModelCheck model_check(const Table& table, const stats::LevelTable& levels, std::size_t k,
                              const std::vector<WrittenModel>& models);

}  // namespace sfumato::masking
