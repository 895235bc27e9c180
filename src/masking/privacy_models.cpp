// A column's name may contain colons: the parts before and after it are known.
#include "masking/privacy_models.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/number_text.hpp"
#include "masking/record_groups.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::masking {
namespace {

using stats::ClassRule;

enum class About { values, population, group_size, average_risk, population_uniqueness };

struct Range {
  double least, most;
};

struct ModelForm {
  const char* name;     // before the column, if there is one
  const char* variant;  // after it; empty: none
  About about;
  ClassRule rule;  // of values and population
  Range bound;     // the last number
  Range first;     // the number before it; none where the range is empty

  std::size_t words() const { return *variant == '\0' ? 0 : 1; }
  std::size_t numbers() const { return first.most < first.least ? 1 : 2; }
};

constexpr double anything = 1e9;
constexpr double least_risk = 1e-9;
constexpr Range none = {1.0, 0.0};
constexpr Range many = {1.0, anything};
constexpr Range share = {0.0, 1.0};
constexpr Range risk = {least_risk, 1.0};
constexpr ModelForm forms[] = {
    {"l-diversity", "distinct", About::values, ClassRule::distinct_diversity, many, none},
    {"l-diversity", "entropy", About::values, ClassRule::entropy_diversity, many, none},
    {"l-diversity", "recursive", About::values, ClassRule::recursive_diversity, many, {1e-9, anything}},
    {"t-closeness", "equal", About::values, ClassRule::equal_closeness, share, none},
    {"t-closeness", "ordered", About::values, ClassRule::ordered_closeness, share, none},
    {"t-closeness", "hierarchical", About::values, ClassRule::hierarchical_closeness, share, none},
    {"delta-disclosure", "", About::values, ClassRule::disclosure, {0.0, anything}, none},
    {"beta-likeness", "", About::values, ClassRule::likeness, {0.0, anything}, none},
    {"ck-safety", "", About::values, ClassRule::knowledge, {0.0, stats::most_implications}, risk},
    {"k-map", "", About::population, ClassRule::population_size, many, none},
    {"journalist-risk", "", About::population, ClassRule::population_size, risk, none},
    {"delta-presence", "", About::population, ClassRule::presence, share, share},
    {"prosecutor-risk", "", About::group_size, {}, risk, none},
    {"average-risk", "", About::average_risk, {}, share, none},
    {"population-uniqueness", "", About::population_uniqueness, {}, share, none}};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

bool within(const std::optional<double>& number, const Range& range) {
  return number && *number >= range.least && *number <= range.most;
}

// Records that a risk of at most `risk` requires.
double records_for(double most_risk) { return std::ceil(1.0 / most_risk - least_risk); }

bool is_whole(double number) { return number == std::floor(number); }

WrittenModel meant(const ModelForm& form, double first, double bound) {
  WrittenModel written;
  const bool a_risk = form.bound.least == least_risk;
  switch (form.about) {
    case About::values:
    case About::population:
      written.model = stats::ClassModel{form.rule, 0, a_risk ? records_for(bound) : bound, first};
      break;
    case About::group_size:
      written.group_size = static_cast<std::size_t>(records_for(bound));
      break;
    case About::average_risk:
      written.of_release = stats::ReleaseModel{stats::ReleaseRule::average_risk, bound, 0.0};
      break;
    case About::population_uniqueness:
      written.of_release = stats::ReleaseModel{stats::ReleaseRule::population_uniqueness, bound, 0.0};
  }
  return written;
}

// The model, if `parts` have this form.
std::optional<WrittenModel> read_form(const ModelForm& form, const std::vector<std::string>& parts) {
  const std::size_t columns = form.about == About::values ? 1 : 0;
  if (parts.size() < 1 + columns + form.words() + form.numbers() || parts.front() != form.name) return {};
  const std::size_t after = parts.size() - form.words() - form.numbers();  // where a column's name has ended
  if (columns == 0 && after > 1) return {};
  if (form.words() == 1 && parts[after] != form.variant) return {};
  const std::optional<double> bound = parse_number(parts.back());
  const bool two = form.numbers() == 2;
  const std::optional<double> first = two ? parse_number(parts[parts.size() - 2]) : 1.0;
  if (!within(bound, form.bound) || (two && !within(first, form.first))) return {};
  if (form.rule == ClassRule::knowledge && columns == 1 && !is_whole(*bound)) return {};
  if (form.rule == ClassRule::presence && columns == 0 && two && *first > *bound) return {};
  WrittenModel written = meant(form, *first, *bound);
  for (std::size_t i = 1; i < after; ++i) written.column += (i > 1 ? ":" : "") + parts[i];
  return written;
}

WrittenModel parse_model(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  for (const ModelForm& form : forms) {
    if (std::optional<WrittenModel> written = read_form(form, parts)) {
      written->text = text;
      return *written;
    }
  }
  bad_input("'" + text + "' is not a privacy model", std::string("write ") + model_forms);
}

// Levels of the values' hierarchy by code, with one root above all.
std::vector<std::vector<std::uint32_t>> value_levels(const ColumnInfo& info,
                                                     const std::vector<std::string>& texts) {
  if (!info.tree) {
    bad_param("hierarchies",
              "column '" + info.name + "' has no hierarchy, which hierarchical t-closeness needs",
              "name one in the sidecar or in the folder of ‹hierarchies›, or use equal");
  }
  const std::vector<std::string> uncovered = info.tree->uncovered(texts);
  if (!uncovered.empty()) {
    bad_input("the hierarchy of column '" + info.name + "' does not contain " + data_values(uncovered),
              "add a row for each value");
  }
  std::vector<std::vector<std::uint32_t>> levels;
  for (std::size_t level = 0; level < info.tree->levels(); ++level) {
    std::map<std::string, std::uint32_t> code_of;
    std::vector<std::uint32_t>& codes = levels.emplace_back();
    for (const std::string& text : texts) {
      codes.push_back(
          code_of.try_emplace(info.tree->at(text, level), static_cast<std::uint32_t>(code_of.size()))
              .first->second);
    }
  }
  const auto is_root = [](auto code) { return code == 0; };
  if (!std::all_of(levels.back().begin(), levels.back().end(), is_root))
    levels.emplace_back(texts.size(), 0U);
  return levels;
}

stats::ConfidentialValues values_of(const Table& table, ColumnId id, const stats::LevelTable& levels,
                                    bool hierarchy) {
  const stats::KeyColumn keys = stats::key_column(table.column(id));
  const auto distinct = static_cast<std::size_t>(keys.distinct);
  std::vector<std::uint32_t> codes(keys.codes.size(), stats::ConfidentialValues::missing);
  std::vector<std::string> texts(distinct);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    codes[row] = static_cast<std::uint32_t>(keys.codes[row]);
    texts[codes[row]] = table.column(id).text(row);
  }
  stats::ConfidentialValues values = stats::confidential_values(levels, codes, distinct);
  if (hierarchy) values.hierarchy = value_levels(table.info(id), texts);
  return values;
}

