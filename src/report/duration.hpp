// Lengths of time for people: "0.3 s", "40 s", "3 min", "2 h", "5 days".
#pragma once

#include <string>

namespace sfumato::report {

// One or two digits, in the unit that suits them; at least 1 ms.
std::string duration_text(double seconds);

}  // namespace sfumato::report
