// Recoding. Values become their ancestors in a hierarchy, a chosen number of levels up, so that there are
// fewer categories and no record is unique in one.
#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "masking/automatic_cuts.hpp"
#include "masking/block_work.hpp"
#include "masking/category_census.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::masking {
namespace {

// A column at some level, and whether its new categories keep the order of the old ones.
struct Recoded {
  Codes codes;
  bool ordered = true;
  std::optional<std::vector<std::int64_t>> moments = std::nullopt;  // of categories that are dates or moments
};

// The leaves of a hierarchy in the order of the column's kind: numbers and dates ascending, ordered
// categories in theirs, names in the order of the hierarchy. Values of another kind come last.
std::vector<std::string> ordered_leaves(const Column& column, Kind kind, const Hierarchy& tree) {
  constexpr double nowhere = std::numeric_limits<double>::infinity();
  std::unordered_map<std::string, double> place;
  const Codes* codes = column.get_if<Codes>();
  for (std::size_t code = 0; codes != nullptr && code < codes->labels.size(); ++code) {
    place.emplace(codes->labels[code], static_cast<double>(code));
  }
  const auto place_of = [&](const std::string& leaf) -> double {
    if (kind == Kind::nominal) return nowhere;
    const auto found = place.find(leaf);
    if (codes != nullptr) return found == place.end() ? nowhere : found->second;
    std::int32_t day = 0;
    if (column.get_if<Dates>() != nullptr) return parse_date(leaf, day) ? day : nowhere;
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      std::int64_t value = 0;
      return parse_any_timestamp(leaf, *times, value) ? times->days(value) : nowhere;
    }
    return parse_number(leaf).value_or(nowhere);
  };
  std::vector<std::pair<double, std::string>> leaves;
  for (const auto& row : tree.rows()) leaves.emplace_back(place_of(row.front()), row.front());
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (auto& [at, leaf] : leaves) {
    if (kind == Kind::nominal || at < nowhere) result.push_back(std::move(leaf));
  }
  return result;
}

// The day of each new category of a column of dates or moments, where all of them are dates, too: the first
// days of weeks or months.
std::optional<std::vector<std::int64_t>> category_moments(const Column& column, const Codes& codes) {
  if (!column.is_calendar()) return std::nullopt;
  const Timestamps* times = column.get_if<Timestamps>();
  std::vector<std::int64_t> moments;
  for (const std::string& label : codes.labels) {
    std::int64_t value = 0;
    std::int32_t day = 0;
    if (times != nullptr ? !parse_any_timestamp(label, *times, value) : !parse_date(label, day))
      return std::nullopt;
    moments.push_back(times != nullptr ? value : day);
  }
  return moments;
}

// New labels in the order of their first ordered leaf, whether the data have them or not, so
// that all strata get the same. One cell for each value of the census.
Recoded recoded(const CategoryCensus& census, Kind kind, const Hierarchy& tree, std::size_t level) {
  const Column& column = census.values();
  Recoded result;
  std::unordered_map<std::string, std::int32_t> number;
  std::int32_t last = 0;
  for (const std::string& leaf : ordered_leaves(column, kind, tree)) {
    const std::string& label = tree.at(leaf, level);
    const auto [entry, fresh] = number.emplace(label, static_cast<std::int32_t>(number.size()));
    if (fresh) result.codes.labels.push_back(label);
    result.ordered = result.ordered && entry->second >= last;
    last = entry->second;
  }
  for (const std::string& text : census.texts()) {
    const std::string& label = tree.at(text, level);
    const auto [entry, fresh] = number.emplace(label, static_cast<std::int32_t>(number.size()));
    if (fresh) {  // of a value without a position among the others, such as an infinite number
      result.codes.labels.push_back(label);
      result.ordered = false;
    }
    result.codes.codes.push_back(entry->second);
  }
  result.moments = category_moments(column, result.codes);
  return result;
}

// A column of moments stays one, with its unit and its zone; midnights are written as dates.
Column rounded_moments(const Codes& codes, const std::vector<std::int64_t>& moments, const Column& original) {
  const auto moment = [&](std::int32_t code) { return moments[static_cast<std::size_t>(code)]; };
  if (const Timestamps* before = original.get_if<Timestamps>()) {
    Timestamps times = before->outline();
    times.form.time = std::any_of(moments.begin(), moments.end(),
                                  [&](std::int64_t value) { return times.time_of_day(value) != 0; });
    for (const std::int32_t code : codes.codes) {
      times.ticks.push_back(code == Codes::missing ? Timestamps::missing : moment(code));
    }
    return times;
  }
  Dates dates;
  for (const std::int32_t code : codes.codes) {
    dates.days.push_back(code == Codes::missing ? Dates::missing : static_cast<std::int32_t>(moment(code)));
  }
  return dates;
}

// Attributes that remain valid for a column with new values.
ColumnInfo recoded_info(ColumnInfo info, const Recoded& recoding) {
  info.hierarchy.clear();
  info.tree.reset();
  if (recoding.moments) return info;
  const bool ordered = info.kind != Kind::nominal && recoding.ordered;
  info.kind = ordered ? Kind::ordinal : Kind::nominal;
  info.order = ordered ? recoding.codes.labels : std::vector<std::string>{};
  info.categories.clear();
  info.value_labels.clear();
  info.domain.reset();
  info.decimals.reset();
  return info;
}

