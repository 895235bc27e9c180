// `sfumato table protect` and `sfumato table ptable`: every protection of the registry is a command whose
// options come from its parameters. Each audits its result and writes only safe tables.
#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <type_traits>

#include "cli/cell_table_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "report/table_jobs.hpp"
#include "tables/formats/recode_file.hpp"

namespace sfumato::cli {
namespace {

template <class Request>
constexpr bool perturbs = std::is_same_v<Request, jobs::PerturbRequest>;
template <class Request>
constexpr bool recodes = std::is_same_v<Request, jobs::RecodeRequest>;

template <class Request>
struct Protect {
  CellTableOptions source;
  ParamOptions params{param_list<Request>().infos()};
  std::optional<std::string> ptable;       // of perturb: a file
  std::vector<std::string> write_recodes;  // of recode: COLUMN=FILE
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  Request request() const;
  std::vector<std::string> inputs() const;
  std::vector<ForColumn> recode_files() const;
};

template <class Request>
Request Protect<Request>::request() const {
  ParamValues given = params.given();
  if constexpr (perturbs<Request>) given.emplace_back("ptable", io::read_text_file(*ptable));
  auto result = jobs::make_request<Request>(given);
  if constexpr (perturbs<Request>) {
    result.ptable_source = *ptable;
  } else {
    result.options();  // reports errors before any file is read
  }
  return result;
}

template <class Request>
std::vector<std::string> Protect<Request>::inputs() const {
  std::vector<std::string> result = source.inputs();
  if (ptable) result.push_back(*ptable);
  return result;
}

template <class Request>
std::vector<ForColumn> Protect<Request>::recode_files() const {
  std::vector<ForColumn> result;
  for (const std::string& typed : write_recodes) {
    result.push_back(for_column("--write-recode", typed, "region=region.grc"));
    io::check_output_place(result.back().what, source.inputs());
  }
  return result;
}

// Files for 'table tabulate --recode' that make the same table from the records.
void write_cuts(const std::vector<ForColumn>& wanted, const tables::CellTable& table,
                const tables::Recoding& made, std::vector<std::string>& notes) {
  for (const ForColumn& one : wanted) {
    const auto same = [&](const tables::Dimension& dimension) { return dimension.name == one.column; };
    const auto before = std::find_if(table.dimensions.begin(), table.dimensions.end(), same);
    const auto after = std::find_if(made.table.dimensions.begin(), made.table.dimensions.end(), same);
    if (before == table.dimensions.end()) {
      bad_input("--write-recode names '" + one.column + "', which is not a dimension of the table");
    }
    const tables::Recode recode =
        after == made.table.dimensions.end() ? tables::Recode() : tables::cuts_between(*before, *after);
    const bool total_alone = after == made.table.dimensions.end() || after->codes.size() == 1;
    if (recode.cuts.empty() || total_alone) {
      notes.push_back("'" + one.what + "' was not written: '" + one.column +
                      (total_alone ? "' keeps only its total, so remove it from --by" : "' was not cut"));
      continue;
    }
    io::write_text_file(one.what, tables::recode_text(recode));
  }
}

template <class Request>
int Protect<Request>::operator()(Console& console) const {
  Request wanted = request();
  bool adds_up = true;
  if constexpr (requires { wanted.adds_up(); }) adds_up = wanted.adds_up();
  const ProtectedOutput place = adds_up ? output : output.without_sums();
  place.check(inputs());
  const std::vector<ForColumn> cuts = recode_files();
  JobRun work(run_options, console);
  wanted.table = source.read(work.run(), wanted.notes);
  const auto made = jobs::protect(std::move(wanted), work.run());
  std::vector<std::string> lost;
  if (const tables::CellTable* table = made.table()) {
    lost = place.write(*table, inputs());
    if constexpr (recodes<Request>) write_cuts(cuts, made.original, made.made, lost);
  }
  work.hide_progress();
  report::Report report = report::job_report(made);
  report.warnings.insert(report.warnings.end(), lost.begin(), lost.end());
  place.show(std::move(report), made.safe, run_options, console);
  return made.safe ? 0 : 1;
}

template <class Request>
Command protection_command(std::vector<std::string> examples) {
  const auto options = std::make_shared<Protect<Request>>();
  const tables::Protection& about = tables::protection(Request::info().name);
  OptionGroup group = options->params.group("Parameters of " + about.info.name);
  if (about.info.random) group.options.push_back(options->run_options.seed_option());
  if constexpr (perturbs<Request>) {
    group.options = {{"--ptable", "FILE", "The ptable, as the R package of that name writes it.",
                      Text{&options->ptable}, true}};
  }
  if constexpr (recodes<Request>) {
    group.options.push_back(
        {"--write-recode", "COLUMN=FILE",
         "Where a hierarchy was cut, as a .grc for 'table tabulate --recode'; may be repeated.",
         Texts{&options->write_recodes}});
  }
  std::string result = about.info.result;
  result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return {.name = about.info.name,
          .summary = about.info.summary,
          .description = about.info.notes,
          .arguments = {options->source.argument()},
          .groups = {group, options->source.group(), options->output.group(result + "."),
                     options->run_options.group()},
          .examples = std::move(examples),
          .action = [options](Console& console) { return (*options)(console); }};
}

struct MakePtable {
  ParamOptions params{param_list<jobs::PtableRequest>().infos()};
  std::optional<std::string> path;
  RunOptions run_options;

