// A record of the population is covered by every class whose value in each key is the record's own or one
// above it. In each key few of the released values are, so all combinations of these are looked up.
#include "verify/population_counts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/hierarchy.hpp"

namespace sfumato::verify {
namespace {

constexpr std::size_t most_combinations = 4096;

// The released values that cover a value, by key and value.
class Covers {
 public:
  Covers(const Table& written, const ColumnSet& keys, const std::vector<Rows>& classes) {
    for (const ColumnId id : keys) {
      std::set<std::string>& texts = released_.emplace_back();
      for (const Rows& members : classes) {
        if (!written.column(id).missing(members.front()))
          texts.insert(written.column(id).text(members.front()));
      }
      trees_.push_back(written.info(id).tree);
      std::set<std::string>& above = above_missing_.emplace_back(std::set<std::string>{"*"});
      for (std::size_t level = 1; trees_.back() && level < trees_.back()->levels(); ++level) {
        std::set<std::string> values;
        for (const auto& row : trees_.back()->rows()) values.insert(row[level]);
        if (values.size() == 1) above.insert(*values.begin());
      }
    }
  }

  // Values without a hierarchy have `*` above them. For a hierarchy without the value nothing is known.
  std::vector<std::string> of(std::size_t key, const std::string& value) const {
    std::set<std::string> above = {value};
    if (trees_[key] && trees_[key]->has(value)) {
      for (std::size_t level = 0; level < trees_[key]->levels(); ++level) {
        above.insert(trees_[key]->at(value, level));
      }
    } else if (!trees_[key]) {
      above.insert("*");
    }
    std::vector<std::string> covering;
    for (const std::string& text : above) {
      if (released_[key].contains(text)) covering.push_back(text);
    }
    return covering;
  }

  // A missing value is covered by a missing one, by `*`, and by the only value of a level above the leaves.
  std::vector<std::string> of_missing(std::size_t key) const {
    std::vector<std::string> covering = {""};
    for (const std::string& text : above_missing_[key]) {
      if (released_[key].contains(text)) covering.push_back(text);
    }
    return covering;
  }

  // A released value that is in no hierarchy.
  std::string unexplained(const Table& written, const ColumnSet& keys, const Table& population) const {
    for (std::size_t key = 0; key < keys.size(); ++key) {
      std::set<std::string> known = {"*"};
      if (trees_[key]) {
        for (const auto& row : trees_[key]->rows()) known.insert(row.begin(), row.end());
      } else {
        const Column& column = population.column(population.require(written.info(keys[key]).name));
        for (std::size_t row = 0; row < column.size(); ++row) known.insert(column.text(row));
      }
      for (const std::string& text : released_[key]) {
        if (!known.contains(text)) {
          return "'" + text + "' of column '" + written.info(keys[key]).name + "' is in no hierarchy";
        }
      }
    }
    return {};
  }

 private:
  std::vector<std::set<std::string>> released_;
  std::vector<std::set<std::string>> above_missing_;
  std::vector<std::shared_ptr<const Hierarchy>> trees_;
};

}  // namespace

PopulationCounts population_counts(const Table& written, const ColumnSet& keys,
                                   const std::vector<Rows>& classes, const Table& population,
                                   const Run& run) {
  const Covers covers(written, keys, classes);
  PopulationCounts counts{.records = std::vector<std::size_t>(classes.size(), 0)};
  counts.reason = covers.unexplained(written, keys, population);
  if (!counts.reason.empty()) return counts;
  std::map<std::vector<std::string>, std::size_t> class_of;
  ColumnSet same;
  for (const ColumnId id : keys) same.push_back(population.require(written.info(id).name));
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<std::string> texts;
    for (const ColumnId id : keys) texts.push_back(written.column(id).text(classes[c].front()));
    class_of.emplace(texts, c);
  }
  // Equal records of the population are looked up once.
  Rows rows(population.rows());
  for (std::uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
  for (const Rows& people : equal_records(key_texts(population, same), rows)) {
    run.check_stop();
    std::vector<std::vector<std::string>> options;
    std::size_t combinations = 1;
    for (std::size_t key = 0; key < same.size(); ++key) {
      const Column& column = population.column(same[key]);
      options.push_back(column.missing(people.front()) ? covers.of_missing(key)
                                                       : covers.of(key, column.text(people.front())));
      combinations *= options.back().size();
      if (combinations > most_combinations) {
        counts.reason = "too many classes may cover a record of the population";
        return counts;
      }
    }
    for (std::size_t n = 0; n < combinations; ++n) {
      std::vector<std::string> texts;
      std::size_t rest = n;
      for (const auto& option : options) {
        texts.push_back(option[rest % option.size()]);
        rest /= option.size();
      }
      if (const auto found = class_of.find(texts); found != class_of.end()) {
        counts.records[found->second] += people.size();
      }
    }
  }
  return counts;
}

}  // namespace sfumato::verify
