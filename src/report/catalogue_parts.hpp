// What descriptions of all kinds of entries share: names of parameters as they are written, parameters as
// definitions, usage and reference.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/params.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Parameters of a measure are called MEASURE.NAME wherever they are set; those of methods and protections are
// options; the numbers of a rule have no names where they are written.
using ShownName = std::function<std::string(const std::string& name)>;
std::string option_name(const std::string& name);
std::string own_name(const std::string& name);

// Sections, each left out where there is nothing in it.
void add_usage(Report& report, const std::string& usage);
void add_parameters(Report& report, const std::vector<ParamInfo>& params, const ShownName& shown);
void add_reference(Report& report, const std::string& reference);

std::string yes_or_no(bool truth);

}  // namespace sfumato::report
