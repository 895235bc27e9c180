#!/usr/bin/env bash
# Asks a sfumato query server one question with curl. The token comes from the environment and goes to curl
# on its standard input, so that the list of processes does not have it.
#
#   export SFUMATO_TOKEN=sfumato_…
#   query_client.sh http://127.0.0.1:8080 '{"query": "SELECT COUNT(*) FROM patients", "epsilon": 0.1}'
#
# Further arguments go to curl, such as --cacert FILE for https.
set -euo pipefail
server=$1 question=$2
shift 2
printf 'header = "Authorization: Bearer %s"\n' "$SFUMATO_TOKEN" |
  curl --silent --show-error --fail-with-body --config - \
    --header 'Content-Type: application/json' --data "$question" "$@" "$server/v1/query"
