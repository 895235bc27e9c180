// The result of the job `compare`, as plain data: what was asked, what was tried, which method won, and what
// its release looks like. Text, JSON and the page are made from it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/usual_contenders.hpp"
#include "core/warning.hpp"
#include "jobs/provenance.hpp"
#include "profile/before_after.hpp"
#include "profile/profile.hpp"

namespace sfumato::jobs {

// The winner as it was drawn for release.
struct WinnerRelease {
  std::vector<std::string> files;    // empty where tables were returned
  std::vector<Table> tables;         // empty where files were written
  Value sidecar;                     // of the first table
  Value release;                     // as in its sidecar: method, parameters, columns, mapping, guarantee
  Value details;                     // of the method
  Value promises;                    // of classes of records, as counted in the file; null: none
  std::vector<std::string> checked;  // the same in words, and a sentence on the quasi-identifiers
  std::vector<std::pair<std::string, std::string>> verified;  // each model with what was found
  Value quasi_identifiers;  // how many records are unique on them; null: none is declared
  Warnings warnings;
  // Those among them about columns that are released as they were, and values of single records.
  Warnings exposing;
  std::vector<Score> scores;  // of all measures of the outcome, on this very draw
  profile::BeforeAfter before_after;
  bool fresh = true;        // drawn from fresh entropy, not from the seed
  std::size_t redrawn = 0;  // draws before this one that exceeded a limit
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
  // Axes of the map: positions in the outcome's measures, risk across and utility up; none: no map.
  std::optional<std::size_t> map_risk, map_utility;
  std::vector<MapCurve> map;             // in the order of the attempts
  std::optional<WinnerRelease> release;  // none: no method won, or nothing was to be written
};

struct CompareResult {
  std::string data;  // name of the file
  std::size_t rows = 0;
  std::vector<std::string> columns;
  profile::Profile profile;
  std::vector<compare::MeasureRequest> measures;
  std::size_t replicates = 1;
  std::optional<std::uint64_t> seed;
  std::string made_on;                                  // "2026-11-15"
  std::vector<ComparisonPart> parts;                    // one per target
  std::shared_ptr<const std::vector<Method>> finished;  // finished releases that take part; or null
  std::vector<compare::Contender> contenders;           // attempts point into it, and it to methods
  std::vector<compare::LeftOutMethod> left_out;         // methods that do not fit, where none was named
  Warnings warnings;
  Provenance provenance;                                   // where a front end records it
  std::vector<std::pair<std::string, std::string>> asked;  // options as they were typed or understood

  // Does some method reach each of the targets?
  bool attained() const {
    return std::all_of(parts.begin(), parts.end(),
                       [](const ComparisonPart& part) { return part.comparison.winner.has_value(); });
  }
};

}  // namespace sfumato::jobs
