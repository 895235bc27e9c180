// `sfumato table ptable`: makes the table of noise that 'table protect perturb' takes. It needs no data, so
// that one ptable serves all tables of a survey.
#include <cmath>
#include <memory>

#include "cli/protected_output.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/output_file.hpp"
#include "report/report.hpp"
#include "tables/perturbation/ptable.hpp"

namespace sfumato::cli {
namespace {

struct MakePtable {
  std::optional<std::string> variance, path;
  std::optional<std::int64_t> largest, blocked;
  RunOptions run_options;

  int operator()(Console& console) const;
};

report::Report describe(const tables::Ptable& ptable) {
  report::Report report;
  using report::Align;
  report::TableBlock block{{{"count", Align::right},
                            {"stays as it is", Align::right},
                            {"noise on average", Align::right},
                            {"its variance", Align::right}},
                           {}};
  Value counts = Value::array();
  for (std::size_t i = 0; i < ptable.steps.size(); ++i) {
    const auto count = static_cast<std::int64_t>(i);
    const double stays = ptable.probability(count, 0);
    Value one = Value::object();
    counts.push(one.set("count", count)
                    .set("stays", stays)
                    .set("mean", ptable.mean(count))
                    .set("variance", ptable.variance(count)));
    const bool last = i + 1 == ptable.steps.size();
    // The mean is 0 by construction, up to the last digit that the file has.
    const double mean = std::abs(ptable.mean(count)) < 1e-9 ? 0 : ptable.mean(count);
    block.rows.push_back({std::to_string(i) + (last ? " and more" : ""), rounded(100 * stays, 3) + " %",
                          rounded(mean, 3), rounded(ptable.variance(count), 3)});
  }
  report.document.set("largest_noise", ptable.largest_noise()).set("counts", std::move(counts));
  report.blocks.emplace_back(std::move(block));
  return report;
}

int MakePtable::operator()(Console& console) const {
  const double wanted = positive_number("--variance", variance, 0);
  io::check_output_place(*path, {});
  const tables::Ptable made = tables::make_ptable(wanted, *largest, blocked.value_or(0));
  io::write_text_file(*path, tables::ptable_text(made));
  report::Report report = describe(made);
  report.document.set("output", *path);
  report.blocks.emplace_back(report::Paragraph{"Written to " + *path + ". Keep it secret."});
  if (!run_options.quiet || run_options.json) console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command ptable_command() {
  const auto options = std::make_shared<MakePtable>();
  return {.name = "ptable",
          .summary = "Makes the noise that 'protect perturb' adds to counts.",
          .description =
              "Of all noise of this variance that is 0 on average, never larger than asked and never turns a "
              "count negative, the most random. The file can be read by the R package ptable's users too.",
          .groups = {{"The noise",
                      {{"--variance", "V", "Variance of the noise.", Text{&options->variance}, true},
                       {"--largest", "N", "The noise is at most this large, up or down.",
                        Whole{&options->largest, 1, 100}, true},
                       {"--blocked", "N", "No count becomes one of 1 to N; 0 unless given.",
                        Whole{&options->blocked, 0, 100}}}},
                     {"The output",
                      {{"-o,--output", "FILE", "Where the ptable goes.", Text{&options->path}, true}}},
                     options->run_options.group()},
          .examples = {"sfumato table ptable --variance 2 --largest 5 --blocked 2 -o ptable.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
