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

Value scored_document() {
  Value measures = Value::object(), document = Value::object();
  for (const char* name : {"um", "cm1", "emd"}) {
    Value score = Value::object();
    score.set("value", name == std::string("emd") ? Value() : Value(0.5)).set("details", Value::object());
    measures.set(name, score);
  }
  return document.set("rows", 70).set("measures", measures);
}

TEST(JoinedDocuments, MeasuresOfASampleSaySo) {
  Value document = scored_document();
  Warnings warnings;
  mark_sampled(document, warnings, {{"um", "cm1"}, 70, 900});
  EXPECT_EQ(document.at("rows"), Value(900));
  const Value& measures = document.at("measures");
  EXPECT_EQ(measures.at("um").at("details").at("sampled_records"), Value(70));
  EXPECT_EQ(measures.at("cm1").at("details").at("of_records"), Value(900));
  EXPECT_EQ(measures.at("cm1").at("details").at("approximate"), Value(true));
  EXPECT_TRUE(measures.at("emd").at("details").as_object().empty());
  ASSERT_EQ(warnings.texts().size(), 1U);
  EXPECT_EQ(warnings.texts().front(),
            "um and cm1: approximate, measured on 70 of 900 records, which were drawn; among fewer records a "
            "link is easier, so that risks of links are overstated");
  EXPECT_EQ(warnings.grades().front(), "note");
}

TEST(JoinedDocuments, WhatSomeRecordsDoNotTellIsLeftOut) {
  Value document = scored_document(), measures = document.at("measures");
  measures.set("power-mean", measures.at("um"));
  document.set("measures", measures);
  Warnings warnings;
  mark_sampled(document, warnings, {{"um", "cm1", "power-mean"}, 70, 900, false});
  for (const char* name : {"cm1", "power-mean"}) {
    EXPECT_TRUE(document.at("measures").at(name).at("value").is_null()) << name;
    EXPECT_FALSE(document.at("measures").at(name).at("note").as_text().empty()) << name;
  }
  ASSERT_EQ(warnings.texts().size(), 1U);
  EXPECT_EQ(warnings.texts().front(), "um: approximate, measured on 70 of 900 records, which were drawn");
}

TEST(JoinedDocuments, MeasuresOfAllRecordsSayNothing) {
  Value document = scored_document();
  Warnings warnings;
  mark_sampled(document, warnings, {{"um", "cm1"}, 70, 70});
  EXPECT_EQ(document, scored_document());
  EXPECT_TRUE(warnings.texts().empty());
}

TEST(JoinedDocuments, ScoresOfOnesOwnAreTakenFromTheMeasures) {
  Value document = scored_document();
  add_scores(document, {"um + 2*cm1", "um/emd"});
  const Value::Array& scores = document.at("scores").as_array();
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].at("value"), Value(1.5));
  EXPECT_TRUE(scores[1].at("value").is_null());
  EXPECT_FALSE(scores[1].at("note").is_null());
  EXPECT_THROW(add_scores(document, {"um +"}), Error);
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
