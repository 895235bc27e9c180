// The records of mixed columns that MDAV has not grouped yet, by Gower's distance: what ScannedRecords is for
// numbers. Equal records are looked at once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "stats/category_distance.hpp"
#include "stats/farthest_points.hpp"

namespace sfumato::stats {

// What stands in the middle of categories: the most frequent one, the one halfway in their order (the lower
// of two), or the one that all others are nearest to.
enum class Centre { mode, median, marginality };

// Numbers scaled to a range of 1, NaN where missing; or codes of categories, where `missing_code` (if not −1)
// stands for missing cells and is a category like others.
struct GowerColumn {
  bool categorical = false;
  std::vector<double> numbers = {};
  std::vector<std::int32_t> codes = {};
  std::size_t count = 0;  // of codes
  CategoryDistance distance = CategoryDistance::nominal();
  Centre centre = Centre::mode;
  std::int32_t missing_code = -1;
};

// The centre of categories and how often each occurs, ascending by code; one at least. Of equals the lowest.
// A median is missing where more than half are.
std::int32_t centre_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts);

// Gower (1971), A general coefficient of similarity and some of its properties, Biometrics 27: distances of
// columns, each from 0 to 1, are summed over those that both records have and scaled by columns/shared.
// Ties go to the lowest row.
class GowerRecords {
 public:
  GowerRecords(const std::vector<GowerColumn>& columns, const Run& run);

  std::size_t size() const { return size_; }
  std::vector<std::uint32_t> rows() const;
  std::uint32_t farthest_from_centroid();
  // `squared` is the distance itself.
  Found farthest_from(std::uint32_t row);
  std::vector<std::uint32_t> take(std::uint32_t seed, std::size_t k, std::uint32_t except);

 private:
  struct PackedColumn {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    std::vector<std::size_t> counts;  // of the remaining records, by code
    bool missing = false;             // is any number missing?
  };
  struct Class {
    std::vector<std::uint32_t> rows;  // ascending from `head` on
    std::size_t head = 0;
    std::uint32_t place = 0;  // in the packed columns
    std::size_t size() const { return rows.size() - head; }
    std::uint32_t front() const { return rows[head]; }
  };
  struct Point {
    std::vector<double> numbers;      // by column
    std::vector<std::int32_t> codes;  // by column
  };

  Point point(std::size_t place) const;
  Point centroid() const;
  void measure_from(const Point& centre);
  void measure_column(std::size_t j, const Point& centre);
  void remove(std::uint32_t row);
  void drop_class(std::size_t place);
  std::uint32_t front_at(std::size_t place) const { return classes_[class_at_[place]].front(); }

  const std::vector<GowerColumn>& columns_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> class_of_;  // by row
  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_at_;  // by place
  std::vector<PackedColumn> packed_;
  std::vector<double> distances_;  // by place
  std::vector<double> shared_;
};

}  // namespace sfumato::stats
