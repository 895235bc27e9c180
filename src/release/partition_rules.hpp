// Bounds, integers, declared decimals and totals on records that lie in parts. What a rule needs to know of
// all records is found in stages, before parts are treated as they would be in the whole table.
#pragma once

#include <string>
#include <vector>

#include "masking/block_rules.hpp"
#include "release/partition_facts.hpp"
#include "release/prepared_steps.hpp"

namespace sfumato::release {

class PartitionRules {
 public:
  PartitionRules() = default;
  // The tables have no records: the original, and what the steps made of it.
  PartitionRules(const PreparedSteps& prepared, Table original, Table masked, const PartitionFacts& facts);

  // "bounds", "whole numbers", "totals"; each is observed in all parts.
  std::size_t stages() const { return stages_.size(); }
  std::string name(std::size_t stage) const;
  // A part of the original, and what the steps made of it.
  void observe(std::size_t stage, const Table& original, Table masked);
  Value state(std::size_t stage) const;
  void merge(std::size_t stage, const Value& state);
  void finish(std::size_t stage);

  // A part, after all stages; `counted`: it counts in the details.
  Table applied(const Table& original, Table masked, bool counted);
  Value tally() const;
  void merge_tally(const Value& tally);

  // The masked table, without records, once the stages are finished.
  const Table& outline() const { return outline_; }
  const Value& details() const { return counts_; }
  Warnings warnings() const;

 private:
  enum class Kind { bounds, whole, total };
  struct Stage {
    Kind kind;
    std::size_t rule = 0;  // whose total it is
  };
  Table bounded(const Table& original, Table masked, Value* counts) const;
  Table derived(const Table& original, Table masked, std::size_t rules,
                std::vector<masking::TotalFacts>* found, Value* counts) const;

  masking::EditRules rules_;
  ColumnSet changed_;
  Table original_, outline_;
  std::vector<Stage> stages_;
  masking::AllRuleFacts facts_;
  ColumnSet whole_;           // columns that are integers in every part
  std::vector<char> broken_;  // of whole_: some part is not
  std::vector<masking::TotalFacts> totals_;
  Value counts_ = Value::object();
};

}  // namespace sfumato::release
