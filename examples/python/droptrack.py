"""Lists live drops, or receives webhooks, with the standard library of Python 3.9 or later.

DROPTRACK_API_KEY=dtk_… python3 python/droptrack.py drops
DROPTRACK_WEBHOOK_SECRET=whsec_… PORT=8080 python3 python/droptrack.py receive

DROPTRACK_BASE_URL is the address of the API, http://localhost:3000 by default. Paths and parameters come from the
document that it publishes at /v1/openapi.json.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_000_000


class Api:
    """Operations that read, by their ids in the published document: Api(url, key).get("getDrop", id="linea")."""

    def __init__(self, base_url, api_key):
        self.base_url, self.api_key = base_url, api_key
        document = self.read("/v1/openapi.json")
        self.operations = {
            methods["get"]["operationId"]: (path, methods["get"].get("parameters", []))
            for path, methods in document["paths"].items()
            if "get" in methods
        }

    def read(self, path):
        request = Request(self.base_url + path, headers={"Authorization": f"Bearer {self.api_key}"})
        with urlopen(request, timeout=30) as response:
            return json.load(response)

    def get(self, operation_id, **arguments):
        """TypeError for an argument that the document does not name; urllib.error.HTTPError for a problem."""
        path, parameters = self.operations[operation_id]
        places = {each["name"]: each["in"] for each in parameters if "name" in each}
        unknown = arguments.keys() - places.keys()
        if unknown:
            raise TypeError(f"{operation_id} has no parameter {', '.join(sorted(unknown))}")
        query = {name: value for name, value in arguments.items() if places[name] == "query"}
        for name in arguments.keys() - query.keys():
            path = path.replace("{" + name + "}", quote(arguments[name], safe=""))
        return self.read(f"{path}?{urlencode(query, doseq=True)}")

    def items(self, operation_id, **query):
        """All items of a list, page by page."""
        while True:
            page = self.get(operation_id, **query)
            yield from page["data"]
            if not page["has_more"]:
                return
            query["cursor"] = page["next_cursor"]


def verify(headers, body, secrets):
    """The event in a genuine request; ValueError for any other."""
    event_id, timestamp = headers.get("webhook-id") or "", headers.get("webhook-timestamp") or ""
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise ValueError("no timestamp")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("too old, or from the future")
    given = (headers.get("webhook-signature") or "").encode().split(b" ")
    content = f"{event_id}.{timestamp}.".encode() + body
    for secret in secrets:
        key = base64.b64decode(secret[len("whsec_") :])
        expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in given):
            return json.loads(body)
    raise ValueError("no signature matches")


class Receiver(BaseHTTPRequestHandler):
    secrets = ()
    processed = set()  # Ids of events, which arrive at least once. In production, store them in your database.

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        try:
            if length > BODY_BYTES_MAX:
                raise ValueError("too large")
            event = verify(self.headers, self.rfile.read(length), self.secrets)
        except ValueError as error:
            self.send_error(400, str(error))
            return
        self.send_response(204)
        self.end_headers()
        if event["id"] not in self.processed:
            self.processed.add(event["id"])
            print(event["type"], json.dumps(event["data"]["previous"]), flush=True)

    def log_message(self, *_):
        pass


def main(command):
    if command == "drops":
        api = Api(os.environ.get("DROPTRACK_BASE_URL", "http://localhost:3000"), os.environ["DROPTRACK_API_KEY"])
        for drop in api.items("listDrops", status="live", sort="hype"):
            hype = "-" if drop["hype_score"] is None else drop["hype_score"]
            print(f"{hype:>3}  {drop['name']} ({drop['chain']})")
    elif command == "receive":
        Receiver.secrets = os.environ["DROPTRACK_WEBHOOK_SECRET"].split()
        server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
        print("Listening on", json.dumps({"port": server.server_port}), flush=True)
        server.serve_forever()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
