// What a release of the app consists of: its request in names of the folder, the files that it writes, and
// the command line that does the same.
#pragma once

#include <string>
#include <vector>

#include "app/app_jobs.hpp"
#include "io/text_form.hpp"
#include "release/acceptance.hpp"

namespace sfumato::app {

// What is asked for, in names of the folder.
struct ReleasePlan {
  std::string data, name = "release", format = "csv";
  Value reading = Value::object(), schema = Value::object(), recipe = Value::object();
  Value writing =
      Value::object();  // of CSV: delimiter, decimal and encoding, where they are not as in the data
  std::vector<release::Acceptance> accept;
  std::vector<std::string> measures, keys;  // what is measured of the release
  bool for_public = false, map = false, replace = false, check = false;

  std::string output() const { return name + "." + format; }
  std::string file(const char* ending) const { return name + ending; }
  // An error where `writing` is none, or where the format has no such form.
  io::TextForm output_text() const;
};

// An error where a member is not known or has the wrong type.
ReleasePlan release_plan(const AppRequest& request);

// Names of the files that will be written, without those of hierarchies.
std::vector<std::string> planned_files(const ReleasePlan& plan, bool report);

// As it is typed in the folder. The seed undoes a release, so that reports do not have it.
std::string command_line(const ReleasePlan& plan, const AppRequest& request, bool with_seed);

// What the release consists of, and what of it may leave: [{"name", "what", "public"}], with "folder": true
// where it is no file. `data` are the paths of the released data.
Value file_values(const ReleasePlan& plan, const std::vector<std::string>& data, bool report,
                  bool hierarchies);

}  // namespace sfumato::app
