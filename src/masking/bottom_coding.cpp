// Bottom-coding. Values below a limit become the limit, so that the smallest, which are rare and known,
// cannot be distinguished.
#include "masking/coding.hpp"

namespace sfumato::masking {
namespace {

struct BottomCoding {
  std::optional<double> at;
  double quantile = 0.01;
  bool multivariate = false;
  std::string category;
  ColumnTexts limit;
  TailValue replacement = TailValue::limit;
  std::optional<double> constant;

  static MethodInfo info() {
    return {.name = "bottom-coding",
            .title = "Bottom-coding",
            .family = Family::reduction,
            .summary = "Replaces values below a limit by the limit.",
            .accepts = Kind::numeric | Kind::ordinal,
            .reference = "Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer",
            .random = false};
  }

  static void params(ParamList<BottomCoding>& list) { coding_params(list, Dial::more_is_safer); }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return coded(original, columns, coding(), run);
  }

  std::string hindrance(const Table& outline, const ColumnSet&) const {
    return coding_hindrance(outline, coding());
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const {
    return coding_work(outline, columns, coding(), run);
  }

 private:
  Coding coding() const {
    return {Tail::lower, at, quantile, multivariate, category, limit, replacement, constant};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(bottom_coding, BottomCoding)
SFUMATO_BLOCK_METHOD(bottom_coding, BottomCoding)
