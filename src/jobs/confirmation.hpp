// What a comparison on a sample found, judged on all records: whether the release of its winner keeps the
// target or the limits there, and which stronger setting is to be tried where it does not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/warning.hpp"
#include "jobs/confirmation_plan.hpp"

namespace sfumato::jobs {

struct ConfirmationRequest {
  Value comparison;                   // the document of the job `compare` on the sample, with one target
  std::vector<std::string> settings;  // of measures, as the comparison was asked
  std::size_t records = 0, sampled = 0;
  Value parameters;                       // of the release; null: those of the winner
  std::vector<Value> measured;            // documents of the job `measure` on all records
  std::vector<NotMeasured> not_measured;  // with reasons
  std::size_t strengthened = 0;           // settings that were tried on all records before this one
  std::string failure;                    // why there is no release; empty: there is one
  Value release;                          // its document, for its warnings; may be null
};

// One measure on all records.
struct Confirmed {
  std::string measure;
  ConfirmedRole role = ConfirmedRole::risk;
  std::optional<double> value;
  double standard_error = 0.0;  // of a value estimated from a sample of the records
  std::string reason;           // why there is no value
  std::optional<double> target;
  Better better = Better::lower;
  Side side = Side::risk;
  // Is the target kept? A limit by all rules of limits; a target that is a risk within the tolerance or on
  // its safe side, another one within the tolerance. No value: no. None: there is no target.
  std::optional<bool> safe;
};

struct Confirmation {
  std::string method;        // empty: no method won
  Value parameters, recipe;  // of the release; the steps of a recipe, or null
  std::vector<Confirmed> measures;
  bool reached = false;
  std::string reason;  // why not
  Value next;          // parameters of the stronger setting that is to be released next; null: none
  bool approximate = true;
  std::string summary;  // "approximate: calibrated on a sample of 100 of 900 records, confirmed on all"
  Warnings warnings;
};

inline constexpr std::size_t most_strengthened = 3;

Confirmation confirmed_comparison(const ConfirmationRequest& request);

}  // namespace sfumato::jobs
