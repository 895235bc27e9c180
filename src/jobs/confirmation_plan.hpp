// A comparison on a sample of the records: which of its measures can be taken on all records, where these lie
// in parts, and with which requests. Measures that cannot are named with the reason.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::jobs {

// Why a measure is taken: the comparison brings methods to it, keeps it below a limit, shows it beside, or
// ranks by it.
enum class ConfirmedRole { target, limit, risk, ranked };
std::string_view to_text(ConfirmedRole role);

struct ComparedMeasure {
  std::string name;
  ConfirmedRole role = ConfirmedRole::risk;
};

// One request of the job `measure` for records in parts.
struct ConfirmationCall {
  std::vector<std::string> measures, columns, keys, settings;
};

struct NotMeasured {
  std::string measure, reason;
};

struct ConfirmationPlan {
  std::vector<ConfirmationCall> calls;
  std::vector<NotMeasured> not_measured;
};

// The method that won, as the document of the comparison has it; null: none.
const Value* winner_of(const Value& comparison);

// Each measure once, those with targets and limits first. A comparison at several targets is an error.
std::vector<ComparedMeasure> compared_measures(const Value& comparison);

// The settings of the request that are about this measure, and those that a comparison adds by itself.
std::vector<std::string> settings_of_measure(const std::string& measure,
                                             const std::vector<std::string>& settings);

// `original` and `masked` have no rows; `columns` are those that were compared.
ConfirmationPlan confirmation_plan(const Value& comparison, const std::vector<std::string>& settings,
                                   const Table& original, const Table& masked, const Run& run);

}  // namespace sfumato::jobs
