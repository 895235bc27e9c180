// Counts are added up over the parts; the order of identifiers is put together from the ends of the parts.
#include "release/partition_survey.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "masking/partial_state.hpp"
#include "release/file_exposure.hpp"

namespace sfumato::release {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;

bool designs(std::optional<Role> role) {
  return role == Role::household || role == Role::unit || role == Role::weight;
}

// Numbers before texts; both compared as themselves.
bool not_above(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return a.as_number() <= b.as_number();
  if (a.is_text() && b.is_text()) return a.as_text() <= b.as_text();
  return a.is_number();
}

Value cell_value(const Column& column, const Numbers& numbers, std::size_t row) {
  return column.is_text() ? Value(column.text(row)) : Value(numbers[row]);
}

}  // namespace

PartitionSurvey::PartitionSurvey(Table original_outline, Table masked_outline,
                                 const std::optional<ColumnSet>& renumbered)
    : original_(std::move(original_outline)), masked_(std::move(masked_outline)) {
  for (ColumnId id = 0; renumbered && id < original_.column_count(); ++id) {
    const bool anew = std::find(renumbered->begin(), renumbered->end(), id) != renumbered->end();
    if (anew || original_.info(id).role == Role::identifier) told_.push_back(id);
  }
  for (ColumnId id = 0; id < masked_.column_count(); ++id) {
    if (may_look_like_date(id)) dates_[id] = {};
    if (!counts(id) && !may_look_like_date(id)) continue;
    changes_[id] = {};
    present_[id] = 0;
    if (is_weight(id)) factors_[id] = {};
  }
}

PartitionSurvey PartitionSurvey::of_file(Table original_outline, Table masked_outline) {
  PartitionSurvey survey(std::move(original_outline), std::move(masked_outline), std::nullopt);
  survey.of_file_ = true;
  return survey;
}

bool PartitionSurvey::is_date(ColumnId id) const {
  return masked_.column(id).is_calendar() || original_.column(id).is_calendar();
}

bool PartitionSurvey::counts(ColumnId id) const {
  const std::optional<Role> role = declared_role(original_, masked_.info(id));
  return role == Role::quasi_identifier || designs(role) || (role != Role::identifier && is_date(id));
}

bool PartitionSurvey::may_look_like_date(ColumnId id) const {
  return !declared_role(original_, masked_.info(id)) && !counts(id);
}

bool PartitionSurvey::looks_like_date(ColumnId id) const {
  const auto found = dates_.find(id);
  return found != dates_.end() && found->second.looks_like_dates();
}

void PartitionSurvey::add(const Table& original, const Table& masked, const std::string& place) {
  records_ += masked.rows();
  for (auto& [id, changes] : changes_) {
    const Column &before = original.column(id), &after = masked.column(id);
    present_[id] += after.size() - after.missing_count();
    if (of_file_) {
      changes.add(after.size(), changed_texts(before, after, original_.info(id).missing));
    } else if (&before == &after || before == after) {
      std::size_t cells = 0;
      for (std::size_t row = 0; row < after.size(); ++row) cells += after.missing(row) ? 0 : 1;
      changes.add(cells, 0);
    } else {
      changes.add(before, after);
    }
  }
  for (auto& [id, dates] : dates_) dates.add(masked.column(id));
  for (auto& [id, factors] : factors_) factors.add(original.column(id), masked.column(id));
  for (const ColumnId id : told_) {
    if (original.rows() == 0) continue;
    const Column& column = original.column(id);
    const Numbers numbers = column.is_text() ? Numbers() : column.to_numbers();
    Segment& segment = segments_[place][id];
    segment.gaps = column.missing_count() > 0;
    if (segment.gaps) continue;
    segment.first = cell_value(column, numbers, 0);
    segment.last = cell_value(column, numbers, column.size() - 1);
    for (std::size_t row = 1; row < column.size() && (segment.up || segment.down); ++row) {
      const Value before = cell_value(column, numbers, row - 1), after = cell_value(column, numbers, row);
      segment.up = segment.up && not_above(before, after);
      segment.down = segment.down && not_above(after, before);
    }
  }
}

Value PartitionSurvey::state() const {
  Value changes = Value::array(), dates = Value::array(), segments = Value::array();
  for (const auto& [id, one] : changes_) {
    changes.push(Value(Value::Array{id, one.cells(), one.changed(), present_.at(id)}));
  }
  for (const auto& [id, one] : dates_) {
    dates.push(Value(Value::Array{id, one.present(), one.dates(), one.known()}));
  }
  for (const auto& [place, columns] : segments_) {
    for (const auto& [id, one] : columns) {
      segments.push(Value(Value::Array{place, id, one.up, one.down, one.gaps, one.first, one.last}));
    }
  }
  Value factors = Value::array();
  for (const auto& [id, one] : factors_) factors.push(one.state());
  return Value(Value::Array{changes, dates, segments, records_, factors});
}

