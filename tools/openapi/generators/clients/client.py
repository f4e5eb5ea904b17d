"""Python client that is driven by the document at run time.

Usage: client.py PLAN DOCUMENT. Sends the calls of the plan with urllib, as the document describes them: path, style of
lists, media types. Every response is validated by jsonschema against the schema of its status, and parsed by the classes
that quicktype generated from the document (models.py), whose output must equal the response.
"""

import json
import re
import sys
from datetime import datetime
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from jsonschema import Draft202012Validator, RefResolver

from generated import models

with open(sys.argv[1], encoding="utf-8") as file:
    PLAN = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    DOCUMENT = json.load(file)



class NoRedirects(HTTPRedirectHandler):
    """Returns redirects as responses."""

    def redirect_request(self, *_):
        return None


OPENER = build_opener(NoRedirects)
OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def resolved(value):
    """The component that a reference points to; any other value unchanged."""
    while isinstance(value, dict) and "$ref" in value:
        found = DOCUMENT
        for part in value["$ref"].split("/")[1:]:
            found = found[part]
        value = found
    return value


def query_text(operation, query):
    """Query string with the styles of the document."""
    pairs = []
    for parameter in map(resolved, operation["parameters"]):
        value = query.get(parameter["name"])
        if value is None:
            continue
        texts = [text if isinstance(text, str) else json.dumps(text) for text in (value if isinstance(value, list) else [value])]
        joined = texts if parameter.get("explode", True) else [",".join(texts)]
        pairs += [(parameter["name"], text) for text in joined]
    return f"?{urlencode(pairs)}" if pairs else ""


def send(call):
    """Status, media type and text of a response, of an error, too."""
    method, path, operation = OPERATIONS[call["operationId"]]
    for name, value in call.get("path", {}).items():
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    headers = {"Authorization": f"Bearer {call['key']}"} if call["key"] else {}
    body = call.get("body")
    if body is not None:
        headers["Content-Type"] = "application/json"
    request = Request(
        PLAN["baseUrl"] + path + query_text(operation, call.get("query", {})),
        method=method,
        headers=headers,
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        response = OPENER.open(request, timeout=30)
    except HTTPError as error:
        response = error
    with response:
        return response.status, response.headers.get_content_type(), response.read().decode()


def violations(value, schema):
    resolver = RefResolver.from_schema(DOCUMENT)
    errors = Draft202012Validator(schema, resolver=resolver).iter_errors(value)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in errors]


INSTANT = re.compile(r"\d{4}-\d\d-\d\dT")


def comparable(value):
    """Instants as numbers, because classes hold them as datetime; without nulls, which classes of unions leave out."""
    if isinstance(value, dict):
        return {name: comparable(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if isinstance(value, str) and INSTANT.match(value):
        return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
    return value


def check(value, schema):
    """Validates a value, and parses it into the class of its component and back."""
    found = violations(value, schema)
    if found:
        raise ValueError("; ".join(found[:5]))
    name = schema.get("$ref", "").split("/")[-1]
    if name:
        generated = getattr(models, name)
        again = generated.from_dict(value).to_dict()
        if comparable(again) != comparable(value):
            raise ValueError(f"{name}: differs after parsing")


def receive(call):
    status, media, text = send(call)
    responses = OPERATIONS[call["operationId"]][2]["responses"]
    response = resolved(responses[str(status)])
    if not text:
        return status, None
    schema = response["content"][media]["schema"]
    if media == "application/x-ndjson":
        row, end = schema["contentSchema"]["anyOf"]
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            check(line, end if "_end" in line else row)
        return status, lines
    if not media.endswith("json"):
        return status, text
    body = json.loads(text)
    check(body, schema)
    if "x-problem-codes" in response and body["code"] not in response["x-problem-codes"]:
        raise ValueError(f"{body['code']} is not a documented problem of this response")
    return status, body


def with_results(call, bodies):
    """Replaces texts such as {createWebhook.id} by members of earlier responses."""

    def found(match):
        value = bodies.get(match[1])
        for name in match[2].split("."):
            value = value[int(name)] if isinstance(value, list) else value[name]
        return str(value)

    return json.loads(re.sub(r"\{(\w+)\.([\w.]+)\}", found, json.dumps(call)))


def main():
    bodies = {}
    for call in PLAN["calls"]:
        line = {"operationId": call["operationId"]}
        try:
            line["status"], body = receive(with_results(call, bodies))
            if line["status"] < 300:
                bodies[call["operationId"]] = body
        except Exception as error:  # Any failure is a line of the result.
            line["failure"] = f"{type(error).__name__}: {error}"[:2_000]
        print(json.dumps(line), flush=True)


main()
