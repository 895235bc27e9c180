// What a method does to categories is seen in their shares before and after, or in the share of cells that it
// blanks.
#include <algorithm>

#include "cli/picture_data.hpp"
#include "cli/pictures.hpp"
#include "report/chart_file.hpp"

namespace sfumato::cli {
namespace {

using Shares = std::vector<std::pair<std::string, double>>;  // percent by category, in order of appearance

// Of the records of `table` in which `among` holds, by what `column` has; a missing cell is "missing".
template <class Among>
Shares shares_of(const Table& table, ColumnId column, const Among& among) {
  Shares shares;
  double records = 0.0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!among(row)) continue;
    records += 1.0;
    const std::string text = table.column(column).missing(row) ? "missing" : table.column(column).text(row);
    auto found =
        std::find_if(shares.begin(), shares.end(), [&](const auto& one) { return one.first == text; });
    if (found == shares.end()) found = shares.insert(shares.end(), {text, 0.0});
    found->second += 1.0;
  }
  for (auto& [text, share] : shares) share *= 100.0 / records;
  std::sort(shares.begin(), shares.end());
  return shares;
}

Shares missing_shares(const Table& table, const ColumnSet& columns) {
  Shares shares;
  for (const ColumnId id : columns) {
    shares.emplace_back(table.info(id).name, 100.0 * static_cast<double>(table.column(id).missing_count()) /
                                                 static_cast<double>(table.rows()));
  }
  return shares;
}

// Each category before, and after where the release has it; then what only the release has.
report::BarChart bars_of(const std::string& label, const Shares& before, const Shares& after) {
  report::BarChart chart{label, {}};
  const auto place = [](const Shares& shares, const std::string& name) {
    return std::find_if(shares.begin(), shares.end(), [&](const auto& one) { return one.first == name; });
  };
  for (const auto& [name, share] : before) {
    chart.bars.push_back({name + ", before", share});
    const auto released = place(after, name);
    if (released != after.end())
      chart.bars.push_back({name + ", after", released->second, report::no_number, true});
  }
  for (const auto& [name, share] : after) {
    if (place(before, name) == before.end()) {
      chart.bars.push_back({name + ", after", share, report::no_number, true});
    }
  }
  return chart;
}

// Ten rows of three people, whom a list of visits names several times.
Table visits() {
  ColumnInfo name;
  name.name = std::string("name");
  name.kind = Kind::nominal;
  Codes codes;
  codes.labels = {"Ada Lima", "Bo Tran", "Cy Ode"};
  codes.codes = {0, 1, 0, 2, 0, 1, 0, 2, 0, 1};
  return {{name}, {codes}};
}

// Four visits of two people.
Table dated_visits() {
  ColumnInfo person, visit;
  person.name = std::string("person");
  person.role = Role::unit;
  visit.name = std::string("visit");
  visit.kind = Kind::ordinal;
  return {{person, visit}, {Numbers{1, 1, 2, 2}, Dates{{18690, 18704, 18700, 18721}}}};
}

struct CategoryPicture {
  Table original;
  ColumnSet columns;
  ColumnId shown = 0;
};

CategoryPicture data_for(const MethodInfo& info) {
  if (info.identifiers) return {visits(), {0}, 0};
  if (info.made_for == MadeFor::dates) return {dated_visits(), {1}, 1};
  Table records = category_records();
  if (info.households) return {records, {1}, 2};
  if (info.name == "recoding") return {records, {1}, 1};
  if (info.name == "pram") return {records, {3}, 3};
  if (info.name == "generalization") return {records, {0, 1}, 1};
  return {records, {0, 1, 2, 3}, 1};
}

report::BarChart chart_for(const MethodInfo& info, const CategoryPicture& data, const Table& masked) {
  const auto all = [](std::size_t) { return true; };
  if (info.name == "local-suppression") {
    return bars_of("missing cells, %", missing_shares(data.original, data.columns),
                   missing_shares(masked, data.columns));
  }
  if (info.households && info.made_for != MadeFor::dates) {  // who lives in one region
    const auto in_centre = [](const Table& table) {
      return [&table](std::size_t row) { return table.column(1).text(row) == "Centre"; };
    };
    return bars_of("records of the region Centre, %",
                   shares_of(data.original, data.shown, in_centre(data.original)),
                   shares_of(masked, data.shown, in_centre(masked)));
  }
  return bars_of("records, % by " + data.original.info(data.shown).name,
                 shares_of(data.original, data.shown, all), shares_of(masked, data.shown, all));
}

std::string told_params(const ParamValues& params) {
  Value settings = Value::object();
  for (const auto& [name, value] : params) settings.set(name, value);
  return params.empty() ? "with its defaults" : "with " + to_text(settings);
}

}  // namespace

EntryPicture method_picture(const Method& method, const Run& run) {
  const ParamValues params = shown_params(method.info.name);
  if (draws_points(method.info)) {
    return {point_picture(method, run),
            "Points before (rings) and after (dots) " + method.info.name + " " + told_params(params)};
  }
  const CategoryPicture data = data_for(method.info);
  const Masked masked = method.apply(data.original, data.columns, params, run);
  report::Figure figure;
  figure.title = "Before and after " + method.info.name;
  figure.alternative = "Shares before and after " + method.info.name + " " + told_params(params);
  figure.chart = chart_for(method.info, data, masked.tables.front());
  return {report::chart_file(figure), figure.alternative};
}

}  // namespace sfumato::cli
