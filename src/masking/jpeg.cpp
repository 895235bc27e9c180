// JPEG. The table is coded as a greyscale image, records by columns, and read back: the information that the
// compression removes protects the records.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "stats/images/jpeg_image.hpp"

namespace sfumato::masking {
namespace {

// How a column becomes grey, and back.
struct Scale {
  double lower = 0.0;
  double upper = 0.0;
  bool whole = true;  // are all present values integers?

  bool constant() const { return !(lower < upper); }
  // The largest value is white, whatever 255·(max−min)/(max−min) rounds to.
  std::uint8_t pixel(double value) const {
    const double grey = value < upper ? std::floor(255.0 * (value - lower) / (upper - lower)) : 255.0;
    return static_cast<std::uint8_t>(std::min(grey, 255.0));
  }
  double value(std::uint8_t grey) const {
    const double mapped = std::min(upper, lower + static_cast<double>(grey) * (upper - lower) / 255.0);
    return whole ? std::floor(mapped) : mapped;
  }
};

Scale scale_of(std::span<const double> values) {
  Scale scale;
  bool any = false;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    scale.lower = any ? std::min(scale.lower, value) : value;
    scale.upper = any ? std::max(scale.upper, value) : value;
    scale.whole = scale.whole && value == std::floor(value);
    any = true;
  }
  return scale;
}

// One column of the image, `width` bytes from row to row; missing cells get the mean of the others.
void paint(std::span<const double> values, const Scale& scale, std::uint8_t* pixels, std::size_t width) {
  std::uint64_t sum = 0, count = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) continue;
    pixels[row * width] = scale.pixel(values[row]);
    sum += pixels[row * width];
    ++count;
  }
  if (count == values.size()) return;
  const auto mean = static_cast<std::uint8_t>((2 * sum + count) / (2 * count));  // halves up
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) pixels[row * width] = mean;
  }
}

struct Jpeg {
  std::int64_t quality = 80;

  static MethodInfo info() {
    return {.name = "jpeg",
            .title = "JPEG",
            .family = Family::compression,
            .summary = "Codes the table as a greyscale JPEG image and reads it back.",
            .accepts = Kind::numeric,
            .reference =
                "Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for "
                "microdata, in: Confidentiality, Disclosure and Data Access, North-Holland",
            .random = false};
  }

  static void params(ParamList<Jpeg>& list) {
    list.integer("quality", &Jpeg::quality)
        .range(1, 100)
        .doc("Quality of the JPEG image.")
        .dial(Dial::less_is_safer);
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    Table masked = original;  // columns stay shared until edited
    ColumnSet varying = columns;
    std::sort(varying.begin(), varying.end());
    std::vector<Scale> scales;
    std::erase_if(varying, [&](ColumnId id) {
      const Scale scale = scale_of(original.column(id).to_numbers());
      if (!scale.constant()) scales.push_back(scale);
      return scale.constant();
    });
    const std::size_t width = varying.size(), rows = original.rows();
    if (width > stats::largest_jpeg_side) {
      bad_param("columns", "jpeg takes at most 65,500 columns, and these are " + std::to_string(width),
                "mask fewer ‹columns› at a time");
    }
    std::vector<std::uint8_t> image(rows * width);
    run.parallel(width, [&](std::size_t j) {
      paint(masked.edit_numbers(varying[j]), scales[j], image.data() + j, width);
    });
    if (width > 0) {
      run.blocks(rows, stats::largest_jpeg_side, [&](std::size_t, std::size_t begin, std::size_t end) {
        const std::span<std::uint8_t> band(image.data() + begin * width, (end - begin) * width);
        const auto coded = stats::jpeg_round_trip(band, width, end - begin, static_cast<int>(quality));
        std::copy(coded.begin(), coded.end(), band.begin());
      });
    }
    run.parallel(width, [&](std::size_t j) {
      const std::span<double> values = masked.edit_numbers(varying[j]);
      for (std::size_t row = 0; row < rows; ++row) {
        if (!std::isnan(values[row])) values[row] = scales[j].value(image[row * width + j]);
      }
    });
    return {.tables = {masked}};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(jpeg, Jpeg)
