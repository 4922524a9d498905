"""Reads the contract: an AsyncAPI 3 document, and the JSON Schemas (2020-12) of its messages."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(__file__).resolve().parents[3] / "Topology" / "contract"


class Contract:
    """The channels of the AsyncAPI document, and the schemas behind its messages."""

    def __init__(self):
        self.document = yaml.safe_load((FOLDER / "asyncapi.yaml").read_text())
        self.registry = Registry(retrieve=retrieve)
        self.channels = self.document["channels"]

    def resolve(self, value):
        """What a reference within the document stands for."""
        while isinstance(value, dict) and "$ref" in value:
            *_, pointer = value["$ref"].partition("#/")
            value = self.document
            for part in pointer.split("/"):
                value = value[part]
        return value

    def messages(self, channel):
        """The messages of a channel by their keys."""
        return {key: self.resolve(value) for key, value in channel["messages"].items()}

    def servers(self, channel):
        """The endpoints of a channel: `engine.events`, for instance."""
        return {reference["$ref"].removeprefix("#/servers/") for reference in channel["servers"]}

    def events(self, process, topic):
        """The messages that a process may publish on a topic."""
        return [
            message
            for name, channel in self.channels.items()
            if name.startswith("event.")
            and f"{process}.events" in self.servers(channel)
            and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", channel["address"]), topic)
            for message in self.messages(channel).values()
        ]

    def requests(self, process):
        """The channels of what a process may be asked, by the request's type."""
        return {
            channel["address"]: channel
            for name, channel in self.channels.items()
            if name.startswith("request.")
            and self.servers(channel) & {f"{process}.requests", f"{process}.control"}
        }

    def schema(self, message):
        """The address of a message's schema."""
        return schema_uri(message["payload"]["schema"]["$ref"])

    def data_schema(self, message):
        """The schema of a message's data, and the resolver for the references in it."""
        resolved = self.registry.resolver().lookup(self.schema(message))
        return behind(resolved.contents["properties"]["data"], resolved.resolver)

    def faults(self, message, event):
        """What is wrong with a CloudEvent, by the schema of its message."""
        validator = Draft202012Validator({"$ref": self.schema(message)}, registry=self.registry)
        return [
            f"{'.'.join(map(str, error.absolute_path)) or 'the event'}: {error.message[:300]}"
            for error in validator.iter_errors(event)
        ]


def behind(schema, resolver):
    """The schema that a reference leads to, and the resolver for the references in it."""
    while "$ref" in schema:
        resolved = resolver.lookup(schema["$ref"])
        schema, resolver = resolved.contents, resolved.resolver
    return schema, resolver


def schema_uri(reference):
    path, _, pointer = reference.partition("#")
    return f"{(FOLDER / path).as_uri()}#{pointer}"


def retrieve(uri):
    contents = json.loads(Path(urlsplit(uri).path).read_text())
    return Resource.from_contents(tighten(contents))


def tighten(schema):
    """The schema that allows no field that it does not describe.

    A receiver passes unknown fields over. But when our own processes send one, the contract has
    fallen behind, and that must be seen.
    """
    if isinstance(schema, list):
        return [tighten(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    tightened = {key: tighten(part) for key, part in schema.items()}
    if schema.get("type") == "object" and "additionalProperties" not in schema:
        tightened["unevaluatedProperties"] = False
    return tightened
