"""Studies that come with the package: the shipped rulebooks with their default options."""

from functools import lru_cache
from importlib.resources import as_file, files

from pitboss.arguments import checked
from pitboss.study.errors import StudyError
from pitboss.study.files import load_study
from pitboss.study.study import Study

FOLDER = "shipped_studies"
ENDING = ".npz"
KEPT_MAX = 32
"""Studies that are read once."""


@lru_cache(1)
def shipped_studies() -> tuple[tuple[str, str], ...]:
    """The rulebooks and counts of all shipped studies.

    >>> ("house", "hi_lo") in shipped_studies()
    True
    """
    folder = files("pitboss.study").joinpath(FOLDER)
    names = (file.name.removesuffix(ENDING) for file in folder.iterdir())
    return tuple(sorted((book, count) for book, _, count in (n.partition(".") for n in names)))


@checked
@lru_cache(KEPT_MAX)
def shipped_study(rulebook: str, count: str) -> Study:
    """The shipped study of a rulebook by a count; nothing is played.

    >>> shipped_study("house", "hi_lo")
    <study of house by Hi-Lo: 6,371,229,716 rounds, 1 box, 416 cards>
    """
    if (rulebook, count) not in shipped_studies():
        counts = [other for book, other in shipped_studies() if book == rulebook]
        books = sorted({book for book, _ in shipped_studies()})
        there = f"by {', '.join(counts)}" if counts else f"of {', '.join(books)}"
        told = f"no study of {rulebook} by {count} is shipped; there are studies {there}"
        raise StudyError(told)
    with as_file(files("pitboss.study").joinpath(FOLDER, f"{rulebook}.{count}{ENDING}")) as path:
        return load_study(path)
