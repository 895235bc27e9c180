// Fixed parameters first, then the product of the swept ones, then the dial among what is left.
#include "compare/contenders.hpp"

#include <algorithm>

#include "compare/setting.hpp"
#include "compare/usual_contenders.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "core/text_list.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

constexpr std::size_t swept_points = 12;

Setting fixed_setting(const std::string& typed) {
  return parse_setting(typed, "fix", "METHOD.PARAM=VALUE, for example mdav.together=3");
}

struct Sweep {
  std::string method;
  std::string param;
  std::vector<std::string> values;  // empty: from end to end
};

Sweep parse_sweep(const std::string& typed) {
  const std::string example = "METHOD.PARAM or METHOD.PARAM=A,B,C, for example mdav.k=3,5,10";
  const bool listed = typed.find('=') != std::string::npos;
  const Setting setting = parse_setting(listed ? typed : typed + "=", "sweep", example);
  Sweep sweep{setting.owner, setting.param, {}};
  for (std::size_t begin = 0; listed && begin <= setting.value.size();) {
    const std::size_t comma = std::min(setting.value.find(',', begin), setting.value.size());
    sweep.values.push_back(setting.value.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return sweep;
}

const ParamInfo& swept_param(const Sweep& sweep) {
  const Method& method = masking::method(sweep.method);
  for (const ParamInfo& info : method.params) {
    if (info.name != sweep.param) continue;
    const bool number = info.kind == ParamKind::integer || info.kind == ParamKind::number;
    if (!sweep.values.empty() || (number && info.lower && info.upper)) return info;
    bad_param("sweep", "‹sweep› " + sweep.method + "." + sweep.param + " needs the values to try",
              "write " + sweep.method + "." + sweep.param + "=A,B,C");
  }
  resolve_params(method.params, {{sweep.param, Value()}}, "method '" + sweep.method + "'");
  return method.params.front();
}

std::vector<Value> swept_values(const Sweep& sweep, std::size_t rows) {
  const ParamInfo& info = swept_param(sweep);
  std::vector<Value> values;
  if (sweep.values.empty()) {
    const DialRange range = dial_range(info, rows);
    for (const double at : scan_points(range, swept_points)) values.push_back(range.value(at));
  }
  for (const std::string& typed : sweep.values) {
    values.push_back(
        parsed({sweep.method, sweep.param, typed}, masking::method(sweep.method).params, "method").second);
  }
  return values;
}

// All combinations, the first sweep varying slowest.
std::vector<ParamValues> combinations(const std::vector<Sweep>& sweeps, std::size_t rows) {
  std::vector<ParamValues> result(1);
  for (const Sweep& sweep : sweeps) {
    std::vector<ParamValues> longer;
    for (const ParamValues& known : result) {
      for (const Value& value : swept_values(sweep, rows)) {
        longer.push_back(known);
        longer.back().emplace_back(sweep.param, value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

std::optional<DialRange> free_dial(const Method& method, const ParamValues& given, std::size_t rows) {
  for (const ParamInfo& info : method.params) {
    if (info.dial == Dial::none) continue;
    const bool taken =
        std::any_of(given.begin(), given.end(), [&](const auto& entry) { return entry.first == info.name; });
    if (!taken) return dial_range(info, rows);
  }
  return std::nullopt;
}

// Parameters that are incompatible, or a missing declaration that a method requires.
std::string refusal(const Contender& contender, const Subject& subject) {
  std::string why = contender.method->refused(contender.params);
  if (!why.empty() || !contender.unfit.empty()) return why;
  try {
    contender.method->forecast(subject.original, subject.columns.columns, contender.params);
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    return failure.message;
  }
  return {};
}

// Choices that belong to a swept parameter are swept too, unless they are fixed.
void add_companions(const Method& method, const ParamValues& fixed, std::vector<Sweep>& sweeps) {
  const auto named = [&](const std::string& param) {
    return std::any_of(fixed.begin(), fixed.end(), [&](const auto& entry) { return entry.first == param; }) ||
           std::any_of(sweeps.begin(), sweeps.end(),
                       [&](const Sweep& sweep) { return sweep.param == param; });
  };
  for (const ParamInfo& info : method.params) {
    if (info.swept_with.empty() || named(info.swept_with)) continue;
    const bool swept = std::any_of(sweeps.begin(), sweeps.end(),
                                   [&](const Sweep& sweep) { return sweep.param == info.name; });
    if (swept) sweeps.insert(sweeps.begin(), {method.info.name, info.swept_with, info.swept_choices});
  }
}

// The parameters that are fixed for a method.
ParamValues fixed_params(const Method& method, const ContenderRequest& request) {
  ParamValues fixed;
  for (const std::string& typed : request.fixed) {
    const Setting setting = fixed_setting(typed);
    if (setting.owner == method.info.name) fixed.push_back(parsed(setting, method.params, "method"));
  }
  return fixed;
}

void add_contenders(const Method& method, const ContenderRequest& request, const Subject& subject,
                    std::vector<Contender>& result) {
  const ParamValues fixed = fixed_params(method, request);
  std::vector<Sweep> sweeps;
  for (const std::string& typed : request.swept) {
    const Sweep sweep = parse_sweep(typed);
    if (sweep.method == method.info.name) sweeps.push_back(sweep);
  }
  add_companions(method, fixed, sweeps);
  std::vector<Contender> refused;
  const std::size_t before = result.size();
  for (const ParamValues& swept : combinations(sweeps, subject.original.rows())) {
    ParamValues given = fixed;
    given.insert(given.end(), swept.begin(), swept.end());
    std::vector<std::string> names;
    for (const auto& [name, value] : given) names.push_back(name);
    Contender contender{.method = &method,
                        .params = resolve_params(method.params, given, method.info.name),
                        .dial = free_dial(method, given, subject.original.rows()),
                        .chosen = names,
                        .unfit = misfit(method, subject)};
    const std::string why = refusal(contender, subject);
    if (contender.unfit.empty()) contender.unfit = why;
    (why.empty() ? result : refused).push_back(std::move(contender));
  }
  // A sweep skips incompatible combinations; where all are, the reason is reported.
  if (result.size() == before) result.push_back(std::move(refused.front()));
}

// The step of a recipe that a column goes to; the number of steps: none accepts it.
std::size_t step_for(Kind kind, const std::vector<Candidate>& steps) {
  std::size_t found = steps.size();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].method->info.accepts.has(kind)) continue;
    if (found == steps.size() || kind == Kind::numeric) found = i;
  }
  return found;
}

void add_recipe(const std::vector<std::string>& names, const ContenderRequest& request,
                const Subject& subject, std::vector<Contender>& result) {
  const Table& table = subject.original;
  std::vector<Candidate> steps;
  std::vector<ParamValues> fixed;
  for (const std::string& name : names) {
    const Method& method = masking::method(name);
    fixed.push_back(fixed_params(method, request));
    steps.push_back({&method, resolve_params(method.params, fixed.back(), name)});
  }
  ColumnSet refused;
  for (const ColumnId id : subject.columns.columns) {
    const std::size_t at = step_for(table.info(id).kind, steps);
    if (at == steps.size())
      refused.push_back(id);
    else
      steps[at].columns.push_back(table.info(id).name);
  }
  std::size_t turned = steps.size() - 1;
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (!free_dial(*steps[i].method, fixed[i], table.rows())) continue;
    turned = i;
    break;
  }
  Contender contender{.method = steps[turned].method,
                      .params = steps[turned].params,
                      .dial = free_dial(*steps[turned].method, fixed[turned], table.rows()),
                      .columns = steps[turned].columns};
  for (const auto& [name, value] : fixed[turned]) contender.chosen.push_back(name);
  if (!refused.empty()) contender.unfit = "no step takes " + quoted_names(table.names(refused));
  for (const Candidate& step : steps) {
    if (step.columns.empty() && contender.unfit.empty()) {
      contender.unfit = "no column is left for its step " + step.method->info.name;
    }
  }
  contender.before.assign(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(turned));
  contender.after.assign(steps.begin() + static_cast<std::ptrdiff_t>(turned) + 1, steps.end());
  result.push_back(std::move(contender));
}

void check_steps(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Method& method = about("methods", [&]() -> const Method& { return masking::method(names[i]); });
    if (names.size() > 1 && method.info.differential) {
      bad_param("methods",
                "'" + names[i] + "' promises differential privacy for whole records, and is no step",
                "name it alone");
    }
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      bad_param("methods", "‹methods› has a recipe that uses '" + names[i] + "' twice", "use it once");
    }
  }
}

void check_owner(const std::string& name, const ContenderRequest& request, std::string_view param) {
  about(param, [&] { masking::method(name); });
  const auto has = [&](const std::string& contender) {
    const std::vector<std::string> steps = method_names(contender);
    return std::find(steps.begin(), steps.end(), name) != steps.end();
  };
  if (request.methods.empty() || std::any_of(request.methods.begin(), request.methods.end(), has)) return;
  bad_param(param, param_reference(param) + " is for '" + name + "', which is not among ‹methods›",
            "add it to ‹methods›");
}

std::vector<std::string> swept_methods(const ContenderRequest& request) {
  std::vector<std::string> names;
  for (const std::string& typed : request.swept) names.push_back(parse_sweep(typed).method);
  return names;
}

}  // namespace

