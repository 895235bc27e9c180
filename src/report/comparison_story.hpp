// Everything that is told about a comparison, as plain data: what was asked, what was tried, who won, and
// what the release looks like. Text, JSON and the page are made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "profile/before_after.hpp"
#include "profile/profile.hpp"

namespace sfumato::report {

// The winner as it was drawn for release.
struct ReleaseStory {
  std::vector<std::string> files;
  Value release;                     // as in its sidecar: method, parameters, columns, mapping, guarantee
  Value details;                     // of the method
  Value promises;                    // of classes of records, as counted in the file; null: none
  std::vector<std::string> checked;  // the same in words
  std::vector<std::string> warnings;
  std::vector<Score> scores;  // of all measures of the story, on this very draw
  profile::BeforeAfter before_after;
  bool fresh = true;  // drawn from fresh entropy, not from the seed
};

// One contender along its dial, measured on both sides.
struct MapCurve {
  std::string name;
  std::string parameter;  // empty: one point
  struct Point {
    double parameter = 0.0;
    compare::Estimate risk, utility;
  };
  std::vector<Point> points;
  bool reached = false;
};

struct ComparisonPart {
  compare::Comparison comparison;
  // Axes of the map: positions in the story's measures, risk across and utility up; none: no map.
  std::optional<std::size_t> map_risk, map_utility;
  std::vector<MapCurve> map;            // in the order of the attempts
  std::optional<ReleaseStory> release;  // none: nobody won, or nothing was to be written
};

struct ComparisonStory {
  std::string data;  // name of the file
  std::size_t rows = 0;
  std::vector<std::string> columns;
  profile::Profile profile;
  std::vector<compare::MeasureRequest> measures;
  std::size_t replicates = 1;
  std::optional<std::uint64_t> seed;
  std::string made_on;                         // "2026-11-15"
  std::vector<ComparisonPart> parts;           // one per target
  std::vector<compare::Contender> contenders;  // attempts point into it
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> asked;  // options as they were typed or understood
};

}  // namespace sfumato::report
