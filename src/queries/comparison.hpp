// The same questions about the same records under every protection: the errors of the answers, the number of
// refusals, and what an attacker can guess from all answers.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "queries/database.hpp"

namespace sfumato::queries {

// What is compared: the terms of a database and its records, masked if masked records are to answer.
struct QueryCandidate {
  DatabaseTerms terms;
  std::vector<io::TableFile> records;  // as they were read
};

struct WorkloadOptions {
  std::int64_t micro_epsilon = 100'000;  // of each question, for dp
  double close = 0.10;                   // a figure with at most this relative error is useful
  double guess = 0.05;                   // a value guessed within this relative error counts as guessed
  std::string scratch;                   // an existing folder: databases are created in it, and removed
};

// The error of a figure is relative to the true figure, or to a thousandth of the same aggregate of the whole
// table if that is larger. A figure without a true value (the average of no records) does not count.
struct QuestionOutcome {
  bool refused = false;
  std::string reason;
  std::vector<double> errors;            // of each figure that counts; empty if refused
  std::vector<double> widths;            // of its interval, relative to the same; empty without intervals
  std::optional<double> expected_error;  // computed without data, relative; the median over the figures
  std::size_t figures = 0;               // that count
};

enum class QueryRank : std::uint8_t { useful, error, answered };
std::optional<QueryRank> query_rank(std::string_view name);

struct ComparedQueries {
  std::string method;      // "dp", "input", "restrict", "camouflage"; "none" for exact answers, the control
  std::string parameters;  // "ε = 0.1 for each question"
  std::string failure;     // why its database could not be created; then all members below are empty
  Warnings warnings;       // of masking its records
  std::vector<QuestionOutcome> questions;

  std::size_t answered = 0;
  double useful = 0;  // share of all figures of all questions; refused ones are not useful
  std::optional<double> median_error, median_expected, median_width;

  std::optional<std::int64_t> micro_epsilon;  // spent
  // Of exact answers: the fewest records whose sum can be derived from them (smallest_derivable).
  std::optional<std::int64_t> smallest_set;
  std::optional<double> narrowest;  // interval of a value, as a share of its domain's width
  double guessed = 0;               // share of confidential values
  std::optional<std::size_t> rank;  // from 1; ties share a rank. The control has none.
};

// In the order of the ranking, those without a rank last. Each protection gets its own database in `scratch`
// and is asked all questions in order, by one user. `truth` are the original records of the catalogue's
// tables.
std::vector<ComparedQueries> compare_queries(const std::vector<QueryCandidate>& candidates,
                                             const Catalogue& catalogue, const std::vector<Table>& truth,
                                             const std::vector<std::string>& questions,
                                             const WorkloadOptions& options, QueryRank rank, const Run& run);

}  // namespace sfumato::queries
