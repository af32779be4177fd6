"""The packages install into an environment of their own and play a round; releases are guarded."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from msgspec.structs import replace

import pitboss
from pitboss.server.security.seal_key import open_seals, seal_key_path
from pitboss.server.security.witness import open_store, under_witness, witness_paths
from pitboss.server.settings import Settings
from scripts import release
from tests.docker_context import context, is_left_out

ROOT = Path(__file__).parents[1]

SMOKE = """
import pitboss, pitboss.rulebook.trace
assert "site-packages" in pitboss.__file__, pitboss.__file__
for name in pitboss.RULEBOOKS:
    table = pitboss.Table(pitboss.rules(name), seed=1)
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    while not table.is_over:
        table.act("stand" if table.turn and table.turn.hand.total >= 17 else "hit")
    assert table.books.total() == 0
assert len(pitboss.rulebook.trace.traces()) == 904
print(pitboss.__version__)
"""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    result = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the sdist, as a release builds them."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


def test_the_packages_are_well_formed(packages: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *packages.iterdir())
    (wheel,) = packages.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "pitboss/py.typed",
        "pitboss/rulebooks/nz/rules.toml",
        "pitboss/rulebooks/nz/clauses.csv",
        "pitboss/rulebooks/trace.json",
        "pitboss/sim/charts/basic.toml",
        "pitboss/web/index.html",
        "pitboss/schemas/rulebook.schema.json",
    ):
        assert needed in names
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "LICENSE",
        "CHANGELOG.md",
        "src/pitboss/__init__.py",
        "docs/index.md",
        "Makefile",
    } <= inside
    assert "src/pitboss/schemas/rulebook.schema.json" in inside


def installed(
    folder: Path, packages: Path, *options: str, extra: str = "", python: str = sys.executable
) -> Path:
    """The programs of a new environment that holds the wheel, with an extra of it."""
    run(python, "-m", "venv", "--without-pip", folder)
    (wheel,) = packages.glob("*.whl")
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", programs / "python", "-qq")
    run(*pip, "install", *options, f"{wheel}[{extra}]" if extra else wheel)
    return programs


def test_the_wheel_plays_a_round_in_an_environment_of_its_own(
    packages: Path, tmp_path: Path
) -> None:
    """Nothing is fetched here: what it depends on is taken from the environment of the tests."""
    programs = installed(tmp_path / "venv", packages, "--no-deps", "--no-index")
    own = run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    # A path file is read after the folder it lies in, so the wheel comes before this checkout.
    (Path(own.strip()) / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    told = run(programs / "python", "-c", SMOKE, cwd=tmp_path)
    assert told.strip() == pitboss.__version__
    assert "nz" in run(programs / "pitboss", "rulebooks", cwd=tmp_path)


NEEDED = {
    "": "import pitboss.study; pitboss.simulate('tribal', 10)",
    "server": "import pitboss.client, pitboss.server.app, pitboss.store.sql.sqlite",
    "postgres": "import psycopg",
    "rl": "import gymnasium, pitboss.gym; gymnasium.make(pitboss.gym.ID).reset(seed=1); "
    "gymnasium.make_vec(pitboss.gym.ID, num_envs=2).reset(seed=1)",
    "notebooks": "import IPython, gymnasium, pandas",
    "cluster": "import distributed",
    "gpu": "import numba_cuda",
}
"""What each extra is for; the base comes first."""


@pytest.mark.long
@pytest.mark.parametrize("extra", NEEDED)
def test_the_wheel_brings_all_that_it_needs(packages: Path, tmp_path: Path, extra: str) -> None:
    programs = installed(tmp_path / "venv", packages, extra=extra)
    assert run(programs / "python", "-c", SMOKE, cwd=tmp_path).strip() == pitboss.__version__
    run(programs / "python", "-c", f"import pitboss; {NEEDED[extra]}", cwd=tmp_path)
    script = ROOT / "examples" / "rounds" / "01-first-round.round.toml"
    run(programs / "pitboss", "replay", script, cwd=tmp_path)


def test_every_extra_is_installed_by_a_test() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"", *project["optional-dependencies"]} == set(NEEDED)


@pytest.mark.long
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="they are those of Python 3.11")
def test_the_lowest_versions_that_are_allowed_are_enough(packages: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    bounded = [extra for extra, lines in extras.items() if all(">=" in line for line in lines)]
    lines = [*project["dependencies"], *(line for extra in bounded for line in extras[extra])]
    lowest = [line.replace(">=", "==") for line in lines]
    programs = installed(tmp_path / "venv", packages, *lowest, extra=",".join(bounded))
    assert run(programs / "python", "-c", SMOKE, cwd=tmp_path).strip() == pitboss.__version__
    for extra in ("", *bounded):
        run(programs / "python", "-c", f"import pitboss; {NEEDED[extra]}", cwd=tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_the_wheel_plays_on_other_pythons(packages: Path, tmp_path: Path, version: str) -> None:
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"Python {version} is not on this machine's path")
    programs = installed(tmp_path / "venv", packages, extra="server", python=python)
    assert run(programs / "python", "-c", SMOKE, cwd=tmp_path).strip() == pitboss.__version__
    run(programs / "python", "-c", NEEDED["server"], cwd=tmp_path)


@pytest.mark.long
def test_the_sdist_builds_and_tests_itself(packages: Path, tmp_path: Path) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", tree, cwd=tree)
    tests = (
        "tests/test_api.py",
        "tests/test_tidy.py",
        "tests/rulebook",
        "tests/odds/test_kernels.py",
        "tests/wagers",
    )
    code = f"import sys, pytest; sys.path.insert(0, 'src'); sys.exit(pytest.main({[*tests, '-q']}))"
    run(sys.executable, "-c", code, cwd=tree)


PROJECT = 'name = "pitboss"\nversion = "1.2.3"\n'
PACKAGE = '__version__ = "1.2.3"\n'


def test_a_version_is_the_same_everywhere() -> None:
    assert list(release.version_faults("1.2.3", PROJECT, PACKAGE)) == []
    assert len(list(release.version_faults("1.2.4", PROJECT, PACKAGE))) == 2
    assert "is not a version" in next(iter(release.version_faults("1.2", PROJECT, PACKAGE)))


@pytest.mark.parametrize(
    "text, fault",
    [
        ("# Changelog\n\n## Unreleased\n\n### Rules\n\n- One.\n", "begins with 'Unreleased'"),
        ("# Changelog\n\n## 1.2.3 (2026-01-02)\n", "does not say"),
        ("# Changelog\n\n## 1.2.3 (2026-01-02)\n\n### Misc\n\n- One.\n", "part 'Misc'"),
        ("# Changelog\n", "begins with ''"),
    ],
)
def test_a_changelog_that_is_not_ready(text: str, fault: str) -> None:
    assert any(fault in told for told in release.changelog_faults("1.2.3", text))


def test_the_changelog_as_it_should_be() -> None:
    text = "# Changelog\n\n## 1.2.3 (2026-01-02)\n\n### Rules\n\n- One.\n\n## 1.2.2 (2026-01-01)\n"
    assert list(release.changelog_faults("1.2.3", text)) == []


@pytest.mark.parametrize("url, count", [("https://x.example", 3), ("x.example", 4)])
def test_a_release_names_the_home_of_the_project(url: str, count: int) -> None:
    project = f'[project]\nname = "pitboss"\n[project.urls]\nHomepage = "{url}"\n'
    assert len(list(release.url_faults(project))) == count


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_is_pinned_and_runs_what_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    pinned = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    own = re.compile(r"\./\.github/workflows/\w+\.yml")
    assert [one for one in used if not (pinned.fullmatch(one) or own.fullmatch(one))] == []
    assert [one for one in used if one.startswith("./") and not (ROOT / one).is_file()] == []
    targets = set(re.findall(r"^([a-z.-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= targets
    assert all((ROOT / one).is_file() for one in re.findall(r"python (scripts/\S+\.py)", text))
    jobs = yaml.safe_load(text)["jobs"].values()
    assert all("uses" in job or job["timeout-minutes"] for job in jobs)
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_every_action_has_one_version() -> None:
    used = {
        one
        for path in WORKFLOWS
        for one in re.findall(r"uses: (\w.*)", path.read_text(encoding="utf-8"))
    }
    names = [one.partition("@")[0] for one in used]
    assert len(names) == len(set(names)) > 5


def test_classifiers_name_the_pythons_that_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    check = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: "
    told = [line.removeprefix(prefix) for line in project["classifiers"] if prefix + "3." in line]
    assert told == check["jobs"]["check"]["strategy"]["matrix"]["python"]


def test_the_changelog_has_the_known_parts() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = list(release.changelog_faults(pitboss.__version__, text))
    assert [fault for fault in told if "unknown part" in fault] == []


def test_a_release_of_the_changelog_is_read_to_the_end() -> None:
    """A digest for readers; the commits have the rest."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = text.split("\n## ")[1:]
    assert {
        each.partition("\n")[0]: len(each.split()) for each in releases if len(each.split()) > 900
    } == {}


