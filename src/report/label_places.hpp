// Free places for labels inside a plot. What is drawn already is blocked; a label goes where nothing
// lies, or nowhere.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace sfumato::report {

struct Box {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
};

class LabelPlaces {
 public:
  explicit LabelPlaces(const Box& bounds) : bounds_(bounds) {}

  void block(const Box& box) { blocked_.push_back(box); }
  void block_line(double x1, double y1, double x2, double y2);
  // The first of the candidates that lies within the bounds and touches nothing blocked; it is blocked
  // from then on.
  std::optional<std::size_t> take(const std::vector<Box>& candidates);

 private:
  bool is_free(const Box& box) const;

  Box bounds_;
  std::vector<Box> blocked_;
};

}  // namespace sfumato::report
