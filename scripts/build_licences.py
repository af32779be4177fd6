"""Writes the page on licences from what is installed; `--check` only says whether it is stale."""

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata

from scripts.pages import ROOT, write_pages

PAGE = "docs/reference/licences.md"

LISTS = {
    "requirements.txt": "What runs with pitboss",
    "requirements-dev.txt": "What the tests and checks use besides",
}
HEADER = """# Licences

What pitboss is built on, with the versions that the hashed requirements pin and the licence that
each package names in its own metadata. pitboss itself is under the MIT licence.
"""


def pinned(name: str) -> dict[str, str]:
    """The versions of a list of requirements; those for other systems are left out."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==(\S+?)(?: \\| *$)", text, re.MULTILINE))


def licence(package: str) -> str:
    """The licence that a package names in its own metadata."""
    fields = metadata(package)
    if "License-Expression" in fields:
        return fields["License-Expression"]
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in fields.get_all("Classifier", [])
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    ]
    named = fields["License"].strip().partition("\n")[0] if "License" in fields else ""
    return ", ".join(classifiers) or (named if 0 < len(named) < 60 else "see the package")


def page() -> str:
    parts = [HEADER]
    known: set[str] = set()
    for name, heading in LISTS.items():
        parts.append(f"\n## {heading}\n\n| package | version | licence |\n| --- | --- | --- |\n")
        for package, version in sorted(pinned(name).items()):
            if package in known:
                continue
            known.add(package)
            try:
                parts.append(f"| {package} | {version} | {licence(package)} |\n")
            except PackageNotFoundError:
                continue
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, [(PAGE, page())]))
