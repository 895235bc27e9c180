// Files and projects of the app's folder: names stay in it, nothing is overwritten unasked, and what a killed
// program left is removed.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "app/app_browser.hpp"
#include "core/error.hpp"

namespace sfumato::app {
namespace {

namespace fs = std::filesystem;
using sfumato::testing::TemporaryFolder;
using testing::AppInFolder;
using testing::body_of;
using testing::Browser;
using testing::header_of;
using testing::parsed;

unsigned mode_of(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 0777U : 0U;
}

TEST(AppFolder, TakesAndGivesFiles) {
  AppInFolder app;
  EXPECT_EQ(app.browser.put_file("people.csv", "a,b\n1,2\n").status, 201);
  EXPECT_EQ(app.folder.read("people.csv"), "a,b\n1,2\n");
  EXPECT_EQ(mode_of(app.folder.file("people.csv")), 0600U);
  EXPECT_TRUE(fs::is_empty(app.folder.file(".sfumato/uploads")));
  const Response again = app.browser.put_file("people.csv", "other");
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(app.folder.read("people.csv"), "a,b\n1,2\n");
  EXPECT_EQ(app.browser.put_file("people.csv", "other", true).status, 201);
  const Response got = app.browser.call("GET", "/api/files/people.csv");
  EXPECT_EQ(body_of(got), "other");
  EXPECT_EQ(got.content_type, "application/octet-stream");
  const Value files = app.browser.get("/api/files").at("files");
  ASSERT_EQ(files.as_array().size(), 1U);
  EXPECT_EQ(files.as_array()[0].at("name").as_text(), "people.csv");
  EXPECT_EQ(files.as_array()[0].at("format").as_text(), "csv");
  EXPECT_EQ(files.as_array()[0].at("kind").as_text(), "data");
  EXPECT_EQ(files.as_array()[0].at("size").as_integer(), 5);
}

TEST(AppFolder, NamesStayInTheFolder) {
  AppInFolder app;
  const TemporaryFolder other;
  other.write("secret.csv", "secret");
  fs::create_symlink(other.file("secret.csv"), app.folder.file("link.csv"));
  fs::create_directory(app.folder.file("sub"));
  app.folder.write(".hidden", "secret");
  const std::string above = "..%2F" + fs::path(other.path()).filename().string() + "%2Fsecret.csv";
  for (const std::string name : {"..", ".", ".hidden", ".sfumato", "link.csv", "sub", "%2Fetc%2Fpasswd",
                                 above.c_str(), "sub%2F..%2F..", "a%00b", "a%5Cb", "none.csv"}) {
    const Response got = app.browser.call("GET", "/api/files/" + name);
    EXPECT_GE(got.status, 400) << name;
    EXPECT_EQ(got.stream, nullptr) << name;
    EXPECT_GE(app.browser.put_file(name == "none.csv" ? std::string("x%2Fy") : name, "x").status, 400)
        << name;
  }
  EXPECT_GE(app.browser.call("GET", "/api/files/../secret.csv").status, 400);
  EXPECT_EQ(other.read("secret.csv"), "secret");
  const Value files = app.browser.get("/api/files").at("files");
  EXPECT_TRUE(files.as_array().empty());                               // neither hidden files nor links
  EXPECT_EQ(app.browser.put_file("link.csv", "x", true).status, 400);  // the target is not written through it
  EXPECT_EQ(other.read("secret.csv"), "secret");
}

TEST(AppFolder, NamesCannotAddHeaders) {
  AppInFolder app;
  EXPECT_EQ(app.browser.put_file("a%0D%0AX-Evil%3A%201", "x").status, 400);
  app.folder.write("q\"u;o=t\xC3\xA9.csv", "x");
  const Response got = app.browser.call("GET", "/api/files/q%22u%3Bo%3Dt%C3%A9.csv");
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(header_of(got, "Content-Disposition"), "attachment; filename*=UTF-8''q%22u%3Bo%3Dt%C3%A9.csv");
}

TEST(AppFolder, LimitsUploads) {
  const TemporaryFolder folder;
  Browser browser({.folder = folder.path(), .upload_limit = 10});
  EXPECT_EQ(browser.put_file("small.csv", "0123456789").status, 201);
  const Response large = browser.put_file("large.csv", "0123456789A");
  EXPECT_EQ(large.status, 413);
  EXPECT_EQ(parsed(large.body).at("error").at("code").as_text(), "too_large");
  EXPECT_FALSE(folder.has("large.csv"));
  EXPECT_TRUE(fs::is_empty(folder.file(".sfumato/uploads")));
}

TEST(AppFolder, RemovesOnlyWhatItMade) {
  AppInFolder app;
  app.folder.write("mine.csv", "a\n1\n");
  EXPECT_EQ(app.browser.put_file("theirs.csv", "a\n1\n").status, 201);
  EXPECT_EQ(app.browser.call("DELETE", "/api/files/mine.csv").status, 409);
  EXPECT_EQ(app.browser.call("DELETE", "/api/files/theirs.csv").status, 200);
  EXPECT_TRUE(app.folder.has("mine.csv"));
  EXPECT_FALSE(app.folder.has("theirs.csv"));
}

TEST(AppFolder, OneProgramAtATime) {
  AppInFolder app;
  EXPECT_THROW(Browser({.folder = app.folder.path()}), Error);
  EXPECT_THROW(Browser({.folder = app.folder.file("none")}), Error);
}

// Projects have confidential values, and another user's folder could be exchanged.
TEST(AppFolder, ItsOwnFolderMustBePrivate) {
  const TemporaryFolder folder, other;
  fs::create_directory_symlink(other.path(), folder.file(".sfumato"));
  EXPECT_THROW(Folder(folder.path()), Error);
  fs::remove(folder.file(".sfumato"));
  fs::create_directory(folder.file(".sfumato"));
  fs::permissions(folder.file(".sfumato"), fs::perms(0755));
  EXPECT_THROW(Folder(folder.path()), Error);
  fs::permissions(folder.file(".sfumato"), fs::perms(0700));
  EXPECT_NO_THROW(Folder(folder.path()));
}

TEST(AppFolder, AStartRemovesWhatWasLeft) {
  const TemporaryFolder folder;
  folder.write(".release.csv.a1B2c3", "half");
  folder.write(".release.csv.config2", "the user's own");
  folder.write(".bashrc.config", "the user's own");
  { const Folder first(folder.path()); }
  folder.write(".sfumato/uploads/abcdef", "half");
  folder.write(".sfumato/writing.json", R"(["release.csv", "release.toml"])");
  const Folder second(folder.path());
  EXPECT_FALSE(folder.has(".sfumato/uploads/abcdef"));
  EXPECT_FALSE(folder.has(".release.csv.a1B2c3"));
  EXPECT_TRUE(folder.has(".release.csv.config2"));
  EXPECT_TRUE(folder.has(".bashrc.config"));
}

TEST(AppProjects, AreKeptOverARestart) {
  const TemporaryFolder folder;
  {
    Browser browser({.folder = folder.path()});
    const Value made = parsed(browser
                                  .call("PUT", "/api/projects/my%20survey",
                                        R"({"revision": null, "document": {"steps": [1, 2.5, "é"]}})")
                                  .body);
    EXPECT_EQ(made.at("revision").as_integer(), 1);
    EXPECT_EQ(mode_of(folder.file(".sfumato/projects/my survey.json")), 0600U);
  }
  Browser browser({.folder = folder.path()});
  const Value kept = browser.get("/api/projects/my%20survey");
  EXPECT_EQ(kept.at("revision").as_integer(), 1);
  EXPECT_EQ(kept.at("document"), parsed(R"({"steps": [1, 2.5, "é"]})"));
  EXPECT_EQ(browser.get("/api/projects").at("projects").as_array().size(), 1U);
}

TEST(AppProjects, TwoWindowsDoNotOverwriteEachOther) {
  AppInFolder app;
  const auto put = [&](const std::string& body) { return app.browser.call("PUT", "/api/projects/p", body); };
  EXPECT_EQ(put(R"({"revision": null, "document": 1})").status, 200);
  EXPECT_EQ(put(R"({"revision": 1, "document": 2})").status, 200);
  const Response late = put(R"({"revision": 1, "document": 3})");
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(parsed(late.body).at("error").at("revision").as_integer(), 2);
  EXPECT_EQ(put(R"({"revision": null, "document": 3})").status, 409);
  EXPECT_EQ(app.browser.get("/api/projects/p").at("document").as_integer(), 2);
  EXPECT_EQ(app.browser.call("DELETE", "/api/projects/p?revision=1").status, 409);
  EXPECT_EQ(app.browser.call("DELETE", "/api/projects/p?revision=2").status, 200);
  EXPECT_EQ(app.browser.call("GET", "/api/projects/p").status, 404);
}

TEST(AppProjects, NamesAndDocumentsAreChecked) {
  AppInFolder app;
  const std::string body = R"({"revision": null, "document": 1})";
  for (const std::string name : {"..", "a%2Fb", ".p", "%3Cimg%3E", "p%0A", ""}) {
    EXPECT_GE(app.browser.call("PUT", "/api/projects/" + name, body).status, 400) << name;
  }
  EXPECT_EQ(app.browser.call("PUT", "/api/projects/p", R"({"revision": null})").status, 400);
  EXPECT_EQ(app.browser.call("PUT", "/api/projects/p", R"([1])").status, 400);
  EXPECT_EQ(app.browser.call("PUT", "/api/projects/p", "{").status, 400);
  EXPECT_EQ(app.browser.call("PUT", "/api/projects/p", "{\"document\": \"\xFF\"}").status, 400);
}

}  // namespace
}  // namespace sfumato::app
