"""Games of the gallery and games in one line over HTTP: listed, told, opened, never a path."""

from pitboss.rulebook.catalog import gallery
from pitboss.server.http.rules import gallery_summaries
from tests.server.live import serving


def test_the_list_of_games_is_made_once() -> None:
    gallery_summaries.cache_clear()
    with serving() as live:
        first = live.visitor().get("/api/gallery")
        assert gallery_summaries.cache_info().misses == 1
        assert live.visitor().get("/api/gallery") == first
        assert gallery_summaries.cache_info()[:2] == (1, 1)


def test_an_edition_has_one_name() -> None:
    with serving() as live:
        visitor = live.visitor()
        sheet = visitor.get("/api/rules/french_2020@unknown")
        assert (sheet["rulebook"], sheet["in_force_from"]) == ("french_2020@unknown", "unknown")
        for path in ("/api/rules/{}", "/api/rules/{}/clauses", "/api/odds/{}/drills"):
            for name, id_ in (("nz@2020", "nz"), ("french_2020@2019", "french_2020@unknown")):
                told = visitor.get(path.format(name), expect=404)
                assert told["text"] == f"the edition of that day is '{id_}' here"
        assert "there is no day" in str(visitor.get("/api/rules/nz@2026-02-30", expect=400))


def test_games_of_the_gallery_and_lines_open_as_tables() -> None:
    with serving() as live:
        visitor = live.visitor()
        listed = visitor.get("/api/gallery")
        assert [game["id"] for game in listed] == list(gallery())
        assert all(game["terms"] and game["clauses"] for game in listed)
        clauses = visitor.get("/api/rules/macau/clauses")
        assert {"MAC-4", "STD-surrender"} <= {clause["id"] for clause in clauses}
        sheet = visitor.get("/api/rules/6D_H17_ES_6-5")
        assert sheet["title"] == "6D H17 6:5 HC DAS DA2 SPL4 NRSA ES"
        visitor.get("/api/rules/6D_H18", expect=404)
        visitor.get("/api/rules/standard.toml", expect=404)
        boss = live.admin()
        for number, rulebook in enumerate((*gallery(), "8D_NDAS_LS")):
            asked = {"table": f"game-{number}", "rulebook": rulebook, "options": {}}
            boss.post("/api/tables", asked, expect=201)
            assert live.site.lobby.tables[f"game-{number}"].rules.rulebook == rulebook
        told = {one["rulebook"]: one for one in visitor.get("/api/tables")}
        assert "es10" in [term["name"] for term in told["macau"]["terms"]]
        names = [term["name"] for term in told["8D_NDAS_LS"]["terms"]]
        assert {"ndas", "ls"} <= set(names)
        asked = {"table": "bad", "rulebook": "../nz", "options": {}}
        boss.post("/api/tables", asked, expect=404)


def test_the_staff_of_a_gallery_table_sees_its_clauses() -> None:
    """Clauses of a game, of a line and of an own rulebook are no rows of a shipped file."""
    with serving() as live:
        boss = live.admin()
        for number, rulebook in enumerate(("uk_classic", "6D_ES")):
            asked = {"table": f"game-{number}", "rulebook": rulebook, "options": {}}
            boss.post("/api/tables", asked, expect=201)
            clauses = boss.get(f"/api/tables/game-{number}/floor")["clauses"]
            assert clauses["STD-stakes"]["text"].startswith("The house posts the smallest")
