// Tables for LaTeX: what must be escaped, how numbers are written, and what is left out.
#include "report/latex_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::report {
namespace {

ColumnInfo named(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  return info;
}

TEST(LatexText, EscapesWhatLatexWouldRead) {
  EXPECT_EQ(latex_text("50 % of a_b & {c} #1 $x$ ~^\\ <é>"),
            "50 \\% of a\\_b \\& \\{c\\} \\#1 \\$x\\$ \\textasciitilde{}\\textasciicircum{}\\textbackslash{} "
            "\\textless{}é\\textgreater{}");
  EXPECT_EQ(latex_text("a\nb\x01\xFF"), "a b\uFFFD\uFFFD");
}

TEST(LatexTable, IsATabularOfBooktabs) {
  const Table table({named("method"), named("risk_%"), named("nothing")},
                    {Column(Codes{{0, 1, 2}, {"mdav k=3", "noise & more", "none"}}),
                     Column(Numbers{12.3456789, -2.5e-7, std::nan("")}),
                     Column(Numbers{std::nan(""), std::nan(""), std::nan("")})});
  EXPECT_EQ(latex_table(table),
            "% Needs \\usepackage{booktabs}.\n"
            "\\begin{tabular}{lr}\n\\toprule\nmethod & risk\\_\\% \\\\\n\\midrule\n"
            "mdav k=3 & 12.346 \\\\\n"
            "noise \\& more & $-2.5\\cdot10^{-7}$ \\\\\n"
            "none & -- \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST(LatexTable, WritesStandardErrorsWithTheirNumbers) {
  const Table table({named("a"), named("a_se"), named("b_se")},
                    {Column(Numbers{1.5, 2}), Column(Numbers{0.1234, 0}), Column(Numbers{3, 4})});
  EXPECT_NE(
      latex_table(table).find("{rr}\n\\toprule\na & b\\_se \\\\\n\\midrule\n1.5 $\\pm$ 0.12 & 3 \\\\\n2 & 4"),
      std::string::npos)
      << latex_table(table);
}

TEST(LatexTable, WritesInfinitiesThatCsvHasAsTexts) {
  const Table table({named("a")}, {Column(Codes{{0, 1}, {"-inf", "0.5"}})});
  EXPECT_NE(latex_table(table).find("{r}"), std::string::npos);
  EXPECT_NE(latex_table(table).find("$-\\infty$ \\\\\n0.5 \\\\\n"), std::string::npos) << latex_table(table);
}

TEST(LatexTable, OfNoRowsHasItsHead) {
  const Table table({named("a")}, {Column(Numbers{})});
  EXPECT_NE(latex_table(table).find("a \\\\\n\\midrule\n\\bottomrule"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
