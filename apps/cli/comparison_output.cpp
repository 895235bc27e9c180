// report.json comes last: a folder that has it is whole.
#include "cli/comparison_output.hpp"

#include <chrono>
#include <filesystem>

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "report/comparison.hpp"
#include "report/comparison_page.hpp"
#include "report/html.hpp"
#include "report/json.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* report_file = "/report.json";
constexpr const char* page_file = "/report.html";
constexpr const char* results_file = "/results.csv";

// A document of ours has a version, and this one the methods of a comparison.
bool ours(const std::string& path) {
  try {
    const Value document = io::parse_json(io::read_text_file(path), path);
    return document.find("version") != nullptr &&
           (document.find("methods") != nullptr || document.find("comparisons") != nullptr);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::string release_extension(const std::string& data, const std::string& format) {
  const std::string name = fs::path(data).filename().string();
  const std::size_t dot = name.ends_with(".gz") ? name.rfind('.', name.size() - 4) : name.rfind('.');
  const std::string extension = dot == std::string::npos ? "" : name.substr(dot);
  if (!format.empty() || extension.empty()) return ".csv";
  try {
    io::check_output("winner" + extension, "", {});
    return extension;
  } catch (const Error&) {
    return ".csv";
  }
}

void check_comparison_folder(const StoryRequest& request, std::size_t targets) {
  std::error_code ignored;
  if (fs::exists(request.folder, ignored) && !fs::is_directory(request.folder, ignored)) {
    bad_input("'" + request.folder + "' is a file, and a folder is needed", "name another one with -o");
  }
  if (!fs::exists(request.folder, ignored)) return;
  for (const std::string& path : winner_paths(request, targets)) {
    check_release({.output = path, .inputs = {request.data}, .force = request.force});
  }
  if (request.force || ours(request.folder + report_file)) return;
  for (const char* file : {report_file, page_file, results_file}) {
    if (!fs::exists(request.folder + file, ignored)) continue;
    bad_input("'" + request.folder + file + "' is there already and not from a comparison",
              "name another folder with -o, or say --force");
  }
}

std::string today() {
  const std::chrono::year_month_day day{
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return date_text(static_cast<std::int32_t>(std::chrono::sys_days(day).time_since_epoch().count()));
}

void write_comparison(const report::ComparisonStory& story, const std::string& folder, bool public_variant,
                      const Run& run) {
  io::write_table(public_variant ? report::public_results_table(story) : report::results_table(story),
                  folder + results_file, {}, run);
  const report::Report page =
      public_variant ? report::public_comparison_page(story) : report::comparison_page(story);
  io::write_text_file(
      folder + page_file,
      report::html_document(page, {.title = "", .subtitle = report::comparison_subtitle(story)}));
  const report::Report document =
      public_variant ? report::public_comparison_report(story) : report::comparison_report(story);
  io::write_text_file(folder + report_file, report::json_document(document));
}

report::KeyValues files_block(const report::ComparisonStory& story, const std::string& folder) {
  report::KeyValues files;
  for (const report::ComparisonPart& part : story.parts) {
    if (!part.release) continue;
    const std::string& method = part.release->release.at("method").as_text();
    files.entries.emplace_back(enumerated(part.release->files), "the release by " + method);
  }
  files.entries.emplace_back(folder + page_file, "the report");
  files.entries.emplace_back(folder + report_file, "the same for programs");
  files.entries.emplace_back(folder + results_file, "the ranking as a table");
  return files;
}

}  // namespace sfumato::cli
