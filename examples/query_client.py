#!/usr/bin/env python3
"""Asks a sfumato query server one question. The token comes from the environment, so that neither the
list of processes nor the shell's history has it. Needs nothing but Python's standard library.

    export SFUMATO_TOKEN=sfumato_…
    python3 query_client.py http://127.0.0.1:8080 "SELECT COUNT(*) FROM patients" --epsilon 0.1
"""

import argparse
import json
import os
import ssl
import sys
import urllib.error
import urllib.request


def call(url, token, body=None, authority=None):
    """The JSON document that the server sends, and its status."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    context = ssl.create_default_context(cafile=authority) if url.startswith("https:") else None
    try:
        with urllib.request.urlopen(request, timeout=60, context=context) as response:
            return json.load(response), response.status
    except urllib.error.HTTPError as error:
        return json.load(error), error.code


def main():
    parser = argparse.ArgumentParser(description="Asks a sfumato query server one question.")
    parser.add_argument("server", help="such as http://127.0.0.1:8080")
    parser.add_argument("question")
    parser.add_argument("--epsilon", type=float, default=0.1)
    parser.add_argument("--explain", action="store_true", help="only what it would cost")
    parser.add_argument("--authority", metavar="FILE", help="certificates to trust (PEM), for https")
    arguments = parser.parse_args()
    route = "explain" if arguments.explain else "query"
    document, status = call(f"{arguments.server}/v1/{route}", os.environ["SFUMATO_TOKEN"],
                            {"query": arguments.question, "epsilon": arguments.epsilon}, arguments.authority)
    if status != 200:
        error = document["error"]
        if error["code"] == "refused":
            sys.exit(f"refused: {error['message']}")
        sys.exit(f"{error['message']}; {error['hint']}")
    if arguments.explain:
        print(f"costs at most {document['cost_epsilon']}; expected error {document['expected_error']}")
    else:
        print(f"answer {document['answer']}, 95 % interval {document['interval95']}; "
              f"{document['left_epsilon']} of the budget is left")


if __name__ == "__main__":
    main()
