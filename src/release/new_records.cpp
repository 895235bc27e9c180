// Nothing is guessed: what the fit does not know is refused, emptied or counted.
#include "release/new_records.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/text_list.hpp"
#include "io/declared_kind.hpp"
#include "masking/hierarchy_builder.hpp"
#include "release/kept_values.hpp"

namespace sfumato::release {
namespace {

// The column with these texts missing; labels of other values stay in their order.
Column without_texts(const Column& column, const std::set<std::string>& gone) {
  const auto leaves = [&](std::size_t row) {
    return !column.missing(row) && gone.contains(column.text(row));
  };
  if (const Codes* codes = column.get_if<Codes>()) {
    Codes result;
    std::vector<std::int32_t> place(codes->labels.size(), Codes::missing);
    for (std::size_t label = 0; label < codes->labels.size(); ++label) {
      if (gone.contains(codes->labels[label])) continue;
      place[label] = static_cast<std::int32_t>(result.labels.size());
      result.labels.push_back(codes->labels[label]);
    }
    for (const std::int32_t code : codes->codes) {
      result.codes.push_back(code == Codes::missing ? code : place[static_cast<std::size_t>(code)]);
    }
    return result;
  }
  if (const Dates* dates = column.get_if<Dates>()) {
    Dates result = *dates;
    for (std::size_t row = 0; row < result.days.size(); ++row) {
      if (leaves(row)) result.days[row] = Dates::missing;
    }
    return result;
  }
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    Timestamps result = *times;
    for (std::size_t row = 0; row < result.ticks.size(); ++row) {
      if (leaves(row)) result.ticks[row] = Timestamps::missing;
    }
    return result;
  }
  if (const Integers* integers = column.get_if<Integers>()) {
    Integers result = *integers;
    result.missing.resize(result.values.size(), 0);
    for (std::size_t row = 0; row < result.values.size(); ++row) {
      if (!leaves(row)) continue;
      result.missing[row] = 1;
      result.values[row] = 0;
    }
    return result;
  }
  Numbers result = column.to_numbers();
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (leaves(row)) result[row] = std::nan("");
  }
  return result;
}

std::size_t records_with(const Column& column, const std::set<std::string>& texts) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    count += !column.missing(row) && texts.contains(column.text(row)) ? 1 : 0;
  }
  return count;
}

class NewFile {
 public:
  NewFile(const Fitted& fitted, Table& table, const std::vector<std::string>& drop, const std::string& source)
      : fitted_(fitted), table_(table), source_(source), declared_(fitted.declarations("the fitted file")) {
    found_.recipe = fitted.recipe;
    found_.anew = fitted.anew;
    found_.recipe.drop.insert(found_.recipe.drop.end(), drop.begin(), drop.end());
  }

  NewRecords compared() {
    compare_columns();
    declare();
    for (const auto& [name, kept] : fitted_.hierarchies) {
      if (const auto id = table_.find(name)) set_hierarchy(*id, kept);
    }
    for (const auto& [name, categories] : fitted_.known) {
      require_same_order(name, categories);
      compare_categories(name, categories);
    }
    for (const auto& [name, declaration] : declared_) compare_categories(name, declaration.categories);
    for (const masking::RecipeStep& step : found_.recipe.steps) compare_limits(step);
    compare_domains();
    return std::move(found_);
  }

 private:
  std::set<std::string> needed() const {
    std::set<std::string> names;
    for (const masking::RecipeStep& step : fitted_.recipe.steps) {
      names.insert(step.columns.begin(), step.columns.end());
      if (!step.within.empty()) names.insert(step.within);
    }
    for (const auto& [name, declaration] : declared_) {
      if (declaration.role == Role::unit || declaration.role == Role::household) names.insert(name);
    }
    return names;
  }

  void compare_columns() {
    const std::set<std::string> steps = needed();
    std::vector<std::string> lost, fresh;
    for (const auto& [name, declaration] : declared_) {
      if (table_.find(name)) continue;
      (steps.contains(name) ? lost : found_.missing).push_back(name);
    }
    if (!lost.empty()) {
      bad_input(source_ + " lacks columns that the fitted file needs: " + quoted_names(lost),
                "give a file with the same columns, or fit again");
    }
    for (ColumnId id = 0; id < table_.column_count(); ++id) {
      const ColumnInfo& info = table_.info(id);
      if (declared_.contains(info.name)) continue;
      const std::vector<std::string>& drop = found_.recipe.drop;
      const bool gone = std::find(drop.begin(), drop.end(), info.name) != drop.end();
      (gone || info.role == Role::identifier ? found_.dropped : fresh).push_back(info.name);
    }
    if (!fresh.empty()) {
      bad_param(
          "drop",
          source_ +
              " has columns that the fitted file does not know, and that would be released as they are: " +
              quoted_names(fresh),
          "leave them out with ‹drop›, or fit again");
    }
    std::erase_if(found_.recipe.drop, [&](const std::string& name) { return !table_.find(name); });
  }

  void declare() {
    Declarations present;
    for (const auto& [name, declaration] : declared_) {
      const auto id = table_.find(name);
      if (!id) continue;
      const ColumnInfo& info = table_.info(*id);
      if (info.role && declaration.role && *info.role != *declaration.role) {
        bad_input("column '" + name + "' has the role " + std::string(to_text(*info.role)) + ", and had " +
                      std::string(to_text(*declaration.role)) + " when the release was fitted",
                  "correct the declaration, or fit again");
      }
      ColumnDeclaration own = declaration;
      own.date.reset();
      if (table_.column(*id).is_calendar()) own.kind.reset();
      // A frame's own order of categories stays.
      if (own.kind == info.kind && own.order.empty() && own.categories.empty()) own.kind.reset();
      if (table_.rows() == 0) own.kind = info.kind;
      present.emplace(name, std::move(own));
    }
    table_ = io::as_declared(std::move(table_), present, {}, source_);
    io::require_numeric_domains(table_.schema(), source_);
  }

