// What a release that lies in parts still says about its records: which columns are as they were, and whether
// the order of the records tells who they are. Classes of records are counted elsewhere; this says which.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "release/block_exposure.hpp"
#include "release/cell_changes.hpp"
#include "release/date_texts.hpp"

namespace sfumato::release {

// Records that are equal on some columns, counted over all parts.
struct PartitionClasses {
  std::size_t records = 0, classes = 0, unique = 0, smallest = 0;
  bool gaps = false;
  // Where households or units are known: those that have values, those with a class of their own, the records
  // of such classes, and the fewest of one class. A record without one is one by itself.
  std::size_t holders = 0, holders_alone = 0, alone = 0, fewest_holders = 0;
  bool held = false;  // were they counted?
};

// By the columns on which they were counted.
using FoundClasses = std::map<std::vector<std::string>, PartitionClasses>;

class PartitionSurvey {
 public:
  PartitionSurvey() = default;
  // `renumbered` are columns with new numbers, whose order the records may still have, as identifiers; none
  // where the records are shuffled.
  PartitionSurvey(Table original_outline, Table masked_outline,
                  const std::optional<ColumnSet>& renumbered = ColumnSet());
  // Of a file that was made elsewhere: a column is as it was where every cell is, and nothing is said of the
  // order of records or of the quasi-identifiers together.
  static PartitionSurvey of_file(Table original_outline, Table masked_outline);

  // `place` orders parts.
  void add(const Table& original, const Table& masked, const std::string& place);
  Value state() const;
  void merge(const Value& state);

  // The sets of columns whose classes the warnings need.
  std::vector<std::vector<std::string>> wanted() const;
  // The column of households or units that are counted in classes, and the sets in which they are; empty:
  // none.
  std::string holder() const;
  std::vector<std::vector<std::string>> held() const;
  // The quasi-identifiers of the release, which are among them.
  std::vector<std::string> key_names() const { return masked_.names(quasi_identifiers()); }
  // With these classes counted; others are an error. `classes` has the quasi-identifiers of every class, with
  // the counts of records in a column of that role; null: records that are unique where a missing value
  // matches anything are not counted, nor are suppressed ones left out.
  BlockExposure exposure(const FoundClasses& found, const Table* classes,
                         const std::vector<ClassPromise>& promises, const Run& run) const;
  UnchangedColumns unchanged(const FoundClasses& found) const;
  // That are released.
  std::size_t records() const { return records_; }

 private:
  struct Segment {
    bool up = true, down = true, gaps = false;
    Value first, last;
  };
  bool is_date(ColumnId id) const;
  bool is_weight(ColumnId id) const { return declared_role(original_, masked_.info(id)) == Role::weight; }
  // Weights that a sample multiplied by a factor.
  bool rescaled(ColumnId id) const;
  std::optional<ColumnId> holder_column() const;
  ColumnSet keys_with_values() const;
  KeyExposure counted_exposure(const PartitionClasses& counted,
                               const std::vector<ClassPromise>& promises) const;
  WeightExposure weight_exposure(ColumnId id, const FoundClasses& found) const;
  bool counts(ColumnId id) const;
  bool may_look_like_date(ColumnId id) const;
  bool looks_like_date(ColumnId id) const;
  std::optional<std::size_t> changed(ColumnId id) const;
  ColumnSet unchanged_ids() const;
  ColumnSet quasi_identifiers() const;
  bool is_ordered(ColumnId id) const;

  Table original_, masked_;
  ColumnSet told_;  // columns that are not released as they were, and whose order is observed
  bool of_file_ = false;
  std::size_t records_ = 0;
  std::map<ColumnId, CellChanges> changes_;
  std::map<ColumnId, DateTexts> dates_;
  std::map<ColumnId, WeightFactors> factors_;                    // of weights
  std::map<ColumnId, std::size_t> present_;                      // values of the masked column
  std::map<std::string, std::map<ColumnId, Segment>> segments_;  // of identifiers, by place
};

}  // namespace sfumato::release
