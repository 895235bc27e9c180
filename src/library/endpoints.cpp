// The lists of endpoints in one, and `report` and `toml`, which are jobs of the library alone.
#include "library/endpoints.hpp"

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "library/comparison_endpoints.hpp"
#include "library/microdata_endpoints.hpp"
#include "library/pages.hpp"
#include "library/pair_endpoints.hpp"
#include "library/parts_endpoints.hpp"
#include "library/table_endpoints.hpp"
#include "library/toml_document.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& endpoints() {
  static const std::vector<Endpoint> all = [] {
    std::vector<Endpoint> list = microdata_endpoints();
    for (const auto* more :
         {&parts_endpoints(), &pair_endpoints(), &comparison_endpoints(), &table_endpoints()}) {
      list.insert(list.end(), more->begin(), more->end());
    }
    list.push_back({"report", report_page});
    list.push_back({"toml", toml_document});
    return list;
  }();
  return all;
}

const Endpoint& endpoint(std::string_view job) {
  std::vector<std::string> names;
  for (const Endpoint& entry : endpoints()) {
    if (entry.job == job) return entry;
    names.emplace_back(entry.job);
  }
  const std::string close = suggestion(job, names);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  bad_input("there is no job '" + io::shown(job) + "'", (close.empty() ? "" : close + " ") + "jobs: " + list);
}

}  // namespace sfumato::library
