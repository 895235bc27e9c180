// From a comparison to what is told of it: the points of the map, the release of the winner, the profile.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison_job.hpp"
#include "release/release_files.hpp"
#include "report/comparison_story.hpp"

namespace sfumato::cli {

struct StoryRequest {
  std::string data;                      // how the file is called
  std::string folder = {};               // where releases go; empty: none is written, and no map drawn
  std::string extension = ".csv";        // of a release
  std::string missing_token = {};        // how the original writes a missing value
  std::string sidecar = {};              // where the original's columns are described
  std::vector<std::string> inputs = {};  // files that are never overwritten
  bool keep_draw = false;                // release a draw that was compared, not a fresh one
  bool force = false;
};

// Runs the job and writes the winners, one for each target that somebody reaches. Releases of an earlier
// comparison in the same folder go first.
report::ComparisonStory tell_comparison(const compare::Job& job, const compare::Subject& subject,
                                        const StoryRequest& request, const Run& run,
                                        compare::FindingStore* store = nullptr);

// Makes a folder where there is none.
void make_folder(const std::string& folder);

// Files of a comparison in a folder.
std::string report_file(const std::string& folder);
std::string page_file_of(const std::string& folder);
std::string table_file_of(const std::string& folder);

// Releases that the comparison in this folder has written, by its report; none where there is no report of
// ours.
std::vector<std::string> previous_releases(const std::string& folder);

// The winners' paths in the folder, as many as there are targets: "winner.csv", or "winner-1.csv", ….
std::vector<std::string> winner_paths(const StoryRequest& request, std::size_t targets);

}  // namespace sfumato::cli
