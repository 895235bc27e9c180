// A recipe on a table whose records lie in parts, in several processes: each part is observed where it is,
// what was found is merged, and each part is masked. The result is that of a run on the whole table, for
// parts of any size in any order.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "masking/block_work.hpp"
#include "release/partition_facts.hpp"
#include "release/partition_rules.hpp"
#include "release/partition_survey.hpp"
#include "release/recipe_run.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

// What is asked for beside the recipe.
struct PartitionTerms {
  std::size_t block_rows = 0;              // of blocks of near records, for methods that need all; 0: none
  bool shuffle = false, renumber = false;  // the caller sorts records by their draws, and ranks households
};

// One part of the records, with the place of the part among all of them.
struct RecordPart {
  Table table;
  masking::RecordNumbers numbers = masking::RecordNumbers(0);
  std::string place = {};  // parts are ordered by it
  // By step, the values that the caller found for these records; columns have the names of those that they
  // replace.
  std::map<std::size_t, Table> supplied = {};
};

// Values that the caller has to find before the next stage.
struct WantedValues {
  std::size_t step = 0, round = 0;
  bool last = false;  // are these the values, or is another round to come?
  masking::SupplyPlan plan = {};
};

// Records as they come to a step, which an earlier one may have sampled.
struct StepRecords {
  Table table;
  std::vector<std::uint64_t> numbers;
};

// Why a recipe needs all records at once; empty where parts are enough, or blocks of near records.
std::string partition_hindrance(const masking::Recipe& recipe, const Table& outline,
                                const std::vector<std::string>& columns, const std::string& source,
                                std::size_t block_rows = 0);

// The stages: facts of the columns, the passes of each step and the values that the caller supplies for it,
// values outside bounds, whole numbers, totals, and the survey of the masked records. A state has what the
// finished ones found; with it any process goes on.
class PartitionRecipe {
 public:
  // `outline` has the columns and their kinds, and no records. An empty state is the beginning. `supplied`
  // has the columns that are supplied for finished steps, without records.
  PartitionRecipe(masking::Recipe recipe, Table outline, std::vector<std::string> columns, std::string source,
                  const Run& run, const Value& state, std::map<std::size_t, Table> supplied = {},
                  PartitionTerms terms = {});

  // "facts", "step 1, pass 2", "step 1, values", "bounds", "whole numbers", "totals", "survey"; empty when
  // all is known.
  std::string stage() const;
  // Can parts be masked? From the survey on.
  bool fitted() const { return stage_ >= survey_stage(); }

  Value partial(const RecordPart& part);
  // Merges what parts found in this stage; nothing else may be asked before `state`.
  void merge(const Value& partial);
  // Of the stage as it is merged so far, to be merged again.
  Value merged() const;
  // With this stage finished.
  Value state() const;

  // In a stage of values: what is wanted, the columns that it needs as they are before the step, and what the
  // method makes of records that the caller brought.
  std::optional<WantedValues> wanted_values() const;
  StepRecords before_step(const RecordPart& part);
  masking::SuppliedValues supplied_values(const masking::SupplyRequest& request);

  // The records with the columns of the release.
  StepRecords masked(const RecordPart& part);

  // What the release promises, once all is known. Each promise holds inside strata; for it to be verified,
  // the caller brings the columns `promised` of whole strata together.
  std::vector<ClassPromise> promises() const;
  Table promised(std::size_t promise, const RecordPart& part);
  // What is counted in records of whole strata.
  verify::PromiseFinding counted(std::size_t promise, Table strata) const;

  std::size_t records() const { return facts_.rows(); }
  // After the survey.
  std::size_t released_records() const { return survey_.records(); }
  // After the survey. The tables in it have columns without records.
  MaskingResult described(const std::map<std::string, std::size_t>& distinct) const;
  const PartitionSurvey& survey() const { return survey_; }
  // Columns whose distinct values the description needs.
  std::vector<std::string> counted_values() const;
  // The columns that steps, totals and new numbers change.
  std::vector<std::string> protected_names() const;

 private:
  // A step, the missing cells that it left, or new numbers of households.
  enum class Task { step, fill, households };
  struct StepWork {
    masking::Step step;
    std::unique_ptr<masking::BlockWork> work;
    std::size_t place = 0;  // of the step, or of the column of households
    Task task = Task::step;
    std::vector<std::size_t> counts = {};
  };
  enum class Kind { facts, pass, values, rules, survey };
  struct Stage {
    Kind kind;
    std::size_t step = 0;  // the place of the work
    std::size_t pass = 0;  // or the round of values, or the stage of rules
  };

  struct Promised {
    std::vector<ClassPromise> kept = {};
    Value undone = Value::array();
  };
  Promised promised_of_steps() const;
  static bool builds_hierarchies(const masking::Recipe& recipe);
  void advance(const Value& finished);
  void finish_stage();
  void finish_stage_of_work(const Stage& now);
  void finish_work(std::size_t place);
  bool fills_after(std::size_t place) const;
  void add_fill(std::size_t place);
  void add_households(std::size_t place);
  void add_stages();
  std::string name_of(std::size_t work) const;
  Run run_of(std::size_t step) const;
  masking::MaskedBlock applied(std::size_t place, const Table& table, const RecordPart& part);
  void prepare_steps();
  void add_step_stages(std::size_t step);
  void add_passes(std::size_t step);
  void add_rounds(std::size_t step);
  void add_last_stages();
  std::size_t survey_stage() const { return known_all_ ? stages_.size() - 1 : SIZE_MAX; }
  // A part after some steps: its records, and which of the part's they are where a step samples.
  struct Reached {
    RecordPart part;
    std::optional<std::vector<std::size_t>> rows = std::nullopt;
    std::vector<std::uint64_t> numbers = {};  // where they are not those of the part

    void keep(std::vector<std::size_t> kept);
  };
  Reached after_steps(const RecordPart& part, std::size_t steps);
  Reached usable_before(const RecordPart& part, std::size_t work);
  Value observed(const Stage& now, const RecordPart& part);
  StepRecords all_masked(const RecordPart& part);
  void require_fitting(std::size_t work, const Table& table) const;
  ColumnSet renumbered_columns() const;
  Table declared_original(const RecordPart& part) const;

  Value tally_state() const;
  void merge_tally(const Value& partial);

  masking::Recipe recipe_;
  // As it came; prepared, with the values of columns that have hierarchies; after the steps that are fitted.
  Table outline_, original_, current_;
  std::map<std::size_t, Table> supplied_;
  PartitionTerms terms_;
  std::vector<std::string> columns_;
  std::string source_;
  Run run_;
  PreparedSteps prepared_;
  PartitionFacts facts_;
  std::vector<StepWork> works_;
  PartitionRules rules_;
  PartitionSurvey survey_;
  std::vector<Stage> stages_;
  std::size_t stage_ = 0;
  bool known_all_ = false;  // are all stages listed?
  std::vector<Value> done_;
};

}  // namespace sfumato::release
