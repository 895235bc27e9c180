// Measures are requested by name; results are collected with one warning per kind of column left out.
#include "compare/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/measures.hpp"
#include "compare/setting.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"
#include "core/text_list.hpp"
#include "stats/classes/record_counts.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::compare {
namespace {

MeasureRequest* find_request(std::vector<MeasureRequest>& requests, const std::string& name) {
  for (MeasureRequest& request : requests) {
    if (request.measure->info.name == name) return &request;
  }
  return nullptr;
}

// The measures that leave out the same columns, for one warning about all of them.
struct LeftOut {
  Kinds accepted;
  std::vector<std::string> columns;
  std::vector<std::string> measures;
};

void add_left_out(std::vector<LeftOut>& all, const MeasureInfo& info,
                  const std::vector<std::string>& columns) {
  if (columns.empty()) return;
  for (LeftOut& known : all) {
    if (known.accepted.bits != info.accepts.bits || known.columns != columns) continue;
    known.measures.push_back(info.name);
    return;
  }
  all.push_back({info.accepts, columns, {info.name}});
}

// Why the measure cannot take these columns: one that is of another kind, or has numbers whose squares
// overflow.
std::string unfit(const Table& table, const ColumnSet& columns, const MeasureInfo& info) {
  for (const ColumnId id : columns) {
    const ColumnInfo& column = table.info(id);
    if (!info.accepts.has(column.kind)) {
      return "takes " + to_text(info.accepts) + " columns, and '" + column.name + "' is " +
             std::string(to_text(column.kind)) +
             "; leave it out of ‹columns›, or declare its kind in the sidecar";
    }
    const Numbers* numbers = table.column(id).get_if<Numbers>();
    if (numbers != nullptr && std::any_of(numbers->begin(), numbers->end(),
                                          [](double value) { return std::fabs(value) > largest_number; })) {
      return beyond_reason(column.name);
    }
  }
  return {};
}

Score score_one(const TablePair& pair, const MeasureRequest& request, const Run& run,
                std::vector<LeftOut>& all_left_out) {
  const MeasureInfo& info = request.measure->info;
  if (!info.counted && stats::count_column(pair.original)) {
    return {.value = std::nullopt,
            .note = "takes records one by one, and rows of these tables stand for several equal records"};
  }
  ColumnChoice compared{ColumnSet(pair.compared), pair.columns_named};
  std::iota(compared.columns.begin(), compared.columns.end(), ColumnId{0});
  if (!info.covers && !info.accepts.has(Kind::nominal)) {
    // A user who named a column of numbers could not know that it would become categories.
    add_left_out(all_left_out, info, pair.original.names(pair.recoded));
    for (const ColumnId id : pair.recoded) std::erase(compared.columns, id);
  }
  const Table& original = info.covers ? pair.original : pair.categories;
  Score none{.value = std::nullopt,
             .note = "takes " + to_text(info.accepts) + " columns, and none is compared"};
  if (compared.columns.empty()) return none;
  const bool all_named = compared.named && request.named;
  const auto [columns, left_out] = all_named
                                       ? AcceptedColumns{compared.columns, {}}
                                       : accepted_columns(original, compared, info.accepts, info.name, true);
  if (columns.empty()) return none;
  if (std::string reason = unfit(original, columns, info); !reason.empty()) {
    return {.value = std::nullopt, .note = std::move(reason)};
  }
  add_left_out(all_left_out, info, pair.original.names(left_out));
  if (info.needs_mapping && pair.mapping == Mapping::none && pair.original.rows() != pair.masked.rows()) {
    return {.value = std::nullopt,
            .note = "needs to know which record came from which, and the files have " +
                    std::to_string(pair.original.rows()) + " and " + std::to_string(pair.masked.rows()) +
                    " records"};
  }
  if (info.needs_mapping && pair.mapping != Mapping::same_rows) {
    return {
        .value = std::nullopt,
        .note = pair.mapping == Mapping::subset
                    ? "needs to know which record came from which: name the controller's map with ‹map›"
                    : "needs to know which record came from which, and the release keeps no such mapping"};
  }
  if (info.covers && pair.mapping != Mapping::same_rows) {
    // Records that lie side by side by chance do not say what a label covers.
    const std::string reason =
        stats::cover_reason(stats::coarse_columns(original, pair.masked, columns, false));
    if (!reason.empty()) return {.value = std::nullopt, .note = reason};
  }
  return request.measure->score(original, pair.masked, columns, request.parameters, run);
}

// Measures that compare row i with row i, and yet have values for synthetic files, as published.
bool compares_rows(const MeasureInfo& info) { return info.name == "cm1" || info.name == "cm2"; }

// Where rows do not correspond, a value near 1 is no sign of protection.
void add_row_warning(const std::vector<Scored>& scores, const TablePair& pair, Warnings& warnings) {
  if (pair.mapping != Mapping::none) return;
  std::vector<std::string> names;
  for (const Scored& scored : scores) {
    const MeasureInfo& info = scored.request->measure->info;
    if (compares_rows(info) && scored.score.value) names.push_back(info.name);
  }
  if (names.empty()) return;
  warnings.push_back(
      enumerated(names) + (names.size() == 1 ? " compares" : " compare") +
      " row by row, and the masked file has no record mapping: a value near 1 comes from that, "
      "and not from protection; cm3 is made for such files");
}

Score mean_score(const std::vector<const std::vector<Scored>*>& tables, std::size_t position) {
  Score result;
  result.details.set("copies", tables.size());
  std::vector<double> values;
  for (const std::vector<Scored>* table : tables) {
    const Score& score = (*table)[position].score;
    if (score.value) values.push_back(*score.value);
  }
  if (values.size() < tables.size()) {
    const std::string lacking = std::to_string(tables.size() - values.size());
    result.note = lacking + " of the " + std::to_string(tables.size()) + " files " +
                  (lacking == "1" ? "has" : "have") + " no value";
    return result;
  }
  const stats::Moments moments = stats::moments(values);
  result.value = moments.mean;
  // Files of equal length are estimated from the same records, so that their errors do not cancel out.
  for (const std::vector<Scored>* table : tables) {
    result.standard_error += (*table)[position].score.standard_error / static_cast<double>(tables.size());
  }
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  result.details.set("smallest", *smallest).set("largest", *largest).set("sd", moments.sd());
  return result;
}

bool is_power_loss(const MeasureRequest& request) {
  if (request.measure->info.name != "power-mean") return false;
  return std::any_of(request.parameters.begin(), request.parameters.end(), [](const auto& entry) {
    return entry.first == "alpha" && entry.second.as_number() > 1.0;
  });
}

}  // namespace

