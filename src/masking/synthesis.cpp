// One column after the other, in file order. A copy of the original draws for its records; a copy from a
// frame draws for units that the original does not have.
#include "masking/synthesis.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "masking/record_ties.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/models/combining_rules.hpp"

namespace sfumato::masking {
namespace {

bool contains(const ColumnSet& columns, ColumnId id) {
  return std::find(columns.begin(), columns.end(), id) != columns.end();
}

Column missing_column(const Column& like, std::size_t rows) {
  if (like.is_text()) return Codes{std::vector<std::int32_t>(rows, Codes::missing), {}};
  return Numbers(rows, std::nan(""));
}

}  // namespace

Synthesis::Synthesis(const SynthesisOptions& options, const Table& original, ColumnSet targets,
                     const Run& run)
    : options_(options), original_(original), targets_(std::move(targets)) {
  std::sort(targets_.begin(), targets_.end());
  for (ColumnId id = 0; id < original.column_count(); ++id)
    encoded_.push_back(identifier(id) ? EncodedColumn{} : encoded(original, id));
  if (!options.frame.empty()) find_frame(run);
  find_given();
  for (const ColumnId id : given_) {
    if (framed()) {
      const Column& column = frame_->column(*population_->counterpart[id]);
      frame_values_[id] = encoded_like(column, encoded_[id], original.column(id));
    }
  }
  fit(run);
}

void Synthesis::find_frame(const Run& run) {
  frame_ = &run.table(options_.frame);
  population_ = units_outside(original_, targets_, *frame_);
  const std::size_t outside = population_->outside.size();
  released_ = options_.released > 0 ? static_cast<std::size_t>(options_.released) : original_.rows();
  if (released_ <= outside) return;
  bad_param("released",
            std::to_string(released_) + " units are requested in each copy, and the frame has " +
                std::to_string(outside) + " besides those of the data",
            "request fewer with ‹released›, or give a larger frame");
}

void Synthesis::find_given() {
  const auto stays = [&](ColumnId id) {
    return framed() ? contains(population_->background, id) : !contains(targets_, id) && !identifier(id);
  };
  for (const std::string& name : options_.given) {
    const ColumnId id = original_.require(name);
    if (!stays(id)) {
      bad_input("column '" + name + "' is named to predict, and it does not stay as it is",
                "name columns that are neither protected nor identifiers, and that a frame has");
    }
    if (encoded_[id].serves()) {
      if (!contains(given_, id)) given_.push_back(id);
      continue;
    }
    bad_input("column '" + name + "' cannot predict: it has no values or more than " +
                  std::to_string(EncodedColumn::most_levels) + " categories",
              "name others, or recode it to fewer categories");
  }
  for (ColumnId id = 0; id < original_.column_count() && options_.given.empty(); ++id) {
    const std::optional<Role> role = original_.info(id).role;
    const bool number = role == Role::weight || role == Role::household || role == Role::unit;
    if (number || !stays(id) || !encoded_[id].serves()) continue;
    given_.push_back(id);
  }
  std::sort(given_.begin(), given_.end());
}

void Synthesis::fit(const Run& run) {
  run.expect(targets_.size());
  ColumnSet predictors = given_;
  for (const ColumnId id : targets_) {
    run.check_stop();
    if (!encoded_[id].empty()) {
      std::vector<stats::Variable> variables;
      for (const ColumnId predictor : predictors) variables.push_back(encoded_[predictor].predictor());
      steps_.push_back(
          {id, predictors,
           stats::PredictiveModel(original_.info(id).name, encoded_[id].target(), variables, run)});
      if (encoded_[id].serves()) predictors.push_back(id);
    }
    run.advance();
  }
}

// Does a column with values of record i of the original stay in row i?
bool Synthesis::keeps_rows() const {
  return !framed() && synthetic_mapping(original_, targets_) == Mapping::same_rows;
}

// Rows of the frame, ascending. Values are drawn for these alone: the others are not released.
std::vector<std::size_t> Synthesis::sampled(Rng rng) const {
  std::vector<std::size_t> rows = population_->outside;
  for (std::size_t i = 0; i < released_; ++i) std::swap(rows[i], rows[i + rng.below(rows.size() - i)]);
  rows.resize(released_);
  std::sort(rows.begin(), rows.end());
  return rows;
}

Column Synthesis::drawn_column(ColumnId id, const std::vector<double>& values) const {
  const auto missing = [&](std::size_t row) {
    return !framed() && !options_.fill && original_.column(id).missing(row);
  };
  if (original_.info(id).kind == Kind::numeric) {
    Numbers numbers = values;
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (missing(row)) numbers[row] = std::nan("");
    }
    return numbers;
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < values.size(); ++row) {
    rows.push_back(missing(row) ? row : encoded_[id].rows[static_cast<std::size_t>(values[row])]);
  }
  return original_.column(id).taking(rows);
}

