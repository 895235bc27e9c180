// A column's name may hold colons: what stands before it and what stands after it is known.
#include "masking/privacy_models.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "stats/key_classes.hpp"

namespace sfumato::masking {
namespace {

using stats::ClassRule;

struct ModelForm {
  const char* name;     // before the column
  const char* variant;  // after it; empty: none
  std::size_t numbers;
  ClassRule rule;
  double least, most;  // of the bound, which is the last number
};

constexpr double anything = 1e9;
constexpr ModelForm forms[] = {
    {"l-diversity", "distinct", 1, ClassRule::distinct_diversity, 1.0, anything},
    {"l-diversity", "entropy", 1, ClassRule::entropy_diversity, 1.0, anything},
    {"l-diversity", "recursive", 2, ClassRule::recursive_diversity, 1.0, anything},
    {"t-closeness", "equal", 1, ClassRule::equal_closeness, 0.0, 1.0},
    {"t-closeness", "ordered", 1, ClassRule::ordered_closeness, 0.0, 1.0},
    {"t-closeness", "hierarchical", 1, ClassRule::hierarchical_closeness, 0.0, 1.0},
    {"delta-disclosure", "", 1, ClassRule::disclosure, 0.0, anything},
    {"beta-likeness", "", 1, ClassRule::likeness, 0.0, anything}};

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

std::optional<double> number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The model, if `parts` have this form.
std::optional<WrittenModel> read_form(const ModelForm& form, const std::vector<std::string>& parts) {
  const std::size_t words = *form.variant == '\0' ? 0 : 1;
  if (parts.size() < 2 + words + form.numbers || parts.front() != form.name) return std::nullopt;
  const std::size_t after = parts.size() - words - form.numbers;  // where the column's name has ended
  if (words == 1 && parts[after] != form.variant) return std::nullopt;
  WrittenModel written;
  written.model.rule = form.rule;
  for (std::size_t i = 1; i < after; ++i) written.column += (i > 1 ? ":" : "") + parts[i];
  const std::optional<double> bound = number(parts.back());
  const std::optional<double> c = form.numbers == 2 ? number(parts[parts.size() - 2]) : 1.0;
  if (!bound || !c || !(*bound >= form.least && *bound <= form.most) || !(*c > 0.0 && *c <= anything)) {
    return std::nullopt;
  }
  written.model.bound = *bound;
  written.model.c = *c;
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
  bad_input(
      "'" + text + "' is no privacy model",
      "write l-diversity:COLUMN:distinct:L, l-diversity:COLUMN:entropy:L, l-diversity:COLUMN:recursive:C:L, "
      "t-closeness:COLUMN:equal:T (or ordered, hierarchical), delta-disclosure:COLUMN:D or "
      "beta-likeness:COLUMN:B; L is at least 1, T lies between 0 and 1");
}

// Levels of the values' hierarchy by code, with one root above all.
std::vector<std::vector<std::uint32_t>> value_levels(const ColumnInfo& info,
                                                     const std::vector<std::string>& texts) {
  if (!info.tree) {
    bad_input("column '" + info.name + "' has no hierarchy, which hierarchical t-closeness needs",
              "name one in the sidecar or in the folder of --hierarchies, or use equal");
  }
  const std::vector<std::string> uncovered = info.tree->uncovered(texts);
  if (!uncovered.empty()) {
    bad_input("the hierarchy of column '" + info.name + "' lacks '" + uncovered.front() + "'",
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
  const bool gaps = std::count(keys.codes.begin(), keys.codes.end(), stats::KeyColumn::missing) > 0;
  const std::size_t distinct = static_cast<std::size_t>(keys.distinct) + (gaps ? 1 : 0);
  std::vector<std::uint32_t> codes(keys.codes.size());
  std::vector<std::string> texts(distinct);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const bool missing = keys.codes[row] == stats::KeyColumn::missing;
    codes[row] = static_cast<std::uint32_t>(missing ? keys.distinct : keys.codes[row]);
    texts[codes[row]] = table.column(id).text(row);
  }
  stats::ConfidentialValues values = stats::confidential_values(levels, codes, distinct);
  if (hierarchy) values.hierarchy = value_levels(table.info(id), texts);
  return values;
}

}  // namespace

std::vector<WrittenModel> parse_models(const std::string& text) {
  std::vector<WrittenModel> models;
  for (const std::string& part : split(text, ',')) {
    if (!part.empty()) models.push_back(parse_model(part));
  }
  return models;
}

stats::ModelCheck model_check(const Table& table, const stats::LevelTable& levels, std::size_t k,
                              const std::vector<WrittenModel>& models) {
  std::vector<stats::ClassModel> checked;
  std::vector<stats::ConfidentialValues> values;
  for (const WrittenModel& written : models) {
    checked.push_back(written.model);
    checked.back().values = values.size();
    values.push_back(values_of(table, table.require(written.column), levels,
                               written.model.rule == ClassRule::hierarchical_closeness));
  }
  return {k, std::move(checked), std::move(values)};
}

}  // namespace sfumato::masking
