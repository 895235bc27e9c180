// Warnings about what a method did, from the details that it gives: the same for every front end.
#pragma once

#include <string_view>

#include "release/recipe_run.hpp"

namespace sfumato::release {

// Adds them to the result, and to its details the counts that they rest on.
void add_recipe_warnings(MaskingResult& result, const std::vector<masking::Step>& steps, const Run& run);

// Is this the warning of a release with a seed, as any front end shows it?
bool warns_of_seed(std::string_view text);

}  // namespace sfumato::release
