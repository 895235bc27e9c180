// Decisions of query restriction over four public attributes while 600 questions are answered, for three
// numbers of records, with the log in a memory file system if there is one; at the end a tracker attack,
// which must be refused.
#include <ctime>
#include <filesystem>

#include "core/error.hpp"
#include "queries/restriction.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

constexpr std::size_t questions = 600;
constexpr double slowest = 0.050;  // seconds of processor time, for the median of the last hundred

// Decisions are made by one thread; processor time excludes the time that other processes take.
template <class Function>
double processor_seconds(Function function) {
  const std::clock_t start = std::clock();
  function();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

CatalogueColumn number(std::string name, std::int64_t upper, Role role) {
  CatalogueColumn column;
  column.name = std::move(name);
  column.upper = upper;
  column.role = role;
  return column;
}

Catalogue catalogue() {
  CatalogueTable table;
  table.name = "people";
  table.columns = {number("age", 99, Role::quasi_identifier), number("region", 49, Role::quasi_identifier),
                   number("job", 39, Role::quasi_identifier), number("children", 4, Role::quasi_identifier),
                   number("income", 100'000, Role::confidential)};
  return {{table}};
}

DataTable generated(const Catalogue& declared, std::size_t rows) {
  Rng rng({rows, 12});
  DataTable data{rows, std::vector<DataColumn>(5)};
  for (std::size_t column = 0; column < 4; ++column) {
    Narrow values(rows);
    const auto size = static_cast<std::uint64_t>(declared.tables[0].columns[column].upper + 1);
    for (auto& value : values) value = static_cast<std::int32_t>(rng.bits() % size);
    data.columns[column] = std::move(values);
  }
  return data;
}

// SELECT SUM(income) over a range of each of two to four attributes.
Query random_question(const Catalogue& declared, Rng& rng) {
  Query query;
  query.aggregate = Aggregate::sum;
  query.column = 4;
  query.where.kind = Condition::Kind::all;
  const std::uint64_t left_out = rng.bits() % 8;
  for (std::size_t column = 0; column < 4; ++column) {
    if (left_out == column || left_out == column + 2) continue;
    const auto size = static_cast<std::uint64_t>(declared.tables[0].columns[column].upper + 1);
    const auto first = static_cast<std::int64_t>(rng.bits() % ((size + 1) / 2));
    const auto last = first + static_cast<std::int64_t>(size / 4 + rng.bits() % ((size + 3) / 4));
    Condition part;
    part.kind = Condition::Kind::leaf;
    part.column = column;
    part.values = RangeSet({{first, std::min(last, declared.tables[0].columns[column].upper)}});
    query.where.parts.push_back(part);
  }
  return query;
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

// A set without one cell, of fewer than k records: their sum would be the difference.
Query without_a_cell(Query query, const Catalogue& declared, const DataTable& data) {
  Condition other;
  other.kind = Condition::Kind::any;
  for (std::size_t column = 0; column < 4; ++column) {
    const std::int64_t value = std::get<Narrow>(data.columns[column])[0];
    Condition part;
    part.kind = Condition::Kind::leaf;
    part.column = column;
    part.values =
        RangeSet({{0, declared.tables[0].columns[column].upper}}).difference(RangeSet({{value, value}}));
    other.parts.push_back(part);
  }
  query.where.kind = Condition::Kind::all;
  query.where.parts.push_back(other);
  return query;
}

void measure(std::size_t rows, const std::string& folder) {
  const Catalogue declared = catalogue();
  const auto data = std::make_shared<const DataTable>(generated(declared, rows));
  const std::string path = folder + "/decisions-" + std::to_string(rows) + ".sqlite";
  Restriction::create(path, {5, std::nullopt});
  const Records records = [&](std::size_t, const std::vector<std::size_t>&) { return data; };
  Restriction restriction(path, declared, records);
  Rng rng({rows, 13});
  std::vector<double> times;
  std::size_t refused = 0;
  while (times.size() < questions) {
    const Query query = random_question(declared, rng);
    Decision decision;
    const double time = processor_seconds([&] { decision = restriction.decide("bench", query); });
    if (decision.refused())
      ++refused;
    else if (decision.outcome == Decision::Outcome::allowed)
      times.push_back(time);
    bench::require(refused < questions, "most questions are refused");
  }
  const std::vector<double> last(times.end() - 100, times.end());
  // A quarter of the table with the first record, and the same without the few records in its cell.
  Query wide;
  wide.aggregate = Aggregate::sum;
  wide.column = 4;
  wide.where.kind = Condition::Kind::leaf;
  wide.where.column = 0;
  const std::int64_t age = std::get<Narrow>(data->columns[0])[0];
  wide.where.values = RangeSet({{std::max<std::int64_t>(0, age - 30), std::min<std::int64_t>(99, age + 30)}});
  Query narrow = wide;
  narrow.where = Condition{Condition::Kind::all, 0, {}, false, {wide.where}};
  bench::require(!restriction.decide("bench", wide).refused(), "a wide set is answered");
  bench::require(
      restriction.decide("bench", without_a_cell(narrow, declared, *data)).refusal == Refusal::derivable,
      "a tracker is refused");
  const double opened = processor_seconds([&] { const Restriction again(path, declared, records); });
  std::printf("%9zu %8zu %12.2f %12.2f %12.2f %10.2f\n", rows, refused, 1e3 * median(times),
              1e3 * median(last), 1e3 * *std::max_element(last.begin(), last.end()), opened);
  std::fflush(stdout);
  bench::require(median(last) < slowest, "a decision takes too long");
}

}  // namespace

int main() {
  std::string folder = std::filesystem::is_directory("/dev/shm")
                           ? "/dev/shm/sfumato-bench-XXXXXX"
                           : (std::filesystem::temp_directory_path() / "sfumato-bench-XXXXXX").string();
  bench::require(mkdtemp(folder.data()) != nullptr, "a folder");
  std::printf(
      "%zu questions answered, k = 5; milliseconds of the processor a decision\n%9s %8s %12s %12s %12s "
      "%10s\n",
      questions, "records", "refused", "median", "last 100", "slowest", "open s");
  for (const std::size_t rows : {10'000U, 100'000U, 1'000'000U}) measure(rows, folder);
  std::filesystem::remove_all(folder);
}
