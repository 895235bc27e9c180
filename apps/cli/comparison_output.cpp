// report.json comes last: a folder that has it is whole.
#include "cli/comparison_output.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/own_document.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "report/comparison.hpp"
#include "report/comparison_page.hpp"
#include "report/html.hpp"
#include "report/json.hpp"

namespace sfumato::cli {
namespace fs = std::filesystem;

std::string release_extension(const std::string& data, const std::string& format) {
  const std::vector<std::string> writable = io::format_names(true);
  if (!format.empty()) {
    return std::find(writable.begin(), writable.end(), format) != writable.end() ? "." + format : ".csv";
  }
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

void check_comparison_folder(const StoryRequest& request, std::size_t targets) {
  std::error_code ignored;
  const std::string& folder = request.folder;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored)) {
    bad_input("'" + folder + "' is a file, and a folder is needed", "name another one with -o");
  }
  if (!fs::exists(folder, ignored)) return;
  std::vector<std::string> files = winner_paths(request, targets);
  for (const std::string& path : std::vector<std::string>(files)) files.push_back(io::sidecar_path(path));
  files.insert(files.end(), {report_file(folder), page_file_of(folder), table_file_of(folder)});
  for (const std::string& path : files) {
    for (const std::string& input : request.inputs) {
      if (!fs::equivalent(path, input, ignored)) continue;
      bad_input("the input '" + input + "' would be overwritten by the comparison's '" + path + "'",
                "name another folder with -o");
    }
  }
  if (request.force) return;
  std::vector<std::string> known;
  if (io::is_own_document(report_file(folder), {"methods"}) ||
      io::is_own_document(report_file(folder), {"comparisons"})) {
    known = previous_releases(folder);
    for (const std::string& path : std::vector<std::string>(known)) known.push_back(io::sidecar_path(path));
    known.insert(known.end(), {report_file(folder), page_file_of(folder), table_file_of(folder)});
  }
  for (const std::string& path : files) {
    if (!fs::exists(path, ignored) || std::find(known.begin(), known.end(), path) != known.end()) continue;
    bad_input("'" + path + "' is there already and not from a comparison",
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
                  table_file_of(folder), {}, run);
  const report::Report page =
      public_variant ? report::public_comparison_page(story) : report::comparison_page(story);
  io::write_text_file(
      page_file_of(folder),
      report::html_document(page, {.title = "", .subtitle = report::comparison_subtitle(story)}));
  const report::Report document =
      public_variant ? report::public_comparison_report(story) : report::comparison_report(story);
  io::write_text_file(report_file(folder), report::json_document(document));
}

report::KeyValues files_block(const report::ComparisonStory& story, const std::string& folder) {
  report::KeyValues files;
  for (const report::ComparisonPart& part : story.parts) {
    if (!part.release) continue;
    const std::string& method = part.release->release.at("method").as_text();
    files.entries.emplace_back(enumerated(part.release->files), "the release by " + method);
  }
  files.entries.emplace_back(page_file_of(folder), "the report");
  files.entries.emplace_back(report_file(folder), "the same for programs");
  files.entries.emplace_back(table_file_of(folder), "the ranking as a table");
  return files;
}

}  // namespace sfumato::cli
