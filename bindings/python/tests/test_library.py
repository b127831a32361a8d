"""Where the library is looked for, and what is said when it is not found."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import personalize
from personalize import LibraryNotFoundError, _library
from personalize._library import SONAME, VARIABLE, candidates, library


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(VARIABLE, raising=False)
    library.cache_clear()
    yield
    library.cache_clear()


def test_order(monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = str(Path(personalize.__file__).parent / "_native" / SONAME)
    assert candidates() == [packaged, SONAME]
    monkeypatch.setenv(VARIABLE, "/opt/mine.so")
    assert candidates() == ["/opt/mine.so"]


def test_every_candidate_is_in_the_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_library, "PACKAGED", tmp_path / "absent.so")
    monkeypatch.setattr(_library, "SONAME", "libpersonalize-absent.so.1")
    with pytest.raises(LibraryNotFoundError) as caught:
        library()
    names = [candidate for candidate, _ in caught.value.failures]
    assert names == [str(tmp_path / "absent.so"), "libpersonalize-absent.so.1"]
    assert all("cannot open shared object file" in reason for _, reason in caught.value.failures)
    for name in names:
        assert name in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_packaged_file_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, double_path: Path
) -> None:
    shutil.copy(double_path, tmp_path / SONAME)
    monkeypatch.setattr(_library, "PACKAGED", tmp_path / SONAME)
    assert personalize.version() == "0.0.1-double"
    assert personalize.build_info()["abi"] == 1


def test_other_abi_is_refused(
    monkeypatch: pytest.MonkeyPatch, compile_double: Callable[..., Path]
) -> None:
    monkeypatch.setenv(VARIABLE, str(compile_double("-DDOUBLE_ABI=2")))
    with pytest.raises(LibraryNotFoundError, match="its ABI is 2, this package needs 1"):
        library()


def test_missing_function_is_refused(
    monkeypatch: pytest.MonkeyPatch, compile_double: Callable[..., Path]
) -> None:
    hidden = compile_double("-Dpersonalize_flush=personalize_gone")
    monkeypatch.setenv(VARIABLE, str(hidden))
    with pytest.raises(LibraryNotFoundError, match="personalize_flush"):
        library()


def test_import_needs_no_library() -> None:
    script = "import personalize, personalize.sandbox, sys; print('ctypes' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(personalize.__file__).parents[1],
        env={VARIABLE: "/nonexistent"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"
