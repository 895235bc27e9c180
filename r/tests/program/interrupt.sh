#!/usr/bin/env bash
# Ctrl-C stops a job soon, is an interrupt for R, and leaves a session that goes on. Run by scripts/test-r.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/job.R" <<'R'
suppressPackageStartupMessages(library(sfumato))
people <- sample_data("people", rows = 60000, seed = 1)
caught <- tryCatch({
  writeLines("begun", file.path(Sys.getenv("FOLDER"), "begun"))
  compare(people, columns = c("income", "tax", "savings"), seed = 1, thorough = TRUE)
  "finished"
}, interrupt = function(condition) "interrupted")
stopped <- as.numeric(Sys.time())
after <- mask(data.frame(x = 1:100), "mdav", k = 3)$details$groups
writeLines(c(caught, stopped, after), file.path(Sys.getenv("FOLDER"), "ended"))
R
FOLDER=$folder Rscript "$folder/job.R" &
job=$!
for _ in $(seq 600); do [ -e "$folder/begun" ] && break; sleep 0.1; done
sleep 1
sent=$(date +%s.%N)
kill -INT "$job"
wait "$job" || true
{ read -r caught; read -r stopped; read -r after; } < "$folder/ended"
[ "$caught" = interrupted ] || { echo "interrupt: the job was $caught"; exit 1; }
[ "$after" = 33 ] || { echo "interrupt: the next job gave $after groups"; exit 1; }
echo "interrupted after $(awk -v a="$stopped" -v b="$sent" 'BEGIN { printf "%.2f", a - b }') s, and the session went on"
