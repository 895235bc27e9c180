#include "app/release_request.hpp"

#include <algorithm>
#include <filesystem>
#include <ranges>

#include "app/release_plan.hpp"
#include "app/responses.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"
#include "jobs/assessment.hpp"
#include "jobs/file_release.hpp"
#include "report/mask_page.hpp"
#include "report/mask_report.hpp"
#include "report/measure_report.hpp"
#include "report/signed_page.hpp"

namespace sfumato::app {
namespace {

namespace fs = std::filesystem;

Value warning_values(const Warnings& warnings, const std::vector<release::Acceptance>& accepted) {
  Value list = Value::array();
  for (const Warning& warning : warnings.worst_first()) {
    const bool taken = !release::accepted_warnings({warning}, accepted).empty();
    Value entry = Value::object();
    list.push(entry.set("id", release::warning_id(warning))
                  .set("grade", to_text(warning.grade))
                  .set("text", spelled(warning.text, ParameterSpelling::label))
                  .set("accepted", taken));
  }
  return list;
}

// A release with a warning that stops it goes out only where that one was accepted.
void confirm(const Warnings& warnings, const std::vector<release::Acceptance>& accepted) {
  if (release::stops_accepted(warnings, accepted)) return;
  Failure failure(422, "refused", "the release has warnings that stop it, and nothing was written",
                  "change the release, or accept each of these warnings");
  failure.more.set("warnings", warning_values(warnings, accepted));
  throw failure;
}

std::string quoted_field(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string hierarchy_csv(const Hierarchy& tree) {
  std::string text;
  for (const auto& row : tree.rows()) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + quoted_field(row[i]);
    text += "\n";
  }
  return text;
}

// The files that repeat the release: recipe, roles and hierarchies. Unless the release is made, they become
// what they were before.
class RepeatingFiles {
 public:
  RepeatingFiles(const ReleasePlan& plan, const JobContext& context) : plan_(plan), context_(context) {}
  RepeatingFiles(const RepeatingFiles&) = delete;
  RepeatingFiles& operator=(const RepeatingFiles&) = delete;
  ~RepeatingFiles() {
    std::error_code ignored;
    for (const auto& [path, text] : std::views::reverse(before_)) {
      try {
        text ? io::write_text_file(path, *text, io::owner_only)
             : static_cast<void>(fs::remove(path, ignored));
      } catch (const Error&) {
        // The file stays as it is; the release says what failed.
      }
    }
  }

  std::string recipe() const { return context_.folder.place(plan_.file(".recipe.toml")); }
  std::string roles() const { return context_.folder.place(plan_.file(".roles.toml")); }

  void write(Table table) {
    const std::string folder = plan_.file(".hierarchies");
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      ColumnInfo info = table.info(id);
      info.hierarchy.clear();
      if (info.tree) {
        const std::string path = context_.folder.inside(folder);
        if (fs::is_symlink(path))
          bad_input("'" + folder + "' is a link", "choose another name for the release");
        if (fs::create_directory(path)) before_.emplace_back(path, std::nullopt);
        // Names of columns can be anything; those of files are numbers.
        const Value& specification = info.tree->specification();
        info.hierarchy = folder + "/" + std::to_string(id + 1) + (specification.is_null() ? ".csv" : ".toml");
        put(context_.folder.inside(info.hierarchy),
            specification.is_null() ? hierarchy_csv(*info.tree) : io::toml_text(specification));
      }
      table.set_info(id, std::move(info));
    }
    put(roles(), io::sidecar_text(table, {}));
    put(recipe(), io::toml_text(plan_.recipe));
    if (plan_.accept.empty()) return;
    put(context_.folder.place(plan_.file(".accepted.toml")),
        io::toml_text(release::acceptances_value(plan_.accept)));
  }
  void keep() { before_.clear(); }

 private:
  void put(const std::string& path, const std::string& text) {
    const bool exists = fs::is_regular_file(fs::symlink_status(path));
    before_.emplace_back(path, exists ? std::optional(io::read_text_file(path)) : std::nullopt);
    io::write_text_file(path, text, io::owner_only);
  }