  void set_hierarchy(ColumnId id, const KeptHierarchy& kept) {
    ColumnInfo info = table_.info(id);
    const std::vector<std::string> leaves = masking::distinct_texts(table_.column(id));
    const std::string source = "the fitted hierarchy of '" + info.name + "'";
    std::vector<std::string> unknown;
    Hierarchy tree;
    if (!kept.specification.is_null()) {
      tree = built(kept.specification, leaves, source, unknown);
    } else if (!kept.map.empty()) {
      std::vector<std::vector<std::string>> rows = kept.map;
      for (const std::string& value : Hierarchy(kept.map, source).uncovered(leaves))
        rows.push_back({value, value});
      tree = Hierarchy(std::move(rows), source);
    } else {
      tree = Hierarchy(kept.rows, source);
      unknown = tree.uncovered(leaves);
    }
    if (!unknown.empty()) {
      const std::set<std::string> gone(unknown.begin(), unknown.end());
      found_.unknown.push_back({info.name, unknown, records_with(table_.column(id), gone), true});
      table_.replace(id, without_texts(table_.column(id), gone));
    }
    info.hierarchy.clear();
    info.tree = std::make_shared<const Hierarchy>(std::move(tree));
    table_.set_info(id, std::move(info));
  }

  // Values that cannot be leaves go to `unknown`.
  static Hierarchy built(const Value& specification, std::vector<std::string> leaves,
                         const std::string& source, std::vector<std::string>& unknown) {
    const auto build = [&](const std::vector<std::string>& of) {
      return masking::build_hierarchy(specification, of, source);
    };
    Hierarchy tree;
    try {
      tree = build(leaves);
    } catch (const Error&) {
      std::erase_if(leaves, [&](const std::string& leaf) {
        try {
          static_cast<void>(build({leaf}));
          return false;
        } catch (const Error&) {
          unknown.push_back(leaf);
          return true;
        }
      });
      if (leaves.empty()) throw;
      tree = build(leaves);
    }
    tree.set_specification(specification);
    return tree;
  }

  // Where a hierarchy has said it already, and where nothing is known, nothing is said.
  void compare_categories(const std::string& name, const std::vector<std::string>& known) {
    const auto id = table_.find(name);
    if (!id || known.empty() || table_.info(*id).role == Role::identifier) return;
    const auto kept = fitted_.hierarchies.find(name);
    if (kept != fitted_.hierarchies.end() && kept->second.map.empty()) return;
    std::set<std::string> before(known.begin(), known.end());
    if (kept != fitted_.hierarchies.end()) {
      for (const auto& row : kept->second.map) before.insert(row.front());
    }
    std::vector<std::string> unknown;
    for (const std::string& text : masking::distinct_texts(table_.column(*id))) {
      if (!before.contains(text)) unknown.push_back(text);
    }
    if (unknown.empty()) return;
    const std::set<std::string> fresh(unknown.begin(), unknown.end());
    found_.unknown.push_back({name, unknown, records_with(table_.column(*id), fresh), false});
  }

  // Ordered categories that were found, not declared, must be in the same order again: a limit is one of
  // them.
  void require_same_order(const std::string& name, const std::vector<std::string>& known) const {
    const auto id = table_.find(name);
    if (!id || table_.info(*id).kind != Kind::ordinal) return;
    const Codes* codes = table_.column(*id).get_if<Codes>();
    if (codes == nullptr) return;
    auto last = codes->labels.begin();
    for (const std::string& label : known) {
      const auto place = std::find(codes->labels.begin(), codes->labels.end(), label);
      if (place == codes->labels.end()) continue;
      if (place < last) {
        bad_input(
            "the categories of column '" + name + "' are in another order than when the release was fitted",
            "declare their order, or fit again");
      }
      last = place;
    }
  }

  void compare_limits(const masking::RecipeStep& step) {
    if (step.method->info.name != "top-coding" && step.method->info.name != "bottom-coding") return;
    const bool upper = step.method->info.name == "top-coding";
    for (const auto& [param, limits] : step.params) {
      if (param != "limit") continue;
      for (const auto& [name, limit] : limits.as_object()) {
        const TailCount tail = count_beyond(table_.column(table_.require(name)), limit.as_text(), upper);
        BeyondLimit beyond{name, limit.as_text(), upper, tail.beyond, tail.percent()};
        const auto before = fitted_.beyond.find(name);
        if (before != fitted_.beyond.end()) beyond.percent_before = before->second;
        found_.beyond.push_back(std::move(beyond));
      }
    }
  }

  void compare_domains() {
    for (const auto& [name, declaration] : declared_) {
      const auto id = table_.find(name);
      if (!id || !declaration.domain) continue;
      std::size_t records = 0;
      for (const double value : table_.column(*id).to_numbers()) {
        records += value < declaration.domain->lower || value > declaration.domain->upper ? 1 : 0;
      }
      if (records > 0) found_.outside.push_back({name, records});
    }
  }

  const Fitted& fitted_;
  Table& table_;
  const std::string& source_;
  Declarations declared_;
  NewRecords found_;
};

}  // namespace

NewRecords apply_fitted(const Fitted& fitted, Table& table, const std::vector<std::string>& drop,
                        const std::string& source) {
  return NewFile(fitted, table, drop, source).compared();
}

}  // namespace sfumato::release
