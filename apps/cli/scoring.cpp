// The settings of measures are checked before any file is read, so that a typo costs no time.
#include "cli/scoring.hpp"

#include <cmath>
#include <numeric>

#include "cli/release.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"

namespace sfumato::cli {
namespace {

struct Setting {
  std::string measure;
  std::string param;
  std::string value;
};

Setting parse_setting(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::size_t dot = typed.substr(0, equals).find('.');
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    bad_input("--set cannot be '" + typed + "'",
              "write MEASURE.PARAM=VALUE, for example distance-linkage.scale=raw");
  }
  return {typed.substr(0, dot), typed.substr(dot + 1, equals - dot - 1), typed.substr(equals + 1)};
}

// The typed value in the parameter's kind; errors name the measure beside the parameter.
std::pair<std::string, Value> parsed(const Setting& setting, const Measure& measure) {
  for (const ParamInfo& info : measure.params) {
    if (info.name != setting.param) continue;
    try {
      return {setting.param, parse_param(info, setting.value)};
    } catch (const Error& failure) {
      throw Error(failure.code, measure.info.name + ": " + failure.message, failure.hint);
    }
  }
  resolve_params(measure.params, {{setting.param, setting.value}}, "measure '" + measure.info.name + "'");
  return {};
}

MeasureRequest* find_request(std::vector<MeasureRequest>& requests, const std::string& name) {
  for (MeasureRequest& request : requests) {
    if (request.measure->info.name == name) return &request;
  }
  return nullptr;
}

Score score_one(const TablePair& pair, const MeasureRequest& request, const Run& run,
                std::vector<std::string>& warnings) {
  const MeasureInfo& info = request.measure->info;
  ColumnChoice compared{ColumnSet(pair.original.column_count()), pair.columns_named};
  std::iota(compared.columns.begin(), compared.columns.end(), ColumnId{0});
  const ColumnSet columns =
      accepted_columns(pair.original, compared, info.accepts, info.name, !request.named, warnings);
  if (columns.empty()) {
    return {.value = std::nullopt,
            .note = "takes " + to_text(info.accepts) + " columns, and none is compared"};
  }
  if (info.needs_mapping && pair.mapping != Mapping::same_rows) {
    return {.value = std::nullopt,
            .note = "needs to know which record came from which, and the release keeps no such mapping"};
  }
  return request.measure->score(pair.original, pair.masked, columns, request.parameters, run);
}

}  // namespace

std::vector<MeasureRequest> measure_requests(const std::vector<std::string>& names,
                                             const std::vector<std::string>& settings) {
  std::vector<MeasureRequest> requests;
  if (names.empty()) {
    for (const Measure& measure : compare::measures()) requests.push_back({&measure, {}, false});
  }
  for (const std::string& name : names) {
    const Measure& measure = compare::measure(name);
    if (find_request(requests, name) != nullptr) bad_input("--measures names '" + name + "' twice");
    requests.push_back({&measure, {}, true});
  }
  for (const std::string& typed : settings) {
    const Setting setting = parse_setting(typed);
    const Measure& measure = compare::measure(setting.measure);
    MeasureRequest* request = find_request(requests, setting.measure);
    if (request == nullptr) {
      bad_input("--set is for '" + setting.measure + "', which is not among --measures",
                "add it to --measures");
    }
    request->parameters.push_back(parsed(setting, measure));
  }
  for (MeasureRequest& request : requests) {
    request.parameters =
        resolve_params(request.measure->params, request.parameters, request.measure->info.name);
  }
  return requests;
}

std::vector<Scored> score_all(const TablePair& pair, const std::vector<MeasureRequest>& requests,
                              const Run& run, std::vector<std::string>& warnings) {
  std::vector<Scored> scores;
  run.expect(requests.size());
  for (const MeasureRequest& request : requests) {
    run.check_stop();
    scores.push_back({&request, score_one(pair, request, run, warnings)});
    run.advance();
  }
  return scores;
}

Value scores_value(const std::vector<Scored>& scores) {
  Value result = Value::object();
  for (const Scored& scored : scores) {
    const MeasureInfo& info = scored.request->measure->info;
    Value entry = Value::object();
    entry.set("value", scored.score.value ? Value(*scored.score.value) : Value())
        .set("side", to_text(info.side))
        .set("better", to_text(info.better))
        .set("parameters", params_value(scored.request->parameters))
        .set("details", scored.score.details)
        .set("note", scored.score.note.empty() ? Value() : Value(scored.score.note));
    result.set(info.name, entry);
  }
  return result;
}

std::string score_text(const Score& score) {
  if (!score.value) return "–";
  return std::isfinite(*score.value) ? rounded(*score.value) : shortest(*score.value);
}

}  // namespace sfumato::cli
