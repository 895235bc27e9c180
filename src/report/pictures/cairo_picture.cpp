// Shapes are drawn in their order with the looks of chart_look, as in an SVG file.
#include "report/pictures/cairo_picture.hpp"

#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "core/error.hpp"
#include "report/chart_look.hpp"
#include "report/svg.hpp"

#ifdef SFUMATO_SANITIZED
// Fontconfig, which cairo asks for fonts, keeps its configuration until the process ends.
extern "C" const char* __lsan_default_suppressions();  // NOLINT: the sanitizer's name
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }  // NOLINT
#endif

namespace sfumato::report {
namespace {

constexpr double points_per_pixel = 0.75;  // 72 points and 96 pixels are an inch
constexpr double png_scale = 2.0;
constexpr const char* picture_font = "Arial";  // or what the machine has in its place

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

void check_cairo(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw Error(ErrorCode::internal,
              std::string("a picture could not be drawn: ") + cairo_status_to_string(status));
}

cairo_status_t append_bytes(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

double channel(const std::string& colour, std::size_t at) {
  return std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
}

class Painter {
 public:
  explicit Painter(cairo_t* cairo) : cairo_(cairo) {}

  void paint(const std::vector<Shape>& shapes, const InheritedLook& inherited) const {
    for (const Shape& shape : shapes) {
      if (!in_files(shape)) continue;
      if (const auto* group = std::get_if<GroupShape>(&shape.form)) {
        cairo_save(cairo_);
        cairo_translate(cairo_, group->offset.x, group->offset.y);
        paint(group->shapes, inherited_look(inherited, shape.classes));
        cairo_restore(cairo_);
      } else {
        const Look look = look_of(shape, inherited);
        std::visit([&](const auto& form) { draw(form, look); }, shape.form);
      }
    }
  }

 private:
  void set_colour(const std::string& colour, double opacity) const {
    cairo_set_source_rgba(cairo_, channel(colour, 1), channel(colour, 3), channel(colour, 5), opacity);
  }

  // Fills and strokes the path that was made.
  void finish(const Look& look) const {
    if (!look.fill.empty()) {
      set_colour(look.fill, look.fill_opacity * look.opacity);
      cairo_fill_preserve(cairo_);
    }
    if (!look.stroke.empty()) {
      set_colour(look.stroke, look.opacity);
      cairo_set_line_width(cairo_, look.stroke_width);
      cairo_set_dash(cairo_, look.dashes.data(), static_cast<int>(look.dashes.size()), 0.0);
      cairo_set_line_cap(cairo_, look.round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
      cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
      cairo_stroke_preserve(cairo_);
    }
    cairo_new_path(cairo_);
  }

  void trace(const std::vector<Spot>& spots) const {
    cairo_new_sub_path(cairo_);
    for (const Spot& spot : spots) cairo_line_to(cairo_, spot.x, spot.y);
  }

  void draw(const GroupShape&, const Look&) const {}  // its shapes are painted one by one

  void draw(const LineShape& line, const Look& look) const {
    trace({line.from, line.to});
    finish(look);
  }

  void draw(const RectangleShape& box, const Look& look) const {
    if (box.corner > 0.0) {
      rounded_box(box);
    } else {
      cairo_rectangle(cairo_, box.left, box.top, box.width, box.height);
    }
    finish(look);
  }

  void rounded_box(const RectangleShape& box) const {
    const double r = std::min({box.corner, 0.5 * box.width, 0.5 * box.height}),
                 quarter = std::numbers::pi / 2.0;
    const double right = box.left + box.width - r, bottom = box.top + box.height - r;
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, right, box.top + r, r, -quarter, 0.0);
    cairo_arc(cairo_, right, bottom, r, 0.0, quarter);
    cairo_arc(cairo_, box.left + r, bottom, r, quarter, 2.0 * quarter);
    cairo_arc(cairo_, box.left + r, box.top + r, r, 2.0 * quarter, 3.0 * quarter);
    cairo_close_path(cairo_);
  }

  void draw(const CircleShape& circle, const Look& look) const {
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, circle.centre.x, circle.centre.y, circle.radius, 0.0, 2.0 * std::numbers::pi);
    finish(look);
  }

  void draw(const PolygonShape& polygon, const Look& look) const {
    trace(polygon.corners);
    cairo_close_path(cairo_);
    finish(look);
  }

  void draw(const PolylineShape& line, const Look& look) const {
    trace(line.points);
    finish(look);
  }

  void draw(const PathShape& path, const Look& look) const {
    for (const std::vector<Spot>& line : path.lines) trace(line);
    finish(look);
  }

  void draw(const TextShape& text, const Look& look) const {
    const std::string drawn = plain_text(text.text);
    cairo_save(cairo_);
    cairo_translate(cairo_, text.at.x, text.at.y);
    cairo_rotate(cairo_, text.angle * std::numbers::pi / 180.0);
    cairo_select_font_face(cairo_, picture_font, CAIRO_FONT_SLANT_NORMAL,
                           look.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, look.font_size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, drawn.c_str(), &extents);
    const double share = text.anchor == Anchor::start ? 0.0 : text.anchor == Anchor::middle ? 0.5 : 1.0;
    const double start = -share * extents.x_advance;
    if (!look.halo.empty()) {
      cairo_move_to(cairo_, start, 0.0);
      cairo_text_path(cairo_, drawn.c_str());
      finish({.fill = look.halo, .stroke = look.halo, .stroke_width = look.stroke_width});
    }
    set_colour(look.fill, 1.0);
    cairo_move_to(cairo_, start, 0.0);
    cairo_show_text(cairo_, drawn.c_str());
    cairo_restore(cairo_);
  }

  cairo_t* cairo_;
};

void paint(cairo_surface_t* surface, const Drawing& drawing, double scale) {
  check_cairo(cairo_surface_status(surface));
  const Context context(cairo_create(surface), &cairo_destroy);
  cairo_scale(context.get(), scale, scale);
  Painter(context.get()).paint(drawing.content.list(), outermost_look());
  check_cairo(cairo_status(context.get()));
}

}  // namespace

std::string pdf_picture(const Drawing& drawing, const std::string& title) {
  std::string bytes;
  const Surface surface(
      cairo_pdf_surface_create_for_stream(append_bytes, &bytes, points_per_pixel * drawing.width,
                                          points_per_pixel * drawing.height),
      &cairo_surface_destroy);
  check_cairo(cairo_surface_status(surface.get()));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, plain_text(title).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "sfumato");
  // Equal figures have equal bytes, so that the time of drawing is not part of them.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  paint(surface.get(), drawing, points_per_pixel);
  cairo_surface_finish(surface.get());
  check_cairo(cairo_surface_status(surface.get()));
  return bytes;
}

std::string png_picture(const Drawing& drawing) {
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(png_scale * drawing.width)),
                                 static_cast<int>(std::ceil(png_scale * drawing.height))),
      &cairo_surface_destroy);
  paint(surface.get(), drawing, png_scale);
  std::string bytes;
  check_cairo(cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes));
  return bytes;
}

}  // namespace sfumato::report