// Values that are not leaves, and the rows in which the named ones first stand; empty where all are.
std::string uncovered_values(const Hierarchy& tree, const CategoryCensus& census, const std::string& name) {
  const std::vector<std::string> wrong = tree.uncovered(census.texts());
  if (wrong.empty()) return {};
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < std::min(wrong.size(), most_values_named); ++i) {
    const auto found = std::find(census.texts().begin(), census.texts().end(), wrong[i]);
    rows.push_back(census.first_rows()[static_cast<std::size_t>(found - census.texts().begin())] + 1);
  }
  std::sort(rows.begin(), rows.end());
  std::vector<std::string> numbers;
  for (const std::uint64_t row : rows) numbers.push_back(std::to_string(row));
  return "column '" + name + "' has values that are not leaves of its hierarchy: " + data_values(wrong) +
         (rows.size() == 1 ? " (row " : " (rows ") + enumerated(numbers) + ")";
}

struct Recoding {
  ColumnTexts hierarchy, cuts, level, recode;  // hierarchies are in the schema, also those of cuts
  std::int64_t depth = 1;

  static MethodInfo info() {
    return {.name = "recoding",
            .title = "Recoding",
            .family = Family::reduction,
            .summary = "Replaces values by their ancestors in a hierarchy.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference = "Hundepool et al. (2012), Statistical disclosure control, Wiley, section 3.4.2",
            .random = false,
            .whole_records = true,
            .made_for = MadeFor::hierarchies};
  }

  static void params(ParamList<Recoding>& list) {
    list.pairs("hierarchy", &Recoding::hierarchy)
        .doc("The file of a column's hierarchy, COLUMN=FILE: rows as CSV, or a TOML file that builds it.");
    list.pairs("cuts", &Recoding::cuts)
        .doc(
            "Intervals of numbers that are chosen for a column, COLUMN=METHOD:INTERVALS; the method is "
            "equal-width, equal-count or logarithmic.");
    list.pairs("level", &Recoding::level)
        .doc("The level of a column, COLUMN=LEVEL: 0 leaves it, 1 is the parent of each value.");
    list.pairs("recode", &Recoding::recode)
        .doc("A map for a column, COLUMN=FILE: rows of old and new value; others stay as they are.");
    list.integer("depth", &Recoding::depth)
        .range(0, 100)
        .unit("levels")
        .doc("The level of the columns that neither `level` nor `recode` names.")
        .dial(Dial::more_is_safer);
  }

  std::string refused() const {
    for (const auto& [column, text] : level) {
      const std::optional<std::int64_t> wanted = parse_integer(text);
      if (!wanted || *wanted < 0)
        return "the level of '" + column + "' is '" + text + "', not a number from 0";
      if (has(recode, column))
        return "column '" + column + "' has a map and a level: only one of them is allowed";
    }
    for (const auto& [column, path] : recode) {
      if (has(hierarchy, column)) return "column '" + column + "' has a map and a hierarchy";
    }
    for (const auto& [column, typed] : cuts) {
      if (has(hierarchy, column)) return "column '" + column + "' has cuts and a hierarchy";
      if (has(recode, column)) return "column '" + column + "' has cuts and a map";
      try {
        cuts_specification(typed, column);
      } catch (const Error& failure) {
        return failure.message;
      }
    }
    return {};
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  std::string hindrance(const Table&, const ColumnSet&) const {
    return cuts.empty() ? "" : "cuts are chosen from all values (‹cuts›)";
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;

 private:
  friend class RecodingWork;

  static bool has(const ColumnTexts& pairs, const std::string& column) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == column; });
  }

  static void require_columns(const Table& table, const ColumnSet& columns, const ColumnTexts& pairs) {
    for (const auto& [name, text] : pairs) {
      const ColumnId id = table.require(name);
      if (std::find(columns.begin(), columns.end(), id) != columns.end()) continue;
      bad_input("column '" + name + "' has a recoding and is not among those to protect",
                "name it with ‹columns›, or leave it out");
    }
  }

  // A column without a hierarchy stays as it is, unless it has a level or no column has a hierarchy.
  void require_hierarchies(const Table& table, const ColumnSet& columns) const {
    const bool any = std::any_of(columns.begin(), columns.end(), [&](ColumnId id) {
      return table.info(id).tree || wanted_level(table.info(id).name) == 0;
    });
    for (const ColumnId id : columns) {
      const ColumnInfo& info = table.info(id);
      if (wanted_level(info.name) == 0 || info.tree || (any && !has(level, info.name))) continue;
      bad_param("hierarchy", "column '" + info.name + "' has no hierarchy",
                "give one with ‹hierarchy› " + info.name + "=FILE, or in the sidecar");
    }
  }

  std::size_t wanted_level(const std::string& column) const {
    if (has(recode, column)) return 1;
    for (const auto& [name, text] : level) {
      if (name == column) return static_cast<std::size_t>(parse_integer(text).value_or(0));
    }
    return static_cast<std::size_t>(depth);
  }

  std::size_t level_of(const Table& table, ColumnId id) const {
    const std::size_t wanted = wanted_level(table.info(id).name);
    const auto& tree = table.info(id).tree;
    return wanted == 0 || !tree ? 0 : std::min(wanted, tree->levels() - 1);
  }
};

