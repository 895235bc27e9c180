// Columns that a recipe leaves out of its release. They are marked as identifiers before the first step, so
// that every part of the release path leaves them out as it does identifiers.
#pragma once

#include <string>
#include <vector>

#include "core/method.hpp"
#include "masking/recipe.hpp"

namespace sfumato::release {

// Does it make up records with a guarantee, and ask which of the other columns to drop?
bool drops_columns(const Method& method);

// The columns that the recipe leaves out: its own, and those of a method with a parameter `drop`. Each once.
std::vector<std::string> dropped_columns(const masking::Recipe& recipe);

// The table with these columns as identifiers, which no release contains; methods can still use them. A
// column that is not there is an error.
Table leaving_out(Table table, const masking::Recipe& recipe);

}  // namespace sfumato::release
