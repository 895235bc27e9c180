// A head that is kept elsewhere detects a log that was rolled back or replaced, and an open database notices
// changes by others.
#include "queries/kept_head.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "queries/changed_folder.hpp"
#include "queries/ledger/sqlite_file.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
namespace fs = std::filesystem;

constexpr Protection all_protections[] = {Protection::dp, Protection::input, Protection::restrict,
                                          Protection::camouflage};

std::string log_file(Protection protection) {
  return protection == Protection::restrict ? "restriction.sqlite" : "ledger.sqlite";
}

void run_statement(const std::string& path, const char* statement) { SqliteFile(path).run(statement); }

TEST(KeptHead, HasOneText) {
  const std::string chain(64, 'a');
  EXPECT_EQ(head_text({9, chain}), "9:" + chain);
  EXPECT_EQ(parse_head("9:" + chain), (LedgerHead{9, chain}));
  EXPECT_EQ(parse_head("999999999999999999:" + chain)->rows, 999'999'999'999'999'999);
  for (const std::string& wrong :
       {std::string(), std::string(":"), "9" + chain, "09:" + chain, "0:" + chain, "-1:" + chain,
        "+1:" + chain, " 9:" + chain, "9:" + chain + "\n", "9:" + chain + "a", "9:" + chain.substr(1),
        "9::" + chain.substr(1), "9:" + std::string(64, 'A'), "9:" + std::string(64, 'g'),
        "1000000000000000000:" + chain}) {
    EXPECT_FALSE(parse_head(wrong)) << wrong;
  }
}

TEST(KeptHead, IsATextOrAFile) {
  const MemoryFolder folder;
  const std::string text = "3:" + std::string(64, '7'), path = folder.file("head");
  EXPECT_EQ(head_text(read_kept_head(text)), text);
  for (const std::string& content : {text, text + "\n"}) {
    write_content(path, content);
    EXPECT_EQ(head_text(read_kept_head(path)), text);
  }
  for (const std::string& content : {std::string(), "x" + text, text + "\n\n", std::string(5000, '1')}) {
    write_content(path, content);
    EXPECT_THROW(read_kept_head(path), Error) << content;
  }
  const Error missing = error_of([&] { read_kept_head(folder.file("none")); });
  EXPECT_EQ(missing.code, ErrorCode::bad_input);
  EXPECT_EQ(missing.parameter, "kept");
  EXPECT_THROW(read_kept_head(""), Error);
  EXPECT_THROW(read_kept_head("/dev/zero"), Error);
}

TEST(KeptHead, WritesLaterHeadsOnly) {
  const MemoryFolder folder;
  fs::create_directory(folder.file("db"));
  const std::string path = folder.file("head"), chain(64, '7');
  write_content(path, "3:" + chain + "\n");
  KeptHead kept(path, folder.file("db"));
  kept.update({2, chain});
  EXPECT_EQ(content_of(path), "3:" + chain + "\n");
  kept.update({5, chain});
  EXPECT_EQ(content_of(path), "5:" + chain + "\n");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  write_content(path, "9:" + chain + "\n");  // by another process
  kept.update({7, chain});
  EXPECT_EQ(content_of(path), "9:" + chain + "\n");
  kept.update({10, chain});
  EXPECT_EQ(content_of(path), "10:" + chain + "\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.file(".")), fs::directory_iterator()), 2);
  fs::remove_all(path);
  fs::create_directory(path);
  EXPECT_EQ(error_of([&] { kept.update({11, chain}); }).code, ErrorCode::input_output);
}

TEST(KeptHead, IsNotInTheFolderItself) {
  const ChangedFolder folder(terms_for(Protection::dp));
  write_content(folder.file("head"), head_text(folder.head()));
  const Error error = error_of([&] { folder.ask(10, folder.file("head")); });
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_NE(error.message.find("in the database's folder"), std::string::npos);
}

TEST(KeptHead, DetectsAFolderThatWasRolledBack) {
  for (const Protection protection : all_protections) {
    SCOPED_TRACE(protection_name(protection));
    const ChangedFolder folder(terms_for(protection));
    folder.ask(10);
    const std::string old = head_text(folder.head());
    folder.copy_to("old");
    folder.ask(30);
    const std::string spent = head_text(folder.head());
    ASSERT_NE(old, spent);
    EXPECT_FALSE(folder.ask(50, spent).refused);
    EXPECT_FALSE(folder.ask(50, old).refused);
    folder.restore("old");
    const Error error = error_of([&] { folder.ask(60, spent); });
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("was rolled back or replaced"), std::string::npos) << error.message;
    // The limitation: without the head, the old folder is a valid database.
    EXPECT_FALSE(folder.ask(60).refused);
    // With other rows instead of the lost ones, the number of rows does not help.
    for (int age = 61; age < 66; ++age) folder.ask(age);
    EXPECT_NE(error_of([&] { folder.ask(70, spent); }).message.find("was replaced"), std::string::npos);
    EXPECT_FALSE(folder.ask(70, old).refused);
  }
}

TEST(KeptHead, DetectsAnotherDatabaseInItsPlace) {
  const ChangedFolder folder(terms_for(Protection::dp)), other(terms_for(Protection::dp));
  EXPECT_NE(error_of([&] { folder.ask(10, head_text(other.head())); }).message.find("was replaced"),
            std::string::npos);
}

TEST(KeptHead, AFileHasEveryPublishedAnswer) {
  for (const Protection protection : all_protections) {
    SCOPED_TRACE(protection_name(protection));
    const ChangedFolder folder(terms_for(protection));
    const std::string path = folder.beside("head");
    write_content(path, head_text(folder.head()) + "\n");
    const Database database = folder.open();
    QuerySession session(database, {}, path);
    for (int age = 0; age < 40; age += 10) {
      folder.ask(session, age);
      EXPECT_EQ(read_kept_head(path), session.head());
    }
    // Several threads: the last head is in the file when all are answered.
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&, i] { folder.ask(session, 60 + i); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(read_kept_head(path), session.head());
  }
}

TEST(KeptHead, NothingIsPublishedIfTheFileCannotBeWritten) {
  const ChangedFolder folder(terms_for(Protection::dp));
  fs::create_directory(folder.beside("elsewhere"));
  const std::string path = folder.beside("elsewhere/head");
  write_content(path, head_text(folder.head()));
  const Database database = folder.open();
  QuerySession session(database, {}, path);
  fs::remove_all(folder.beside("elsewhere"));
  EXPECT_EQ(error_of([&] { folder.ask(session, 10); }).code, ErrorCode::input_output);
}

TEST(OpenDatabase, NoticesChangedFiles) {
  struct Edit {
    Protection protection;
    std::string file;
    std::function<void(const std::string&)> edit;
  };
  const auto replaced = [](const std::string& from, const std::string& to) {
    return [=](const std::string& path) {
      std::string text = content_of(path);
      text.replace(text.find(from), from.size(), to);
      write_content(path, text);
    };
  };
  const auto removed = [](const std::string& path) { fs::remove(path); };
  const auto longer = [](const std::string& path) { std::ofstream(path, std::ios::app) << "x"; };
  const auto copied = [](const std::string& path) {  // the same content in another file
    fs::copy_file(path, path + ".copy");
    fs::rename(path + ".copy", path);
  };
  const auto shortened = [](const std::string& path) { fs::resize_file(path, 4096); };
  for (const Edit& one : std::vector<Edit>{
           {Protection::dp, "terms.toml", replaced("replace", "add-remove")},
           {Protection::dp, "terms.toml", removed},
           {Protection::dp, "catalogue.toml", replaced("5000", "9000")},
           {Protection::dp, "catalogue.toml", longer},
           {Protection::dp, "ledger.sqlite", removed},
           {Protection::dp, "ledger.sqlite", copied},
           {Protection::dp, "ledger.sqlite", shortened},
           {Protection::restrict, "terms.toml", replaced("least = 5", "least = 1")},
           {Protection::restrict, "restriction.sqlite", copied},
           {Protection::restrict, "restriction.sqlite", shortened},
           {Protection::camouflage, "terms.toml", replaced("width = 0.1", "width = 0.2")},
       }) {
    SCOPED_TRACE(one.file);
    const ChangedFolder folder(terms_for(one.protection));
    const Database database = folder.open();
    QuerySession session(database);
    folder.ask(session, 10);
    EXPECT_EQ(session.changed(), std::nullopt);
    const std::string before = content_of(folder.file(one.file));
    one.edit(folder.file(one.file));
    const Error error = error_of([&] { folder.ask(session, 20); });
    EXPECT_EQ(error.code, ErrorCode::internal);
    EXPECT_NE(error.message.find(one.file), std::string::npos) << error.message;
    EXPECT_EQ(error.message.find(folder.path()), std::string::npos) << error.message;
    EXPECT_EQ(session.changed(), one.file);
    write_content(folder.file(one.file), before);
    EXPECT_EQ(session.changed(), one.file);  // until it is opened again
  }
}

TEST(OpenDatabase, DoesNotMindWhatChangesNothing) {
  const ChangedFolder folder(terms_for(Protection::dp));
  const Database database = folder.open();
  QuerySession session(database);
  folder.ask(session, 10);
  for (const char* name : {"terms.toml", "catalogue.toml", "tables/people.parquet"}) {
    const std::string text = content_of(folder.file(name));
    fs::remove(folder.file(name));
    write_content(folder.file(name), text);  // another inode, other times
  }
  write_content(folder.file("terms.toml"), "# a comment\n" + content_of(folder.file("terms.toml")));
  EXPECT_EQ(session.changed(), std::nullopt);
  // Other processes may ask, and set quotas.
  folder.ask(20);
  Ledger(folder.file("ledger.sqlite")).set_quota("ann", 100);
  EXPECT_FALSE(folder.ask(session, 30).refused);
  EXPECT_EQ(session.changed(), std::nullopt);
}

// Data are checked whenever they are loaded.
TEST(OpenDatabase, LoadsNoChangedData) {
  const ChangedFolder folder(terms_for(Protection::dp));
  const Database database = folder.open();
  QuerySession session(database);
  const std::string path = folder.file("tables/people.parquet"), bytes = content_of(path);
  std::string other = bytes;
  other[other.size() / 2] ^= 1;
  write_content(path, other);
  EXPECT_EQ(error_of([&] { folder.ask(session, 20); }).code, ErrorCode::internal);
  write_content(path, bytes);
  EXPECT_FALSE(folder.ask(session, 20).refused);
}

// SQLite itself makes the changes: the file stays in its place and does not shrink.
TEST(OpenDatabase, NoticesChangedRows) {
  for (const Protection protection : {Protection::dp, Protection::restrict}) {
    for (const char* statement :
         {"DELETE FROM log WHERE position > 1", "UPDATE log SET user = 'ann' WHERE position = 1",
          "UPDATE log SET query = 'x' WHERE position = 0", "DELETE FROM log",
          "INSERT INTO log SELECT (SELECT max(position) + 1 FROM log), kind, time, user, query, entry, "
          "asked, "
          "charged, footprint, text, chain FROM log WHERE position = 1"}) {
      SCOPED_TRACE(statement);
      const ChangedFolder folder(terms_for(protection));
      const Database database = folder.open();
      QuerySession session(database);
      folder.ask(session, 10);
      folder.ask(session, 30);
      run_statement(folder.file(log_file(protection)), statement);
      // Also not the second time: the state of before is not forgotten.
      EXPECT_THROW(folder.ask(session, 50), Error);
      EXPECT_EQ(session.changed(), log_file(protection));
      EXPECT_EQ(error_of([&] { folder.ask(session, 50); }).code, ErrorCode::internal);
    }
  }
}

// An old log written over the new one, in the same file: the ledger alone notices it, again and again.
TEST(OpenDatabase, ARolledBackLedgerGrantsNothing) {
  const MemoryFolder folder;
  const std::string path = folder.file("ledger.sqlite");
  Ledger::create(path, {1000, Neighbours::replace, {}});
  Ledger ledger(path);
  const Catalogue catalogue = two_columns();
  ledger.charge("ann", "SELECT a", ages(0, 9, 100), catalogue);
  ledger.charge("ann", "SELECT b", ages(0, 9, 100), catalogue);
  run_statement(path, "DELETE FROM log WHERE position > 1");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(ledger.charge("ann", "SELECT c", ages(0, 9, 100), catalogue), Error);
    EXPECT_THROW(ledger.balance(std::nullopt), Error);
    EXPECT_TRUE(ledger.altered());
  }
  EXPECT_EQ(Ledger(path).balance(std::nullopt).spent, 100);
}

}  // namespace
}  // namespace sfumato::queries