bool is_set(const std::string& measure, const std::vector<std::string>& settings) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const std::string& typed) { return typed.starts_with(measure + "."); });
}

std::vector<MeasureRequest> measure_requests(const std::vector<std::string>& names,
                                             const std::vector<std::string>& settings) {
  std::vector<MeasureRequest> requests;
  if (names.empty()) {
    for (const Measure& measure : measures()) {
      const bool set = is_set(measure.info.name, settings);
      const ByDefault when = measure.info.by_default;
      if (set || (when != ByDefault::never && when != ByDefault::synthetic)) {
        requests.push_back({&measure, {}, set});
      }
    }
  }
  for (const std::string& name : names) {
    const Measure& measure = compare::measure(name);
    if (find_request(requests, name) != nullptr) {
      bad_param("measures", "‹measures› names '" + name + "' twice");
    }
    requests.push_back({&measure, {}, true});
  }
  for (const std::string& typed : settings) {
    const Setting setting =
        parse_setting(typed, "set", "MEASURE.PARAM=VALUE, for example distance-linkage.scale=raw");
    const Measure& measure = compare::measure(setting.owner);
    MeasureRequest* request = find_request(requests, setting.owner);
    if (request == nullptr) {
      bad_param("set", "‹set› is for '" + setting.owner + "', which is not among ‹measures›",
                "add it to ‹measures›");
    }
    request->parameters.push_back(parsed(setting, measure.params, "measure"));
  }
  for (MeasureRequest& request : requests) {
    request.parameters =
        resolve_params(request.measure->params, request.parameters, request.measure->info.name);
  }
  return requests;
}

std::vector<std::string> table_paths(const std::vector<MeasureRequest>& requests) {
  std::vector<std::string> paths;
  for (const MeasureRequest& request : requests) {
    for (const ParamInfo& info : request.measure->params) {
      if (info.kind != ParamKind::table) continue;
      for (const auto& [name, value] : request.parameters) {
        if (name != info.name || value.as_text().empty()) continue;
        if (std::find(paths.begin(), paths.end(), value.as_text()) == paths.end()) {
          paths.push_back(value.as_text());
        }
      }
    }
  }
  return paths;
}

std::vector<MeasureRequest> without_samples(std::vector<MeasureRequest> requests) {
  for (MeasureRequest& request : requests) {
    for (auto& [name, value] : request.parameters) {
      if (name == "sample" && value.is_number()) value = Value(std::int64_t{0});
    }
  }
  return requests;
}

Side side_of(const MeasureRequest& request) {
  if (request.measure->info.name != "power-mean") return request.measure->info.side;
  return is_power_loss(request) ? Side::utility : Side::risk;
}

Better better_of(const MeasureRequest& request) {
  return is_power_loss(request) ? Better::lower : request.measure->info.better;
}

void leave_out_for_mapped(std::vector<MeasureRequest>& requests) {
  std::erase_if(requests, [](const MeasureRequest& request) {
    return !request.named && request.measure->info.by_default == ByDefault::unmapped;
  });
}

std::string beyond_reason(const std::string& column) {
  return "column '" + column +
         "' has numbers beyond ±1e150, whose squares overflow; rescale it, or leave it out of ‹columns›";
}

std::vector<Scored> score_all(const TablePair& pair, const std::vector<MeasureRequest>& requests,
                              const Run& run, Warnings& warnings) {
  std::vector<Scored> scores;
  std::vector<LeftOut> left_out;
  run.expect(requests.size());
  for (const MeasureRequest& request : requests) {
    run.check_stop();
    scores.push_back({&request, score_one(pair, request, run, left_out)});
    run.advance();
  }
  add_row_warning(scores, pair, warnings);
  for (const LeftOut& group : left_out) {
    warnings.add(left_out_warning(group.measures, group.accepted, group.columns), WarningGrade::note);
  }
  return scores;
}

void add_per_original(Score& score, const MeasureInfo& info, std::size_t released, std::size_t records) {
  if (released >= records) return;
  std::string note =
      "measured on the " + std::to_string(released) + " released of " + std::to_string(records) + " records";
  score.details.set("released_records", released).set("original_records", records);
  if (score.value && info.range == "0 to 100 %") {
    const double per_original = *score.value * static_cast<double>(released) / static_cast<double>(records);
    score.details.set("per_original", per_original);
    note += ", " + rounded(per_original, 4) + " % per original record";
  }
  score.note += (score.note.empty() ? "" : "; ") + note;
}

std::vector<Scored> mean_scores(const std::vector<const std::vector<Scored>*>& tables) {
  std::vector<Scored> result;
  for (std::size_t i = 0; i < tables.front()->size(); ++i) {
    result.push_back({(*tables.front())[i].request, mean_score(tables, i)});
  }
  return result;
}

}  // namespace sfumato::compare