std::vector<std::string> method_names(const std::string& contender) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= contender.size();) {
    const std::size_t plus = std::min(contender.find('+', begin), contender.size());
    names.push_back(contender.substr(begin, plus - begin));
    begin = plus + 1;
  }
  return names;
}

void check_contenders(const ContenderRequest& request) {
  for (std::size_t i = 0; i < request.methods.size(); ++i) {
    check_steps(method_names(request.methods[i]));
    for (std::size_t j = 0; j < i; ++j) {
      if (request.methods[i] == request.methods[j]) {
        bad_param("methods", "‹methods› names '" + request.methods[i] + "' twice", "once is enough");
      }
    }
  }
  std::vector<std::string> taken;
  const auto take = [&](const std::string& owner, const std::string& param) {
    const std::string name = owner + "." + param;
    if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
      bad_input("'" + name + "' is fixed or swept twice", "name it once");
    }
    taken.push_back(name);
  };
  for (const std::string& typed : request.fixed) {
    const Setting setting = fixed_setting(typed);
    check_owner(setting.owner, request, "fix");
    parsed(setting, masking::method(setting.owner).params, "method");
    take(setting.owner, setting.param);
  }
  for (const std::string& typed : request.swept) {
    const Sweep sweep = parse_sweep(typed);
    check_owner(sweep.method, request, "sweep");
    swept_values(sweep, 2);
    take(sweep.method, sweep.param);
  }
}

std::vector<std::string> table_params(const ContenderRequest& request) {
  std::vector<std::string> paths;
  for (const std::string& typed : request.fixed) {
    const Setting setting = fixed_setting(typed);
    for (const ParamInfo& info : masking::method(setting.owner).params) {
      if (info.name == setting.param && info.kind == ParamKind::table) paths.push_back(setting.value);
    }
  }
  return paths;
}

std::vector<Contender> contenders(const ContenderRequest& request, const Subject& subject) {
  std::vector<Contender> result;
  std::vector<std::string> names = request.methods;
  if (names.empty()) names = usual_contenders(subject);
  const std::vector<std::string> swept = swept_methods(request);
  for (const std::string& name : names) {
    const std::vector<std::string> steps = method_names(name);
    const bool asked = std::find(swept.begin(), swept.end(), name) != swept.end();
    if (request.methods.empty() && !swept.empty() && !asked) continue;
    if (steps.size() > 1) {
      add_recipe(steps, request, subject, result);
    } else {
      add_contenders(masking::method(name), request, subject, result);
    }
  }
  return result;
}

}  // namespace sfumato::compare
