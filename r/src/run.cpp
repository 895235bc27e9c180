// Runs one job of the library: frames go in as streams, the calling thread hears of the progress and of
// interrupts, and streams come out. The only file that calls the C interface.
#include <sfumato.h>

#include <chrono>
#include <memory>

#include <R_ext/Print.h>
#include <R_ext/Utils.h>
#include <cpp11.hpp>

#include "column_in.hpp"
#include "frame_out.hpp"
#include "json.hpp"
#include "refused.hpp"

using namespace sfumato_r;

namespace {

cpp11::writable::list refusal(const Refused& refused) {
  using namespace cpp11::literals;
  return cpp11::writable::list({"message"_nm = refused.what(), "parameter"_nm = refused.parameter,
                                "hint"_nm = refused.hint, "refused"_nm = true});
}

struct LibraryText {
  char* text = nullptr;
  ~LibraryText() { sfumato_free(text); }
};

// A table that came out, and the frames whose memory it may share.
struct Output {
  ArrowArrayStream stream{};
  std::vector<std::shared_ptr<const SentFrame>> sent;
  ~Output() {
    if (stream.release != nullptr) stream.release(&stream);
  }
};

struct Progress {
  int show = 0;  // 0 nothing, 1 a bar after a while, 2 a bar at once
  SEXP function = R_NilValue;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now(), last = began;
  bool drawn = false, interrupted = false, stopped = false, utf8 = false;
  SEXP token = nullptr;  // of an R condition that the caller's function raised

  void draw(double done, const char* what) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - began).count();
    if (seconds < (show == 2 ? 0.0 : 1.0) ||
        (drawn && std::chrono::duration<double>(now - last).count() < 0.1))
      return;
    last = now;
    drawn = true;
    constexpr int width = 30;
    const int filled = static_cast<int>(width * (done < 0 ? 0 : done > 1 ? 1 : done));
    std::string bar;
    for (int i = 0; i < width; ++i) bar += i < filled ? (utf8 ? "\u25A0" : "=") : " ";
    char left[48] = "";
    if (done > 0.02 && seconds > 1)
      std::snprintf(left, sizeof left, " | ETA: %.0fs", seconds * (1 - done) / done);
    REprintf("\r%s %s  %3.0f%%%s   ", what, bar.c_str(), 100 * done, left);
  }

  void clear() const {
    if (drawn) REprintf("\r%70s\r", "");
  }
};

void check_interrupt(void*) { R_CheckUserInterrupt(); }

// Calls the user's function; a condition that it raises is kept until the library has returned.
bool ask(Progress& progress, double done, const char* what) {
  try {
    cpp11::sexp answer = cpp11::function(progress.function)(done, what);
    return TYPEOF(answer) == LGLSXP && Rf_length(answer) == 1 && LOGICAL_ELT(answer, 0) == TRUE;
  } catch (cpp11::unwind_exception& raised) {
    progress.token = raised.token;
    return true;
  }
}

int on_progress(double done, const char* what, void* user) {
  auto& progress = *static_cast<Progress*>(user);
  if (progress.stopped || progress.interrupted) return 1;
  if (R_ToplevelExec(check_interrupt, nullptr) == FALSE) {
    progress.interrupted = true;
    return 1;
  }
  if (progress.function != R_NilValue) {
    progress.stopped = ask(progress, done, what == nullptr ? "" : what);
  } else if (progress.show > 0) {
    progress.draw(done, what == nullptr ? "" : what);
  }
  return progress.stopped ? 1 : 0;
}

void release_output(SEXP pointer) {
  auto* output = static_cast<Output*>(R_ExternalPtrAddr(pointer));
  R_ClearExternalPtr(pointer);
  delete output;
}

SEXP held_output(std::unique_ptr<Output> output, SEXP inputs) {
  cpp11::sexp pointer = cpp11::safe[R_MakeExternalPtr](output.get(), R_NilValue, inputs);
  output.release();
  cpp11::safe[R_RegisterCFinalizerEx](static_cast<SEXP>(pointer), release_output, TRUE);
  return pointer;
}