def test_both_versions_agree() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    package = (ROOT / "src" / "pitboss" / "__init__.py").read_text(encoding="utf-8")
    assert list(release.version_faults(pitboss.__version__, project, package)) == []
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {pitboss.__version__}\n" in cited


HOUSES = (
    Settings(),
    Settings(data="tables"),
    Settings(data="data-of-may/"),
    Settings(database="postgresql://tables@db.example/pitboss"),
)
"""Servers that were run in a checkout."""


def keep_houses(root: Path) -> set[str]:
    """Leave in a checkout what its servers keep; gives their files, which no package may hold."""
    before = {path for path in root.rglob("*") if path.is_file()}
    for house in HOUSES:
        heads, witness_key = (root / path for path in witness_paths(house))
        seal_key = root / seal_key_path(house)
        if house.database:
            for path in (heads, witness_key, seal_key):
                path.write_text("a server on a database wrote this", encoding="utf-8")
            continue
        kept = replace(
            house, data=str(root / house.data), witness=str(heads), witness_key=str(witness_key),
            seal_key=str(seal_key),
        )  # fmt: skip
        store = open_store(kept)
        assert not under_witness(store, kept)
        open_seals(store, kept)
        store.close()
    after = {path for path in root.rglob("*") if path.is_file()}
    return {path.relative_to(root).as_posix() for path in after - before}


