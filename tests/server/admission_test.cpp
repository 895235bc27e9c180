// Who gets in: tokens and their file, buckets that limit rates, and addresses that may be listened at.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <thread>

#include "core/error.hpp"
#include "queries/tokens.hpp"
#include "server/listen_address.hpp"
#include "server/rate_limit.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::server {
namespace {

using queries::parse_permissions;
using queries::Permission;
using queries::Permissions;
using queries::TokenFile;

using sfumato::testing::TemporaryFolder;

TEST(Tokens, AreFoundByThemselvesAlone) {
  const TemporaryFolder folder;
  TokenFile tokens(folder.file("tokens.json"));
  EXPECT_FALSE(tokens.find(""));
  const std::string anna = tokens.make("anna", parse_permissions({"ask"}));
  const std::string bert = tokens.make("bert", parse_permissions({"admin"}));
  EXPECT_EQ(anna.size(), 8U + 64U);
  ASSERT_TRUE(tokens.find(anna));
  EXPECT_EQ(tokens.find(anna)->user, "anna");
  EXPECT_TRUE(tokens.find(anna)->permissions.has(Permission::ask));
  EXPECT_FALSE(tokens.find(anna)->permissions.has(Permission::budget));
  EXPECT_TRUE(tokens.find(bert)->permissions.has(Permission::budget)) << "admin allows everything";
  for (std::size_t i = 0; i < anna.size(); ++i) {
    std::string wrong = anna;
    wrong[i] = wrong[i] == '0' ? '1' : '0';
    EXPECT_FALSE(tokens.find(wrong)) << i;
  }
  EXPECT_FALSE(tokens.find(anna + "0"));
  EXPECT_FALSE(tokens.find(anna.substr(0, anna.size() - 1)));
}

TEST(Tokens, AreKeptAsHashesForTheOwnerAlone) {
  const TemporaryFolder folder;
  TokenFile tokens(folder.file("tokens.json"));
  const std::string token = tokens.make("anna", parse_permissions({"ask", "explain"}));
  const std::string text = folder.read("tokens.json");
  EXPECT_EQ(text.find(token.substr(8)), std::string::npos);
  EXPECT_NE(text.find(hexadecimal(sha256(token))), std::string::npos);
  EXPECT_FALSE(tokens.find(hexadecimal(sha256(token)))) << "the hash is no token";
  struct stat status {};
  ASSERT_EQ(::stat(folder.file("tokens.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  EXPECT_FALSE(folder.has("tokens.json.new"));
}

// The server holds one, the command line changes the file through another.
TEST(Tokens, ChangesOfOthersCountAtOnce) {
  const TemporaryFolder folder;
  const TokenFile server(folder.file("tokens.json"));
  TokenFile command(folder.file("tokens.json"));
  const std::string first = command.make("anna", parse_permissions({"ask"}));
  EXPECT_TRUE(server.find(first));
  const std::string second = command.make("anna", parse_permissions({"budget"}));
  EXPECT_FALSE(server.find(first)) << "a new token takes the place of the old";
  EXPECT_TRUE(server.find(second));
  EXPECT_TRUE(command.revoke("anna"));
  EXPECT_FALSE(command.revoke("anna"));
  EXPECT_FALSE(server.find(second));
}

TEST(Tokens, NobodyIsLostWhenManyAreMadeAtOnce) {
  const TemporaryFolder folder;
  std::vector<std::thread> makers;
  std::vector<std::string> made(8);
  for (std::size_t i = 0; i < made.size(); ++i) {
    makers.emplace_back([&, i] {
      TokenFile own(folder.file("tokens.json"));
      made[i] = own.make("user" + std::to_string(i), parse_permissions({"ask"}));
    });
  }
  for (std::thread& maker : makers) maker.join();
  const TokenFile tokens(folder.file("tokens.json"));
  EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), made.size());
  for (const std::string& token : made) EXPECT_TRUE(tokens.find(token));
}

TEST(Tokens, BadOnesAreRefused) {
  const TemporaryFolder folder;
  TokenFile tokens(folder.file("tokens.json"));
  const Permissions ask = parse_permissions({"ask"});
  for (const std::string& name : {std::string(), std::string("a b"), std::string("a\"b"), std::string("ä"),
                                  std::string("a\n"), std::string(65, 'a')}) {
    EXPECT_THROW(tokens.make(name, ask), Error) << name;
  }
  EXPECT_THROW(tokens.make("anna", {}), Error);
  EXPECT_THROW(parse_permissions({"everything"}), Error);
  for (const char* text :
       {"", "[]", "{}", R"({"version": 2, "tokens": []})", R"({"version": 1, "tokens": [1]})",
        R"({"version": 1, "tokens": [{"user": "a", "permissions": ["ask"], "sha256": "00"}]})",
        R"({"version": 1, "tokens": [{"user": "a", "permissions": [3], "sha256": "00"}]})"}) {
    EXPECT_THROW(TokenFile(folder.write("broken.json", text)), Error) << text;
  }
}

TEST(RateLimit, FillsAsTimeGoesBy) {
  using std::chrono::milliseconds;
  RateLimit limit(2, 3);
  const RateLimit::Time start{};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("a", start));
  EXPECT_FALSE(limit.take("a", start));
  EXPECT_TRUE(limit.take("b", start)) << "each has its own";
  EXPECT_FALSE(limit.take("a", start + milliseconds(499)));
  EXPECT_TRUE(limit.has("a", start + milliseconds(500)));
  EXPECT_TRUE(limit.take("a", start + milliseconds(500)));
  EXPECT_FALSE(limit.has("a", start + milliseconds(500)));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("a", start + milliseconds(60'000)));
  EXPECT_FALSE(limit.take("a", start + milliseconds(60'000))) << "never more than the burst";
}

TEST(RateLimit, NamesAreBounded) {
  RateLimit limit(1, 2, 100);
  const RateLimit::Time start{};
  EXPECT_TRUE(limit.take("guesser", start));
  EXPECT_TRUE(limit.take("guesser", start));
  for (int i = 0; i < 10'000; ++i) limit.take("made up " + std::to_string(i), start);
  EXPECT_LE(limit.names(), 100U);
  EXPECT_FALSE(limit.take("guesser", start)) << "an empty bucket is the last to be forgotten";
}

TEST(ListenAddress, LoopbackIsThisMachineAlone) {
  EXPECT_TRUE(parse_listen_address("127.0.0.1:8080").is_loopback());
  EXPECT_TRUE(parse_listen_address("127.9.9.9:1").is_loopback());
  EXPECT_TRUE(parse_listen_address("[::1]:8080").is_loopback());
  EXPECT_TRUE(parse_listen_address("localhost:0").is_loopback());
  for (const char* open :
       {"0.0.0.0:80", "192.168.1.1:80", "[::]:80", "[::ffff:127.0.0.1]:80", "[fe80::1]:80", "128.0.0.1:1"}) {
    EXPECT_FALSE(parse_listen_address(open).is_loopback()) << open;
  }
  for (const char* bad :
       {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "example.org:80",
        "127.1:80", "::1:80", "[::1]", "[::1:80", "127.0.0.1:+80", " 127.0.0.1:80"}) {
    EXPECT_THROW(parse_listen_address(bad), Error) << bad;
  }
  EXPECT_EQ(url_of(parse_listen_address("[::1]:8443"), true), "https://[::1]:8443");
}

TEST(ListenAddress, LimitsCountNetworks) {
  EXPECT_EQ(limited_address("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(limited_address("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(limited_address("2001:db8:1:2:3:4:5:6"), limited_address("2001:db8:1:2:ffff::9"));
  EXPECT_NE(limited_address("2001:db8:1:2::1"), limited_address("2001:db8:1:3::1"));
}

}  // namespace
}  // namespace sfumato::server