std::vector<std::shared_ptr<const SentFrame>> sent_frames(const cpp11::list& inputs) {
  std::vector<std::shared_ptr<const SentFrame>> sent;
  for (R_xlen_t i = 0; i < inputs.size(); ++i) {
    const cpp11::list input(inputs[i]);
    const std::string what = cpp11::as_cpp<std::string>(input["what"]);
    sent.push_back(sent_frame(input["columns"], input["names"],
                              static_cast<std::int64_t>(cpp11::as_cpp<double>(input["rows"])), what));
  }
  return sent;
}

struct Call {
  std::vector<ArrowArrayStream> streams;
  std::vector<ArrowArrayStream*> places;
  std::vector<ArrowArrayStream> outputs;
  std::int64_t count = 0;
  LibraryText result;
  int status = 0;

  ~Call() {
    for (std::int64_t i = 0; i < count && i < static_cast<std::int64_t>(outputs.size()); ++i) {
      ArrowArrayStream& one = outputs[static_cast<std::size_t>(i)];
      if (one.release != nullptr) one.release(&one);
    }
    for (ArrowArrayStream& one : streams) {
      if (one.release != nullptr) one.release(&one);
    }
  }

  void run(const std::string& request, Progress& progress) {
    for (std::int64_t room = 16;; room = count) {
      outputs.assign(static_cast<std::size_t>(room), ArrowArrayStream{});
      sfumato_free(result.text);
      result.text = nullptr;
      count = 0;
      status = sfumato_run(request.c_str(), places.data(), static_cast<std::int64_t>(places.size()),
                           outputs.data(), room, &count, on_progress, &progress, &result.text);
      if (status != SFUMATO_BAD || count <= room) break;
    }
    for (ArrowArrayStream& one : streams) one.release = nullptr;  // the library has released them
    if (status > SFUMATO_NO) count = 0;
  }
};

}  // namespace

[[cpp11::register]] std::string library_version() { return sfumato_version(); }

[[cpp11::register]] SEXP library_describe() {
  LibraryText described{sfumato_describe()};
  if (described.text == nullptr) cpp11::stop("not enough memory");
  return value_of_json(described.text);
}

[[cpp11::register]] SEXP json_text(SEXP value) {
  try {
    return cpp11::as_sexp(json_of(value));
  } catch (const Refused& refused) {
    return refusal(refused);
  }
}

[[cpp11::register]] SEXP json_value(std::string text) { return value_of_json(text); }

[[cpp11::register]] std::string json_part(std::string text, std::string name) {
  return json_member(text, name);
}

// A list with status, text, outputs and interrupted; or a refusal.
[[cpp11::register]] SEXP library_run(std::string request, cpp11::list inputs, int show, bool utf8,
                                     SEXP asked) {
  using namespace cpp11::literals;
  Progress progress;
  progress.show = show;
  progress.function = asked;
  progress.utf8 = utf8;
  std::vector<std::shared_ptr<const SentFrame>> sent;
  try {
    sent = sent_frames(inputs);
  } catch (const Refused& refused) {
    return refusal(refused);
  }
  cpp11::writable::list outputs;
  int status = 0;
  std::string text;
  {
    Call call;
    call.streams.resize(sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      open_stream(sent[i], &call.streams[i]);
      call.places.push_back(&call.streams[i]);
    }
    call.run(request, progress);
    progress.clear();
    if (progress.token != nullptr) throw cpp11::unwind_exception(progress.token);
    for (std::int64_t i = 0; i < call.count; ++i) {
      auto output = std::make_unique<Output>();
      output->stream = call.outputs[static_cast<std::size_t>(i)];
      call.outputs[static_cast<std::size_t>(i)].release = nullptr;
      output->sent = sent;
      outputs.push_back(held_output(std::move(output), inputs));
    }
    status = call.status;
    text = call.result.text == nullptr ? "" : call.result.text;
  }
  return cpp11::writable::list({"status"_nm = status, "text"_nm = text, "outputs"_nm = outputs,
                                "interrupted"_nm = progress.interrupted, "refused"_nm = false});
}

