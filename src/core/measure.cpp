// What a score says of the sample that it was estimated from, in the same words for every measure.
#include "core/measure.hpp"

namespace sfumato {

void mark_sampled(Score& score, std::size_t records, std::size_t of, double standard_error) {
  score.standard_error = score.value ? standard_error : 0.0;
  Value sampled = Value::object();
  sampled.set("records", records).set("of", of);
  if (score.value) sampled.set("standard_error", standard_error);
  score.details.set("sampled", std::move(sampled));
  const std::string words = (score.value ? "estimated from " : "looked for in ") + std::to_string(records) +
                            " of " + std::to_string(of) + " records";
  score.note += (score.note.empty() ? "" : "; ") + words;
}

}  // namespace sfumato
