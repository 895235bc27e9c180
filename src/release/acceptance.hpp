// Warnings that a person accepted before a release went out: which one, who accepted it, and why. The signed
// report names them, so that a reader sees who decided what.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"
#include "core/warning.hpp"

namespace sfumato::release {

struct Acceptance {
  std::string warning;  // its id
  std::string by, reason;
};

struct AcceptedWarning {
  Warning warning;
  std::string by, reason;
};

// "stop-1a2b3c4d": from the words of the warning without its numbers, so that it stays the same for two draws
// of a random method.
std::string warning_id(const Warning& warning);

// A list of objects {"warning": ID, "by": NAME, "reason": TEXT}; an error where one has no name or no reason.
// `source` stands in errors.
std::vector<Acceptance> parse_acceptances(const Value& list, const std::string& source);

// The document of a file that repeats them: {"accepted": [{"warning", "by", "reason"}]}.
Value acceptances_value(const std::vector<Acceptance>& accepted);

// Those of the warnings that were accepted, in their order, worst first.
std::vector<AcceptedWarning> accepted_warnings(const Warnings& warnings,
                                               const std::vector<Acceptance>& accepted);

// Whether every warning of grade stop was accepted.
bool stops_accepted(const Warnings& warnings, const std::vector<Acceptance>& accepted);

}  // namespace sfumato::release
