// What an intruder learns who has this release and earlier ones: classes of equal keys in all of them
// together, and classes that become small when records of several releases are linked.
// docs/next-months-file.md has the definitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "release/recipe_run.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

struct EarlierRelease {
  std::string name;
  Table table;
};

// This release and one before it, or all together, linked by columns. Members are units, or records without
// units.
struct ReleaseLink {
  std::string name;         // of the earlier release
  std::size_t records = 0;  // that it has
  std::size_t linked = 0;   // records of this release that agree with one of it in the linking columns
  std::size_t smallest_linked = 0;  // members that are left of a linked record's class; 0: none is linked
  std::size_t below_linked = 0;     // linked records with fewer than k members left
  std::size_t smallest_new =
      0;  // the same for records that are linked with none: members of their class alike
  std::size_t below_new = 0;
};

struct EarlierFindings {
  std::vector<std::string> keys, link;
  std::vector<std::string> absent;  // keys that some earlier release lacks
  std::string unit;                 // whose values are members; empty: records are
  std::size_t k = 2;
  std::size_t records = 0, suppressed = 0;  // of this release; suppressed ones have no class
  std::size_t k_new = 0,
              k_union = 0;       // members of the smallest class: of this release alone, of all together
  std::size_t unique_new = 0;    // records of this release whose class in it has one member
  std::size_t unique_union = 0;  // the same, of all releases together
  std::size_t earlier_unique_union =
      0;  // records of earlier releases whose class in all together has one member
  std::vector<ReleaseLink> links = {};       // one for each earlier release; none without linking columns
  std::optional<ReleaseLink> together = {};  // of several earlier releases
  std::vector<verify::PromiseFinding> promises = {};  // of this release, counted in all releases together
};

// Keys are those of the promises of this release, or else the released quasi-identifiers. `link` names
// columns that people keep from month to month; without it the unit, or else all released columns that are
// not keys.
EarlierFindings compare_with_earlier(const MaskingResult& result, const std::vector<EarlierRelease>& earlier,
                                     const std::vector<std::string>& link, const Run& run);

Value to_value(const EarlierFindings& findings);
Warnings earlier_warnings(const EarlierFindings& findings);

}  // namespace sfumato::release
