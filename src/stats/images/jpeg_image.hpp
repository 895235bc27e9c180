// Greyscale images through JPEG and back, in memory: a lossy code that smooths neighbouring values, for the
// masking method of that name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// The largest width and height that libjpeg codes.
constexpr std::size_t largest_jpeg_side = 65500;

// The pixels, row by row, as baseline JPEG (integer DCT, "islow") of a quality from 1 to 100 gives
// them back. Needs width·height pixels and sides from 1 to largest_jpeg_side; an image that libjpeg
// cannot code is an Error{internal}.
std::vector<std::uint8_t> jpeg_round_trip(std::span<const std::uint8_t> pixels, std::size_t width,
                                          std::size_t height, int quality);

}  // namespace sfumato::stats