def test_what_servers_keep_is_in_no_package_and_no_image(tmp_path: Path) -> None:
    root, dist = tmp_path / "checkout", tmp_path / "dist"
    shutil.copytree(
        ROOT, root, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", ".*_cache")
    )
    kept = keep_houses(root)
    assert sum(name.endswith(".key") for name in kept) == 2 * len(HOUSES)
    assert {"data.witness.key", "data.seal.key", "data/pitboss.sqlite"} <= kept
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, root, cwd=root)
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    packed |= set(zipfile.ZipFile(wheel).namelist())
    image = set(context(root))
    assert {"pyproject.toml", "src/pitboss/__init__.py"} <= packed & image
    assert sorted((packed | image) & kept) == []
    # Nor under another folder, where a build puts things.
    secret = {Path(name).name for name in kept if name.endswith((".key", ".witness", ".sqlite"))}
    assert sorted(secret & {Path(name).name for name in packed | image}) == []


@pytest.mark.parametrize(
    "path,rules,is_out",
    [
        ("data.witness.key", ["data"], False),
        ("data.witness.key", ["**/*.key"], True),
        ("house/data.witness.key", ["*.key"], False),
        ("house/a/b.key", ["**/*.key", "!house/a/b.key"], False),
        ("src/a/__pycache__/x.pyc", ["**/__pycache__"], True),
        ("datasets/x", ["data*"], True),
        ("docs/data/x", ["data*"], False),
    ],
)
def test_the_rules_of_a_context(path: str, rules: list[str], is_out: bool) -> None:
    assert is_left_out(path, rules) == is_out
