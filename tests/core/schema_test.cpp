// Names of kinds and roles, and declarations over found columns.
#include "core/schema.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato {
namespace {

TEST(Schema, NamesReadBack) {
  for (const std::string& name : kind_names()) EXPECT_EQ(to_text(parse_kind(name).value()), name);
  for (const std::string& name : role_names()) EXPECT_EQ(to_text(parse_role(name).value()), name);
  EXPECT_FALSE(parse_kind("number"));
  EXPECT_EQ(to_text(Kind::numeric | Kind::ordinal), "numeric or ordinal");
  EXPECT_TRUE((Kind::numeric | Kind::ordinal).has(Kind::ordinal));
  EXPECT_FALSE((Kind::numeric | Kind::ordinal).has(Kind::nominal));
}

TEST(Schema, DeclarationsGoOverWhatWasFound) {
  std::vector<ColumnInfo> columns(2);
  columns[0].name = "age";
  columns[1].name = "town";
  Declarations declared;
  declared["age"].role = Role::quasi_identifier;
  declared["age"].domain = Domain{0, 120};
  declared["town"].kind = Kind::nominal;
  apply_declarations(columns, declared);
  EXPECT_EQ(columns[0].role, Role::quasi_identifier);
  EXPECT_EQ(columns[0].kind, Kind::numeric);
  EXPECT_EQ(columns[0].domain, (Domain{0, 120}));
  EXPECT_EQ(columns[1].kind, Kind::nominal);
}

TEST(Schema, DeclaringAColumnThatIsNotThereIsAnError) {
  std::vector<ColumnInfo> columns(1);
  columns[0].name = "income";
  Declarations declared;
  declared["incme"].role = Role::confidential;
  EXPECT_THROW(apply_declarations(columns, declared), Error);
}

}  // namespace
}  // namespace sfumato
