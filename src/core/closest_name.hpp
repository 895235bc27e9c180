// Which of some names was meant by one that is not among them: what "did you mean" says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

// The first of the candidates closest to `typed`; none where more than a third of the letters differ. A part
// of a longer name, of three letters or more, differs from it in one letter at most.
std::optional<std::string> closest_name(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace sfumato
