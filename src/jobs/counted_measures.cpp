// Without ‹count› nothing is checked or changed.
#include "jobs/counted_measures.hpp"

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "jobs/counted_rows.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::jobs {

void check_counted(const MeasureRequest& request) {
  if (request.count.empty()) return;
  for (const auto& [option, given] : {std::pair("‹map›", request.map.has_value()),
                                      {"‹intruder›", request.intruder.has_value()},
                                      {"‹synthetic›", request.synthetic},
                                      {"‹per-record›", request.per_record},
                                      {"‹per-column›", request.per_column},
                                      {"‹export-permutation›", request.permutation}}) {
    if (given) {
      bad_input(std::string(option) + " needs records one by one, and with ‹count› a row stands for several",
                "leave out one of them");
    }
  }
}

void check_counted_measures(const MeasureRequest& request, const std::vector<std::string>& names) {
  if (request.count.empty()) return;
  for (const std::string& name : names) {
    if (compare::measure(name).info.counted) continue;
    bad_param("measures",
              "measure '" + name + "' takes records one by one, and with ‹count› a row stands for several",
              "take k-anonymity, uniqueness or another measure of keys");
  }
}

void leave_out_uncounted(const MeasureRequest& request, std::vector<compare::MeasureRequest>& requests) {
  if (request.count.empty()) return;
  std::erase_if(requests, [](const compare::MeasureRequest& one) { return !one.measure->info.counted; });
}

void set_counts(MeasureRequest& request) {
  if (request.count.empty()) return;
  request.original.file.table = with_counts(std::move(request.original.file.table), request.count);
  const Table& original = request.original.file.table;
  std::string units;  // a masked table has the roles of the original
  if (const auto id = risk::column_with_role(original, Role::unit)) units = original.info(*id).name;
  for (DataReader& masked : request.masked) {
    masked.read = [read = std::move(masked.read), count = request.count, units](const Declarations& declared,
                                                                                const Run& run) {
      io::TableFile file = read(declared, run);
      file.table = with_counts(std::move(file.table), count, units);
      return file;
    };
  }
  request.no_mapping = !request.masked.empty();
  request.exposure = false;
}

}  // namespace sfumato::jobs
