// report.json comes last: a folder that has it is whole.
#include "cli/comparison_output.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/console.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/database_address.hpp"
#include "io/file_error.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/own_document.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "release/release_files.hpp"
#include "report/comparison.hpp"
#include "report/comparison_map.hpp"
#include "report/comparison_page.hpp"
#include "report/html.hpp"
#include "report/latex_table.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> with_sidecars(std::vector<std::string> paths) {
  const std::size_t count = paths.size();
  for (std::size_t i = 0; i < count; ++i) paths.push_back(io::sidecar_path(paths[i]));
  return paths;
}

}  // namespace

std::string release_extension(const std::string& data, const std::string& format) {
  const std::vector<std::string> writable = io::format_names(true);
  if (!format.empty()) {
    return std::find(writable.begin(), writable.end(), format) != writable.end() ? "." + format : ".csv";
  }
  if (io::is_database(data)) return ".csv";
  const std::string name = fs::path(data).filename().string();
  const std::size_t dot = name.ends_with(".gz") ? name.rfind('.', name.size() - 4) : name.rfind('.');
  const std::string extension = dot == std::string::npos ? "" : name.substr(dot);
  try {
    if (!extension.empty()) io::check_output("winner" + extension, "", {});
    return extension.empty() ? ".csv" : extension;
  } catch (const Error&) {
    return ".csv";
  }
}

std::vector<std::string> ComparisonFolder::winner_paths(std::size_t targets) const {
  if (targets <= 1) return {folder + "/winner" + extension};
  std::vector<std::string> paths;
  for (std::size_t i = 1; i <= targets; ++i) {
    paths.push_back(folder + "/winner-" + std::to_string(i) + extension);
  }
  return paths;
}

// Releases that the comparison in this folder has written, by its report; none where there is no report of
// ours.
std::vector<std::string> ComparisonFolder::previous_releases() const {
  Value document;
  try {
    document = io::parse_json(io::read_text_file(report_file()), "report.json");
  } catch (const Error& failure) {
    if (failure.code == ErrorCode::input_output) throw;
    return {};
  }
  std::vector<const Value*> parts{&document};
  if (const Value* several = document.find("comparisons"); several != nullptr && several->is_array()) {
    for (const Value& part : several->as_array()) parts.push_back(&part);
  }
  std::vector<std::string> paths;
  for (const Value* part : parts) {
    const Value* release = part->find("release");
    const Value* files = release == nullptr ? nullptr : release->find("files");
    if (files == nullptr || !files->is_array()) continue;
    for (const Value& file : files->as_array()) {
      const std::string name = fs::path(file.is_text() ? file.as_text() : "").filename().string();
      if (name.starts_with("winner")) paths.push_back(folder + "/" + name);
    }
  }
  return paths;
}

void ComparisonFolder::check(std::size_t targets) const {
  std::error_code ignored;
  if (!io::exists(folder)) return;
  if (!io::is_folder(folder)) {
    bad_input("'" + folder + "' is a file, and a folder is needed", "name another one with -o");
  }
  std::vector<std::string> reports{report_file(), page_file(), table_file()};
  const std::vector<std::string> exported = exported_files(targets);
  reports.insert(reports.end(), exported.begin(), exported.end());
  std::vector<std::string> files = with_sidecars(winner_paths(targets));
  files.insert(files.end(), reports.begin(), reports.end());
  for (const std::string& path : files) {
    for (const std::string& input : inputs) {
      if (!fs::equivalent(path, io::file_of_path(input), ignored)) continue;
      bad_input("the input '" + input + "' would be overwritten by the comparison's '" + path + "'",
                "name another folder with -o");
    }
  }
  if (force) return;
  std::vector<std::string> known;
  if (io::is_own_document(report_file(), {"methods"}) ||
      io::is_own_document(report_file(), {"comparisons"})) {
    known = with_sidecars(previous_releases());
    known.insert(known.end(), reports.begin(), reports.end());
  }
  for (const std::string& path : files) {
    if (!fs::exists(path, ignored) || std::find(known.begin(), known.end(), path) != known.end()) continue;
    bad_input("'" + path + "' is there already and not from a comparison",
              "name another folder with -o, or say --force");
  }
}

