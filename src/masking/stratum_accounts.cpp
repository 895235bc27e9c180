// Integer details are counts, which add up; others are listed by stratum.
#include "masking/stratum_accounts.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::masking {
namespace {

Value summed_details(const std::vector<StratumAccount>& accounts) {
  Value sums = Value::object();
  for (const auto& [name, first] : accounts.front().details.as_object()) {
    if (!first.is_integer()) continue;
    std::int64_t sum = 0;
    for (const StratumAccount& one : accounts) {
      const Value* found = one.details.find(name);
      if (found != nullptr && found->is_integer()) sum += found->as_integer();
    }
    sums.set(name, sum);
  }
  return sums;
}

// What is equal in all strata once, else by stratum.
Value revealed(const std::vector<StratumAccount>& accounts) {
  const Value& first = accounts.front().reveal;
  if (std::all_of(accounts.begin(), accounts.end(),
                  [&](const StratumAccount& one) { return one.reveal == first; })) {
    return first;
  }
  Value by_stratum = Value::object();
  for (const StratumAccount& one : accounts) by_stratum.set(one.name, one.reveal);
  Value result = Value::object();
  result.set("by_stratum", by_stratum);
  return result;
}

std::vector<std::string> texts_of(const Value& state) {
  if (!state.is_array()) damaged_state();
  std::vector<std::string> texts;
  for (const Value& one : state.as_array()) {
    if (!one.is_text()) damaged_state();
    texts.push_back(one.as_text());
  }
  return texts;
}

const std::string& text_of(const Value& state) {
  if (!state.is_text()) damaged_state();
  return state.as_text();
}

}  // namespace

std::string stratum_name(const Column& column, std::size_t row) {
  return column.missing(row) ? "(missing)" : column.text(row);
}

StratumAccount account_of(std::string name, const Masked& part) {
  return {std::move(name), part.details, part.reveal, part.mapping, part.promises};
}

Value state_of(const StratumAccount& account) {
  Value promises = Value::array();
  for (const ClassPromise& one : account.promises) {
    promises.push(Value(Value::Array{Value::array_of(one.keys), Value::array_of(one.models), one.wildcard,
                                     one.subset, one.suppressed, one.within, one.population, one.unit}));
  }
  return Value(Value::Array{account.name, account.details, account.reveal, static_cast<int>(account.mapping),
                            promises});
}

StratumAccount account_of_state(const Value& state) {
  StratumAccount account{text_of(item_of(state, 0)), item_of(state, 1), item_of(state, 2)};
  const std::size_t mapping = count_of(item_of(state, 3));
  if (!account.details.is_object() || !account.reveal.is_object() || mapping > 2) damaged_state();
  account.mapping = static_cast<Mapping>(mapping);
  if (!item_of(state, 4).is_array()) damaged_state();
  for (const Value& one : item_of(state, 4).as_array()) {
    if (!item_of(one, 2).is_bool()) damaged_state();
    account.promises.push_back({.keys = texts_of(item_of(one, 0)),
                                .models = texts_of(item_of(one, 1)),
                                .wildcard = item_of(one, 2).as_bool(),
                                .subset = count_of(item_of(one, 3)),
                                .suppressed = text_of(item_of(one, 4)),
                                .within = text_of(item_of(one, 5)),
                                .population = text_of(item_of(one, 6)),
                                .unit = text_of(item_of(one, 7))});
  }
  return account;
}

bool tells_lost_variation(const std::vector<StratumAccount>& accounts) {
  return accounts.front().details.find("sse_percent") != nullptr;
}

Masked accounts_together(const std::vector<StratumAccount>& accounts, const std::string& within,
                         std::optional<double> lost) {
  Masked result;
  result.details = summed_details(accounts);
  result.mapping = accounts.front().mapping;
  result.reveal = revealed(accounts);
  result.promises = accounts.front().promises;
  for (ClassPromise& promise : result.promises) {
    if (!promise.population.empty()) {
      bad_input("models of a population do not hold inside strata, which the population does not have",
                "leave out the strata or the population");
    }
    promise.within = within;
  }
  if (lost) result.details.set("sse_percent", *lost);
  if (const Value* renumbered = accounts.front().details.find("renumbered")) {
    result.details.set("renumbered", *renumbered);
  }
  result.details.set("strata", accounts.size());
  Value by_stratum = Value::object();
  for (const StratumAccount& one : accounts) {
    if (!one.details.as_object().empty()) by_stratum.set(one.name, one.details);
  }
  if (!by_stratum.as_object().empty()) result.details.set("by_stratum", by_stratum);
  return result;
}

}  // namespace sfumato::masking
