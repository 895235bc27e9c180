// The page of a comparison on small stories and on a real one: what it must say, and what must stay secret.
#include "report/comparison_page.hpp"

#include <gtest/gtest.h>
#include <fstream>
#include "report/html.hpp"
#include "report/text.hpp"
#include "support/stories.hpp"
#include "support/tables.hpp"
namespace sfumato::report {
namespace {
TEST(Scratch, Write) {
  testing::StoryRequest request{.original = testing::incomes(200)};
  request.methods = {};
  request.values = {0.9};
  request.rank_by = {"emd", "sse"};
  const ComparisonStory story = testing::compared(request);
  std::ofstream("/tmp/page.html") << html_document(comparison_page(story),
                                                   {.title = "", .subtitle = comparison_subtitle(story)});
  std::ofstream("/tmp/public.html") << html_document(public_comparison_page(story), {});
  std::ofstream("/tmp/page.txt") << text_document(comparison_page(story), {});
  std::ofstream("/tmp/public.txt") << text_document(public_comparison_page(story), {});
}
}  // namespace
}  // namespace sfumato::report
