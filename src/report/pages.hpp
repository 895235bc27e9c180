// The reference pages of methods and measures, which are Markdown files beside their sources. The build
// compiles them in (cmake/ReferencePages.cmake), so that every front end has them without a file to look for.
#pragma once

#include <string_view>

namespace sfumato::report {

// The page of the method or measure of that name, as it was written; empty where there is none.
std::string_view find_page(std::string_view id);

}  // namespace sfumato::report
