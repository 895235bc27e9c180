#include "release/block_exposure.hpp"

#include <algorithm>
#include <map>

#include "core/text_list.hpp"
#include "release/cell_changes.hpp"
#include "release/class_counts.hpp"
#include "release/date_texts.hpp"

namespace sfumato::release {
namespace {

bool is_design(std::optional<Role> role) {
  return role == Role::household || role == Role::unit || role == Role::weight;
}

class Exposure {
 public:
  Exposure(const BlockRelease& release, const std::string& folder, const Run& run)
      : release_(release),
        masked_(release.masked),
        outline_(release.masked.outline()),
        original_(release.original.outline()),
        folder_(folder),
        run_(run) {
    survey();
  }

  UnchangedColumns unchanged() const {
    UnchangedColumns found;
    found.records = masked_.rows();
    ColumnSet keys, all;
    for (ColumnId id = 0; id < masked_.column_count(); ++id) {
      const std::optional<Role> role = declared_role(original_, outline_.info(id));
      const bool like_date = looks_like_date(id);
      if (!(counts(id) || like_date) || !changed_.at(id)) continue;
      const ClassCounts own = count_classes(masked_, {id}, folder_, run_);
      found.columns.push_back(
          {outline_.info(id).name, role, own.unique, own.classes < 2, like_date, *changed_.at(id)});
      all.push_back(id);
      if (!is_design(role)) keys.push_back(id);
    }
    found.unique_keys = unique_on(keys, found);
    found.unique = all == keys ? found.unique_keys : unique_on(all, found);
    return found;
  }

  // None where no quasi-identifier is declared or released.
  std::optional<KeyExposure> keys() const {
    const ColumnSet keys = quasi_identifiers();
    if (keys.empty()) return std::nullopt;
    KeyExposure result{.columns = outline_.names(keys)};
    const ClassCounts counted = count_classes(masked_, keys, folder_, run_);
    result.records = result.all_records = masked_.rows();
    result.unique_records = counted.unique;
    result.k = counted.smallest;
    result.unique = result.unique_category = result.unique_wildcard = counted.unique;
    if (counted.gaps) {
      result.unique_wildcard = unique_with_wildcards(masked_, keys, run_).value_or(not_counted);
    }
    return result;
  }

  bool some_key_kept() const {
    const ColumnSet keys = quasi_identifiers();
    return std::any_of(keys.begin(), keys.end(),
                       [&](ColumnId id) { return changed_.contains(id) && changed_.at(id).has_value(); });
  }

  // Identifiers whose order the records still have.
  std::vector<std::string> told_by_order() const {
    std::vector<std::string> names;
    for (ColumnId id = 0; id < original_.column_count(); ++id) {
      if (original_.info(id).role == Role::identifier && is_ordered(id)) {
        names.push_back("'" + original_.info(id).name + "'");
      }
    }
    return names;
  }

 private:
  bool is_date(ColumnId id) const {
    return outline_.column(id).is_calendar() || original_.column(id).is_calendar();
  }
  // Columns whose release as they were is warned about, whatever they look like.
  bool counts(ColumnId id) const {
    const std::optional<Role> role = declared_role(original_, outline_.info(id));
    return role == Role::quasi_identifier || is_design(role) || (role != Role::identifier && is_date(id));
  }
  bool may_look_like_date(ColumnId id) const {
    return !declared_role(original_, outline_.info(id)) && !counts(id);
  }
  bool looks_like_date(ColumnId id) const {
    const auto found = dates_.find(id);
    return found != dates_.end() && found->second.looks_like_dates();
  }
  bool same_column(ColumnId id) const { return masked_.shared(id) == release_.original.shared(id); }

