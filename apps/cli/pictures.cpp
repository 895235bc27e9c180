// The cloud is bent, so that a method which keeps means and covariances but not shapes is found out.
#include "cli/pictures.hpp"

#include <map>

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

report::ScatterPanel panel_of(const Method& method, const Table& original, const Run& run) {
  const ParamValues params = shown_params(method.info.name);
  Value settings = Value::object();
  for (const auto& [name, value] : params) settings.set(name, value);
  const Masked masked = method.apply(original, {0, 1}, params, run);
  return {method.info.name, to_text(settings), points_of(original), points_of(masked.tables.front())};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> family_pictures(const Run& run) {
  const Table original = bent_cloud();
  std::vector<std::pair<std::string, std::string>> pictures;
  for (const Family family : families()) {
    std::vector<report::ScatterPanel> panels;
    for (const Method& method : masking::methods()) {
      if (method.info.family != family || !method.info.accepts.has(Kind::numeric)) continue;
      panels.push_back(panel_of(method, original, run));
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

}  // namespace sfumato::cli
