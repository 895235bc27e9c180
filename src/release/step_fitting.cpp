// Which methods have something to keep, and which draw or compare anew, is decided here alone.
#include "release/step_fitting.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/number_text.hpp"
#include "release/fitted.hpp"
#include "release/kept_values.hpp"
#include "release/key_file.hpp"

namespace sfumato::release {

const Value* step_param(const ParamValues& params, std::string_view name) {
  for (const auto& [key, value] : params) {
    if (key == name) return &value;
  }
  return nullptr;
}

namespace {

void set_param(ParamValues& params, std::string_view name, Value value) {
  std::erase_if(params, [&](const auto& param) { return param.first == name; });
  params.emplace_back(std::string(name), std::move(value));
}

bool flag(const ParamValues& params, std::string_view name) {
  const Value* value = step_param(params, name);
  return value != nullptr && value->is_bool() && value->as_bool();
}

class StepFitting {
 public:
  StepFitting(const masking::Step& step, const Table& table, const Run& run)
      : step_(step), table_(table), run_(run), info_(step.method->info) {}

  FittedStep fitted() const {
    if (info_.name == "generalization") return generalization();
    if (info_.name == "recoding") return recoding();
    if (info_.name == "top-coding") return coding(true);
    if (info_.name == "bottom-coding") return coding(false);
    if (info_.secret_key) return keyed();
    return anew(info_.samples  ? "it chooses among the records of each file"
                : info_.random ? "it draws at random for each file"
                               : "it compares the records of a file with each other");
  }

 private:
  FittedStep anew(std::string reason) const { return {step_.params, std::move(reason)}; }

  FittedStep keyed() const {
    const bool has_key = !key_files(*step_.method, step_.params).empty();
    return has_key ? FittedStep{step_.params, {}} : anew("without a ‹key› it draws at random for each file");
  }

  FittedStep recoding() const {
    ParamValues params = step_.params;
    const Value levels = *step_param(params, "level"), maps = *step_param(params, "recode");
    Value kept = Value::object();
    for (const ColumnId id : step_.columns) {
      const ColumnInfo& info = table_.info(id);
      std::int64_t wanted = step_param(params, "depth")->as_integer();
      if (const Value* level = levels.find(info.name)) wanted = parse_integer(to_text(*level)).value_or(0);
      if (maps.find(info.name) != nullptr) wanted = 1;
      const std::int64_t highest = info.tree ? static_cast<std::int64_t>(info.tree->levels()) - 1 : 0;
      kept.set(info.name, std::to_string(std::min(wanted, highest)));
    }
    set_param(params, "level", kept);
    for (const char* name : {"hierarchy", "cuts", "recode"}) set_param(params, name, Value::object());
    return {params};
  }

  FittedStep generalization() const {
    if (step_.within) return anew("each stratum has levels of its own");
    const Masked masked = masking::apply_step(table_, step_, run_);
    if (masked.promises.empty()) bad_param("fit", "there are no records to find levels for", "give it some");
    ParamValues params = step_.params;
    set_param(params, "hierarchies", "");
    set_param(params, "hierarchy", Value::object());
    if (const Value* breaks = masked.details.find("breaks")) set_param(params, "breaks", *breaks);
    if (flag(params, "local")) return {params};
    Value levels = Value::object();
    const std::vector<std::string>& keys = masked.promises.front().keys;
    const Value::Array& found = masked.details.at("levels").as_array();
    for (std::size_t j = 0; j < keys.size(); ++j) levels.set(keys[j], std::to_string(found[j].as_integer()));
    set_param(params, "level", levels);
    return {params};
  }

  FittedStep coding(bool upper) const {
    if (flag(step_.params, "multivariate")) return anew("distances are those of a file's own records");
    if (step_.within) return anew("each stratum has limits of its own");
    const Masked masked = masking::apply_step(table_, step_, run_);
    Value found = Value::object();
    add_limits(masked.details, found);
    if (const Value* households = masked.details.find("household_level")) {
      add_limits(households->at("details"), found);
    }
    ParamValues params = step_.params;
    const Value given = *step_param(params, "limit");
    const Value *at = step_param(params, "at"), *category = step_param(params, "category");
    const KeptValues kept(table_);
    Value limits = Value::object();
    for (const auto& [name, limit] : found.as_object()) {
      const Column& column = table_.column(table_.require(name));
      const bool declared = given.find(name) != nullptr ||
                            (at != nullptr && !at->is_null() && !column.is_text()) ||
                            (column.is_text() && category != nullptr && !to_text(*category).empty());
      limits.set(name, declared ? to_text(limit) : kept_limit(kept, column, name, limit, upper));
    }
    set_param(params, "limit", limits);
    return {params};
  }

  static void add_limits(const Value& details, Value& found) {
    const Value* limits = details.find("limits");
    if (limits == nullptr) return;
    for (const auto& [name, limit] : limits->as_object()) found.set(name, limit);
  }

  static std::string kept_limit(const KeptValues& kept, const Column& column, const std::string& name,
                                const Value& limit, bool upper) {
    std::optional<std::string> text;
    if (limit.is_number()) {
      const std::optional<double> rounded = kept.rounded_limit(column, limit.as_number(), upper);
      if (rounded) text = shortest(*rounded);
    } else if (limit.is_text()) {
      text = kept.kept_category(column, limit.as_text(), upper);
    }
    if (text) return *text;
    bad_param("fit",
              "a limit of '" + name + "' would rest on fewer than " + std::to_string(least_kept) +
                  " units, and can not be kept",
              "give the limit itself with ‹limit› " + name + "=LIMIT");
  }

  const masking::Step& step_;
  const Table& table_;
  const Run& run_;
  const MethodInfo& info_;
};

}  // namespace

FittedStep fitted_step(const masking::Step& step, const Table& table, const Run& run) {
  return StepFitting(step, table, run).fitted();
}

}  // namespace sfumato::release
