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
  // A point with a label: a label may not lie nearer to another's point than to its own.
  void own(std::size_t owner, double x, double y) { owned_.push_back({owner, x, y}); }
  void block_line(double x1, double y1, double x2, double y2);
  // The first of the candidates that lies within the bounds, touches nothing blocked, and cannot be
  // taken for somebody else's label if it has an owner; it is blocked from then on.
  std::optional<std::size_t> take(const std::vector<Box>& candidates, std::optional<std::size_t> owner = {});

 private:
  struct Owned {
    std::size_t owner;
    double x, y;
  };

  bool is_free(const Box& box) const;
  bool is_clearly_of(std::size_t owner, const Box& box) const;

  Box bounds_;
  std::vector<Box> blocked_;
  std::vector<Owned> owned_;
};

}  // namespace sfumato::report
