"""Files are written whole or not at all, with the permissions of any new file."""

from __future__ import annotations

import os
import stat

import pytest

from vistula import files
from vistula.kernel.files import write_whole


@pytest.fixture(params=[0o022, 0o077, 0o002])
def umask(request):
    """A process with another umask."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_has_the_permissions_of_any_new_file(tmp_path, umask, durable):
    write_whole(tmp_path / "new", b"whole", durable=durable)
    assert (tmp_path / "new").read_bytes() == b"whole"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~umask


def test_a_file_that_was_there_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    (tmp_path / "old").write_bytes(b"old and longer")
    write_whole(tmp_path / "old", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"new")]


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    (tmp_path / "old").write_bytes(b"old")

    def fail(*_):
        raise OSError("no")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no"):
        write_whole(tmp_path / "old", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"old")]


def test_a_long_name_is_no_hindrance(tmp_path):
    write_whole(tmp_path / ("n" * 250), b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["n" * 250]


def test_one_way_to_write_for_all():
    assert files.write_whole is write_whole
