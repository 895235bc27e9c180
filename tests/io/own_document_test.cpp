// Which files count as documents of sfumato: JSON objects with a version and the members asked for, and
// nothing else.
#include "io/own_document.hpp"

#include "io/output_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

TEST(OwnDocument, HasAVersionAndTheMembers) {
  const TemporaryFolder folder;
  const std::string path = folder.path("report.json");
  write_text_file(path, R"({"title": "a", "methods": [], "version": 1})");
  EXPECT_TRUE(is_own_document(path, {"methods"}));
  EXPECT_TRUE(is_own_document(path, {"title", "methods"}));
  EXPECT_FALSE(is_own_document(path, {"methods", "winner"}));
}

TEST(OwnDocument, IsNothingElse) {
  const TemporaryFolder folder;
  EXPECT_FALSE(is_own_document(folder.path("missing.json"), {}));
  EXPECT_FALSE(is_own_document(folder.path(""), {}));
  const std::string path = folder.path("report.json");
  for (const char* text : {"", "{", "version", "[1]", "1", R"(["version"])", R"({"methods": []})",
                           R"({"version": 1, "methods": [])"}) {
    write_text_file(path, text);
    EXPECT_FALSE(is_own_document(path, {"methods"})) << text;
  }
}

}  // namespace
}  // namespace sfumato::io