bool takes_sets(ClassRule rule) {
  return rule == ClassRule::distinct_diversity || rule == ClassRule::entropy_diversity ||
         rule == ClassRule::recursive_diversity || rule == ClassRule::equal_closeness ||
         rule == ClassRule::ordered_closeness || rule == ClassRule::hierarchical_closeness;
}

// The different values of a column in the records of each unit, by the unit's text; of records without a unit
// none, since such a record stands for itself.
std::map<std::string, std::set<std::uint32_t>> values_by_unit(const Table& records, ColumnId id,
                                                              const stats::KeyColumn& codes) {
  const Column& unit = records.column(*column_of(records, Role::unit));
  std::map<std::string, std::set<std::uint32_t>> result;
  for (std::size_t row = 0; row < records.rows(); ++row) {
    if (unit.missing(row) || records.column(id).missing(row)) continue;
    result[unit.text(row)].insert(static_cast<std::uint32_t>(codes.codes[row]));
  }
  return result;
}

// As values_of, where each record of `heads` stands for the records of its unit.
stats::ConfidentialValues values_of_units(const Table& heads, const Table& records, ColumnId id,
                                          const stats::LevelTable& levels, bool hierarchy) {
  const stats::KeyColumn keys = stats::key_column(records.column(id));
  const auto distinct = static_cast<std::size_t>(keys.distinct);
  std::map<std::string, std::uint32_t> code_of;
  std::vector<std::string> texts(distinct);
  for (std::size_t row = 0; row < records.rows(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    const auto code = static_cast<std::uint32_t>(keys.codes[row]);
    texts[code] = records.column(id).text(row);
    code_of.emplace(texts[code], code);
  }
  const auto of_unit = values_by_unit(records, id, keys);
  const Column& unit = heads.column(*column_of(heads, Role::unit));
  std::map<std::set<std::uint32_t>, std::uint32_t> numbers;
  std::vector<std::uint32_t> codes(heads.rows(), stats::ConfidentialValues::missing);
  std::vector<double> shares(distinct, 0.0);
  double known = 0.0;
  for (std::size_t row = 0; row < heads.rows(); ++row) {
    std::set<std::uint32_t> own;
    if (!unit.missing(row)) {
      if (const auto found = of_unit.find(unit.text(row)); found != of_unit.end()) own = found->second;
    } else if (!heads.column(id).missing(row)) {
      own = {code_of.at(heads.column(id).text(row))};
    }
    if (own.empty()) continue;
    codes[row] = numbers.try_emplace(own, static_cast<std::uint32_t>(numbers.size())).first->second;
    known += 1.0;
    for (const std::uint32_t value : own) shares[value] += 1.0 / static_cast<double>(own.size());
  }
  stats::ConfidentialValues values = stats::confidential_values(levels, codes, numbers.size());
  for (double& one : shares) one /= known;
  values.shares = std::move(shares);
  values.sets.resize(numbers.size());
  for (const auto& [set, number] : numbers) values.sets[number].assign(set.begin(), set.end());
  values.text_places = stats::text_places(records.column(id), keys);
  if (hierarchy) values.hierarchy = value_levels(records.info(id), texts);
  return values;
}

}  // namespace

