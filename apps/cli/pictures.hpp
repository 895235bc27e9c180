// Pictures for the guides: what each method does to one small cloud of made-up points, and each protection to
// one small table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run.hpp"

namespace sfumato::cli {

// A file name such as "noise.svg" and its SVG, for every family of methods that takes numbers.
std::vector<std::pair<std::string, std::string>> family_pictures(const Run& run);

// The same for differentially private releases, a picture for each of two budgets: "privacy-10.svg" has a
// panel for each way of releasing the cloud with ε = 10.
std::vector<std::pair<std::string, std::string>> privacy_pictures(const Run& run);

// "patterns.svg": one table, protected in several ways.
std::vector<std::pair<std::string, std::string>> table_pictures(const Run& run);

}  // namespace sfumato::cli
