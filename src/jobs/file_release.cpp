#include "jobs/file_release.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/database_address.hpp"
#include "io/output_file.hpp"
#include "jobs/block_release.hpp"
#include "release/hierarchies.hpp"
#include "release/key_file.hpp"

namespace sfumato::jobs {
namespace {

// Refuses a page that is an input, or that another output has.
void check_page(const std::string& path, const release::ReleaseTarget& release) {
  const auto whole = [](const std::string& name) { return std::filesystem::weakly_canonical(name); };
  for (const std::string& other :
       {release.output, io::sidecar_path(release.output), release.map, release.reveal, release.fit}) {
    const std::string file = io::file_of_path(other);
    if (file.empty() || file == "-" || whole(file) != whole(path)) continue;
    bad_input("two outputs have the name '" + path + "'", "give each file a name of its own");
  }
  io::check_output_place(path, release.inputs);
}

}  // namespace

release::ReleaseTarget FileRelease::checked_target() const {
  const masking::Recipe recipe = mask.steps();
  release::ReleaseTarget target{.output = output,
                                .format = output_format,
                                .formulas = formulas,
                                .inputs = {data},
                                .force = force,
                                .map = map,
                                .reveal = reveal,
                                .fit = fit,
                                .budget = budget,
                                .data = data == "-" ? release::piped_data
                                        : io::is_database(data)
                                            ? data
                                            : std::filesystem::path(data).filename().string()};
  for (const std::string& path :
       {reading.roles, recipe_path, fitted_path, budget ? budget->path : std::string()}) {
    if (!path.empty()) target.inputs.push_back(path);
  }
  target.inputs.insert(target.inputs.end(), earlier.begin(), earlier.end());
  for (const std::string& path : release::recipe_inputs(recipe)) target.inputs.push_back(path);
  for (const std::string& path : release::hierarchy_inputs(recipe)) target.inputs.push_back(path);
  release::check_release(target, recipe);
  target.text = io::output_text_form(output, output_format, {}, output_text);
  if (!report.empty()) check_page(report, target);
  return target;
}

MaskResult release_file(FileRelease& wanted, const Run& run) {
  release::ReleaseTarget target = wanted.checked_target();
  if (masks_in_blocks(wanted, target, run)) return release_blocks(wanted, std::move(target), run);
  wanted.mask.original = {io::read_table(wanted.data, wanted.reading, run),
                          wanted.data == "-" ? release::piped_data : wanted.data};
  for (const std::string& path : wanted.earlier) {
    wanted.mask.earlier.push_back({path, io::read_table(path, {}, run).table});
  }
  std::optional<release::NewKeyFile> made;
  if (!wanted.new_key.empty()) made.emplace(wanted.new_key);
  target.missing_token = wanted.mask.original.file.missing_token;
  target.text = io::output_text_form(wanted.output, wanted.output_format, wanted.mask.original.file.text,
                                     wanted.output_text);
  if (!parse_integer(wanted.reading.sheet)) target.sheet = wanted.reading.sheet;
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