namespace {

// The batches of a stream, released at the end.
struct Batches {
  ArrowSchema schema{};
  std::vector<ArrowArray> arrays;
  std::int64_t rows = 0;

  explicit Batches(ArrowArrayStream& stream) {
    if (stream.get_schema(&stream, &schema) != 0)
      throw std::runtime_error("a table of the library cannot be read");
    for (;;) {
      ArrowArray array{};
      if (stream.get_next(&stream, &array) != 0)
        throw std::runtime_error("a table of the library cannot be read");
      if (array.release == nullptr) break;
      arrays.push_back(array);
      rows += array.length;
    }
  }
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;
  ~Batches() {
    for (ArrowArray& array : arrays) array.release(&array);
    if (schema.release != nullptr) schema.release(&schema);
  }
};

// The column lies in the memory of the one that went in: nothing changed it.
bool is_lent(const Batches& batches, std::size_t place, const SentFrame& sent) {
  const ArrowSchema& field = *batches.schema.children[place];
  if (batches.rows != sent.rows) return false;
  for (const auto& column : sent.columns) {
    if (column->name != field.name) continue;
    if (column->format != field.format || (column->dictionary == nullptr) != (field.dictionary == nullptr))
      return false;
    if (batches.rows == 0) return true;
    const ArrowArray& array = *batches.arrays[0].children[place];
    return batches.arrays.size() == 1 && array.offset == 0 && array.n_buffers > 1 &&
           array.buffers[1] == column->data;
  }
  return false;
}

}  // namespace

// The columns of a table that came out: list(columns, names, rows). `like` is the list of columns that went
// in as input number `input` (from 1), with `names`; or NULL.
[[cpp11::register]] SEXP output_columns(SEXP pointer, int input, SEXP like, SEXP names, SEXP rows) {
  using namespace cpp11::literals;
  auto* output = static_cast<Output*>(R_ExternalPtrAddr(pointer));
  if (output == nullptr || output->stream.release == nullptr) cpp11::stop("the table was read before");
  cpp11::writable::list columns;
  cpp11::writable::strings made_names;
  double count = 0;
  {
    const Batches batches(output->stream);
    const auto width = static_cast<std::size_t>(batches.schema.n_children);
    const SentFrame* sent = input > 0 ? output->sent.at(static_cast<std::size_t>(input - 1)).get() : nullptr;
    for (std::size_t place = 0; place < width; ++place) {
      const std::string name = batches.schema.children[place]->name;
      SEXP model = R_NilValue;
      if (sent != nullptr) {
        for (std::size_t i = 0; i < sent->columns.size(); ++i) {
          if (sent->columns[i]->name == name) model = VECTOR_ELT(like, static_cast<R_xlen_t>(i));
        }
      }
      if (model != R_NilValue && is_lent(batches, place, *sent)) {
        columns.push_back(model);
      } else {
        columns.push_back(
            cpp11::sexp(column_in(decoded_column(batches.schema, batches.arrays, place), model, rows)));
      }
      made_names.push_back(name);
    }
    count = static_cast<double>(batches.rows);
  }
  output->stream.release(&output->stream);
  return cpp11::writable::list({"columns"_nm = columns, "names"_nm = made_names, "rows"_nm = count});
}

// An object that is not stored with what refers to it: original data and secrets stay out of files.
[[cpp11::register]] SEXP hold(SEXP value) {
  cpp11::external_pointer<cpp11::sexp> pointer(new cpp11::sexp(value));
  return pointer;
}

[[cpp11::register]] SEXP held(SEXP pointer) {
  if (TYPEOF(pointer) != EXTPTRSXP) return R_NilValue;
  auto* value = static_cast<cpp11::sexp*>(R_ExternalPtrAddr(pointer));
  return value == nullptr ? R_NilValue : static_cast<SEXP>(*value);
}
