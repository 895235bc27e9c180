// People come from the sample of that name; only the hierarchy of their regions is added.
#include "cli/picture_data.hpp"

#include <map>
#include <memory>

#include "core/hierarchy.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::cli {
namespace {

constexpr std::size_t cloud_records = 150;
constexpr std::size_t people_records = 400;

std::shared_ptr<const Hierarchy> region_tree() {
  return std::make_shared<const Hierarchy>(
      std::vector<std::vector<std::string>>{{"North", "northern", "all"},
                                            {"North-East", "northern", "all"},
                                            {"East", "eastern", "all"},
                                            {"South-East", "eastern", "all"},
                                            {"South", "southern", "all"},
                                            {"South-West", "southern", "all"},
                                            {"West", "western", "all"},
                                            {"Centre", "western", "all"}});
}

}  // namespace

Table bent_cloud() {
  Rng rng({1503, 1517});
  Numbers x(cloud_records), y(cloud_records);
  for (std::size_t i = 0; i < cloud_records; ++i) {
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

Table category_records() {
  const Table people = sample::draw_table(sample::sample("people"), people_records, Run({.seed = 1}));
  Table records = people.taking_columns({people.require("sex"), people.require("region"),
                                         people.require("education"), people.require("marital_status"),
                                         people.require("household_id"), people.require("age")});
  ColumnInfo region = records.info(1);
  region.tree = region_tree();
  records.set_info(1, region);
  return records;
}

ParamValues shown_params(const std::string& method) {
  static const std::map<std::string, ParamValues> chosen = {
      {"additive-noise", {{"amount", 0.3}}},
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
      {"bottom-coding", {{"quantile", 0.1}}},
      {"pram", {{"retain", 0.6}}},
      {"generalization", {{"k", 10}}},
      {"local-suppression", {{"k", 5}}},
      {"pseudonyms", {{"how", "sequential"}}},
      {"record-swapping",
       {{"rate", 0.3},
        {"geography", Value::array_of({"region"})},
        {"risk-keys", Value::array_of({"education", "marital_status"})}}}};
  const auto found = chosen.find(method);
  return found == chosen.end() ? ParamValues{} : found->second;
}

bool draws_points(const MethodInfo& info) {
  return info.accepts.has(Kind::numeric) && !info.whole_records && !info.households && !info.identifiers;
}

}  // namespace sfumato::cli
