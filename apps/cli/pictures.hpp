// Pictures for the guides: what each method does to one small cloud of made-up points.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run.hpp"

namespace sfumato::cli {

// A file name such as "noise.svg" and its SVG, for every family of methods that takes numbers.
std::vector<std::pair<std::string, std::string>> family_pictures(const Run& run);

}  // namespace sfumato::cli
