// The page of the worked example of CONTRIBUTING is one: it has its sections, and the description of the
// method shows it.
#include <gtest/gtest.h>

#include "masking/registry.hpp"
#include "report/catalogue.hpp"
#include "report/markdown.hpp"

namespace sfumato::report {
namespace {

TEST(WorkedExample, HasItsPage) {
  const std::string page =
      markdown_document(describe(masking::method("coarsening"), "sfumato mask coarsening"));
  for (const char* part : {"# Coarsening\n", "\n## When to use it\n", "A larger `‹base›` protects more.",
                           "y = base·round(x/base)", "| 1,000,000 × 1 | 0.1 s |"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part << page;
  }
}

}  // namespace
}  // namespace sfumato::report
