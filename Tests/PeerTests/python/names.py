"""Checks that the contract holds together, and prints the types that it names."""

import json

from jsonschema import Draft202012Validator

from contract import FOLDER, Contract, schema_uri
from peer import check


def main():
    contract = Contract()
    schemas = check_schemas()
    check_references(contract)

    messages = contract.document["components"]["messages"].values()
    used = {message["payload"]["schema"]["$ref"] for message in messages}
    check(not schemas.keys() - used, f"in no message: {schemas.keys() - used}")
    for message in messages:
        expected = schemas.get(message["payload"]["schema"]["$ref"])
        check(message.get("name") == expected, f"{message} is not named as its schema says")

    states = {
        message["name"]
        for channel in contract.channels.values()
        if {"name": "state"} in channel.get("tags", [])
        for message in contract.messages(channel).values()
    }
    print(json.dumps({"types": sorted(schemas.values()), "states": sorted(states)}))


def check_schemas():
    """The types of the messages that have a schema, by the schema's reference."""
    types = {}
    for path in FOLDER.glob("schemas/*.json"):
        schema = json.loads(path.read_text())
        Draft202012Validator.check_schema(schema)
        for name, definition in schema["$defs"].items():
            type = definition.get("properties", {}).get("type", {})
            if "const" in type:
                types[f"{path.relative_to(FOLDER)}#/$defs/{name}"] = type["const"]
    return types


def check_references(contract):
    """Follows every reference; one that leads nowhere ends the script."""
    resolver = contract.registry.resolver()
    for reference in references(contract.document):
        if reference.startswith("#"):
            contract.resolve({"$ref": reference})
        else:
            resolver.lookup(schema_uri(reference))
    for path in FOLDER.glob("schemas/*.json"):
        resolved = resolver.lookup(path.as_uri())
        for reference in references(resolved.contents):
            resolved.resolver.lookup(reference)


def references(value):
    """Every reference in a document."""
    if isinstance(value, list):
        for part in value:
            yield from references(part)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)


if __name__ == "__main__":
    main()
