// Pictures for the guides and the reference: what each method does to small made-up data, how each measure
// follows the strength of a method, and what each protection does to one small table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/measure.hpp"
#include "core/method.hpp"
#include "core/run.hpp"

namespace sfumato::cli {

// A file name such as "noise.svg" and its SVG, for every family of methods that takes numbers.
std::vector<std::pair<std::string, std::string>> family_pictures(const Run& run);

// What a method does to the same data as all others: a cloud of points, or shares of categories. `told` is
// the same in words.
struct EntryPicture {
  std::string svg;
  std::string told;
};
EntryPicture method_picture(const Method& method, const Run& run);
std::string point_picture(const Method& method, const Run& run);

// A measure's value along the dial of a method. Empty where it has no value on these data.
EntryPicture measure_picture(const Measure& measure, const Run& run);

// The same for differentially private releases, a picture for each of two budgets: "privacy-10.svg" has a
// panel for each way of releasing the cloud with ε = 10.
std::vector<std::pair<std::string, std::string>> privacy_pictures(const Run& run);

// "patterns.svg": one table, protected in several ways.
std::vector<std::pair<std::string, std::string>> table_pictures(const Run& run);

}  // namespace sfumato::cli
