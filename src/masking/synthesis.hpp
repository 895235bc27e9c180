// Copies of a table in which the protected columns are drawn from regressions on the others: models are
// fitted once, and every copy draws from them on its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "masking/encoded_column.hpp"
#include "masking/population_frame.hpp"
#include "stats/models/predictive_model.hpp"

namespace sfumato::masking {

struct SynthesisOptions {
  std::int64_t copies = 5;
  std::vector<std::string> given;  // predictors among the columns that stay; empty: all that can
  std::string frame;               // table of the run; empty: none
  std::int64_t released = 0;       // units of a copy, with a frame; 0: as many as the original has
  bool fill = false;
};

// Everything that is the same for all copies. Options and original must outlive it.
class Synthesis {
 public:
  Synthesis(const SynthesisOptions& options, const Table& original, ColumnSet targets, const Run& run);

  bool full() const { return given_.empty(); }
  bool framed() const { return population_.has_value(); }
  bool keeps_rows() const;
  std::size_t units() const { return framed() ? released_ : original_.rows(); }
  Table copy(const Run& run) const;
  Value details(const std::vector<Table>& tables) const;

 private:
  struct Step {
    ColumnId column;
    ColumnSet predictors;
    stats::PredictiveModel model;
  };

  bool identifier(ColumnId id) const { return original_.info(id).role == Role::identifier; }
  void find_frame(const Run& run);
  void find_given();
  void fit(const Run& run);
  std::vector<std::size_t> sampled(Rng rng) const;
  Column drawn_column(ColumnId id, const std::vector<double>& values) const;
  Value combined(const std::vector<Table>& tables, ColumnId id) const;

  const SynthesisOptions& options_;
  const Table& original_;
  ColumnSet targets_;
  ColumnSet given_;
  std::vector<EncodedColumn> encoded_;
  const Table* frame_ = nullptr;
  std::optional<PopulationFrame> population_;
  std::map<ColumnId, std::vector<double>> frame_values_;
  std::size_t released_ = 0;
  std::vector<Step> steps_;
};

}  // namespace sfumato::masking