Table Synthesis::copy(const Run& run) const {
  const std::vector<std::size_t> rows = framed() ? sampled(run.rng("units")) : std::vector<std::size_t>{};
  std::vector<std::vector<double>> values(original_.column_count());
  std::vector<std::optional<Column>> columns(original_.column_count());
  for (const ColumnId id : given_) {
    if (!framed()) continue;
    for (const std::size_t row : rows) values[id].push_back(frame_values_.at(id)[row]);
  }
  for (const Step& step : steps_) {
    run.check_stop();
    std::vector<std::span<const double>> predictors;
    for (const ColumnId id : step.predictors) {
      const bool stays = !framed() && contains(given_, id);
      predictors.emplace_back(stays ? encoded_[id].values : values[id]);
    }
    Rng rng = run.rng("column", step.column);
    values[step.column] = step.model.draw(predictors, units(), rng);
    columns[step.column] = drawn_column(step.column, values[step.column]);
  }
  std::vector<Column> finished;
  for (ColumnId id = 0; id < columns.size(); ++id) {
    if (columns[id]) {
      finished.push_back(std::move(*columns[id]));
    } else if (framed() && contains(population_->background, id)) {
      finished.push_back(frame_->column(*population_->counterpart[id]).taking(rows));
    } else if (framed() || (identifier(id) && !keeps_rows())) {
      finished.push_back(missing_column(original_.column(id), units()));
    } else {
      finished.push_back(original_.column(id));
    }
  }
  return {original_.schema(), std::move(finished)};
}

// The mean of the process behind the records or, with a frame, of the units outside the data, of which a
// copy is a sample without replacement.
Value Synthesis::combined(const std::vector<Table>& tables, ColumnId id) const {
  const double unseen =
      framed() ? 1.0 - static_cast<double>(units()) / static_cast<double>(population_->outside.size()) : 1.0;
  std::vector<double> means, variances;
  for (const Table& table : tables) {
    const stats::Moments moments = stats::moments(table.column(id).to_numbers());
    if (moments.count == 0) return {};
    means.push_back(moments.mean);
    variances.push_back(unseen * moments.variance() / static_cast<double>(moments.count));
  }
  const double ratio = static_cast<double>(units()) / static_cast<double>(original_.rows());
  const bool partial = !framed() && !full();
  const stats::Combined found =
      partial ? stats::combine_partial(means, variances) : stats::combine_full(means, variances, ratio);
  Value result = Value::object();
  result.set("mean", found.estimate)
      .set("variance", found.variance)
      .set("within", found.within)
      .set("between", found.between)
      .set("degrees_of_freedom", found.degrees_of_freedom);
  if (!partial) result.set("adjusted", found.adjusted);
  return result;
}

Value Synthesis::details(const std::vector<Table>& tables) const {
  Value models = Value::object(), means = Value::object(), result = Value::object();
  for (const Step& step : steps_) {
    const std::string& name = original_.info(step.column).name;
    Value model = Value::object();
    model.set("kind", stats::to_text(step.model.kind()))
        .set("predictors", step.model.predictors())
        .set("records", step.model.records());
    if (step.model.kind() == stats::ModelKind::linear) model.set("ridge", step.model.penalised());
    models.set(name, model);
    if (original_.info(step.column).kind != Kind::numeric) continue;
    if (const Value mean = combined(tables, step.column); !mean.is_null()) means.set(name, mean);
  }
  result.set("copies", tables.size()).set("synthesis", framed() ? "frame" : full() ? "full" : "partial");
  if (framed()) {
    result.set("population", frame_->rows())
        .set("outside", population_->outside.size())
        .set("sample", original_.rows());
  }
  return result.set("models", models).set("combined", means);
}

}  // namespace sfumato::masking
