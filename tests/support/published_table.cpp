// Reads the table by its columns in order: method, IL, DLD, PLD, ID, Score.
#include "support/published_table.hpp"

#include <fstream>
#include <sstream>

#include "core/number_text.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {

std::map<std::string, PublishedRow> published_rows(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, PublishedRow> result;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string name, field;
    std::getline(fields, name, ',');
    PublishedRow row;
    for (double* target : {&row.information_loss, &row.distance_linkage, &row.probabilistic_linkage,
                           &row.interval_disclosure, &row.score}) {
      std::getline(fields, field, ',');
      *target = parse_number(field).value();
    }
    result[name] = row;
  }
  return result;
}

void PrintTo(const PublishedFamily& family, std::ostream* out) { *out << family.name; }

const std::vector<PublishedFamily>& published_families() {
  static const std::vector<PublishedFamily> families{
      {"MicIR", "individual-ranking", {}, "k"},
      {"MicZ", "projection-microaggregation", {{"onto", "zscores"}}, "k"},
      {"MicPCP", "projection-microaggregation", {{"onto", "component"}}, "k"},
      {"JPEG", "jpeg", {}, "quality", 10, 5, 100, 3},
      {"Mic2mul", "mdav", {{"seeds", "most-distant"}, {"together", 2}}, "k", 3, 1, 10, 2, false},
      {"Mic3mul", "mdav", {{"seeds", "most-distant"}, {"together", 3}}, "k", 3, 1, 10, 2, false},
      {"Mic4mul", "mdav", {{"seeds", "most-distant"}, {"together", 4}}, "k", 3, 1, 10, 2, false},
      {"Micmul", "mdav", {{"seeds", "most-distant"}, {"together", 0}}, "k", 3, 1, 10, 2, false}};
  return families;
}

void for_each_row(const PublishedFamily& family, const Table& census,
                  const std::function<void(const std::string&, const Table&)>& visit) {
  for (int value = family.first; value <= family.last; value += family.step) {
    ParamValues params = family.params;
    params.emplace_back(family.dial, value);
    std::string number = std::to_string(value);
    number.insert(0, static_cast<std::size_t>(family.digits) - number.size(), '0');
    visit(family.name + number, mask(census, family.method, params).tables[0]);
  }
}

}  // namespace sfumato::testing
