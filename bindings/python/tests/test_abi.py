"""The table of functions says what the header says."""

import ctypes
import re
from pathlib import Path
from typing import Any

import pytest

from personalize import _abi, errors

HEADER = Path(__file__).resolve().parents[3] / "include" / "personalize.h"

TYPES: dict[str, Any] = {
    "void": None,
    "int": ctypes.c_int,
    "int64_t": ctypes.c_int64,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "ptrdiff_t": ctypes.c_ssize_t,
    "void *": ctypes.c_void_p,
    "char *": ctypes.c_char_p,
    "const char *": ctypes.c_char_p,
    "char **": ctypes.POINTER(ctypes.c_char_p),
    "const char **": ctypes.POINTER(ctypes.c_char_p),
    "int *": ctypes.POINTER(ctypes.c_int),
    "int64_t *": ctypes.POINTER(ctypes.c_int64),
    "uint64_t *": ctypes.POINTER(ctypes.c_uint64),
    "double *": ctypes.POINTER(ctypes.c_double),
    "size_t *": ctypes.POINTER(ctypes.c_size_t),
    "personalize_t *": _abi.EngineHandle,
    "personalize_t **": ctypes.POINTER(_abi.EngineHandle),
    "personalize_template_builder_t *": _abi.BuilderHandle,
    "personalize_template_builder_t **": ctypes.POINTER(_abi.BuilderHandle),
    "const personalize_error_t *": _abi.ErrorHandle,
    "personalize_error_t *": _abi.ErrorHandle,
    "personalize_error_t **": ctypes.POINTER(_abi.ErrorHandle),
    "personalize_update_fn": _abi.UpdateFunction,
    "personalize_drop_fn": _abi.DropFunction,
    "personalize_log_fn": _abi.LogFunction,
    "personalize_hook_fn": _abi.HookFunction,
}


def split_declaration(text: str) -> tuple[str, str]:
    """Type and name of `const char *name`."""
    found = re.fullmatch(r"(.*?[\s*])(\w+)", text.strip())
    assert found, text
    return re.sub(r"\s+", " ", found.group(1)).strip().replace("* *", "**"), found.group(2)


def parameters(text: str) -> list[str]:
    """The types of a parameter list."""
    if text.strip() == "void":
        return []
    return [split_declaration(each)[0] for each in text.split(",")]


@pytest.fixture(scope="module")
def header() -> str:
    """The header without comments and preprocessor lines."""
    text = re.sub(r"/\*.*?\*/", " ", HEADER.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"^\s*#.*$|extern \"C\" \{", " ", text, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def declarations(header: str) -> dict[str, tuple[str, list[str]]]:
    """Every function's result and parameter types."""
    plain = re.sub(r"typedef[^;]*;", " ", header)
    found = {}
    for statement in plain.split(";"):
        match = re.fullmatch(r"\s*([\w\s*]+?\w+)\s*\((.*)\)\s*", statement, re.DOTALL)
        if match:
            result, name = split_declaration(match.group(1))
            found[name] = (result, parameters(match.group(2)))
    return found


def test_header_is_understood(header: str, declarations: dict[str, object]) -> None:
    assert len(declarations) == len(set(re.findall(r"\b(personalize_\w+)\s*\(", header)))
    assert "personalize_wait" in declarations


def test_same_functions_in_the_same_order(declarations: dict[str, object]) -> None:
    assert list(_abi.FUNCTIONS) == list(declarations)


@pytest.mark.parametrize("name", list(_abi.FUNCTIONS))
def test_same_types(declarations: dict[str, tuple[str, list[str]]], name: str) -> None:
    result, arguments = declarations[name]
    assert _abi.FUNCTIONS[name] == (TYPES[result], tuple(TYPES[each] for each in arguments))


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("personalize_update_fn", _abi.UpdateFunction),
        ("personalize_drop_fn", _abi.DropFunction),
        ("personalize_log_fn", _abi.LogFunction),
        ("personalize_hook_fn", _abi.HookFunction),
    ],
)
def test_callback_types(header: str, name: str, function: Any) -> None:
    found = re.search(rf"typedef void \(\*{name}\)\((.*?)\);", header, re.DOTALL)
    assert found
    wanted = [TYPES[each] for each in parameters(found.group(1))]
    # Texts with a length come as pointers, so that they are copied once and whole.
    counted = [
        ctypes.c_void_p
        if kind is ctypes.c_char_p and wanted[index + 1 :][:1] == [ctypes.c_size_t]
        else kind
        for index, kind in enumerate(wanted)
    ]
    assert list(function._argtypes_) == counted


def test_constants() -> None:
    text = HEADER.read_text("utf-8")
    values = {
        name: int(value)
        for name, value in re.findall(r"#define PERSONALIZE_(\w+) \(?(-?\d+)\)?\n", text)
    }
    assert (values["ABI"], values["OK"], values["NONE"]) == (_abi.ABI, _abi.OK, _abi.NONE)
    codes = {value for name, value in values.items() if name.startswith("E_")}
    assert codes == set(errors.CLASSES)
    for name, value in values.items():
        if name.startswith("E_"):
            assert errors.CLASSES[value].name == name.removeprefix("E_").lower()


def test_enumerations() -> None:
    from personalize import Consent, LogLevel  # noqa: PLC0415

    text = HEADER.read_text("utf-8")
    for kind, prefix in ((Consent, "CONSENT"), (LogLevel, "LOG")):
        found = re.findall(rf"#define PERSONALIZE_{prefix}_(\w+) (\d)\n", text)
        assert {name: int(value) for name, value in found} == {e.name: e.value for e in kind}
