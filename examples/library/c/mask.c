/* Makes up 1000 records, masks two of their columns, and prints how. */
#include <sfumato.h>
#include <stdio.h>

int main(void) {
  const char* sample = "{\"job\": \"sample\", \"sample\": \"people\", \"rows\": 1000, \"seed\": 1}";
  const char* mask =
      "{\"job\": \"mask\", \"method\": \"mdav\", \"parameters\": {\"k\": 5}, \"columns\": [\"income\", "
      "\"savings\"]}";
  struct ArrowArrayStream people, release, *input = &people;
  int64_t count = 0;
  char* result = NULL;
  int status = sfumato_run(sample, NULL, 0, &people, 1, &count, NULL, NULL, &result);
  if (status == SFUMATO_DONE) {
    sfumato_free(result);
    status = sfumato_run(mask, &input, 1, &release, 1, &count, NULL, NULL, &result);
  }
  puts(result);
  sfumato_free(result);
  if (status == SFUMATO_DONE) release.release(&release); /* or hand it to any Arrow library */
  return status;
}
