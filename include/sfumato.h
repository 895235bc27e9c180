/* The C interface of sfumato: statistical disclosure control on tables that come and go through the Arrow C
   data interface, with requests and results as JSON. No function throws, and all may be called from several
   threads at once. */
#ifndef SFUMATO_H
#define SFUMATO_H

#include "sfumato/arrow_c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What sfumato_run returns: the exit codes of the program. */
enum {
  SFUMATO_DONE = 0,
  SFUMATO_NO = 1,     /* the job ran, and the answer is no: a target not attained, unsafe cells */
  SFUMATO_BAD = 2,    /* the request or the data are wrong */
  SFUMATO_FAILED = 3, /* an internal failure, or not enough memory */
  SFUMATO_STOPPED = 130
};

/* "0.1.0". The text belongs to the library. */
const char* sfumato_version(void);

/* Jobs, methods, measures, protections and rules with their parameters, as JSON. NULL where there is no
   memory for it; free it with sfumato_free. */
char* sfumato_describe(void);

/* Runs one job.
 *
 * request_json  {"job": "mask", "method": "mdav", "parameters": {"k": 5}, "inputs": ["original"], ...}: the
 * job and its parameters, and for every job "inputs" (the names of the streams, in their order), "schema"
 * (per input, what a sidecar declares of columns), "seed", "threads", "memory" (such as "4GB": what
 * an input may take), "report" (true: the result can be made into pages by the job "report").
 * inputs        input_count streams of record batches. They are released, whatever happens, unless there are
 * too few outputs. Their functions are called on the calling thread alone. outputs       output_capacity
 * structures of the caller, uninitialized. *output_count is how many were filled; the caller releases those.
 * After an error all have release = NULL. With too few of them the function returns SFUMATO_BAD,
 * *output_count says how many are needed, and the inputs can be used again. progress      may be NULL. Called
 * on the calling thread, at least every 0.1 s, with the share that is done (0 to 1) and the name of the job;
 * a value that is not 0 stops the job. result_json   the result, or {"error": {"code", "parameter",
 * "message", "hint"}}. Free it with sfumato_free. It is NULL only where there was no memory for it. */
int sfumato_run(const char* request_json, struct ArrowArrayStream** inputs, int64_t input_count,
                struct ArrowArrayStream* outputs, int64_t output_capacity, int64_t* output_count,
                int (*progress)(double done, const char* what, void* user), void* user, char** result_json);

/* Frees a text of this library; NULL is allowed. */
void sfumato_free(char* text);

#ifdef __cplusplus
}
#endif

#endif
