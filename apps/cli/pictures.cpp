// The cloud is bent, so that a method which keeps means and covariances but not shapes is found out.
#include "cli/pictures.hpp"

#include <map>

#include "core/registry.hpp"
#include "masking/registry.hpp"
#include "report/scatter.hpp"

namespace sfumato::cli {
namespace {

constexpr std::size_t record_count = 150;

Table bent_cloud() {
  Rng rng({1503, 1517});
  Numbers x(record_count), y(record_count);
  for (std::size_t i = 0; i < record_count; ++i) {
    x[i] = 50.0 + 15.0 * rng.normal();
    const double height = (x[i] - 40.0) / 15.0;
    y[i] = 20.0 + 10.0 * height * height + 4.0 * rng.normal();
  }
  ColumnInfo across, up;
  across.name = std::string("x");
  up.name = std::string("y");
  across.domain = Domain{0.0, 100.0};
  up.domain = Domain{0.0, 200.0};
  return {{across, up}, {x, y}};
}

// Strong enough to be seen; what is not named here is drawn with its defaults.
ParamValues shown_params(const std::string& method) {
  static const std::map<std::string, ParamValues> chosen = {{"additive-noise", {{"amount", 0.3}}},
                                                            {"correlated-noise", {{"amount", 0.1}}},
                                                            {"multiplicative-noise", {{"spread", 0.2}}},
                                                            {"uniform-noise", {{"spread", 0.3}}},
                                                            {"laplace", {{"epsilon", 20.0}}},
                                                            {"mdav", {{"k", 5}}},
                                                            {"variable-mdav", {{"k", 5}}},
                                                            {"individual-ranking", {{"k", 10}}},
                                                            {"projection-microaggregation", {{"k", 5}}},
                                                            {"insensitive-microaggregation", {{"k", 5}}},
                                                            {"rank-swapping", {{"window", 10}}},
                                                            {"jpeg", {{"quality", 30}}},
                                                            {"sampling", {{"fraction", 0.3}}},
                                                            {"top-coding", {{"quantile", 0.9}}},
                                                            {"bottom-coding", {{"quantile", 0.1}}}};
  const auto found = chosen.find(method);
  return found == chosen.end() ? ParamValues{} : found->second;
}

std::vector<report::Point> points_of(const Table& table) {
  const Numbers x = table.column(0).to_numbers(), y = table.column(1).to_numbers();
  std::vector<report::Point> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.emplace_back(x[i], y[i]);
  return points;
}

// One way of releasing the points: the parameters that its title shows, and those that it does not.
struct Shown {
  std::string title;
  ParamValues shown_params;
  ParamValues unshown_params;
};

report::ScatterPanel panel_of(const Method& method, const Shown& shown, const Table& original,
                              const Run& run) {
  Value settings = Value::object();
  for (const auto& [name, value] : shown.shown_params) settings.set(name, value);
  ParamValues params = shown.shown_params;
  params.insert(params.end(), shown.unshown_params.begin(), shown.unshown_params.end());
  const Masked masked = method.apply(original, {0, 1}, params, run);
  return {shown.title, to_text(settings), points_of(original), points_of(masked.tables.front())};
}

Shown laplace_shown(const std::string& mode, double epsilon, std::int64_t k) {
  Shown shown{mode, {{"epsilon", epsilon}}, {{"mode", mode}}};
  if (k > 1) shown.shown_params.emplace_back("k", k);
  return shown;
}

// Group sizes that suit the budget: the less there is of it, the more records must share their noise.
std::vector<report::ScatterPanel> privacy_panels(double epsilon, std::int64_t of_records,
                                                 std::int64_t of_columns, const Run& run) {
  const Table original = bent_cloud();
  std::vector<report::ScatterPanel> panels;
  const Method& laplace = masking::method("laplace");
  for (const Shown& shown :
       {laplace_shown("record", epsilon, 1), laplace_shown("multivariate", epsilon, of_records),
        laplace_shown("individual", epsilon, of_columns), laplace_shown("paper-2013", epsilon, of_columns)}) {
    panels.push_back(panel_of(laplace, shown, original, run));
  }
  if (const Method* copula = find_entry(masking::methods(), "dp-copula")) {
    panels.push_back(panel_of(*copula, {"dp-copula", {{"epsilon", epsilon}}, {}}, original, run));
  }
  return panels;
}

// What is made of categories, blanks, households or names is nothing to see in a cloud of points.
bool draws_points(const MethodInfo& info) {
  return info.accepts.has(Kind::numeric) && !info.whole_records && !info.households && !info.identifiers;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> family_pictures(const Run& run) {
  const Table original = bent_cloud();
  std::vector<std::pair<std::string, std::string>> pictures;
  for (const Family family : families()) {
    std::vector<report::ScatterPanel> panels;
    for (const Method& method : masking::methods()) {
      if (method.info.family != family || !draws_points(method.info)) continue;
      const Shown shown{method.info.name, shown_params(method.info.name), {}};
      panels.push_back(panel_of(method, shown, original, run));
    }
    if (panels.empty()) continue;
    std::string title = "Before (rings) and after (dots): ", name;
    title += to_text(family);
    name += to_text(family);
    name += ".svg";
    pictures.emplace_back(name, report::scatter_svg(title, panels));
  }
  return pictures;
}

std::vector<std::pair<std::string, std::string>> privacy_pictures(const Run& run) {
  return {{"privacy-10.svg", report::scatter_svg("Before (rings) and after (dots): a budget of 10",
                                                 privacy_panels(10.0, 30, 10, run))},
          {"privacy-1.svg", report::scatter_svg("Before (rings) and after (dots): a budget of 1",
                                                privacy_panels(1.0, 75, 25, run))}};
}

}  // namespace sfumato::cli
