"""Files that only look like studies: they are refused in a sentence, and fill no memory."""

import json
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.study.errors import StudyError
from pitboss.study.study import load_study

SHIPPED = resources.files("pitboss.study") / "shipped_studies" / "double_deck.hi_lo.npz"
PIECE = bytes(1 << 22)


def changed(path: Path, **about: Any) -> Path:
    """A study that says something else of itself."""
    path.write_bytes(SHIPPED.read_bytes())
    with np.load(path) as file:
        arrays = dict(file)
    given = json.loads(str(arrays["about"])) | about
    np.savez_compressed(path, **{**arrays, "about": np.array(json.dumps(given))})
    return path


@pytest.mark.parametrize(
    "about",
    [{"cards": 10**12}, {"cards": -1}, {"width": 0}, {"wagers": [["x", 1]] * 10_000}, {"x": 1}],
)
def test_a_study_of_no_game_is_refused(tmp_path: Path, about: dict[str, Any]) -> None:
    with pytest.raises(StudyError, match="not a study"):
        load_study(changed(tmp_path / "one.npz", **about))


def test_a_study_that_says_nothing_but_brackets_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.npz"
    np.savez_compressed(path, about=np.array("[" * 100_000))
    with pytest.raises(StudyError, match="not a study"):
        load_study(path)


def test_a_file_that_unpacks_without_end_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("about.npy", PIECE)
    assert path.stat().st_size < len(PIECE) / 500
    monkeypatch.setattr("pitboss.study.study.UNPACKED_MAX", len(PIECE) - 1)
    with pytest.raises(StudyError, match="unpacks to more"):
        load_study(path)
