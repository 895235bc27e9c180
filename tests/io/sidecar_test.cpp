// Sidecars: what is read, what is refused with which words, and that what is written reads back.
#include "io/sidecar.hpp"

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

std::string parse_error(std::string_view text) {
  return error_of([&] { parse_sidecar(text, "x.toml"); });
}

TEST(Sidecar, ReadsEveryKey) {
  const Sidecar sidecar = parse_sidecar(R"(
[columns.income]
kind = "numeric"
role = "confidential"
domain = [0, 1e6]
decimals = 2
missing = ["-9", "NA"]
[columns."marital status"]
kind = "ordinal"
role = "quasi-identifier"
order = ["low", "mid", "high"]
hierarchy = "marital.csv"
[release]
method = "mdav"
parameters = { k = 3 }
)",
                                        "x.toml");
  const ColumnDeclaration& income = sidecar.columns.at("income");
  EXPECT_EQ(income.kind, Kind::numeric);
  EXPECT_EQ(income.role, Role::confidential);
  EXPECT_EQ(income.domain, (Domain{0.0, 1e6}));
  EXPECT_EQ(income.decimals, 2);
  EXPECT_EQ(income.missing, (std::vector<std::string>{"-9", "NA"}));
  const ColumnDeclaration& status = sidecar.columns.at("marital status");
  EXPECT_EQ(status.order, (std::vector<std::string>{"low", "mid", "high"}));
  EXPECT_EQ(status.hierarchy, "marital.csv");
  EXPECT_EQ(sidecar.release.at("parameters").at("k"), Value(3));
  EXPECT_EQ(sidecar.path, "x.toml");
}

TEST(Sidecar, ErrorsNameFileKeyAndWhatIsAllowed) {
  EXPECT_HAS(parse_error("[columns.a]\nrol = \"weight\"\n"), "x.toml, [columns.a]: unknown key 'rol'");
  EXPECT_HAS(parse_error("[columns.a]\nrol = \"weight\"\n"), "role");
  EXPECT_HAS(parse_error("[colums.a]\nrole = \"weight\"\n"), "unknown key 'colums'");
  EXPECT_HAS(parse_error("[columns.a]\nkind = \"numerical\"\n"), "kind = \"numerical\" is not known");
  EXPECT_HAS(parse_error("[columns.a]\nrole = \"quasi\"\n"), "quasi-identifier");
  EXPECT_HAS(parse_error("[columns.a]\nkind = 3\n"), "kind must be a text");
  EXPECT_HAS(parse_error("[columns.a]\ndomain = [3, 1]\n"), "lower bound above");
  EXPECT_HAS(parse_error("[columns.a]\ndomain = [0, inf]\n"), "must be finite");
  EXPECT_HAS(parse_error("[columns.a]\ndomain = [0]\n"), "two numbers");
  EXPECT_HAS(parse_error("[columns.a]\ndomain = [0, \"1\"]\n"), "two numbers");
  EXPECT_HAS(parse_error("[columns.a]\ndecimals = -1\n"), "whole number from 0 to 30");
  EXPECT_HAS(parse_error("[columns.a]\ndecimals = 1.5\n"), "whole number");
  EXPECT_HAS(parse_error("[columns.a]\nmissing = \"NA\"\n"), "list of texts");
  EXPECT_HAS(parse_error("[columns.a]\nmissing = [-9]\n"), "put each item in quotes");
  EXPECT_HAS(parse_error("[columns.a]\norder = [\"x\", \"x\"]\n"), "'x' twice");
  EXPECT_HAS(parse_error("[columns.a]\nkind = \"nominal\"\norder = [\"x\"]\n"), "only for ordinal");
  EXPECT_HAS(parse_error("[columns.a]\nkind = \"nominal\"\ndomain = [0, 1]\n"), "only for numeric");
  EXPECT_HAS(parse_error("columns = 3\n"), "columns must be a table");
  EXPECT_HAS(parse_error("[columns]\na = 3\n"), "[columns.a] must be a table");
  EXPECT_HAS(parse_error("release = 3\n"), "release must be a table");
  EXPECT_HAS(parse_error("[columns.a\n"), "x.toml, line 1");
}

TEST(Sidecar, PathLiesBesideTheData) {
  EXPECT_EQ(sidecar_path("data.csv"), "data.toml");
  EXPECT_EQ(sidecar_path("a.b/data.csv.gz"), "a.b/data.toml");
  EXPECT_EQ(sidecar_path("a.b/data"), "a.b/data.toml");
  EXPECT_EQ(sidecar_path("a.b/.hidden"), "a.b/.hidden.toml");
}

TEST(Sidecar, APlanOrARecipeBesideTheDataIsNotTheirs) {
  const TemporaryFolder folder;
  const auto beside = [&](const std::string& text) {
    folder.file("x.toml", text);
    return sidecar_beside(folder.path("x.csv"));
  };
  const std::string columns = "[columns.a]\nrole = \"confidential\"\n";
  EXPECT_EQ(sidecar_beside(folder.path("x.csv")).path, "");  // there is no such file
  EXPECT_EQ(beside(columns).columns.size(), 1U);
  for (const std::string own :
       {"measures = [\"sse\"]\n[[methods]]\nmethod = \"mdav\"\n",
        "[[targets]]\nmeasure = \"sse\"\nvalue = 1\n", "[[steps]]\nmethod = \"mdav\"\nkk = 3\n"}) {
    for (const std::string& text : {own, own + columns}) {
      const Sidecar found = beside(text);
      EXPECT_TRUE(found.columns.empty()) << text;
      EXPECT_EQ(found.path, "") << text;
    }
  }
}

