// Camouflage: interval answers that are sure to hold the truth, taken from a fixed secret set of vectors that
// has the true one inside. Any number of questions may be asked, since all answers come from that one set.
// (Gopal, Garfinkel, Goes: Confidentiality via camouflage, Operations Research 50 (2002) 501-516.)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/secure_rng.hpp"
#include "queries/catalogue.hpp"
#include "queries/data_table.hpp"
#include "queries/mechanism.hpp"
#include "queries/query.hpp"
#include "queries/terms.hpp"

namespace sfumato::queries {

// What is confidential: columns of that role, and columns without a role. Numbers among them are camouflaged;
// all the other columns count as known to everybody.
//
// For a confidential column with true values a_i there are k secret vectors P_1 … P_k and weights γ_j > 0,
// Σγ_j = 1, such that a = Σ γ_j P_j, so that a lies in the relative interior of their convex hull. A record's
// entries are P_ji = l_i + x_ij (u_i − l_i): x_i is a random order of 0, 1 and k − 2 uniform numbers, γ is
// uniform among all weights, and the interval goes where it must, l_i = a_i − (u_i − l_i) Σ γ_j x_ij. So
// every entry lies in [l_i, u_i] whatever γ is, and x tells nothing about γ or a. The weights are then
// forgotten.
//
// Only Q = ⌊P⌋, in whole units, is kept and used. An answer is the range of its figure over all x with
// Σ γ'_j Q_ji ≤ x_i ≤ Σ γ'_j Q_ji + 1 for some γ', or an interval around that range. So the answers hold the
// truth, and they are the same for each vector of whole numbers ⌈Σ γ'_j Q_j⌉. Without that unit of slack per
// record the truth would be the only vector of whole numbers in the hull, and could be found.
//
// What holds: whoever knows all answers to all questions that can be asked, the catalogue, and that values
// are whole units, cannot narrow any record to less than the whole numbers in [l_i, u_i]. What does not:
//  - k − 1 values of a column that are known (insiders) give k − 1 equations for the weights, and with them
//    all other values; k − 2 leave a range to the others.
//  - What is known about the values as a whole (their total, many equal ones, their distribution near the
//    domain's ends) tells about the weights, the more so the more records there are. More vectors help.
//  - Of a person with several records each is camouflaged on its own. Columns that determine each other are
//    not camouflaged together.

// For the owner alone: it is read from the data.
struct CamouflageCount {
  std::string table, column;
  std::size_t records = 0;
  std::int64_t width = 0;      // units
  std::size_t narrowed = 0;    // records whose interval is narrower, for an end of the domain is near
  std::int64_t narrowest = 0;  // units
};

// Makes the vectors of all tables, in the order of the catalogue, and seals them by AES-256-GCM under the key
// in a file of 64 hexadecimal digits, which is made (mode 0600) where it is not there. What is at `path` is
// never replaced: other vectors for the same data could be held against the first ones. Refused are nullable
// confidential numbers (who has no value would have to be told), and catalogues without any confidential
// ones.
std::vector<CamouflageCount> make_camouflage(const Catalogue& catalogue, const std::vector<DataTable>& tables,
                                             const CamouflageTerms& terms, SecureRng& rng,
                                             const std::string& path, const std::string& key_path);

// An error (bad_input), by query and catalogue alone, where the query is not answered: conditions and groups
// are on public columns only, and of confidential columns only numbers are asked about.
void require_camouflage_answers(const Query& query, const Catalogue& catalogue);

// The public columns whose values the answer needs.
std::vector<std::size_t> camouflage_columns(const Query& query, const Catalogue& catalogue);

class Camouflage {
 public:
  // Another key, another catalogue, and a file that was changed or cut off are errors.
  Camouflage(const std::string& path, const std::string& key_path, const Catalogue& catalogue);
  Camouflage(Camouflage&&) noexcept;
  Camouflage& operator=(Camouflage&&) noexcept;
  ~Camouflage();

  // lower95 and upper95 hold the true figure for sure; value is the middle between them. COUNT and what is
  // asked about public columns is exact. NaN where there is nothing to average or to order. The true values
  // are not needed, and nothing here depends on them but through the vectors.
  //   SUM, AVG             least and greatest over the vectors, plus a unit per record
  //   MAX (MIN)            greatest (least) entry; the other end by a linear program over the weights
  //   VAR, STDDEV          greatest over the vectors; least by a quadratic program over the weights; half a
  //                        unit of standard deviation wider on both sides
  //   MEDIAN, QUANTILE     the same quantile of the records' least and of their greatest entries
  //   COUNT(DISTINCT c)    fewest values that hit all intervals; records, or units that the intervals cover
  std::vector<GroupAnswer> answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                   const Run& run) const;

  int vectors() const;  // k

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::queries
