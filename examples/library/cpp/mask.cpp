// Makes up 1000 records, masks two of their columns, and counts what comes out.
#include <iostream>
#include <sfumato/sfumato.hpp>

int main() {
  try {
    auto people = sfumato::run(R"({"job": "sample", "sample": "people", "rows": 1000, "seed": 1})");
    auto release = sfumato::run(
        R"({"job": "mask", "method": "mdav", "parameters": {"k": 5}, "columns": ["income", "savings"]})",
        std::move(people.outputs), [](double done, const char* what) {
          std::cerr << what << " " << int(100 * done) << " %\r";
          return false;  // true would stop it
        });
    std::cout << release.outputs[0].count_rows() << " records\n";  // or hand it to any Arrow library
  } catch (const sfumato::Error& error) {
    std::cerr << error.what() << "\n" << error.hint() << "\n";
    return error.status();
  }
}