// A column without `columns.` before its name is an error: what was declared of it must not get lost.
TEST(Sidecar, WhatIsNeitherStaysAnError) {
  const TemporaryFolder folder;
  for (const char* text : {"[steps]\nrole = \"identifier\"\n", "methods = []\n", "methods = [3]\n",
                           "measures = [\"sse\"]\n", "[data]\npath = \"x.csv\"\n", "[colums.a]\n",
                           "[[steps]]\nmethod = \"mdav\"\n[release]\nmethod = \"mdav\"\n"}) {
    folder.file("x.toml", text);
    EXPECT_THROW(sidecar_beside(folder.path("x.csv")), Error) << text;
  }
}

TEST(Sidecar, WhatIsWrittenReadsBack) {
  ColumnInfo income;
  income.name = "income, \"net\"";
  income.role = Role::confidential;
  income.domain = Domain{0.5, 100.0};
  income.decimals = 2;
  income.missing = {"-9"};
  ColumnInfo level;
  level.name = "level";
  level.kind = Kind::ordinal;
  level.order = {"low", "high"};
  level.hierarchy = "level.csv";
  const Table table({income, level}, {Column(Numbers{1.0}), Column(Codes{{0}, {"low"}})});
  Value release = Value::object();
  release.set("method", "mdav");
  const Sidecar sidecar = parse_sidecar(sidecar_text(table, release), "x.toml");
  std::vector<ColumnInfo> columns(2);
  columns[0].name = income.name;
  columns[1].name = level.name;
  apply_declarations(columns, sidecar.columns);
  EXPECT_EQ(columns[0], income);
  EXPECT_EQ(columns[1], level);
  EXPECT_EQ(sidecar.release, release);
  EXPECT_TRUE(parse_sidecar(sidecar_text(table, Value()), "x.toml").release.is_null());
}

TEST(Sidecar, LabelsOfColumnsAndCodesReadBackInOrder) {
  ColumnInfo sex;
  sex.name = "sex";
  sex.kind = Kind::nominal;
  sex.label = "Sex, as \"given\"";
  sex.value_labels = {{"2", "female"}, {"1", "male"}, {".a", "ref\nused"}};
  const Table table({sex}, {Column(Integers{{1}, {}})});
  const Sidecar sidecar = parse_sidecar(sidecar_text(table, Value()), "x.toml");
  std::vector<ColumnInfo> columns(1);
  columns[0].name = "sex";
  apply_declarations(columns, sidecar.columns);
  EXPECT_EQ(columns[0], sex);
  const Sidecar inlined = parse_sidecar("[columns.sex]\nlabels = { \"1\" = \"male\" }\n", "x.toml");
  EXPECT_EQ(inlined.columns.at("sex").value_labels, (ValueLabels{{"1", "male"}}));
  EXPECT_HAS(error_of([] { parse_sidecar("[columns.sex]\nlabels = [\"male\"]\n", "x.toml"); }),
             "labels must be a table of codes and labels");
  EXPECT_HAS(error_of([] { parse_sidecar("[columns.sex]\nlabels = { \"1\" = 2 }\n", "x.toml"); }),
             "labels must hold texts only");
}

TEST(Sidecar, CategoriesOfANominalColumnReadBackInOrder) {
  ColumnInfo region;
  region.name = "region";
  region.kind = Kind::nominal;
  region.categories = {"south", "north", "islands"};
  const Table table({region}, {Column(Codes{{0}, {"north"}})});
  const Sidecar sidecar = parse_sidecar(sidecar_text(table, Value()), "x.toml");
  std::vector<ColumnInfo> columns(1);
  columns[0].name = "region";
  apply_declarations(columns, sidecar.columns);
  EXPECT_EQ(columns[0], region);
}

TEST(Sidecar, CategoriesMakeAColumnNominalAndNoOtherKind) {
  const Sidecar sidecar = parse_sidecar("[columns.region]\ncategories = [\"1\", \"2\"]\n", "x.toml");
  EXPECT_EQ(sidecar.columns.at("region").kind, Kind::nominal);
  EXPECT_HAS(parse_error("[columns.a]\ncategories = [\"x\", \"x\"]\n"), "'x' twice");
  EXPECT_HAS(parse_error("[columns.a]\ncategories = \"x\"\n"), "must be a list of texts");
  EXPECT_HAS(parse_error("[columns.a]\nkind = \"numeric\"\ncategories = [\"x\"]\n"),
             "only for nominal columns");
  EXPECT_HAS(parse_error("[columns.a]\nkind = \"ordinal\"\ncategories = [\"x\"]\n"), "order = [...]");
  EXPECT_HAS(parse_error("[columns.a]\ncategories = [\"x\"]\ndomain = [0, 1]\n"), "only for numeric");
}

}  // namespace
}  // namespace sfumato::io