// The values of every column are found first; then each cell gets what its value becomes.
class RecodingWork : public BlockWork {
 public:
  RecodingWork(const Recoding& wanted, const Table& outline, const ColumnSet& columns, const Run& run)
      : wanted_(wanted), ids_(columns), run_(run), recodings_(columns.size()) {
    for (const ColumnId id : columns) {
      censuses_.emplace_back(outline.info(id).kind == Kind::ordinal);
      censuses_.back().take_form(outline.column(id));
      infos_.push_back(outline.info(id));
      levels_.push_back(wanted.level_of(outline, id));
    }
  }

  std::size_t passes() const override { return 1; }
  void observe(std::size_t, const Table& block, const RecordNumbers& numbers) override {
    run_.parallel(ids_.size(), [&](std::size_t j) {
      if (levels_[j] > 0) censuses_[j].observe(block.column(ids_[j]), numbers);
    });
  }
  void finish(std::size_t) override {
    run_.parallel(ids_.size(), [&](std::size_t j) { censuses_[j].finish(); });
    require_leaves();
    run_.parallel(ids_.size(), [&](std::size_t j) {
      if (levels_[j] > 0) recodings_[j] = recoded(censuses_[j], infos_[j].kind, *infos_[j].tree, levels_[j]);
    });
  }

  Value partial(std::size_t) const override {
    Value state = Value::array();
    for (const CategoryCensus& census : censuses_) state.push(census.partial());
    return state;
  }
  void merge(std::size_t, const Value& part) override {
    for (std::size_t j = 0; j < ids_.size(); ++j) {
      if (levels_[j] > 0) censuses_[j].merge(item_of(part, j));
    }
  }

  MaskedBlock apply(const Table& block, const RecordNumbers&) override {
    MaskedBlock result{block};
    for (std::size_t j = 0; j < ids_.size(); ++j) {
      if (levels_[j] > 0) result.table.set_info(ids_[j], recoded_info(infos_[j], recodings_[j]));
    }
    run_.parallel(ids_.size(), [&](std::size_t j) {
      if (levels_[j] == 0) return;
      Codes codes{censuses_[j].places(block.column(ids_[j])), recodings_[j].codes.labels};
      for (std::int32_t& code : codes.codes) {
        if (code != CategoryCensus::missing) code = recodings_[j].codes.codes[static_cast<std::size_t>(code)];
      }
      if (recodings_[j].moments) {
        result.table.replace(ids_[j], rounded_moments(codes, *recodings_[j].moments, block.column(ids_[j])));
      } else {
        result.table.replace(ids_[j], std::move(codes));
      }
    });
    return result;
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    Value levels = Value::object(), categories = Value::object(), bare = Value::array();
    for (std::size_t j = 0; j < ids_.size(); ++j) {
      const std::string& name = infos_[j].name;
      levels.set(name, levels_[j]);
      if (!infos_[j].tree && wanted_.wanted_level(name) > 0) bare.push(name);
      if (levels_[j] == 0) continue;
      const std::set<std::int32_t> after(recodings_[j].codes.codes.begin(), recodings_[j].codes.codes.end());
      Value counts = Value::object();
      categories.set(name, counts.set("before", censuses_[j].size()).set("after", after.size()));
    }
    result.details.set("levels", levels).set("categories", categories);
    if (!bare.as_array().empty()) result.details.set("without_hierarchy", bare);
    return result;
  }

 private:
  // For all columns at once, so that one correction is enough.
  void require_leaves() const {
    std::string complaints;
    for (std::size_t j = 0; j < ids_.size(); ++j) {
      if (levels_[j] == 0) continue;
      const std::string complaint = uncovered_values(*infos_[j].tree, censuses_[j], infos_[j].name);
      complaints += (complaints.empty() || complaint.empty() ? "" : "; ") + complaint;
    }
    if (!complaints.empty()) bad_input(complaints, "add a row for each, or correct the data");
  }

  Recoding wanted_;
  ColumnSet ids_;
  Run run_;
  std::vector<ColumnInfo> infos_;
  std::vector<std::size_t> levels_;
  std::vector<CategoryCensus> censuses_;
  std::vector<Recoded> recodings_;
};

std::unique_ptr<BlockWork> Recoding::blocks(const Table& outline, const ColumnSet& columns,
                                            const Run& run) const {
  if (const std::string reason = refused(); !reason.empty()) bad_input(reason, "give one level to a column");
  for (const ColumnTexts* pairs : {&hierarchy, &cuts, &level, &recode})
    require_columns(outline, columns, *pairs);
  require_hierarchies(outline, columns);
  return std::make_unique<RecodingWork>(*this, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(recoding, Recoding)
SFUMATO_BLOCK_METHOD(recoding, Recoding)
