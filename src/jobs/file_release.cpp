#include "jobs/file_release.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "release/hierarchies.hpp"
#include "release/key_file.hpp"

namespace sfumato::jobs {
namespace {

// Refuses a page that is an input, or that another output has.
void check_page(const std::string& path, const release::ReleaseTarget& release) {
  const auto whole = [](const std::string& name) { return std::filesystem::weakly_canonical(name); };
  for (const std::string& other :
       {release.output, io::sidecar_path(release.output), release.map, release.reveal}) {
    if (other.empty() || other == "-" || whole(other) != whole(path)) continue;
    bad_input("two outputs have the name '" + path + "'", "give each file a name of its own");
  }
  io::check_output_place(path, release.inputs);
}

}  // namespace

release::ReleaseTarget FileRelease::checked_target() const {
  const masking::Recipe recipe = mask.steps();
  release::ReleaseTarget target{
      .output = output,
      .format = output_format,
      .formulas = formulas,
      .inputs = {data},
      .force = force,
      .map = map,
      .reveal = reveal,
      .budget = budget,
      .data = data == "-" ? release::piped_data : std::filesystem::path(data).filename().string()};
  for (const std::string& path : {reading.roles, recipe_path, budget ? budget->path : std::string()}) {
    if (!path.empty()) target.inputs.push_back(path);
  }
  for (const std::string& path : release::recipe_inputs(recipe)) target.inputs.push_back(path);
  for (const std::string& path : release::hierarchy_inputs(recipe)) target.inputs.push_back(path);
  release::check_release(target, recipe);
  if (!report.empty()) check_page(report, target);
  return target;
}

MaskResult release_file(FileRelease& wanted, const Run& run) {
  release::ReleaseTarget target = wanted.checked_target();
  wanted.mask.original = {io::read_table(wanted.data, wanted.reading, run),
                          wanted.data == "-" ? release::piped_data : wanted.data};
  std::optional<release::NewKeyFile> made;
  if (!wanted.new_key.empty()) made.emplace(wanted.new_key);
  target.missing_token = wanted.mask.original.file.missing_token;
  target.sidecar = wanted.mask.original.file.sidecar.path;
  target.codes.suppressed = wanted.suppressed;
  target.codes.labels = wanted.write_labels;
  if (wanted.keep_missing_codes) {
    target.codes.missing =
        release::missing_codes(wanted.data, wanted.reading, wanted.mask.original.file.table, run);
  }
  MaskResult result = mask(wanted.mask, release::FileDestination(std::move(target)), run);
  if (made) made->keep();
  return result;
}

}  // namespace sfumato::jobs
