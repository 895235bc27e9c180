// What the releases of strata say together: sums, details by stratum, what may be revealed, and promises. It
// needs no records, so that strata can be masked in several processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// Of one stratum, without its records.
struct StratumAccount {
  std::string name;  // the value that its records share
  Value details = Value::object(), reveal = Value::object();
  Mapping mapping = Mapping::same_rows;
  std::vector<ClassPromise> promises = {};
};

// How a value is called in details; a missing one, too.
std::string stratum_name(const Column& column, std::size_t row);

StratumAccount account_of(std::string name, const Masked& part);

// For another process, and back; a damaged state is an error.
Value state_of(const StratumAccount& account);
StratumAccount account_of_state(const Value& state);

// Do the details have the share of variation that is lost, which does not add up?
bool tells_lost_variation(const std::vector<StratumAccount>& accounts);

// Strata in the order of first appearance, at least one. `within` is their column; `lost` the share of
// variation that all of them lost together.
Masked accounts_together(const std::vector<StratumAccount>& accounts, const std::string& within,
                         std::optional<double> lost);

}  // namespace sfumato::masking
