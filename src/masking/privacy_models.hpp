// Privacy models as written in parameters, "l-diversity:COLUMN:distinct:5", and combined with the
// confidential values or the population that they use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "stats/classes/class_models.hpp"

namespace sfumato::masking {

struct WrittenModel {
  std::string text;
  std::string column;  // empty: it counts records only
  // One of these three; the values of `model` are not set, nor the population of `of_release`.
  std::optional<stats::ClassModel> model;
  std::optional<stats::ReleaseModel> of_release;
  std::size_t group_size = 1;  // records of each class at least

  bool counts_population() const { return model && stats::of_population(model->rule); }
  // Can each class satisfy it independently of the others?
  bool by_classes() const;
};

// The syntax of models, for errors.
extern const char* const model_forms;

// Models separated by commas, as `model_forms` says; anything else is an error that lists the forms.
std::vector<WrittenModel> parse_models(const std::string& text);

// What models count besides the table: records of the population by entry, and how many there are; 0 where
// that is not known.
struct Population {
  std::vector<std::uint32_t> records;
  double size = 0.0;
};

// The check of k and these models on the entries of a table. A missing confidential value is not counted.
// Where a record of the table stands for all records of its unit, `of_units` has them, and l-diversity and
// t-closeness are about all their values.
stats::ModelCheck model_check(const Table& table, const stats::LevelTable& levels, std::size_t k,
                              const std::vector<WrittenModel>& models, const Population& population = {},
                              const Table* of_units = nullptr);

}  // namespace sfumato::masking
