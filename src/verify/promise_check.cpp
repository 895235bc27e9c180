// Each stratum and each subset of keys is counted separately, and the worst result is reported.
#include "verify/promise_check.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "verify/class_model.hpp"
#include "verify/population_counts.hpp"
#include "verify/unit_records.hpp"
#include "verify/unit_values.hpp"
#include "verify/worst_belief.hpp"

namespace sfumato::verify {
namespace {

void worsen(Agreement& worst, const Agreement& other) {
  if (other.smallest != 0 && (worst.smallest == 0 || other.smallest < worst.smallest)) {
    worst.smallest = other.smallest;
  }
  worst.below = std::max(worst.below, other.below);
}

// Strata are different records.
void add(Agreement& all, const Agreement& stratum) {
  const std::size_t below = all.below + stratum.below;
  worsen(all, stratum);
  all.below = below;
}

// Every subset of `size` keys; all keys for 0.
std::vector<ColumnSet> choices(const ColumnSet& keys, std::size_t size) {
  if (size == 0 || size >= keys.size()) return {keys};
  std::vector<bool> taken(keys.size(), false);
  std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size), true);
  std::vector<ColumnSet> result;
  do {
    ColumnSet& chosen = result.emplace_back();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (taken[i]) chosen.push_back(keys[i]);
    }
  } while (std::prev_permutation(taken.begin(), taken.end()));
  return result;
}

