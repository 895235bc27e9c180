// Camouflage: interval answers that contain the true figure with certainty. They come from a fixed secret set
// of vectors whose convex hull contains the true vector. Any number of questions may be asked, since all
// answers come from that one set. (Gopal, Garfinkel, Goes: Confidentiality via camouflage, Operations
// Research 50 (2002) 501-516.)
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

// Confidential are columns of that role and columns without a role. Numeric ones are camouflaged; all other
// columns are public.
//
// For a confidential column with true values a_i there are k secret vectors P_1 … P_k and weights γ_j > 0,
// Σγ_j = 1, such that a = Σ γ_j P_j, so that a lies in the relative interior of their convex hull. A record's
// entries are P_ji = l_i + x_ij (u_i − l_i): x_i is a random permutation of 0, 1 and k − 2 uniform numbers, γ
// is uniform among all weights, and the interval is placed such that l_i = a_i − (u_i − l_i) Σ γ_j x_ij. So
// every entry lies in [l_i, u_i] for every γ, and x reveals nothing about γ or a. The weights are then
// deleted.
//
// Only Q = ⌊P⌋, in integer units, is stored and used. An answer is the range of its figure over all x with
// Σ γ'_j Q_ji ≤ x_i ≤ Σ γ'_j Q_ji + 1 for some γ', or an interval around that range. So the answers contain
// the true figure, and they are the same for each integer vector ⌈Σ γ'_j Q_j⌉. Without that unit of slack per
// record the true vector would be the only integer vector in the hull, and could be found.
//
// Guarantee: an attacker who knows the answers to all possible questions, the catalogue, and that values are
// integer units, cannot narrow any record to less than the integers in [l_i, u_i]. Not guaranteed:
//  - k − 1 known values of a column (insiders) give k − 1 equations for the weights, and so all other values;
//    k − 2 known values leave a range for the others.
//  - Knowledge about all values together (their total, many equal ones, their distribution near the domain's
//    ends) reveals information about the weights, more with more records. More vectors help.
//  - Several records of a person are camouflaged independently. So are columns that determine each other.

// Confidential: it is computed from the data.
struct CamouflageCount {
  std::string table, column;
  std::size_t records = 0;
  std::int64_t width = 0;      // units
  std::size_t narrowed = 0;    // records whose interval is narrower, near an end of the domain
  std::int64_t narrowest = 0;  // units
};

// Creates the vectors of all tables, in the order of the catalogue, and encrypts them by AES-256-GCM. The key
// is a file of 64 hexadecimal digits, created (mode 0600) if it does not exist. An existing file at `path` is
// never replaced: a second set of vectors for the same data could be compared with the first. Refused are
// nullable confidential numbers (an answer would reveal who has no value) and catalogues without confidential
// numbers.
std::vector<CamouflageCount> make_camouflage(const Catalogue& catalogue, const std::vector<DataTable>& tables,
                                             const CamouflageTerms& terms, SecureRng& rng,
                                             const std::string& path, const std::string& key_path);

// An error (bad_input) if the query is not answered; it depends on query and catalogue only: conditions and
// groups must be on public columns, and confidential categories cannot be aggregated.
void require_camouflage_answers(const Query& query, const Catalogue& catalogue);

// The public columns whose values the answer needs.
std::vector<std::size_t> camouflage_columns(const Query& query, const Catalogue& catalogue);

class Camouflage {
 public:
  // A wrong key, another catalogue, and a changed or truncated file are errors.
  Camouflage(const std::string& path, const std::string& key_path, const Catalogue& catalogue);
  Camouflage(Camouflage&&) noexcept;
  Camouflage& operator=(Camouflage&&) noexcept;
  ~Camouflage();

  // lower95 and upper95 contain the true figure with certainty; value is their midpoint. COUNT and aggregates
  // of public columns are exact. NaN if there are no values. Nothing here depends on the true values except
  // through the vectors.
  //   SUM, AVG             least and greatest over the vectors, plus a unit per record
  //   MAX (MIN)            greatest (least) entry; the inner end by a linear program over the weights
  //   VAR, STDDEV          greatest over the vectors; least by a quadratic program over the weights; half a
  //                        unit of standard deviation wider on both sides
  //   MEDIAN, QUANTILE     the same quantile of the records' least and of their greatest entries
  //   COUNT(DISTINCT c)    fewest points that stab all intervals; records, or units that the intervals cover
  std::vector<GroupAnswer> answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                   const Run& run) const;

  int vectors() const;  // k

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::queries