  // Cells that were changed, and texts that look like dates, in one pass.
  void survey() {
    ColumnSet compared, read;
    for (ColumnId id = 0; id < masked_.column_count(); ++id) {
      if (may_look_like_date(id)) dates_[id] = {};
      if (!counts(id) && !may_look_like_date(id)) continue;
      if (may_look_like_date(id) || !same_column(id)) read.push_back(id);
      if (!same_column(id)) compared.push_back(id);
    }
    std::map<ColumnId, CellChanges> changes;
    for (const ColumnId id : compared) changes[id] = {};
    for (std::size_t block = 0; !read.empty() && block < masked_.blocks(); ++block) {
      run_.check_stop();
      const Table after = masked_.block(block, run_, &read);
      const Table before = compared.empty() ? after : release_.original.block(block, run_, &compared);
      run_.parallel(read.size(), [&](std::size_t i) {
        const ColumnId id = read[i];
        if (const auto found = dates_.find(id); found != dates_.end()) found->second.add(after.column(id));
        if (const auto found = changes.find(id); found != changes.end()) {
          found->second.add(before.column(id), after.column(id));
        }
      });
    }
    for (ColumnId id = 0; id < masked_.column_count(); ++id) {
      const bool values = masked_.column(id).facts().present > 0;
      const auto found = changes.find(id);
      changed_[id] = found != changes.end() ? found->second.few(values)
                     : values               ? std::optional<std::size_t>(0)
                                            : std::nullopt;
    }
  }

  // Without columns that hold no values; all of them where none has values.
  ColumnSet quasi_identifiers() const {
    ColumnSet keys, with_values;
    for (ColumnId id = 0; id < outline_.column_count(); ++id) {
      if (declared_role(original_, outline_.info(id)) != Role::quasi_identifier) continue;
      keys.push_back(id);
      if (masked_.column(id).facts().present > 0) with_values.push_back(id);
    }
    return with_values.empty() ? keys : with_values;
  }

  std::size_t unique_on(const ColumnSet& columns, const UnchangedColumns& found) const {
    if (columns.size() == 1) {  // counted already
      const std::string& name = outline_.info(columns.front()).name;
      for (const UnchangedColumn& column : found.columns) {
        if (column.name == name) return column.unique;
      }
    }
    return count_classes(masked_, columns, folder_, run_).unique;
  }

  // Whether each record's value is at least the last one's, or at most; equal values alone are not an order.
  bool is_ordered(ColumnId id) const {
    const io::StoredTable& table = release_.original;
    if (table.rows() < 2 || table.column(id).facts().missing > 0) return false;
    bool up = true, down = true;
    std::string last_text;
    double last = 0.0;
    const ColumnSet only{id};
    for (std::size_t block = 0; block < table.blocks() && (up || down); ++block) {
      run_.check_stop();
      const Table part = table.block(block, run_, &only);
      const Column& column = part.column(id);
      const Numbers numbers = column.is_text() ? Numbers() : column.to_numbers();
      for (std::size_t row = 0; row < column.size(); ++row) {
        const bool first = block == 0 && row == 0;
        if (column.is_text()) {
          std::string text = column.text(row);
          if (!first) up = up && text >= last_text;
          if (!first) down = down && text <= last_text;
          last_text = std::move(text);
        } else {
          if (!first) up = up && numbers[row] >= last;
          if (!first) down = down && numbers[row] <= last;
          last = numbers[row];
        }
      }
    }
    return up != down;
  }

  const BlockRelease& release_;
  const io::StoredTable& masked_;
  Table outline_, original_;
  std::string folder_;
  const Run& run_;
  std::map<ColumnId, std::optional<std::size_t>> changed_;  // cells, of columns that are as they were
  std::map<ColumnId, DateTexts> dates_;
};

}  // namespace

std::string order_warning(const std::vector<std::string>& identifiers) {
  return "the records are in the order of " + enumerated(identifiers) +
         ", so that their places lead to the original's records; set ‹shuffle› for a random order";
}

Warning uncounted_note() {
  return {
      "quasi-identifiers miss values: records that are unique where a missing value matches anything were "
      "not "
      "counted, since that needs all records at once; they are at most as many as those that are unique "
      "where "
      "it is a value of its own",
      WarningGrade::note};
}

BlockExposure block_exposure(const BlockRelease& release, const std::string& folder, const Run& run) {
  run.say("unique records");
  const Exposure found(release, folder, run);
  BlockExposure result;
  result.unchanged = found.unchanged();
  result.kept = unchanged_warnings(result.unchanged, true);
  if (const std::vector<std::string> told = found.told_by_order(); !told.empty()) {
    result.kept.push_back(order_warning(told));
  }
  result.exposure = found.keys();
  if (!result.exposure) return result;
  result.exposed = exposure_warnings(*result.exposure, found.some_key_kept());
  if (result.exposure->unique_wildcard == not_counted) {
    result.exposed.push_back(uncounted_note());
  }
  return result;
}

}  // namespace sfumato::release