Rows all_rows(const Table& table) {
  Rows rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

// One stratum; with `units` these are counted in place of records.
class Check {
 public:
  Check(const Table& table, const ColumnSet& keys, const Rows& rows, const UnitCodes* units,
        const Table* population, const Run& run)
      : table_(table),
        keys_(keys),
        rows_(rows),
        units_(units),
        population_(population),
        run_(run),
        counts_(counts_of(table)) {}

  void count(PromiseFinding& finding) const {
    Agreement category, wildcard;
    for (const ColumnSet& chosen : choices(keys_, finding.promise.subset)) {
      const KeyTexts texts = key_texts(table_, chosen);
      const std::vector<Rows> classes = equal_records(texts, rows_);
      worsen(category, units_ == nullptr ? category_agreement(classes, finding.k, texts.counts)
                                         : category_unit_agreement(classes, *units_, finding.k));
      worsen(wildcard, units_ == nullptr ? wildcard_agreement(texts, classes, finding.k, run_)
                                         : wildcard_unit_agreement(texts, classes, *units_, finding.k, run_));
      if (chosen.size() != keys_.size()) continue;
      finding.classes += classes.size();
      Rows blank;
      std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(blank),
                   [&](std::uint32_t row) { return is_blank(texts, row); });
      finding.blank += records_in(counts_, blank);
      for (ModelFinding& model : finding.models) check(model, classes);
    }
    add(finding.category, category);
    add(finding.wildcard, wildcard);
  }

 private:
  static void found(ModelFinding& finding, const ClassModel& model, double value) {
    const bool worse =
        !finding.found || (wants_more(model) ? value < *finding.found : value > *finding.found);
    if (worse) finding.found = value;
    finding.broken = finding.broken || !suffices(model, value);
  }

  void check(ModelFinding& finding, const std::vector<Rows>& classes) const {
    const std::optional<ClassModel> model = read_model(finding.model);
    if (!model) {
      finding.note = "this model is not verified";
      return;
    }
    if (model->name == "ck-safety") {
      check_knowledge(finding, *model, classes);
    } else if (!model->column.empty()) {
      check_values(finding, *model, classes);
    } else if (model->name == "prosecutor-risk") {
      for (const Rows& members : classes) found(finding, *model, 1.0 / size_of(members));
    } else if (model->name == "average-risk") {
      double all = 0.0;
      for (const Rows& members : classes) all += size_of(members);
      if (all > 0.0) found(finding, *model, static_cast<double>(classes.size()) / all);
    } else if (model->name == "population-uniqueness") {
      finding.note = "it is an estimate, which is not repeated";
    } else if (model->name != "k-anonymity") {
      check_population(finding, *model, classes);
    }
  }

  // Records of a class, or its units.
  double size_of(const Rows& members) const {
    return static_cast<double>(units_ == nullptr ? records_in(counts_, members)
                                                 : count_units(*units_, members));
  }

  std::vector<double> value_counts(const ConfidentialColumn& values, const Rows& rows, bool commonest) const {
    if (units_ != nullptr) {
      return commonest ? commonest_counts(values, *units_, rows) : counts_in_parts(values, *units_, rows);
    }
    std::vector<double> counts(values.distinct, 0.0);
    for (const std::uint32_t row : rows) {
      if (values.code_of_row[row]) counts[*values.code_of_row[row]] += counts_.empty() ? 1U : counts_[row];
    }
    return counts;
  }

  void check_values(ModelFinding& finding, const ClassModel& model, const std::vector<Rows>& classes) const {
    const ConfidentialColumn values =
        confidential_column(table_, table_.require(model.column), model.variant);
    ValueCounts counts{{}, value_counts(values, all_rows(table_), false)};
    for (const Rows& members : classes) {
      counts.of_class = value_counts(values, members, model.name == "l-diversity");
      found(finding, model, model_value(model, counts, values.levels));
    }
  }

  // All classes together: an implication may be about persons of two classes.
  void check_knowledge(ModelFinding& finding, const ClassModel& model,
                       const std::vector<Rows>& classes) const {
    const ConfidentialColumn values =
        confidential_column(table_, table_.require(model.column), model.variant);
    std::vector<std::vector<double>> counts;
    for (const Rows& members : classes) counts.push_back(value_counts(values, members, true));
    found(finding, model, worst_belief(counts, static_cast<std::size_t>(model.bound)));
  }

  void check_population(ModelFinding& finding, const ClassModel& model,
                        const std::vector<Rows>& classes) const {
    if (population_ == nullptr) {
      finding.note = "the population file is not available";
      return;
    }
    const PopulationCounts counts = population_counts(table_, keys_, classes, *population_, run_);
    finding.note = counts.reason;
    if (!counts.reason.empty()) return;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const double size = size_of(classes[c]), of = static_cast<double>(counts.records[c]);
      if (model.name == "k-map") found(finding, model, of);
      if (model.name == "journalist-risk") found(finding, model, of > 0.0 ? 1.0 / of : 1.0);
      if (model.name != "delta-presence") continue;
      const double presence = of > 0.0 ? size / of : 1.0;
      found(finding, model, presence);
      finding.broken = finding.broken || presence < model.first - 1e-9;
    }
  }

  const Table& table_;
  const ColumnSet& keys_;
  const Rows& rows_;
  const UnitCodes* units_;
  const Table* population_;
  const Run& run_;
  std::vector<std::uint32_t> counts_;  // of records that rows stand for; empty: one each
};

void judge_records(ModelFinding& finding, const PromiseFinding& whole) {
  const std::optional<ClassModel> model = read_model(finding.model);
  if (!model || model->name != "k-anonymity") return;
  const Agreement& read = whole.promise.wildcard ? whole.wildcard : whole.category;
  finding.found = static_cast<double>(read.smallest);
  finding.broken = read.below > 0 || (read.smallest != 0 && !suffices(*model, *finding.found));
}

UnitCodes taken(const UnitCodes& units, const Rows& rows) {
  UnitCodes result;
  for (const std::uint32_t row : rows) result.push_back(units[row]);
  return result;
}

// Rows of one value of the stratum column; all rows without one.
std::vector<Rows> strata(const Table& table, const std::string& within) {
  Rows rows = all_rows(table);
  if (within.empty()) return {rows};
  return equal_records(key_texts(table, {table.require(within)}), rows);
}

