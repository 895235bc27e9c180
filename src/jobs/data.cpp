#include "jobs/data.hpp"

#include "io/declared_kind.hpp"

namespace sfumato::jobs {

DataReader reader_of(Table table, std::string name) {
  return {name, [table = std::move(table), name](const Declarations& declared, const Run&) {
            return io::TableFile{
                .table = io::as_declared(table, declared, {}, name), .sidecar = {}, .missing_token = {}};
          }};
}

}  // namespace sfumato::jobs
