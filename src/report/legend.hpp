// A legend below a plot: entries in as many columns as fit. Where each entry lies is known before it
// is drawn, so that an entry can be drawn in the same group as what it names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.hpp"

namespace sfumato::report {

class Legend {
 public:
  // Names are cut so that one entry never takes more than the width.
  Legend(std::vector<std::string> names, double left, double right, double top);

  double height() const;  // 0 without entries
  // The text of an entry, with its full name to be read by pointing at it if it was cut.
  Shapes name(std::size_t entry, std::string_view classes = {}) const;
  double sample_left(std::size_t entry) const;    // of what stands before the name
  double sample_middle(std::size_t entry) const;  // height of the sample's middle
  static constexpr double sample_width = 30.0;

 private:
  std::vector<std::string> names_;
  double left_, top_, name_room_, column_width_;
  std::size_t rows_;
};

}  // namespace sfumato::report