// An earlier winner is replaced by the new one; what has another name is removed here, before the report that
// names it is replaced.
void ComparisonFolder::remove_others(const jobs::CompareResult& result) const {
  std::vector<std::string> kept;
  for (const jobs::ComparisonPart& part : result.parts) {
    if (part.release) kept.insert(kept.end(), part.release->files.begin(), part.release->files.end());
  }
  kept = with_sidecars(kept);
  std::error_code ignored;
  for (const std::string& path : with_sidecars(previous_releases())) {
    if (std::find(kept.begin(), kept.end(), path) == kept.end()) fs::remove(path, ignored);
  }
}

std::string ComparisonFolder::map_path(std::size_t target, std::size_t targets) const {
  return folder + (targets <= 1 ? "/map" : "/map-" + std::to_string(target + 1));
}

std::vector<std::string> ComparisonFolder::exported_files(std::size_t targets) const {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, targets); ++i) {
    for (const std::string& path : report::figure_paths(map_path(i, targets), exports.figures)) {
      files.push_back(path);
    }
  }
  if (exports.latex) files.push_back(latex_file());
  return files;
}

// The public may not see points of the original's risk, so that its variant has no map.
void ComparisonFolder::write_exports(const jobs::CompareResult& result, bool public_variant) const {
  for (std::size_t i = 0; i < result.parts.size() && !public_variant; ++i) {
    if (const auto map = report::map_figure(result, result.parts[i])) {
      report::write_figure(*map, map_path(i, result.parts.size()), exports.figures);
    }
  }
  if (!exports.latex) return;
  io::write_text_file(latex_file(), report::latex_table(public_variant ? report::public_results_table(result)
                                                                       : report::results_table(result)));
}

jobs::WinnerDestinations ComparisonFolder::winners(std::size_t targets, const io::TableFile& data) const {
  jobs::WinnerDestinations result;
  for (const std::string& path : winner_paths(targets)) {
    release::ReleaseTarget target{.output = path,
                                  .formulas = formulas,
                                  .missing_token = data.missing_token,
                                  .sidecar = data.sidecar.path,
                                  .inputs = inputs,
                                  .force = true};  // what may not be overwritten was refused before any work
    if (result.empty()) target.before_writing = [*this] { io::make_folder(folder); };
    result.push_back(std::make_unique<release::FileDestination>(std::move(target)));
  }
  return result;
}

void ComparisonFolder::write(const jobs::CompareResult& result, bool public_variant, const Run& run) const {
  io::make_folder(folder);
  remove_others(result);
  io::write_table(public_variant ? report::public_results_table(result) : report::results_table(result),
                  table_file(), {}, run);
  write_exports(result, public_variant);
  const report::Report page =
      public_variant ? report::public_comparison_page(result) : report::comparison_page(result);
  io::write_text_file(page_file(),
                      with_flags(report::html_document(
                          page, {.title = "", .subtitle = report::comparison_subtitle(result)})));
  const report::Report document =
      public_variant ? report::public_comparison_report(result) : report::comparison_report(result);
  io::write_text_file(report_file(), json_with_flags(document));
}

report::KeyValues ComparisonFolder::files_block(const jobs::CompareResult& result) const {
  report::KeyValues files;
  for (const jobs::ComparisonPart& part : result.parts) {
    if (!part.release) continue;
    const compare::Attempt& winner = part.comparison.attempts[*part.comparison.winner];
    files.entries.emplace_back(enumerated(part.release->files), "the release by " + winner.contender->name());
  }
  files.entries.emplace_back(page_file(), "the report");
  files.entries.emplace_back(report_file(), "the same for programs");
  files.entries.emplace_back(table_file(), "the ranking as a table");
  for (const std::string& path : exported_files(result.parts.size())) {
    if (io::exists(path))
      files.entries.emplace_back(path, path == latex_file() ? "the same for LaTeX" : "the map");
  }
  return files;
}

}  // namespace sfumato::cli