// Suppressed records agree with each other, in each stratum. Fewer of them than promised break nothing: they
// say nothing of the keys.
void count_suppressed(PromiseFinding& finding, std::size_t smallest_stratum) {
  finding.category.smallest = finding.wildcard.smallest = smallest_stratum;
  for (ModelFinding& one : finding.models) {
    const std::optional<ClassModel> model = read_model(one.model);
    if (!model || model->name != "k-anonymity") continue;
    one.found = static_cast<double>(smallest_stratum);
    if (!suffices(*model, *one.found)) one.found.reset();
  }
}

bool suppressed(const Table& table, const ColumnSet& keys, std::uint32_t row, const std::string& mark) {
  return !mark.empty() && std::all_of(keys.begin(), keys.end(), [&](ColumnId id) {
    return !table.column(id).missing(row) && table.column(id).text(row) == mark;
  });
}

}  // namespace

bool PromiseFinding::broken() const {
  return std::any_of(models.begin(), models.end(), [](const ModelFinding& model) { return model.broken; });
}

namespace {

PromiseFinding nothing_counted(const ClassPromise& promise) {
  PromiseFinding finding{.promise = promise};
  for (const std::string& text : promise.models) {
    finding.models.push_back({.model = text, .found = {}});
    const std::optional<ClassModel> model = read_model(text);
    if (model && model->name == "k-anonymity") {
      finding.k = std::max(finding.k, static_cast<std::size_t>(model->bound));
    }
  }
  return finding;
}

}  // namespace

PromiseFinding count_promise(const Table& written, const ClassPromise& promise, const Table* population,
                             const Run& run) {
  const std::vector<std::uint32_t> counts = counts_of(written);
  PromiseFinding finding = nothing_counted(promise);
  finding.records = records_in(counts, all_rows(written));
  ColumnSet keys;
  for (const std::string& name : promise.keys) keys.push_back(written.require(name));
  std::optional<UnitCodes> units;
  if (!promise.unit.empty()) {
    units = unit_codes(written, written.require(promise.unit));
    finding.units = count_units(*units, all_rows(written));
  }
  std::size_t smallest = finding.records;
  for (Rows& rows : strata(written, promise.within)) {
    smallest = std::min(smallest, units ? count_units(*units, rows) : records_in(counts, rows));
    std::optional<UnitCodes> own;
    if (units) own = taken(*units, rows);
    const Table part = promise.within.empty()
                           ? written
                           : written.taking_rows(std::vector<std::size_t>(rows.begin(), rows.end()));
    Rows kept;
    for (std::uint32_t row = 0; row < part.rows(); ++row) {
      if (!suppressed(part, keys, row, promise.suppressed)) kept.push_back(row);
    }
    const std::vector<std::uint32_t> part_counts = counts_of(part);
    finding.suppressed += records_in(part_counts, all_rows(part)) - records_in(part_counts, kept);
    Check(part, keys, kept, own ? &*own : nullptr, population, run).count(finding);
  }
  finding.smallest_stratum = smallest;
  return finding;
}

void conclude(PromiseFinding& finding) {
  for (ModelFinding& model : finding.models) judge_records(model, finding);
  if (finding.all_suppressed()) count_suppressed(finding, finding.smallest_stratum);
}

PromiseFinding check_promise(const Table& written, const ClassPromise& promise, const Table* population,
                             const Run& run) {
  PromiseFinding finding = count_promise(written, promise, population, run);
  conclude(finding);
  return finding;
}