void PartitionSurvey::merge(const Value& state) {
  records_ += count_of(item_of(state, 3));
  std::size_t place = 0;
  for (auto& [id, factors] : factors_) factors.merge(item_of(item_of(state, 4), place++));
  for (std::size_t part = 0; part < 3; ++part) {
    if (!item_of(state, part).is_array()) damaged_state();
    for (const Value& one : item_of(state, part).as_array()) {
      if (part == 2) {
        const Value &up = item_of(one, 2), &down = item_of(one, 3), &gaps = item_of(one, 4);
        if (!item_of(one, 0).is_text() || !up.is_bool() || !down.is_bool() || !gaps.is_bool())
          damaged_state();
        segments_[item_of(one, 0).as_text()][count_of(item_of(one, 1))] = {
            up.as_bool(), down.as_bool(), gaps.as_bool(), item_of(one, 5), item_of(one, 6)};
        continue;
      }
      const ColumnId id = count_of(item_of(one, 0));
      if (part == 0) {
        changes_[id].add(count_of(item_of(one, 1)), count_of(item_of(one, 2)));
        present_[id] += count_of(item_of(one, 3));
      } else {
        if (!item_of(one, 3).is_bool()) damaged_state();
        dates_[id].add(count_of(item_of(one, 1)), count_of(item_of(one, 2)), item_of(one, 3).as_bool());
      }
    }
  }
}

std::optional<std::size_t> PartitionSurvey::changed(ColumnId id) const {
  const auto found = changes_.find(id);
  if (found == changes_.end()) return std::nullopt;
  if (of_file_)
    return records_ > 0 && found->second.changed() == 0 ? std::optional<std::size_t>(0) : std::nullopt;
  return found->second.few(present_.at(id) > 0);
}

bool PartitionSurvey::rescaled(ColumnId id) const {
  const auto found = factors_.find(id);
  return !of_file_ && found != factors_.end() && !changed(id) && found->second.one_factor();
}

// Households count before units.
std::optional<ColumnId> PartitionSurvey::holder_column() const {
  std::optional<ColumnId> holder;
  for (const Role role : {Role::unit, Role::household}) {
    for (ColumnId id = 0; id < masked_.column_count(); ++id) {
      if (declared_role(original_, masked_.info(id)) == role && present_.at(id) > 0) holder = id;
    }
  }
  return holder;
}

std::string PartitionSurvey::holder() const {
  const std::optional<ColumnId> id = holder_column();
  return id ? masked_.info(*id).name : "";
}

ColumnSet PartitionSurvey::unchanged_ids() const {
  ColumnSet ids;
  for (ColumnId id = 0; id < masked_.column_count(); ++id) {
    if ((counts(id) || looks_like_date(id)) && (changed(id) || rescaled(id))) ids.push_back(id);
  }
  return ids;
}

ColumnSet PartitionSurvey::quasi_identifiers() const {
  ColumnSet keys;
  for (ColumnId id = 0; id < masked_.column_count(); ++id) {
    if (declared_role(original_, masked_.info(id)) == Role::quasi_identifier) keys.push_back(id);
  }
  const ColumnSet with_values = keys_with_values();
  return with_values.empty() ? keys : with_values;
}

ColumnSet PartitionSurvey::keys_with_values() const {
  ColumnSet keys;
  for (ColumnId id = 0; id < masked_.column_count(); ++id) {
    if (declared_role(original_, masked_.info(id)) == Role::quasi_identifier && present_.at(id) > 0) {
      keys.push_back(id);
    }
  }
  return keys;
}

std::vector<std::vector<std::string>> PartitionSurvey::wanted() const {
  std::vector<std::vector<std::string>> sets;
  const auto add = [&](const ColumnSet& ids) {
    std::vector<std::string> names = masked_.names(ids);
    if (!names.empty() && std::find(sets.begin(), sets.end(), names) == sets.end())
      sets.push_back(std::move(names));
  };
  ColumnSet keys;
  const ColumnSet all = unchanged_ids();
  for (const ColumnId id : all) {
    add({id});
    if (!designs(declared_role(original_, masked_.info(id)))) keys.push_back(id);
  }
  add(keys);
  add(all);
  if (!of_file_) {
    add(quasi_identifiers());
    if (const auto holder = holder_column(); holder && !quasi_identifiers().empty()) add({*holder});
  }
  for (const ColumnId id : all) {
    ColumnSet with_keys = keys_with_values();
    if (!is_weight(id) || with_keys.empty()) continue;
    add(with_keys);
    with_keys.push_back(id);
    add(with_keys);
  }
  return sets;
}

namespace {

const PartitionClasses& classes_on(const std::vector<std::string>& columns, const FoundClasses& found) {
  const auto one = found.find(columns);
  if (one == found.end()) {
    bad_input("classes on " + quoted_names(columns) + " were not counted",
              "count the columns that are named");
  }
  return one->second;
}

void require_holders(const PartitionClasses& classes) {
  if (!classes.held)
    bad_input("households or units were not counted in classes", "count them as \"held\" says");
}

}  // namespace

