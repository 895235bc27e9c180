#include "report/queries/database.hpp"

#include "release/release_files.hpp"

namespace sfumato::report {
namespace {

// In units of the columns' decimals.
TableBlock camouflage_block(const std::vector<queries::ImportCount>& counts) {
  TableBlock block{{{"camouflaged column"},
                    {"interval, units", Align::right},
                    {"narrowed by the domain's end", Align::right},
                    {"narrowest, units", Align::right}},
                   {}};
  for (const queries::ImportCount& count : counts) {
    for (const queries::CamouflageCount& one : count.camouflaged) {
      block.rows.push_back({one.table + "." + one.column, std::to_string(one.width),
                            std::to_string(one.narrowed), std::to_string(one.narrowest)});
    }
  }
  return block;
}

// What both have: `created` is the result of a job.
template <class Result>
Report import_report(const Result& created, const std::string& last) {
  const std::string& folder = created.database;
  const std::vector<queries::ImportCount>& counts = created.counts;
  Report report;
  Value tables = Value::array();

  TableBlock block{{{"table"},
                    {"records", Align::right},
                    {"kept", Align::right},
                    {"clamped", Align::right},
                    {"made NULL", Align::right},
                    {"rounded", Align::right},
                    {"dropped", Align::right},
                    {"beyond a person's rows", Align::right}},
                   {}};
  for (const queries::ImportCount& count : counts) {
    Value one = Value::object(), camouflaged = Value::array();
    for (const queries::CamouflageCount& column : count.camouflaged) {
      Value interval = Value::object();
      camouflaged.push(interval.set("column", column.column)
                           .set("width", column.width)
                           .set("narrowest", column.narrowest)
                           .set("narrowed", column.narrowed));
    }
    tables.push(one.set("table", count.table)
                    .set("rows", count.rows)
                    .set("kept", count.kept)
                    .set("clamped", count.clamped)
                    .set("made_null", count.made_null)
                    .set("rounded", count.rounded)
                    .set("dropped", count.dropped)
                    .set("beyond_unit", count.beyond_unit)
                    .set("camouflaged", std::move(camouflaged)));
    block.rows.push_back({count.table, std::to_string(count.rows), std::to_string(count.kept),
                          std::to_string(count.clamped), std::to_string(count.made_null),
                          std::to_string(count.rounded), std::to_string(count.dropped),
                          std::to_string(count.beyond_unit)});
  }
  report.document.set("database", folder).set("tables", std::move(tables));
  if (!created.promises.empty()) report.document.set("promises", release::promises_value(created.promises));
  report.blocks.emplace_back(std::move(block));
  TableBlock intervals = camouflage_block(counts);
  if (!intervals.rows.empty()) report.blocks.emplace_back(std::move(intervals));
  for (const verify::PromiseFinding& finding : created.promises) {
    report.blocks.emplace_back(Paragraph{verify::words(finding)});
  }
  report.blocks.emplace_back(
      Paragraph{last + " These counts are confidential: they describe the data and are not protected."});
  report.warnings = created.warnings;
  return report;
}

}  // namespace

Report query_init_report(const jobs::QueryInitResult& created) {
  return import_report(created, "The database is in " + created.database + ".");
}

Report query_refresh_report(const jobs::QueryRefreshResult& result) {
  Report report = import_report(
      result, "The data of " + result.database +
                  " are replaced. The log and the budget go on, and earlier answers are not given again.");
  report.document.set("refreshes", result.version).set("head", result.head);
  report.blocks.emplace_back(KeyValues{{{"head", result.head}}});
  return report;
}

}  // namespace sfumato::report