void merge_finding(PromiseFinding& into, const PromiseFinding& other) {
  into.smallest_stratum = into.records == 0    ? other.smallest_stratum
                          : other.records == 0 ? into.smallest_stratum
                                               : std::min(into.smallest_stratum, other.smallest_stratum);
  into.records += other.records;
  into.units += other.units;
  into.suppressed += other.suppressed;
  into.blank += other.blank;
  into.classes += other.classes;
  add(into.wildcard, other.wildcard);
  add(into.category, other.category);
  for (std::size_t i = 0; i < into.models.size(); ++i) {
    ModelFinding &one = into.models[i], more = other.models[i];
    const std::optional<ClassModel> model = read_model(one.model);
    one.broken = one.broken || more.broken;
    if (one.note.empty()) one.note = more.note;
    const bool worse =
        more.found && model &&
        (!one.found || (wants_more(*model) ? *more.found < *one.found : *more.found > *one.found));
    if (worse) one.found = more.found;
  }
}

Value counted_state(const PromiseFinding& finding) {
  Value models = Value::array();
  for (const ModelFinding& one : finding.models) {
    Value found;  // infinite values are not numbers of a document
    if (one.found) found = std::isfinite(*one.found) ? Value(*one.found) : Value("inf");
    models.push(Value(Value::Array{found, one.broken, one.note}));
  }
  return Value(Value::Array{finding.records, finding.units, finding.suppressed, finding.blank,
                            finding.classes, finding.wildcard.smallest, finding.wildcard.below,
                            finding.category.smallest, finding.category.below, finding.smallest_stratum,
                            models});
}

std::optional<PromiseFinding> finding_of_state(const ClassPromise& promise, const Value& state) {
  PromiseFinding finding = nothing_counted(promise);
  std::size_t* const counts[] = {&finding.records,        &finding.units,
                                 &finding.suppressed,     &finding.blank,
                                 &finding.classes,        &finding.wildcard.smallest,
                                 &finding.wildcard.below, &finding.category.smallest,
                                 &finding.category.below, &finding.smallest_stratum};
  constexpr std::size_t counted = std::size(counts);
  if (!state.is_array() || state.as_array().size() != counted + 1) return std::nullopt;
  for (std::size_t i = 0; i < counted; ++i) {
    const Value& count = state.as_array()[i];
    if (!count.is_integer() || count.as_integer() < 0) return std::nullopt;
    *counts[i] = static_cast<std::size_t>(count.as_integer());
  }
  const Value& models = state.as_array()[counted];
  if (!models.is_array() || models.as_array().size() != finding.models.size()) return std::nullopt;
  for (std::size_t i = 0; i < finding.models.size(); ++i) {
    const Value& one = models.as_array()[i];
    if (!one.is_array() || one.as_array().size() != 3) return std::nullopt;
    const Value &found = one.as_array()[0], &broken = one.as_array()[1], &note = one.as_array()[2];
    if (!broken.is_bool() || !note.is_text()) return std::nullopt;
    if (found.is_number()) finding.models[i].found = found.as_number();
    if (found.is_text()) finding.models[i].found = HUGE_VAL;
    finding.models[i].broken = broken.as_bool();
    finding.models[i].note = note.as_text();
  }
  return finding;
}

Value to_value(const PromiseFinding& finding) {
  Value value = to_value(finding.promise);
  Value models = Value::array();
  for (const ModelFinding& model : finding.models) {
    Value one = Value::object();
    one.set("model", model.model).set("kept", model.note.empty() ? Value(!model.broken) : Value());
    if (model.found && std::isfinite(*model.found)) one.set("found", *model.found);
    if (!model.note.empty()) one.set("note", "not checked: " + model.note);
    models.push(one);
  }
  const auto reading = [](const Agreement& agreement) {
    Value both = Value::object();
    both.set("smallest", agreement.smallest).set("below_k", agreement.below);
    return both;
  };
  value.set("models", models).set("records", finding.records);
  if (!finding.promise.unit.empty()) value.set("units", finding.units);
  value.set("suppressed_records", finding.suppressed)
      .set("blank_records", finding.blank)
      .set("classes", finding.classes)
      .set("wildcard", reading(finding.wildcard))
      .set("category", reading(finding.category));
  return value;
}

}  // namespace sfumato::verify
