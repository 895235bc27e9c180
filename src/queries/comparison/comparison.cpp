// Every protection is asked through the same session as any user, so that the measured answers are those that
// users get.
#include "queries/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/answer.hpp"
#include "queries/comparison/guessing.hpp"
#include "queries/comparison/order.hpp"
#include "queries/engine.hpp"
#include "queries/exact_answers.hpp"
#include "queries/language/decimal_units.hpp"

namespace sfumato::queries {
namespace {

// Is the query set of the question public?
bool asks_by_public(const Query& query, const CatalogueTable& table) {
  std::vector<std::size_t> columns = columns_of(query.where);
  columns.insert(columns.end(), query.groups.begin(), query.groups.end());
  return std::none_of(columns.begin(), columns.end(),
                      [&](std::size_t column) { return table.columns[column].confidential(); });
}

std::string terms_words(const DatabaseTerms& terms, std::int64_t micro_epsilon) {
  switch (terms.protection) {
    case Protection::dp:
      return "ε = " + units_text(micro_epsilon, 6) + " for each question, " + units_text(terms.budget, 6) +
             " for all";
    case Protection::input:
      return "records masked by a recipe";
    case Protection::restrict:
      return "no sum of fewer than " + std::to_string(terms.restriction.least) + " records";
    case Protection::camouflage:
      break;
  }
  return std::to_string(terms.camouflage.vectors) + " vectors, intervals of " +
         rounded(100 * terms.camouflage.width, 3) + " % of the domain";
}

constexpr std::int64_t largest_set = std::numeric_limits<std::int64_t>::max();

// The true answer of each question.
struct Truth {
  Query query;
  std::vector<GroupAnswer> figures;
  double scale = 0;  // a thousandth of the aggregate over the whole table
};

std::optional<double> median(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 == 1) return values[half];
  return std::isinf(values[half]) ? values[half] : (values[half - 1] + values[half]) / 2;
}

// |difference| relative to a figure's true value; 0 relative to 0 is 0.
double relative(double difference, double value, double scale) {
  if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
  if (difference == 0) return 0;
  return std::fabs(difference) / std::max(std::fabs(value), scale);
}

// A folder that is removed by the destructor.
class Scratch {
 public:
  explicit Scratch(std::string path) : path_(std::move(path)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Comparison {
 public:
  Comparison(const Catalogue& catalogue, const std::vector<Table>& truth,
             const std::vector<std::string>& questions, const WorkloadOptions& options, const Run& run)
      : catalogue_(catalogue), questions_(questions), options_(options), run_(run) {
    for (std::size_t i = 0; i < truth.size(); ++i) {
      data_.push_back(import_records(truth[i], catalogue.tables[i], run).data);
    }
    for (const std::string& question : questions) {
      try {
        truths_.push_back(truth_of(question));
      } catch (const Error& error) {
        if (error.code != ErrorCode::bad_input) throw;
        throw error.at("question " + std::to_string(truths_.size() + 1));
      }
    }
  }

  ComparedQueries control() const {
    ComparedQueries result;
    result.method = "none";
    result.parameters = "exact answers, for comparison";
    std::vector<std::vector<GroupAnswer>> answers;
    for (const Truth& truth : truths_) {
      answers.push_back(truth.figures);
      result.questions.push_back(outcome(truth, truth.figures, false));
    }
    const AnsweredSums sums = answered_sums(answers);
    result.guessed = guessed(sums);
    result.smallest_set = smallest_set(sums);
    finish(result);
    return result;
  }

  ComparedQueries compared(const QueryCandidate& candidate, std::size_t index) const {
    ComparedQueries result;
    result.method = protection_name(candidate.terms.protection);
    result.parameters = terms_words(candidate.terms, options_.micro_epsilon);
    const Scratch folder(options_.scratch + "/" + std::to_string(index) + "-" + result.method);
    try {
      const Scratch key(Database::key_beside(folder.path()));
      CreatedDatabase created =
          create_database(folder.path(), catalogue_, candidate.terms, candidate.records, run_);
      result.warnings = std::move(created.warnings);
      ask_all(Database(folder.path()), result);
      result.narrowest = narrowest(created.counts);
    } catch (const Error& error) {
      if (error.code != ErrorCode::bad_input) throw;
      result.failure = error.message;
    }
    return result;
  }

 private:
  Truth truth_of(const std::string& question) const {
    Truth truth;
    truth.query = parse_query(question, catalogue_);
    const DataTable& data = data_[truth.query.table];
    truth.figures = exact_answers(truth.query, catalogue_, data, run_);
    Query whole = truth.query;
    whole.where = {};
    whole.groups.clear();
    const double total = exact_answers(whole, catalogue_, data, run_).front().value;
    truth.scale = std::isfinite(total) ? std::fabs(total) / 1000 : 0;
    return truth;
  }

  QuestionOutcome outcome(const Truth& truth, const std::vector<GroupAnswer>& answers, bool intervals) const {
    QuestionOutcome result;
    for (std::size_t group = 0; group < truth.figures.size(); ++group) {
      const double value = truth.figures[group].value;
      if (!std::isfinite(value)) continue;
      ++result.figures;
      if (answers.empty()) continue;
      const GroupAnswer& answer = answers[group];
      result.errors.push_back(relative(answer.value - value, value, truth.scale));
      if (intervals) result.widths.push_back(relative(answer.upper95 - answer.lower95, value, truth.scale));
    }
    return result;
  }

  // A question that a protection does not support counts as refused.
  Answer ask_once(QuerySession& session, const std::string& question, const AskOptions& asking,
                  SecureRng& rng) const {
    try {
      return session.ask(question, asking, rng, run_);
    } catch (const Error& error) {
      if (error.code != ErrorCode::bad_input && error.code != ErrorCode::refused) throw;
      Answer answer;
      answer.refused = true;
      answer.reason = error.message;
      return answer;
    }
  }

  std::optional<double> narrowest(const std::vector<ImportCount>& counts) const {
    std::optional<double> least;
    for (const ImportCount& count : counts) {
      for (const CamouflageCount& one : count.camouflaged) {
        const CatalogueTable& table = catalogue_.tables[*catalogue_.find(one.table)];
        const CatalogueColumn& column = table.columns[*table.find(one.column)];
        const double share =
            static_cast<double>(one.narrowest) / static_cast<double>(column.upper - column.lower);
        least = std::min(least.value_or(share), share);
      }
    }
    return least;
  }

  void ask_all(const Database& database, ComparedQueries& result) const {
    AskOptions asking;
    asking.micro_epsilon = options_.micro_epsilon;
    QuerySession session(database);
    SecureRng rng;
    std::vector<std::vector<GroupAnswer>> answers;
    run_.expect(questions_.size());
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      const Truth& truth = truths_[i];
      Answer answer = ask_once(session, questions_[i], asking, rng);
      QuestionOutcome& made =
          result.questions.emplace_back(outcome(truth, answer.groups, answer.intervals != Intervals::none));
      made.refused = answer.refused;
      made.reason = answer.reason;
      if (database.terms().protection == Protection::dp) {
        const double expected = explain(database, questions_[i], asking).plan.expected_error;
        std::vector<double> relatives;
        for (const GroupAnswer& figure : truth.figures) {
          if (std::isfinite(figure.value)) relatives.push_back(relative(expected, figure.value, truth.scale));
        }
        if (std::isfinite(expected)) made.expected_error = median(relatives);
      }
      if (answer.intervals == Intervals::none) {
        for (GroupAnswer& one : answer.groups) one.lower95 = one.upper95 = one.value;
      }
      answers.push_back(std::move(answer.groups));
      run_.advance();
    }
    const Protection protection = database.terms().protection;
    if (protection == Protection::dp) result.micro_epsilon = session.ledger().balance(std::nullopt).spent;
    const AnsweredSums sums = answered_sums(answers);
    if (protection == Protection::restrict) result.smallest_set = smallest_set(sums);
    result.guessed = guessed(sums);
    finish(result);
  }

  // By table and column: the answers to all sums and averages of it over public query sets.
  using AnsweredSums = std::map<std::pair<std::size_t, std::size_t>, std::vector<AnsweredSum>>;
  AnsweredSums answered_sums(const std::vector<std::vector<GroupAnswer>>& answers) const {
    AnsweredSums by_column;
    for (std::size_t i = 0; i < truths_.size(); ++i) {
      const Query& query = truths_[i].query;
      if (record_of(query).revealed_sum == RevealedSum::none) continue;
      const CatalogueTable& table = catalogue_.tables[query.table];
      if (table.columns[*query.column].nullable) continue;
      std::vector<AnsweredSum>& those = by_column[{query.table, *query.column}];
      if (!answers[i].empty() && asks_by_public(query, table)) those.push_back({&query, answers[i]});
    }
    return by_column;
  }

  double guessed(const AnsweredSums& by_column) const {
    std::size_t all = 0, hits = 0;
    for (const auto& [place, answered] : by_column) {
      const DataTable& data = data_[place.first];
      const std::vector<double> guesses =
          best_guesses(place.second, catalogue_.tables[place.first], data, answered, run_);
      std::visit(
          [&](const auto& values) {
            for (std::size_t row = 0; row < guesses.size(); ++row) {
              const auto value = static_cast<double>(values[row]);
              hits +=
                  std::fabs(guesses[row] - value) <= options_.guess * std::max(1.0, std::fabs(value)) ? 1 : 0;
            }
          },
          data.columns[place.second]);
      all += guesses.size();
    }
    return all == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(all);
  }

  // Only for exact answers: noise, intervals and masked records disclose no exact sum.
  std::optional<std::int64_t> smallest_set(const AnsweredSums& by_column) const {
    std::optional<std::int64_t> least;
    for (const auto& [place, answered] : by_column) {
      const auto own = smallest_derivable(place.second, catalogue_.tables[place.first], data_[place.first],
                                          answered, run_);
      if (own) least = std::min(least.value_or(largest_set), static_cast<std::int64_t>(*own));
    }
    return least;
  }

  void finish(ComparedQueries& result) const {
    std::vector<double> errors, widths, expected;
    std::size_t figures = 0, useful = 0;
    for (const QuestionOutcome& one : result.questions) {
      result.answered += one.refused ? 0 : 1;
      figures += one.figures;
      for (const double error : one.errors) useful += error <= options_.close ? 1 : 0;
      errors.insert(errors.end(), one.errors.begin(), one.errors.end());
      widths.insert(widths.end(), one.widths.begin(), one.widths.end());
      if (one.expected_error) expected.push_back(*one.expected_error);
    }
    result.useful = figures == 0 ? 0 : static_cast<double>(useful) / static_cast<double>(figures);
    result.median_error = median(std::move(errors));
    result.median_width = median(std::move(widths));
    result.median_expected = median(std::move(expected));
  }

  const Catalogue& catalogue_;
  const std::vector<std::string>& questions_;
  const WorkloadOptions& options_;
  const Run& run_;
  std::vector<DataTable> data_;
  std::vector<Truth> truths_;
};

}  // namespace

std::vector<ComparedQueries> compare_queries(const std::vector<QueryCandidate>& candidates,
                                             const Catalogue& catalogue, const std::vector<Table>& truth,
                                             const std::vector<std::string>& questions,
                                             const WorkloadOptions& options, QueryRank rank, const Run& run) {
  const Comparison comparison(catalogue, truth, questions, options, run);
  std::vector<ComparedQueries> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    result.push_back(comparison.compared(candidates[i], i));
  }
  put_in_order(result, rank);
  result.push_back(comparison.control());
  return result;
}

}  // namespace sfumato::queries
