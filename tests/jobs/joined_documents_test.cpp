// Documents of groups that were counted apart, as one.
#include "jobs/joined_documents.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

Value group_document(const std::string& name, const std::string& warning, const std::string& grade) {
  Value measures = Value::object(), document = Value::object();
  measures.set(name, 1.5);
  return document.set("rows", 7)
      .set("measures", measures)
      .set("warnings", Value::array_of({warning}))
      .set("warning_grades", Value::array_of({grade}));
}

TEST(JoinedDocuments, MeasuresComeInTheirOrderAndWarningsOnce) {
  const JoinedMeasures joined =
      joined_measures({group_document("sse", "same", "note"), group_document("uniqueness", "same", "stop")},
                      {"age"}, {"uniqueness", "sse"}, {"of households"});
  const auto& measures = joined.document.at("measures").as_object();
  ASSERT_EQ(measures.size(), 2U);
  EXPECT_EQ(measures[0].first, "uniqueness");
  EXPECT_EQ(joined.warnings.texts(), (std::vector<std::string>{"same", "of households"}));
  EXPECT_EQ(joined.warnings.grades(), (std::vector<std::string>{"stop", "note"}));
  EXPECT_EQ(joined.document.at("rows"), Value(7));
}

TEST(JoinedDocuments, NoDocumentIsAnError) {
  EXPECT_THROW(joined_measures({}, {}, {}, {}), Error);
  EXPECT_THROW(joined_inspections({}, nullptr), Error);
}

Value column_document(const std::string& name, const std::string& role) {
  Value column = Value::object(), columns = Value::array(), document = Value::object();
  column.set("name", name).set("role", role);
  columns.push(column);
  Value declared = Value::object(), sidecar = Value::object();
  declared.set(name, Value::object());
  return document.set("columns", columns).set("sidecar", sidecar.set("columns", declared));
}

TEST(JoinedDocuments, InspectionsNameKeysAndUnits) {
  const std::vector<Value> documents{column_document("age", "quasi-identifier"),
                                     column_document("person", "unit"),
                                     column_document("income", "confidential")};
  const InspectedKeys found = inspected_keys(documents);
  EXPECT_EQ(found.keys, (std::vector<std::string>{"age"}));
  EXPECT_EQ(found.units, (std::vector<std::string>{"person"}));
  Value keys = Value::object();
  keys.set("uniqueness", 3);
  const Value joined = joined_inspections(documents, &keys);
  EXPECT_EQ(joined.at("columns").as_array().size(), 3U);
  EXPECT_EQ(joined.at("sidecar").at("columns").as_object().size(), 3U);
  EXPECT_EQ(joined.at("uniqueness"), Value(3));
}

}  // namespace
}  // namespace sfumato::jobs