  const ReleasePlan& plan_;
  const JobContext& context_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;  // paths and texts; none: no file
};

void require_free_names(const ReleasePlan& plan, const JobContext& context, bool report) {
  for (const std::string& name : planned_files(plan, report)) {
    static_cast<void>(context.folder.place(name));
    if (plan.replace || !context.folder.exists(name)) continue;
    Failure failure(409, "conflict", "a file '" + io::shown(name) + "' exists",
                    "choose another name for the release, or replace its files");
    failure.more.set("parameter", "name");
    throw failure;
  }
}

jobs::FileRelease file_release(const ReleasePlan& plan, const AppRequest& request, const JobContext& context,
                               const RepeatingFiles& files) {
  jobs::FileRelease wanted{.mask = {},
                           .data = context.folder.existing(plan.data),
                           .reading = reading_options(plan.reading),
                           .output = context.folder.place(plan.output())};
  wanted.mask.recipe = io::parse_toml(io::read_text_file(files.recipe()), files.recipe());
  wanted.mask.recipe_name = files.recipe();
  wanted.mask.for_public = plan.for_public;
  wanted.mask.accepted = plan.accept;
  wanted.mask.confirm = [accept = plan.accept](const Warnings& warnings) { confirm(warnings, accept); };
  wanted.reading.roles = files.roles();
  wanted.recipe_path = files.recipe();
  wanted.force = plan.replace;
  wanted.output_text = plan.output_text();
  if (plan.map) wanted.map = context.folder.place(plan.file(".map.csv"));
  if (request.wants_page()) wanted.report = context.folder.place(plan.file(".html"));
  return wanted;
}

// Risk and utility of this very draw. The release is made already, so that it does not fail with them.
Value measured_value(const ReleasePlan& plan, const jobs::FileRelease& wanted, const jobs::MaskResult& result,
                     const Run& run) {
  if (plan.measures.empty()) return {};
  try {
    run.say("measures");
    const jobs::MeasureResult measured =
        jobs::measured_release(wanted.mask, result, plan.measures, plan.keys, run);
    return report::measure_report(measured).document;
  } catch (const Error& error) {
    Value document = Value::object();
    return document.set("error", error_value(error));
  }
}

// The checklist alone, in memory.
AppOutcome checked_release(const ReleasePlan& plan, const AppRequest& request, const JobContext& context,
                           const Table& table, const Run& run) {
  jobs::MaskRequest wanted;
  wanted.recipe = plan.recipe;
  wanted.for_public = plan.for_public;
  wanted.accepted = plan.accept;
  wanted.original = {{.table = table, .sidecar = {}, .missing_token = {}}, plan.data};
  const Run closed = run.without_files();
  const jobs::MaskResult result = jobs::mask(wanted, release::TableDestination(), closed);
  AppOutcome outcome = with_report(report::mask_report(result));
  outcome.report.document.set("command", command_line(plan, request, true))
      .set("checklist", warning_values(result.warnings, plan.accept))
      .set("files", Value::array());
  for (const std::string& name : planned_files(plan, request.wants_page())) {
    if (context.folder.exists(name)) outcome.report.document.set("exists", true);
  }
  outcome.outputs = result.delivery.tables;
  if (request.wants_page()) {
    outcome.page = [result, wanted, closed, name = plan.data] {
      return report::mask_page(result, jobs::assess(wanted, result, closed), name);
    };
  }
  return outcome;
}

}  // namespace

AppOutcome release_files(const AppRequest& request, const JobContext& context, const Run& run) {
  const ReleasePlan plan = release_plan(request);
  const auto file = context.sources.file(plan.data, plan.reading, plan.schema, run);
  library::NamedTables tables{{"original", file->table}};
  Value schema = Value::object();
  library::declare_inputs(tables, schema.set("original", plan.schema));
  const Table& table = tables.front().second;
  if (plan.check) return checked_release(plan, request, context, table, run);
  require_free_names(plan, context, request.wants_page());
  const Announced announced(context.folder, planned_files(plan, request.wants_page()));
  RepeatingFiles files(plan, context);
  files.write(table);
  jobs::FileRelease wanted = file_release(plan, request, context, files);
  jobs::MaskResult result = jobs::release_file(wanted, run);
  std::string page;
  if (request.wants_page()) {
    run.say("report");
    page = report::signed_page(wanted, result, command_line(plan, request, false), run);
    io::write_text_file(wanted.report, page);
  }
  files.keep();
  const bool hierarchies = std::any_of(table.schema().begin(), table.schema().end(),
                                       [](const ColumnInfo& info) { return info.tree != nullptr; });
  const Value written = file_values(plan, result.delivery.paths, request.wants_page(), hierarchies);
  std::vector<std::string> names;
  for (const Value& one : written.as_array()) names.push_back(one.at("name").as_text());
  context.folder.adopt(names);
  AppOutcome outcome = with_report(report::mask_report(result));
  outcome.report.document.set("command", command_line(plan, request, true))
      .set("checklist", warning_values(result.warnings, plan.accept))
      .set("files", written);
  if (Value measured = measured_value(plan, wanted, result, run); !measured.is_null()) {
    outcome.report.document.set("measured", std::move(measured));
  }
  if (request.wants_page()) outcome.html = page;
  return outcome;
}

}  // namespace sfumato::app
