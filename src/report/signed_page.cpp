#include "report/signed_page.hpp"

#include "core/error.hpp"
#include "io/calendar.hpp"
#include "jobs/assessment.hpp"
#include "report/html.hpp"
#include "report/mask_page.hpp"

namespace sfumato::report {

std::string signed_page(const jobs::FileRelease& wanted, jobs::MaskResult& result, const std::string& command,
                        const Run& run) {
  result.provenance = {.command = command, .made_on = io::today(), .files = {}};
  result.provenance.add_file("original", wanted.data);
  if (!wanted.recipe_path.empty()) result.provenance.add_file("recipe", wanted.recipe_path);
  for (const std::string& path : result.delivery.paths) result.provenance.add_file("release", path);
  const Report page = mask_page(result, jobs::assess(wanted.mask, result, run), wanted.mask.original.name);
  return spelled(html_document(page, {.title = ""}), ParameterSpelling::command_line);
}

}  // namespace sfumato::report