  int operator()(Console& console) const;
};

int MakePtable::operator()(Console& console) const {
  const auto request = jobs::make_request<jobs::PtableRequest>(params.given());
  io::check_output_place(*path, {});
  JobRun work(run_options, console);
  const tables::Ptable made = jobs::make_ptable(request, work.run());
  io::write_text_file(*path, tables::ptable_text(made), io::owner_only);
  work.hide_progress();
  report::Report report = report::job_report(made);
  report.document.set("output", *path);
  report.blocks.emplace_back(
      report::Paragraph{"Written to " + *path + ". It is confidential: do not publish it."});
  if (!run_options.quiet || run_options.json) console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command protect_table_command() {
  return {.name = "protect",
          .summary = "Protects a table by suppression, rounding, adjustment, perturbation or recoding.",
          .description =
              "The table must have its sensitive cells and their protection levels, from 'table check' or in "
              "its own file. The result is audited on the whole table; an unsafe table is never written. "
              "Exit status 1: the result is not safe.",
          .examples = {"sfumato table protect suppress checked.json -o pattern.json --publish table.csv",
                       "sfumato table protect round checked.json --base 5 -o rounded.json",
                       "sfumato table protect adjust checked.json -o adjusted.json"},
          .commands =
              {protection_command<jobs::SuppressRequest>(
                   {"sfumato table protect suppress checked.json -o pattern.json --publish table.csv",
                    "sfumato table protect suppress table.jj --algorithm optimal --time-limit 300 -o "
                    "pattern.jj"}),
               protection_command<jobs::RoundRequest>(
                   {"sfumato table protect round checked.json --base 5 -o rounded.json",
                    "sfumato table protect round checked.json --base 3 --mode random --publish table.csv"}),
               protection_command<jobs::AdjustRequest>(
                   {"sfumato table protect adjust checked.json -o adjusted.json",
                    "sfumato table protect adjust checked.json --levels 100:200 -o adjusted.json",
                    "sfumato table protect adjust checked.json --fix-margins --publish table.csv"}),
               protection_command<jobs::PerturbRequest>(
                   {"sfumato table protect perturb counts.json --ptable ptable.csv -o table.csv"}),
               protection_command<jobs::RecodeRequest>(
                   {"sfumato table protect recode table.json --rule p-percent=15 -o coarse.json"})},
          .commands_title = "Methods",
          .commands_noun = "method"};
}

Command ptable_command() {
  const auto options = std::make_shared<MakePtable>();
  return {.name = "ptable",
          .summary = "Makes the noise that 'protect perturb' adds to counts.",
          .description =
              "The noise has mean 0, this variance, at most the given size, maximum entropy, and never makes "
              "a count negative. The file has the format of the R package ptable.",
          .groups = {options->params.group("The noise"),
                     {"The output",
                      {{"-o,--output", "FILE", "The file for the ptable.", Text{&options->path}, true}}},
                     options->run_options.group()},
          .examples = {"sfumato table ptable --variance 2 --largest 5 --blocked 2 -o ptable.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
