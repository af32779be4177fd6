"""Makes a release: refuses a dirty tree, red checks, stale docs or a heading that says Unreleased.

    python scripts/release.py 0.2.0            # say what is missing
    python scripts/release.py 0.2.0 --names    # the same for a tag, whose checks have run
    python scripts/release.py 0.2.0 --build    # then build, check and try the packages in dist/

It neither tags nor uploads. It prints the command that tags: the release workflow then publishes.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADINGS = (
    "In short",
    "Rules",
    "What breaks",
    "Money",
    "Engine",
    "Library",
    "Odds and simulator",
    "Server and UI",
    "Internals",
)
URLS = ("Homepage", "Documentation", "Changelog", "Issues")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def version_faults(version: str, project: str, package: str) -> Iterator[str]:
    """The version is well formed, and the same in both places."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"{version!r} is not a version: write it as 1.2.3"
    for name, text in (("pyproject.toml", project), ("src/pitboss/__init__.py", package)):
        match = re.search(r'^(?:__version__|version) = "(.*)"$', text, re.MULTILINE)
        if not match or match[1] != version:
            yield f"{name} has version {match[1] if match else 'none'}, not {version}"


def changelog_faults(version: str, text: str) -> Iterator[str]:
    """The newest heading is this version with its date, and its parts are the known ones."""
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    newest = sections[0] if sections else ""
    heading = newest.partition("\n")[0]
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", heading):
        yield f"CHANGELOG.md begins with {heading!r}: write '{version} (year-month-day)'"
    parts = re.findall(r"^### (.*)$", newest, re.MULTILINE)
    for part in parts:
        if part not in HEADINGS:
            yield f"CHANGELOG.md has an unknown part {part!r}: use {', '.join(HEADINGS)}"
    if not parts:
        yield "CHANGELOG.md does not say what changed"


def url_faults(project: str) -> Iterator[str]:
    """The package says where its home is."""
    named = tomllib.loads(project)["project"].get("urls", {})
    for name in URLS:
        if not named.get(name, "").startswith("https://"):
            yield f"pyproject.toml has no URL {name!r} under [project.urls]"


def tree_faults() -> Iterator[str]:
    """Nothing is left uncommitted."""
    status = run("git", "status", "--porcelain")
    if status.returncode:
        yield "this is not a git checkout"
    elif status.stdout:
        count = len(status.stdout.splitlines())
        yield f"the tree is dirty: {count} files are changed or not tracked"


def docs_faults() -> Iterator[str]:
    """No generated page is stale, and the site builds."""
    for path in sorted(ROOT.glob("scripts/build_*.py")):
        if "write_pages" not in path.read_text(encoding="utf-8"):
            continue
        answer = run(sys.executable, "-m", f"scripts.{path.stem}", "--check")
        if answer.returncode:
            yield answer.stderr.strip() or f"{path.name} --check fails"
    site = run("make", "site")
    if site.returncode:
        yield f"the site does not build: {site.stderr.strip()}"


def check_faults() -> Iterator[str]:
    """Everything that must hold before a commit lands holds."""
    answer = run("make", "check")
    if answer.returncode:
        last = (answer.stdout + answer.stderr).strip().splitlines()[-1:]
        yield f"make check fails: {''.join(last)}"


def faults(version: str, *, is_tagged: bool = False) -> Iterator[str]:
    """Yield the faults that keep a version from being released, the quick checks first."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    package = (ROOT / "src" / "pitboss" / "__init__.py").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    quick = [
        *version_faults(version, project, package),
        *changelog_faults(version, changelog),
        *url_faults(project),
        *tree_faults(),
    ]
    yield from quick
    if not quick and not is_tagged:
        yield from docs_faults()
        yield from check_faults()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--build", action="store_true")
    args = parser.parse_args()
    listed = list(faults(args.version, is_tagged=args.names))
    for fault in listed:
        print(f"error: {fault}", file=sys.stderr)
    if listed:
        return 1
    if args.build and run("make", "package").returncode:
        print("error: make package fails; run it to see why", file=sys.stderr)
        return 1
    print(f"git tag v{args.version} && git push origin v{args.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
