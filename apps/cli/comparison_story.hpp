// From a comparison to what is told of it: the points of the map, the release of the winner, the profile.
#pragma once

#include <string>
#include <vector>

#include "cli/release.hpp"
#include "compare/comparison_job.hpp"
#include "io/table_file.hpp"
#include "report/comparison_story.hpp"

namespace sfumato::cli {

struct StoryRequest {
  std::string data;        // how the file is called
  std::string folder;      // where releases go; empty: none is written
  std::string extension;   // of a release: ".csv"
  bool keep_draw = false;  // release the draw of the seed, not a fresh one
  bool force = false;
};

// Runs the job and writes the winners, one for each target that somebody reaches.
report::ComparisonStory tell_comparison(const compare::Job& job, const io::TableFile& file,
                                        const ColumnChoice& columns, const StoryRequest& request,
                                        const Run& run);

// The winners' paths in the folder, as many as there are targets: "winner.csv", or "winner-1.csv", ….
std::vector<std::string> winner_paths(const StoryRequest& request, std::size_t targets);

}  // namespace sfumato::cli