const char* const model_forms =
    "l-diversity:COLUMN:distinct:L, l-diversity:COLUMN:entropy:L, l-diversity:COLUMN:recursive:C:L, "
    "t-closeness:COLUMN:equal:T, t-closeness:COLUMN:ordered:T, t-closeness:COLUMN:hierarchical:T, "
    "delta-disclosure:COLUMN:D, beta-likeness:COLUMN:B, ck-safety:COLUMN:C:K, k-map:K, "
    "delta-presence:MIN:MAX, "
    "prosecutor-risk:R, journalist-risk:R, average-risk:R or population-uniqueness:R; L is at least 1, T, C, "
    "MIN, MAX and R lie between 0 and 1, and the K of ck-safety is a whole number up to 16";

// With local generalization, several classes can match one record of the population.
bool WrittenModel::by_classes() const {
  if (!model) return !of_release;
  return model->rule != ClassRule::knowledge && model->rule != ClassRule::presence;
}

std::vector<WrittenModel> parse_models(const std::string& text) {
  std::vector<WrittenModel> models;
  for (const std::string& part : split(text, ',')) {
    if (!part.empty()) models.push_back(parse_model(part));
  }
  return models;
}

stats::ModelCheck model_check(const Table& table, const stats::LevelTable& levels, std::size_t k,
                              const std::vector<WrittenModel>& models, const Population& population,
                              const Table* of_units) {
  std::vector<stats::ClassModel> checked;
  std::vector<stats::ConfidentialValues> values;
  std::vector<stats::ReleaseModel> of_release;
  for (const WrittenModel& written : models) {
    k = std::max(k, written.group_size);
    if (written.of_release) {
      of_release.push_back(*written.of_release);
      of_release.back().population = population.size;
    }
    if (!written.model) continue;
    checked.push_back(*written.model);
    if (written.counts_population()) continue;
    checked.back().values = values.size();
    const ColumnId id = table.require(written.column);
    const bool tree = written.model->rule == ClassRule::hierarchical_closeness;
    values.push_back(of_units != nullptr && takes_sets(written.model->rule)
                         ? values_of_units(table, *of_units, id, levels, tree)
                         : values_of(table, id, levels, tree));
  }
  return {k, std::move(checked), std::move(values), population.records, std::move(of_release)};
}

}  // namespace sfumato::masking
