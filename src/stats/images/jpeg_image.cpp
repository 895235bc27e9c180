// The adapter to libjpeg. Its errors come back by longjmp, so that between setjmp and the last call
// nothing has a destructor; they leave this file as exceptions.
#include "stats/images/jpeg_image.hpp"

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

// After <cstdio>, whose FILE and size_t it needs.
#include <jpeglib.h>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

// libjpeg returns a pointer to `manager`, which is the first member.
struct ErrorState {
  jpeg_error_mgr manager;
  std::jmp_buf place;
  std::array<char, JMSG_LENGTH_MAX> message;
};

void leave(j_common_ptr codec) {
  auto* state = reinterpret_cast<ErrorState*>(codec->err);
  codec->err->format_message(codec, state->message.data());
  std::longjmp(state->place, 1);
}

void say_nothing(j_common_ptr) {}

jpeg_error_mgr* quiet(ErrorState& state) {
  jpeg_error_mgr* manager = jpeg_std_error(&state.manager);
  manager->error_exit = leave;
  manager->output_message = say_nothing;
  return manager;
}

// A view of rows of pixels and the file that they become; plain data, for longjmp.
struct Image {
  std::uint8_t* pixels;
  JDIMENSION width;
  JDIMENSION height;
  int quality;
  unsigned char* file;  // from malloc
  unsigned long size;
};

bool encode(Image& image, ErrorState& state) {
  jpeg_compress_struct codec{};
  codec.err = quiet(state);
  if (setjmp(state.place) != 0) {  // NOLINT: libjpeg's only way to report an error
    jpeg_destroy_compress(&codec);
    return false;
  }
  jpeg_create_compress(&codec);
  jpeg_mem_dest(&codec, &image.file, &image.size);
  codec.image_width = image.width;
  codec.image_height = image.height;
  codec.input_components = 1;
  codec.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, image.quality, TRUE);
  codec.dct_method = JDCT_ISLOW;
  jpeg_start_compress(&codec, TRUE);
  while (codec.next_scanline < codec.image_height) {
    JSAMPROW row = image.pixels + std::size_t{codec.next_scanline} * image.width;
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  return true;
}

bool decode(Image& image, ErrorState& state) {
  jpeg_decompress_struct codec{};
  codec.err = quiet(state);
  if (setjmp(state.place) != 0) {  // NOLINT: see above
    jpeg_destroy_decompress(&codec);
    return false;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, image.file, image.size);
  jpeg_read_header(&codec, TRUE);
  codec.out_color_space = JCS_GRAYSCALE;
  codec.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&codec);
  while (codec.output_scanline < codec.output_height) {
    JSAMPROW row = image.pixels + std::size_t{codec.output_scanline} * image.width;
    jpeg_read_scanlines(&codec, &row, 1);
  }
  jpeg_finish_decompress(&codec);
  jpeg_destroy_decompress(&codec);
  return true;
}

}  // namespace

std::vector<std::uint8_t> jpeg_round_trip(std::span<const std::uint8_t> pixels, std::size_t width,
                                          std::size_t height, int quality) {
  std::vector<std::uint8_t> result(pixels.begin(), pixels.end());
  Image image{
      result.data(), static_cast<JDIMENSION>(width), static_cast<JDIMENSION>(height), quality, nullptr, 0};
  const auto state = std::make_unique<ErrorState>();
  const bool encoded = encode(image, *state);
  const std::unique_ptr<unsigned char, void (*)(void*)> file(image.file, std::free);
  if (!encoded || !decode(image, *state)) {
    throw Error(ErrorCode::internal, std::string("JPEG coding failed: ") + state->message.data());
  }
  return result;
}

}  // namespace sfumato::stats
