// Methods, measures, table protections and sensitivity rules described: lists of them and one in full. The
// same reports are what the `methods` and `measures` commands print and what the reference pages hold.
#pragma once

#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/method.hpp"
#include "report/report.hpp"
#include "tables/protection.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/suppression/algorithm.hpp"

namespace sfumato::report {

Report describe_methods(const std::vector<Method>& methods);
Report describe_measures(const std::vector<Measure>& measures);
// `usage` is an example in the front end's own words; without one there is no such section.
Report describe(const Method& method, const std::string& usage = {});
Report describe(const Measure& measure, const std::string& usage = {});

Report describe_protections(const std::vector<tables::Protection>& protections);
Report describe(const tables::Protection& protection, const std::string& usage = {});
Report describe_rules(const std::vector<tables::RuleType>& rules);
Report describe(const tables::RuleType& rule, const std::string& usage = {});
Report describe_algorithms(const std::vector<tables::SuppressionAlgorithm>& algorithms);

// Parameters with their kinds, ranges, defaults, units and docs, as JSON has them.
Value param_infos_value(const std::vector<ParamInfo>& params);

// "0.1 to 100 % of records; default 5; more is safer", for help texts.
std::string param_summary(const ParamInfo& info);

// A default as a person reads it: "off" for a flag, "none" for an empty list.
std::string default_text(const ParamInfo& info);

}  // namespace sfumato::report
