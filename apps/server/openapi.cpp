// The server's description in OpenAPI 3.1, generated from the routes that are served. Bodies are described
// here as JSON Schema.
#include "io/json.hpp"
#include "server/query_service.hpp"

namespace sfumato::server {
namespace {

constexpr const char* schemas_text = R"({
  "Question": {
    "type": "object",
    "required": ["query"],
    "additionalProperties": false,
    "properties": {
      "query": {"type": "string", "minLength": 1, "examples": ["SELECT COUNT(*) FROM patients WHERE age >= 65"]},
      "epsilon": {"type": "number", "minimum": 0.000001, "maximum": 1000, "default": 0.1,
        "description": "The maximum cost of each aggregate of the question; up to six decimals."},
      "laplace_extrema": {"type": "boolean", "default": false,
        "description": "MIN, MAX and quantiles by noise scaled to the domain's width, for comparison."}
    }
  },
  "Interval": {"type": ["array", "null", "object"], "items": {"type": ["number", "string", "null"]}, "minItems": 2, "maxItems": 2,
    "additionalProperties": {"$ref": "#/components/schemas/Interval"},
    "description": "Of each aggregate by name, if they have names. Contains the true figure with a probability of 95 % or more."},
  "Answer": {
    "type": "object",
    "required": ["version", "answer", "charged", "charged_epsilon", "left", "left_epsilon", "interval95", "certain", "refused", "reason", "rule", "repeated", "warnings", "warning_grades"],
    "properties": {
      "version": {"const": 1},
      "answer": {"description": "A number, or one object for each group; null if the question is refused. Several aggregates, or one with AS, are members with their names.",
        "anyOf": [
          {"$ref": "#/components/schemas/Figure"},
          {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Figure"}},
          {"type": "array", "items": {"type": "object", "required": ["interval95"], "properties": {
            "value": {"$ref": "#/components/schemas/Figure"}, "interval95": {"$ref": "#/components/schemas/Interval"}}}}]},
      "charged": {"type": "integer", "description": "In millionths of ε."},
      "charged_epsilon": {"type": "number", "description": "The same in ε."},
      "left": {"type": "integer", "description": "Of the user's share of the budget, in millionths of ε."},
      "left_epsilon": {"type": "number", "description": "The same in ε."},
      "database_left_epsilon": {"type": "number"},
      "database_left": {"type": "integer", "description": "Of the database's budget; only for a token with the permission admin."},
      "interval95": {"$ref": "#/components/schemas/Interval"},
      "certain": {"type": "boolean", "description": "Intervals contain the true figure with certainty, not with 95 %."},
      "refused": {"type": "boolean", "description": "The budget or the user's quota does not cover it, or it would disclose a record; nothing is charged. The status is 422."},
      "rule": {"enum": ["budget", "quota", "set-size", "overlap", "other-kind", "derivable", "combinations", "extreme", "capacity", null],
        "description": "The rule that refused it."},
      "error": {"type": "object", "description": "Only if it is refused: the same form as other errors, with the code 'refused'."},
      "reason": {"type": ["string", "null"]},
      "repeated": {"type": "boolean", "description": "The same user asked it before, and it costs nothing more."},
      "warnings": {"type": "array", "items": {"type": "string"}},
      "warning_grades": {"type": "array", "items": {"enum": ["stop", "mind", "note"]}, "description": "One for each warning."}
    }
  },
  "Figure": {
    "description": "A number, or a date as text; in a camouflaged database, bounds that hold with certainty.",
    "oneOf": [
      {"type": ["number", "string", "null"]},
      {"type": "object", "required": ["lower", "upper"], "properties": {
        "lower": {"type": ["number", "string", "null"]}, "upper": {"type": ["number", "string", "null"]}}}]
  },
  "Explanation": {
    "type": "object",
    "required": ["version", "query", "protection", "cost", "cost_epsilon", "neighbours", "groups", "parts", "expected_error", "notes", "warnings", "warning_grades"],
    "properties": {
      "version": {"const": 1},
      "query": {"type": "string", "description": "The normal form of the question."},
      "protection": {"enum": ["dp", "input", "restrict", "camouflage"]},
      "cost": {"type": "integer", "description": "In millionths of ε, at most."},
      "cost_epsilon": {"type": "number", "description": "The same in ε."},
      "neighbours": {"enum": ["replace", "add-remove"]},
      "groups": {"type": "integer"},
      "parts": {"type": "array", "items": {"type": "object", "required": ["part", "epsilon", "micro_epsilon", "sensitivity"], "properties": {
        "part": {"type": "string"}, "epsilon": {"type": "number"}, "micro_epsilon": {"type": "integer"}, "sensitivity": {"type": "number"}, "expected_error": {"type": ["number", "null"]}}}},
      "expected_error": {"type": ["number", "null"]},
      "aggregates": {"type": "array", "description": "Of a question with several aggregates.", "items": {"type": "object", "required": ["name", "cost", "parts", "expected_error", "notes"]}},
      "notes": {"type": "array", "items": {"type": "string"}},
      "warnings": {"type": "array", "items": {"type": "string"}},
      "warning_grades": {"type": "array", "items": {"enum": ["stop", "mind", "note"]}, "description": "One for each warning."}
    }
  },
  "Budget": {
    "type": "object",
    "required": ["version", "user", "cap", "cap_epsilon", "quota", "quota_epsilon", "spent_by_user", "spent_by_user_epsilon", "left", "left_epsilon"],
    "description": "In millionths of ε, and in ε. The members about the whole database are only for a token with the permission admin.",
    "properties": {
      "version": {"const": 1},
      "user": {"type": "string"}, "cap": {"type": "integer", "description": "The budget of the database."},
      "quota": {"type": ["integer", "null"]}, "spent_by_user": {"type": "integer"},
      "left": {"type": "integer", "description": "Of the user's share: the quota, or the whole budget without one."},
      "spent": {"type": "integer", "description": "By all users."}, "database_left": {"type": "integer"},
      "cap_epsilon": {"type": "number"}, "quota_epsilon": {"type": ["number", "null"]},
      "spent_by_user_epsilon": {"type": "number"}, "left_epsilon": {"type": "number"},
      "spent_epsilon": {"type": "number"}, "database_left_epsilon": {"type": "number"}
    }
  },
  "Catalogue": {
    "type": "object",
    "required": ["version", "protection", "tables"],
    "properties": {
      "version": {"const": 1},
      "protection": {"enum": ["dp", "input", "restrict", "camouflage"]},
      "tables": {"type": "array", "items": {"type": "object",
        "required": ["name", "unit", "rows_per_unit", "columns"],
        "properties": {
          "name": {"type": "string"}, "unit": {"enum": ["record", "person"]}, "rows_per_unit": {"type": "integer"},
          "columns": {"type": "array", "items": {"type": "object", "required": ["name", "kind", "null"], "properties": {
            "name": {"type": "string"}, "kind": {"enum": ["number", "category", "date"]}, "null": {"type": "boolean"},
            "domain": {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 2, "maxItems": 2},
            "decimals": {"type": "integer"},
            "categories": {"type": "array", "items": {"type": "string"}}}}}}}}
    }
  },
  "Schema": {
    "type": "object",
    "required": ["version", "protection", "tables", "functions", "limits", "warnings", "warning_grades"],
    "properties": {
      "version": {"const": 1},
      "protection": {"enum": ["dp", "input", "restrict", "camouflage"]},
      "tables": {"type": "array", "items": {"type": "object",
        "required": ["name", "unit", "rows_per_unit", "columns"],
        "properties": {
          "name": {"type": "string"}, "unit": {"enum": ["record", "person"]}, "rows_per_unit": {"type": "integer"},
          "columns": {"type": "array", "items": {"type": "object",
            "required": ["name", "kind", "null", "role", "conditions", "functions"], "properties": {
            "name": {"type": "string"}, "kind": {"enum": ["number", "category"]}, "null": {"type": "boolean"},
            "role": {"type": ["string", "null"]},
            "conditions": {"type": "boolean", "description": "WHERE and GROUP BY may use it."},
            "functions": {"type": "boolean", "description": "Functions may use it."},
            "domain": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "decimals": {"type": "integer"},
            "categories": {"type": "array", "items": {"type": "string"}}}}}}}},
      "functions": {"type": "array", "items": {"type": "object", "required": ["form", "numbers_only"], "properties": {
        "form": {"type": "string"}, "numbers_only": {"type": "boolean"}}}},
      "limits": {"type": "object", "description": "Of the protection: budget, least number of records, width of intervals."},
      "warnings": {"type": "array", "items": {"type": "string"}},
      "warning_grades": {"type": "array", "items": {"type": "string", "enum": ["stop", "mind", "note"]}}
    }
  },
  "Health": {"type": "object", "required": ["version", "status"], "properties": {"version": {"const": 1}, "status": {"const": "ok"}}},
  "Error": {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "object", "required": ["code", "message", "hint"], "properties": {
      "code": {"type": "string"}, "message": {"type": "string"}, "hint": {"type": "string"}}}}
  }
})";

