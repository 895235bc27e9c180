// Records with `*` in every key are of one class, which is taken away where other records are left. Where
// keys are missing, the classes themselves are held in memory and matched with each other.
#include "jobs/stored_key_risks.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "release/class_counts.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/classes/wildcard_classes.hpp"

namespace sfumato::jobs {
namespace {

// Classes with missing keys that are held in memory: each takes some hundred bytes.
std::size_t most_classes(const Run& run) {
  constexpr std::uint64_t usual = std::uint64_t{1} << 20, least = 1 << 16, bytes = 1024;
  return static_cast<std::size_t>(run.memory() == 0 ? usual : std::max(least, run.memory() / bytes));
}

// By cell: is it the text of suppressed ones?
std::vector<char> stars_of(const Column& column) {
  std::vector<char> result(column.size(), 0);
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr) return result;
  const auto star = std::find(codes->labels.begin(), codes->labels.end(), stats::suppressed_text);
  if (star == codes->labels.end()) return result;
  const auto code = static_cast<std::int32_t>(star - codes->labels.begin());
  for (std::size_t row = 0; row < result.size(); ++row) result[row] = codes->codes[row] == code ? 1 : 0;
  return result;
}

}  // namespace

StoredKeyRisks::StoredKeyRisks(const io::StoredTable& table, ColumnSet keys, std::vector<std::string> names,
                               std::optional<ColumnId> weight, std::string folder, const Run& run)
    : table_(table),
      keys_(std::move(keys)),
      weight_(weight),
      folder_(std::move(folder)),
      run_(run),
      stars_(keys_.size(), 0) {
  facts_.records = table_.rows();
  facts_.keys = std::move(names);
  if (facts_.records == 0 || keys_.empty()) return;
  survey();
  count();
}

// Missing and suppressed keys, and weights, in one pass.
void StoredKeyRisks::survey() {
  ColumnSet needed = keys_;
  if (weight_) needed.push_back(*weight_);
  const std::string& name = weight_ ? table_.info(*weight_).name : table_.info(keys_.front()).name;
  if (weight_ && table_.column(*weight_).is_text()) {
    unfit_weight_ =
        "column '" + name + "' has text, and weights are numbers; declare another column as weight";
  }
  for (std::size_t block = 0; block < table_.blocks(); ++block) {
    run_.check_stop();
    const Table part = table_.block(block, run_, &needed);
    std::vector<std::size_t> missing(part.rows(), 0), stars(part.rows(), 0);
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      const Column& column = part.column(keys_[key]);
      const std::vector<char> own = stars_of(column);
      for (std::size_t row = 0; row < part.rows(); ++row) {
        missing[row] += column.missing(row) ? 1 : 0;
        stars[row] += own[row] != 0 ? 1 : 0;
        stars_[key] += own[row] != 0 ? 1 : 0;
      }
    }
    for (std::size_t row = 0; row < part.rows(); ++row) {
      facts_.incomplete += missing[row] > 0 ? 1 : 0;
      facts_.blank += missing[row] == keys_.size() ? 1 : 0;
      facts_.suppressed += stars[row] == keys_.size() ? 1 : 0;
    }
    if (!weight_ || !unfit_weight_.empty()) continue;
    const Numbers weights = part.column(*weight_).to_numbers();
    for (std::size_t row = 0; row < weights.size() && unfit_weight_.empty(); ++row) {
      weights_ += weights[row];
      if (weights[row] >= 0.0) continue;
      unfit_weight_ = "column '" + name + "': the weight of record " +
                      std::to_string(block * table_.block_rows() + row + 1) +
                      " is missing or negative; a weight is the number of people a record stands for";
    }
  }
  if (facts_.suppressed == facts_.records) facts_.suppressed = 0;
}

void StoredKeyRisks::count() {
  of_size_ = release::count_classes(table_, keys_, folder_, run_).of_size;
  if (facts_.blank > 0) ++of_size_[facts_.blank];
  if (facts_.suppressed > 0 && --of_size_[facts_.suppressed] == 0) of_size_.erase(facts_.suppressed);
  for (const auto& [size, classes] : of_size_) {
    found_.category[static_cast<double>(size)] = size * classes;
  }
  if (facts_.incomplete == 0) {
    found_.wildcard = found_.category;
  } else {
    count_wildcards(most_classes(run_));
  }
}

void StoredKeyRisks::count_wildcards(std::size_t most) {
  const std::string suppressed(facts_.suppressed > 0 ? stats::suppressed_text : "");
  const auto classes = release::stored_classes(table_, keys_, suppressed, run_, most);
  if (!classes) {
    bad_input("keys are missing, and there are more than " + std::to_string(most) +
                  " combinations of them: how many records agree where a missing key matches anything needs "
                  "these in memory",
              "allow more with ‹memory›, or take fewer keys");
  }
  const std::vector<double> frequencies =
      stats::wildcard_counts(classes->keys, classes->records, 1.0, run_).weights;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    found_.wildcard[frequencies[i]] += static_cast<std::size_t>(classes->records[i]);
  }
}

Score StoredKeyRisks::described() const {
  Score score;
  risk::describe_keys(facts_, score.details);
  if (facts_.records == 0) score.note = "there are no records";
  return score;
}

Score StoredKeyRisks::k_anonymity(risk::MissingAs missing_as) const {
  Score score = described();
  if (score.note.empty()) risk::set_k_anonymity(found_, missing_as, 1.0, subjects(), score);
  return score;
}

// The number of classes that there could be, by the values of each key among records that are not suppressed.
double StoredKeyRisks::cells() const {
  double cells = 1.0;
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    const release::ClassCounts own = release::count_classes(table_, {keys_[key]}, folder_, run_);
    const bool no_star_left = facts_.suppressed > 0 && stars_[key] == facts_.suppressed;
    cells *= static_cast<double>(own.classes) - (no_star_left ? 1.0 : 0.0) + (own.gaps ? 1.0 : 0.0);
  }
  return cells;
}

Score StoredKeyRisks::uniqueness(const std::optional<double>& people) const {
  Score score = described();
  if (score.note.empty()) score.note = unfit_weight_;
  if (!score.note.empty()) return score;
  risk::set_uniqueness(found_, subjects(), score);
  const double population = people.value_or(weights_);
  if (population <= 0.0) return score;
  stats::SampleClasses sample{{}, cells()};
  for (const auto& [size, classes] : of_size_) sample.of_size[static_cast<std::uint32_t>(size)] = classes;
  risk::add_estimates(sample, population, score);
  return score;
}

}  // namespace sfumato::jobs
