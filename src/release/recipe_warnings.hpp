// Warnings about what a method did, from the details that it gives: the same for every front end.
#pragma once

#include "release/recipe_run.hpp"

namespace sfumato::release {

// Adds them to the result, and to its details the counts that they rest on.
void add_recipe_warnings(MaskingResult& result, const std::vector<masking::Step>& steps, const Run& run);

}  // namespace sfumato::release