WeightExposure PartitionSurvey::weight_exposure(ColumnId id, const FoundClasses& found) const {
  const PartitionClasses& own = classes_on(masked_.names({id}), found);
  WeightExposure result;
  if (const std::optional<ColumnId> holder = holder_column()) {
    require_holders(own);
    result.holder = std::string(to_text(*declared_role(original_, masked_.info(*holder))));
    result.holders = own.holders;
    result.holders_alone = own.holders_alone;
    result.alone = own.alone;
  } else {
    result.holders = own.records;
    result.holders_alone = result.alone = own.unique;
  }
  ColumnSet keys = keys_with_values();
  result.key_columns = keys.size();
  if (keys.empty()) return result;
  result.unique_keys = classes_on(masked_.names(keys), found).unique;
  keys.push_back(id);
  result.unique_with_keys = classes_on(masked_.names(keys), found).unique;
  return result;
}

std::vector<std::vector<std::string>> PartitionSurvey::held() const {
  std::vector<std::vector<std::string>> sets;
  const std::optional<ColumnId> holder = holder_column();
  if (!holder) return sets;
  for (const ColumnId id : unchanged_ids()) {
    if (is_weight(id)) sets.push_back(masked_.names({id}));
  }
  const bool unit = declared_role(original_, masked_.info(*holder)) == Role::unit;
  if (!of_file_ && unit && !quasi_identifiers().empty()) sets.push_back(key_names());
  return sets;
}

UnchangedColumns PartitionSurvey::unchanged(const FoundClasses& found) const {
  UnchangedColumns result;
  result.records = records_;
  ColumnSet keys;
  const ColumnSet all = unchanged_ids();
  for (const ColumnId id : all) {
    const std::optional<Role> role = declared_role(original_, masked_.info(id));
    const PartitionClasses& own = classes_on(masked_.names({id}), found);
    result.columns.push_back({masked_.info(id).name, role, own.unique, own.classes < 2, looks_like_date(id),
                              changed(id).value_or(0)});
    result.columns.back().rescaled = !changed(id);
    if (is_weight(id)) result.columns.back().weight = weight_exposure(id, found);
    if (!designs(role)) keys.push_back(id);
  }
  if (!keys.empty()) result.unique_keys = classes_on(masked_.names(keys), found).unique;
  if (!all.empty()) result.unique = classes_on(masked_.names(all), found).unique;
  return result;
}

bool PartitionSurvey::is_ordered(ColumnId id) const {
  bool up = true, down = true;
  std::optional<Value> last;
  for (const auto& [place, columns] : segments_) {
    const auto found = columns.find(id);
    if (found == columns.end()) continue;
    const Segment& segment = found->second;
    if (segment.gaps) return false;
    up = up && segment.up && (!last || not_above(*last, segment.first));
    down = down && segment.down && (!last || not_above(segment.first, *last));
    last = segment.last;
  }
  return last && up != down;
}

// As the classes show, where their values are not known.
KeyExposure PartitionSurvey::counted_exposure(const PartitionClasses& counted,
                                              const std::vector<ClassPromise>& promises) const {
  KeyExposure exposure{.columns = key_names()};
  exposure.records = exposure.all_records = records_;
  // Where cells are missing, the other reading was not counted.
  exposure.wildcard = !counted.gaps && reads_wildcards(promises, exposure.columns);
  exposure.unique_records = exposure.unique = exposure.unique_category = counted.unique;
  exposure.unique_wildcard = counted.gaps ? not_counted : counted.unique;
  exposure.k = counted.smallest;
  return exposure;
}

BlockExposure PartitionSurvey::exposure(const FoundClasses& found, const Table* classes,
                                        const std::vector<ClassPromise>& promises, const Run& run) const {
  BlockExposure result;
  result.unchanged = unchanged(found);
  result.kept = unchanged_warnings(result.unchanged, true);
  std::vector<std::string> told;
  for (const ColumnId id : told_) {
    if (is_ordered(id)) told.push_back("'" + original_.info(id).name + "'");
  }
  if (!told.empty()) result.kept.push_back(order_warning(told));
  const ColumnSet keys = quasi_identifiers();
  if (keys.empty()) return result;
  const PartitionClasses& counted = classes_on(masked_.names(keys), found);
  KeyExposure exposure = counted_exposure(counted, promises);
  const std::optional<ColumnId> holder = holder_column();
  if (holder && declared_role(original_, masked_.info(*holder)) == Role::unit) {
    exposure.unit = masked_.info(*holder).name;
    require_holders(counted);
    const PartitionClasses& units = classes_on({exposure.unit}, found);
    exposure.records = units.classes + (records_ - units.records);
    exposure.unique = exposure.unique_category = counted.holders_alone;
    if (!counted.gaps) exposure.unique_wildcard = exposure.unique;
    exposure.k = counted.fewest_holders;
  } else if (classes != nullptr) {
    exposure = exposure_of_classes(*classes, exposure.columns, promises, run);
    exposure.records = exposure.all_records = records_;  // those that miss all keys are in no class
  }
  result.exposure = exposure;
  const bool kept =
      std::any_of(keys.begin(), keys.end(), [&](ColumnId id) { return changed(id).has_value(); });
  result.exposed = exposure_warnings(promises, exposure, kept);
  if (exposure.unique_wildcard == not_counted) result.exposed.push_back(uncounted_note());
  return result;
}

}  // namespace sfumato::release
