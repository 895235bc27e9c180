// Pictures of the guides: which panels there are, and that dots lie where the method must put them.
#include "cli/pictures.hpp"

#include <gtest/gtest.h>

#include <set>

#include "compare/measures.hpp"
#include "masking/registry.hpp"

namespace sfumato::testing {
namespace {

using Pictures = std::vector<std::pair<std::string, std::string>>;

const std::string& named(const Pictures& pictures, const std::string& name) {
  for (const auto& [file, svg] : pictures) {
    if (file == name) return svg;
  }
  ADD_FAILURE() << "no picture " << name;
  return pictures.front().second;
}

// Places of the dots in the panel of that title, each once.
std::set<std::string> places(const std::string& svg, const std::string& title) {
  const std::size_t panel = svg.find(">" + title + "<");
  EXPECT_NE(panel, std::string::npos) << title;
  const std::size_t dots = svg.find("<g fill=\"#b44d12\"", panel), end = svg.find("</g>", dots);
  std::set<std::string> found;
  for (std::size_t at = svg.find("<circle", dots); at < end; at = svg.find("<circle", at + 1)) {
    found.insert(svg.substr(at, svg.find("/>", at) - at));
  }
  return found;
}

TEST(PrivacyPictures, HaveAPanelForEachWayOfReleasing) {
  const Pictures pictures = cli::privacy_pictures(sfumato::Run({.seed = 1}));
  ASSERT_EQ(pictures.size(), 2U);
  for (const char* budget : {"10", "1"}) {
    const std::string& svg = named(pictures, std::string("privacy-") + budget + ".svg");
    for (const char* title : {"record", "multivariate", "individual", "paper-2013"}) {
      EXPECT_FALSE(places(svg, title).empty()) << title;
    }
    EXPECT_NE(svg.find(std::string(">epsilon ") + budget + "<"), std::string::npos) << budget;
  }
}

// 150 records in groups of 30 and of 75: as many centroids, each released once.
TEST(PrivacyPictures, ShowCentroidsOnce) {
  const Pictures pictures = cli::privacy_pictures(sfumato::Run({.seed = 1}));
  EXPECT_EQ(places(named(pictures, "privacy-10.svg"), "multivariate").size(), 5U);
  EXPECT_EQ(places(named(pictures, "privacy-1.svg"), "multivariate").size(), 2U);
  EXPECT_GT(places(named(pictures, "privacy-10.svg"), "paper-2013").size(), 100U);  // a draw per record
}

TEST(PrivacyPictures, AreTheSameForASeed) {
  EXPECT_EQ(cli::privacy_pictures(sfumato::Run({.seed = 1})),
            cli::privacy_pictures(sfumato::Run({.seed = 1})));
  EXPECT_NE(cli::privacy_pictures(sfumato::Run({.seed = 1})),
            cli::privacy_pictures(sfumato::Run({.seed = 2})));
}

TEST(EntryPictures, EveryMethodAndMeasureHasOne) {
  const sfumato::Run run({.seed = 1});
  for (const Method& method : masking::methods()) {
    const cli::EntryPicture picture = cli::method_picture(method, run);
    EXPECT_TRUE(picture.svg.starts_with("<svg")) << method.info.name;
    EXPECT_NE(picture.told.find(method.info.name), std::string::npos);
  }
  for (const Measure& measure : compare::measures()) {
    const cli::EntryPicture picture = cli::measure_picture(measure, run);
    EXPECT_TRUE(picture.svg.starts_with("<svg")) << measure.info.name;
    EXPECT_NE(picture.told.find(measure.info.name), std::string::npos);
  }
}

TEST(EntryPictures, AreTheSameForAnyNumberOfThreads) {
  for (const char* name : {"mdav", "generalization", "record-swapping"}) {
    EXPECT_EQ(cli::method_picture(masking::method(name), sfumato::Run({.seed = 1, .threads = 1})).svg,
              cli::method_picture(masking::method(name), sfumato::Run({.seed = 1, .threads = 4})).svg);
  }
}

// Every pair of values has the same pseudonym: ten visits of three people stay 5, 3 and 2.
TEST(EntryPictures, ShowTheSharesBeforeAndAfter) {
  const std::string svg = cli::method_picture(masking::method("pseudonyms"), sfumato::Run({.seed = 1})).svg;
  for (const char* share : {"Ada Lima, before: 50", "Bo Tran, before: 30", "Cy Ode, before: 20", "after: 50",
                            "after: 30", "after: 20"}) {
    EXPECT_NE(svg.find(share), std::string::npos) << share;
  }
}

TEST(FamilyPictures, ShowLaplaceNoiseBesideOthers) {
  const std::string svg = named(cli::family_pictures(sfumato::Run({.seed = 1})), "noise.svg");
  EXPECT_GT(places(svg, "laplace").size(), 100U);
  EXPECT_GT(places(svg, "additive-noise").size(), 100U);
}

// Every panel shows the same 7 × 9 cells, and each of the three rows of signs what its legend says.
TEST(TablePictures, ShowOneTableInEveryProtection) {
  const Pictures pictures = cli::table_pictures(sfumato::Run({.seed = 1}));
  const std::string& svg = named(pictures, "patterns.svg");
  for (const char* title : {">the sensitive cells<", ">suppress, optimal<", ">suppress, hypercube<",
                            ">adjust<", ">adjust, margins fixed<", ">changed<", ">sensitive<"}) {
    EXPECT_NE(svg.find(title), std::string::npos) << title;
  }
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<rect"), 1 + 6 * 7 * 9 + 4U);  // the ground, the panels, the legend
  EXPECT_EQ(count("M.27 .27 L.73 .73") % 3, 1U);  // sensitive cells stand in three panels and the legend
  EXPECT_EQ(svg, named(cli::table_pictures(sfumato::Run({.seed = 2})), "patterns.svg"));
}

}  // namespace
}  // namespace sfumato::testing
