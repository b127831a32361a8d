"""Addresses in stored documents."""

from collections.abc import Mapping


def filled(value: object, names: Mapping[str, str]) -> object:
    """A document whose texts have the values in place of `{name}`."""
    match value:
        case str():
            for name, text in names.items():
                value = value.replace(f"{{{name}}}", text)
            return value
        case list():
            return [filled(each, names) for each in value]
        case Mapping():
            return {name: filled(each, names) for name, each in value.items()}
        case _:
            return value
