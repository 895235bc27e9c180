// The same questions asked of the same records under every protection: how far off the answers are, how many
// are refused, and what an attacker makes of all of them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "io/table_file.hpp"
#include "queries/database.hpp"

namespace sfumato::queries {

// What takes part: terms of a database and the records that it is made of, masked where masked records are to
// answer.
struct QueryContender {
  DatabaseTerms terms;
  std::vector<io::TableFile> records;  // as they were read
};

struct WorkloadOptions {
  std::int64_t micro_epsilon = 100'000;  // of each question, where ε is spent
  double close = 0.10;                   // a figure that is off by no more is of use
  double guess = 0.05;  // a record's value that is guessed within this share of itself counts as guessed
  std::string scratch;  // a folder that is there: databases are made in it, and removed
};

// The error of a figure is relative to the true one, or to a thousandth of the same aggregate of the whole
// table where that is more. A figure without a true value (the average of no records) does not count.
struct QuestionOutcome {
  bool refused = false;
  std::string reason;
  std::vector<double> errors;            // of each figure that counts; none where refused
  std::vector<double> widths;            // of its interval, relative to the same; empty without intervals
  std::optional<double> expected_error;  // as foretold without data, relative; the median over the figures
  std::size_t figures = 0;               // that count
};

enum class QueryRank : std::uint8_t { useful, error, answered };
std::optional<QueryRank> query_rank(std::string_view name);

struct ComparedQueries {
  std::string method;      // "dp", "input", "restrict", "camouflage"; "none" for exact answers, the control
  std::string parameters;  // "ε = 0.1 for each question"
  std::string failure;     // why it could not be made; then nothing below means anything
  std::vector<std::string> warnings;  // of masking its records
  std::vector<QuestionOutcome> questions;

  std::size_t answered = 0;
  double useful = 0;  // share of all figures of all questions: refused ones are of no use
  std::optional<double> median_error, median_expected, median_width;

  std::optional<std::int64_t> micro_epsilon;  // spent
  // Of exact answers: the fewest records whose sum follows from them (smallest_derivable).
  std::optional<std::int64_t> smallest_set;
  std::optional<double> narrowest;  // interval that is left of a value, by its domain's width
  double guessed = 0;               // share of confidential values
  std::optional<std::size_t> rank;  // from 1; equal ones share it. The control has none.
};

// In the order of the ranking, those without a rank last. Every protection makes a database of its own in
// `scratch` and is asked everything in order, by one user. `truth` are the records themselves, of the
// catalogue's tables.
std::vector<ComparedQueries> compare_queries(const std::vector<QueryContender>& contenders,
                                             const Catalogue& catalogue, const std::vector<Table>& truth,
                                             const std::vector<std::string>& questions,
                                             const WorkloadOptions& options, QueryRank rank, const Run& run);

}  // namespace sfumato::queries
