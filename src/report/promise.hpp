// A guarantee of privacy in plain words, for those who sign a release and for those whose data are in it.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"

namespace sfumato::report {

// Sentences on what a release promises, of the guarantee as its sidecar has it; empty where nothing was to
// be expected: no guarantee without a reason, or for no other than a seed.
std::vector<std::string> promise_sentences(const Value& guarantee);
// The same as one paragraph.
std::string promise_text(const Value& guarantee);

}  // namespace sfumato::report