Value object_of(std::initializer_list<std::pair<const char*, Value>> members) {
  Value object = Value::object();
  for (const auto& [name, member] : members) object.set(name, member);
  return object;
}

Value reference_to(const std::string& schema) {
  return object_of({{"$ref", "#/components/schemas/" + schema}});
}

Value json_content(const std::string& schema) {
  return object_of({{"application/json", object_of({{"schema", reference_to(schema)}})}});
}

// The schema of a route's response; empty: plain text, or this description.
std::string schema_of(std::string_view path) {
  if (path == "/v1/query") return "Answer";
  if (path == "/v1/explain") return "Explanation";
  if (path == "/v1/budget") return "Budget";
  if (path == "/v1/catalogue") return "Catalogue";
  if (path == "/v1/schema") return "Schema";
  if (path == "/health") return "Health";
  return {};
}

Value success_content(std::string_view path) {
  if (const std::string schema = schema_of(path); !schema.empty()) return json_content(schema);
  const Value any = object_of({{"schema", object_of({{"type", path == "/metrics" ? "string" : "object"}})}});
  return object_of({{path == "/metrics" ? "text/plain" : "application/json", any}});
}

Value operation(const Route& route) {
  std::string id(route.path.substr(route.path.rfind('/') + 1));
  id = id.substr(0, id.find('.'));
  Value responses = Value::object();
  responses.set("200", object_of({{"description", "Done."}, {"content", success_content(route.path)}}));
  if (route.path == "/v1/query") {
    responses.set(
        "422",
        object_of({{"description", "Refused by a rule: the budget, a quota, the audit, or the protection."},
                   {"content", json_content("Error")}}));
  }
  responses.set("default", object_of({{"description", "Any error: its status, and always this form."},
                                      {"content", json_content("Error")}}));
  Value result = object_of({{"operationId", id}, {"summary", route.summary}});
  if (route.access == Access::open) {
    result.set("security", Value::array());
  } else if (route.access == Access::permission) {
    result.set("description",
               "Needs the permission '" + std::string(permission_name(route.permission)) + "'.");
  }
  if (route.method == "POST") {
    result.set("requestBody", object_of({{"required", true}, {"content", json_content("Question")}}));
  }
  return result.set("responses", std::move(responses));
}

std::string lowered(std::string_view method) {
  std::string result(method);
  for (char& letter : result) letter = static_cast<char>(letter - 'A' + 'a');
  return result;
}

}  // namespace

Value openapi_document() {
  Value paths = Value::object();
  for (const Route& route : routes()) {
    const Value* there = paths.find(route.path);
    Value methods = there != nullptr ? *there : Value::object();
    methods.set(lowered(route.method), operation(route));
    paths.set(route.path, std::move(methods));
  }
  const Value token = object_of({{"type", "http"}, {"scheme", "bearer"}});
  Value security = Value::array();
  security.push(object_of({{"token", Value::array()}}));
  return object_of(
      {{"openapi", "3.1.0"},
       {"info", object_of({{"title", "sfumato query server"},
                           {"version", "1"},
                           {"description",
                            "Answers questions about confidential records without disclosing them."}})},
       {"security", security},
       {"paths", paths},
       {"components", object_of({{"securitySchemes", object_of({{"token", token}})},
                                 {"schemas", io::parse_json(schemas_text, "the description")}})}});
}

}  // namespace sfumato::server
