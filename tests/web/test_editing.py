"""The page on which rules are written, without a browser: who may open it, which files it reads and writes, what it tells."""

import asyncio
import os
import shutil
from pathlib import Path

import httpx
import pytest

from interpreter.cli.commands.edit import lay
from interpreter.editor import folder as folders
from interpreter.editor.fixes import fixes
from interpreter.editor.folder import CannotOpen, NotOurs, opened_folder
from interpreter.pipeline import load
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report
from interpreter.web.app import application
from interpreter.web.editing import routes, Workroom
from interpreter.web.tables import Tables
from tests.cli.running import ROOT
from tests.web.laying import BASE
from tests.web.test_table import tried

LAST = "the last stone wins, or loses"


class Desk:
    """The page of a copy of Nim, as its browser speaks with it."""

    def __init__(self, tmp_path: Path, game: str = "nim", where: str = ""):
        self.home = tmp_path / game
        if not self.home.exists():
            shutil.copytree(ROOT / "rules" / game, self.home)
        self.room = Workroom(opened_folder(str(self.home / (where or f"{game}.rules")), tmp_path), lay, tmp_path)
        self.app = application(Tables({}), ["table.test"], routes(self.room))
        self.client = self.browser()

    def browser(self) -> httpx.AsyncClient:
        """Another one, that has shown nothing yet."""
        return httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=BASE, headers={"origin": BASE})

    async def enter(self) -> "Desk":
        reply = await self.client.post("/edit/enter", json={"key": self.room.role.link})
        assert reply.status_code == 200
        return self

    async def say(self, word: str, **sent) -> tuple[int, dict]:
        reply = await self.client.post(f"/edit/{word}", json=sent, timeout=120)
        return reply.status_code, reply.json()

    async def text(self, name: str) -> tuple[str, str]:
        status, told = await self.say("read", file=name)
        assert status == 200, told
        return told["text"], told["mark"]


@tried
async def test_it_opens_by_its_link_alone(tmp_path):
    desk = Desk(tmp_path)
    page = await desk.client.get("/edit/")
    assert "Open this page by the link" in page.text and desk.room.role.link not in page.text
    for key in ("", "x", desk.room.role.link + "x", 5, None, "é" * 40):
        assert (await desk.client.post("/edit/enter", json={"key": key})).status_code == 403
    words = ("files", "read", "save", "variant", "copy", "words", "handout", "table", "compare", "language/send")
    for word in words:
        assert (await desk.say(word, file="nim.rules"))[0] == 403, word
    assert (await desk.client.get("/edit/language")).status_code == 403
    reply = await desk.client.post("/edit/enter", json={"key": desk.room.role.link})
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/edit/" in cookie
    page = await desk.client.get("/edit/")
    policy = page.headers["content-security-policy"]
    assert "nim.rules" in page.text and page.headers.get_list("content-security-policy") == [policy]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy and "http" not in policy
    assert "frame-ancestors 'none'" in policy and page.headers["cache-control"] == "no-store"


@tried
async def test_host_and_origin_are_looked_at_and_bodies_are_limited(tmp_path):
    desk = await Desk(tmp_path).enter()
    for name in ("evil.test", "table.test.evil.test", ""):
        assert (await desk.client.get("/edit/", headers={"host": name})).status_code == 421
    for origin in ("http://evil.test", "null", ""):
        for word in ("save", "enter", "table", "language/send"):
            reply = await desk.client.post(f"/edit/{word}", json={}, headers={"origin": origin})
            assert reply.status_code == 403 and reply.json() == {"error": "this comes from another page"}
    text, mark = await desk.text("nim.rules")
    assert (await desk.say("read", file="x" * 100_000))[0] == 413
    assert (await desk.say("save", file="nim.rules", text="x" * 3_000_000, was=mark))[0] == 413
    status, told = await desk.say("save", file="nim.rules", text="é" * 600_000, was=mark)
    assert status == 403 and "more than" in told["error"]
    reply = await desk.client.post("/edit/save", content=b"{}", headers={"content-type": "text/plain"})
    assert reply.status_code == 415
    assert (desk.home / "nim.rules").read_text(encoding="utf-8") == text


@tried
async def test_only_files_of_the_project_can_be_had(tmp_path):
    desk = await Desk(tmp_path).enter()
    (tmp_path / "secret.rules").write_text("game secret\n", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "o.rules").write_text("library o\n", encoding="utf-8")
    (desk.home / "link.rules").symlink_to(tmp_path / "secret.rules")
    (desk.home / "linked").symlink_to(tmp_path / "other")
    (desk.home / "notes.md").write_text("mine\n", encoding="utf-8")
    (desk.home / ".hidden.rules").write_text("library h\n", encoding="utf-8")
    os.mkfifo(desk.home / "pipe.rules")
    names = {one["name"] for one in (await desk.say("files"))[1]["files"]}
    assert {"nim.rules", "scenarios.rules"} <= names
    assert not names & {"link.rules", "linked/o.rules", "notes.md", ".hidden.rules", "pipe.rules", "own/secret.rules"}
    bad = ("../secret.rules", "own/secret.rules", "own/../secret.rules", "link.rules", "linked/o.rules", "notes.md",
           ".hidden.rules", str(tmp_path / "secret.rules"), "/etc/passwd", "", ".", "a\0.rules", "..\\secret.rules",
           "pipe.rules", "nowhere.rules", "nim.rules/../../secret.rules", str(desk.home / "nim.rules"), "%2e%2e/secret.rules")
    for name in bad:
        for word in ("read", "words", "handout", "table", "compare"):
            status, told = await desk.say(word, file=name, plays=2, by="", scenario="x")
            assert status in (404, 422), (word, name, told)
        status, _ = await desk.say("save", file=name, text="library x\n", was="")
        assert status == 403 or name == "nowhere.rules", name
    assert (tmp_path / "secret.rules").read_text(encoding="utf-8") == "game secret\n"
    assert (tmp_path / "other" / "o.rules").read_text(encoding="utf-8") == "library o\n"


@tried
async def test_a_file_is_written_unless_somebody_else_has_written_it(tmp_path):
    desk = await Desk(tmp_path).enter()
    text, mark = await desk.text("nim.rules")
    path = desk.home / "nim.rules"
    path.chmod(0o640)
    status, told = await desk.say("save", file="nim.rules", text=text + "# mine\n", was=mark)
    assert status == 200 and path.read_text(encoding="utf-8").endswith("# mine\n") and path.stat().st_mode & 0o777 == 0o640
    path.write_text(text + "# theirs\n", encoding="utf-8")
    status, told = await desk.say("save", file="nim.rules", text=text + "# mine again\n", was=told["mark"])
    assert status == 409 and told["changed"] and told["text"].endswith("# theirs\n")
    assert path.read_text(encoding="utf-8").endswith("# theirs\n")
    assert (await desk.say("save", file="nim.rules", text=text + "# mine again\n", was=told["mark"]))[0] == 200
    assert not list(desk.home.glob(".*"))


@tried
async def test_shipped_rules_are_for_reading_and_a_variant_or_a_copy_begins_beside(tmp_path):
    inside = tmp_path / "package" / "rules"
    shutil.copytree(ROOT / "rules" / "nim", inside / "nim")
    mine = tmp_path / "mine"
    mine.mkdir()
    desk = Desk(inside)
    desk.room.folder = opened_folder(str(inside / "nim" / "nim.rules"), mine)
    await desk.enter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "PACKAGE", tmp_path / "package")
        await _begun_beside(desk, mine)


async def _begun_beside(desk: Desk, mine: Path) -> None:
    text, mark = await desk.text("nim.rules")
    status, told = await desk.say("save", file="nim.rules", text=text + "#\n", was=mark)
    assert status == 403 and "inside the installed program" in told["error"]
    status, told = await desk.say("variant", name="short", title="Short")
    assert status == 200 and told["file"] == "own/short.rules" and (mine / "short.rules").is_file()
    text, mark = await desk.text("own/short.rules")
    assert (await desk.say("save", file="own/short.rules", text=text, was=mark))[0] == 200
    status, told = await desk.say("copy")
    assert status == 200 and (mine / "nim" / "nim.rules").is_file() and told["command"] == "rulewright edit nim"
    assert (await desk.say("copy"))[0] == 422


@tried
async def test_a_variant_begins_and_is_told_in_words(tmp_path):
    desk = await Desk(tmp_path).enter()
    for name, title in (("Nim", "x"), ("nim", "x"), ("a b", "x"), ("../x", "x"), ("x" * 70, "x")):
        assert (await desk.say("variant", name=name, title=title))[0] == 422
    status, told = await desk.say("variant", name="greedy", title="Greedy")
    assert status == 200 and told["file"] == "variants/greedy.rules"
    assert "greedy.rules" in {Path(one["name"]).name for one in told["files"] if one["sort"] == "variant"}
    assert (await desk.say("variant", name="greedy", title="Greedy"))[0] == 422
    text, mark = await desk.text(told["file"])
    await desk.say("save", file=told["file"], text=text.replace("\n\n", "\n  set most = 12\n\n", 1), was=mark)
    blocks = (await desk.say("handout", file=told["file"]))[1]["blocks"]
    assert blocks[0]["text"] == "Greedy" and any("12" in one["text"] for one in blocks)
    assert (await desk.say("handout", file="nim.rules"))[1]["blocks"] == []
    words = (await desk.say("words", file="scenarios.rules"))[1]["blocks"]
    assert words[0]["text"] == "Nim" and sum(len(one["text"]) for one in words) > 500
    await desk.say("save", file="nim.rules", text="game nim", was=(await desk.text("nim.rules"))[1])
    assert "nim.rules:1" in (await desk.say("words", file="nim.rules"))[1]["mistakes"][0]
    assert (await desk.say("table", file="nim.rules"))[0] == 422


@tried
async def test_a_table_is_laid_at_the_position_of_a_scenario(tmp_path):
    desk = await Desk(tmp_path).enter()
    status, told = await desk.say("table", file="scenarios.rules", scenario="one to three stones, and no more than lie there")
    assert status == 200 and [one["name"] for one in told["seats"]] == ["Ann", "Bob"] and told["asked"] == ["s0"], told
    page = await desk.client.get(f"/t/{told['number']}/s0/")
    assert "How many stones?" in page.text and "frame-ancestors 'self'" in page.headers["content-security-policy"]
    assert (await desk.browser().get(f"/t/{told['number']}/s0/state")).status_code == 403
    kept = desk.app.server.tables.laid[told["number"]].path
    assert 'scenario "one to three stones' in kept.read_text(encoding="utf-8")
    status, told = await desk.say("table", file="nim.rules")
    assert status == 200 and len(told["seats"]) == 2
    status, told = await desk.say("table", file="scenarios.rules", scenario="no such scenario")
    assert status == 422 and "no such scenario" in told["error"]
    for _ in range(7):
        assert (await desk.say("table", file="nim.rules"))[0] == 200
    assert len(desk.app.server.tables.laid) == 6


@tried
async def test_the_game_is_compared_with_what_it_was(tmp_path):
    desk = await Desk(tmp_path).enter()
    assert (await desk.say("compare", file="nim.rules", plays=1, by="random"))[0] == 422
    assert (await desk.say("compare", file="nim.rules", plays=20, by="random"))[0] == 409        # nothing was kept
    desk.room.folder.keep_as_it_is()
    text, mark = await desk.text("nim.rules")
    await desk.say("save", file="nim.rules", text=text.replace("= 3 ", "= 12 ", 1), was=mark)
    who = (await desk.say("compare", file="nim.rules", plays=2, by=""))[1]["who"]
    assert who[:2] == ["random", "first"]
    status, told = await desk.say("compare", file="nim.rules", plays=40, by="random")
    assert status == 200, told
    side = told["figures"]["comparisons"][0]
    decisions = next(one for one in side["figures"] if one["figure"] == "decisions")
    assert decisions["other"] < decisions["base"] and side["in_words"]
    status, told = await desk.say("compare", file="nim.rules", plays=2, by="nobody")
    assert status == 409 and "nobody" in told["error"]
    desk.room.folder.close()
    assert not desk.room.folder.before.exists()


def test_a_project_is_opened_by_its_game_a_variant_or_scenarios(tmp_path):
    home = shutil.copytree(ROOT / "rules" / "mixtape", tmp_path / "mixtape")
    variant = next(iter(sorted((home / "variants").glob("*.rules"))))
    for where in (home / "mixtape.rules", variant, home / "scenarios" / "round.rules"):
        found = opened_folder(str(where), tmp_path)
        assert found.game == home / "mixtape.rules" and found.opened == where and found.title == "I Made You a Mixtape"
    sorts = {one.sort for one in found.listed()}
    assert {"game", "variant", "scenarios", "data", "library"} <= sorts
    own = tmp_path / "own.rules"
    own.write_text('variant own "Own" of mixtape\n  before\n', encoding="utf-8")
    found = opened_folder(str(own), tmp_path)
    assert found.opened == own and "own/own.rules" in {one.name for one in found.listed()}
    with pytest.raises(CannotOpen):
        opened_folder(str(tmp_path / "nothing"), tmp_path)


def test_a_position_of_another_file_is_had_by_a_line_at_the_top():
    path = ROOT / "rules" / "tall_oaks" / "tall_oaks.rules"
    report, text = Report(), 'scenario "x"\n  given position usual_evening\n  start at play\n  then over is no\n'
    scenarios = path.parent / "scenarios" / "nobody_has_this.rules"
    rules = load(path, Report())
    assert rules is not None
    from interpreter.project.files import UNSAVED

    UNSAVED[str(scenarios)] = text
    try:
        run_scenarios(rules, report, [scenarios])
    finally:
        UNSAVED.clear()
    fix = next(one for mistake in report.errors for one in fixes(mistake))
    assert fix.taken(text).startswith("use usual\n\nscenario")


@tried
async def test_names_that_no_file_can_have_are_no_files_here(tmp_path):
    desk = await Desk(tmp_path).enter()
    (desk.home / "loop.rules").symlink_to("loop.rules")
    for name in ("x" * 260 + ".rules", "é" * 140 + ".rules", "🌲" * 70 + ".rules", "loop.rules"):
        for word in ("read", "save", "words", "handout", "table", "compare", "variant"):
            status, told = await desk.say(word, file=name, text="x", was="", plays=2, by="", name="x", title="x", of=name)
            assert status in (403, 404, 422), (word, name, told)
        assert not desk.room.folder.holds(desk.home / name)
    if os.name == "posix":
        Path(os.fsdecode(os.fsencode(desk.home) + b"/\xff.rules")).write_text("library x\n", encoding="utf-8")
    assert (await desk.say("files"))[0] == 200 and (await desk.client.get("/edit/")).status_code == 200


@tried
async def test_of_pages_that_save_at_once_one_is_told_and_what_cannot_be_read_is_not_written_over(tmp_path):
    desk = await Desk(tmp_path).enter()
    text, mark = await desk.text("nim.rules")
    told = await asyncio.gather(*(desk.say("save", file="nim.rules", text=f"{text}# {k}\n", was=mark) for k in range(12)))
    assert sorted(status for status, _ in told) == [200] + [409] * 11
    for name, data in (("other.rules", b"# \xe9\n"), ("long.rules", b"# x\n" * 300_000)):
        (desk.home / name).write_bytes(data)
        assert (await desk.say("save", file=name, text="library x\n", was="x"))[0] == 403
        assert (desk.home / name).read_bytes() == data


@tried
async def test_a_file_keeps_its_mark_and_the_ends_of_its_lines(tmp_path):
    desk = await Desk(tmp_path).enter()
    (desk.home / "cards.csv").write_bytes(b"\xef\xbb\xbfname\r\n\xc3\x84\r\n")
    text, mark = await desk.text("cards.csv")
    assert text == "name\nÄ\n"
    status, told = await desk.say("save", file="cards.csv", text=text + "Ö\n", was=mark)
    assert (desk.home / "cards.csv").read_bytes() == b"\xef\xbb\xbfname\r\n\xc3\x84\r\n\xc3\x96\r\n"
    assert (await desk.text("cards.csv"))[1] == told["mark"]


@tried
async def test_a_variant_begins_whatever_its_title_and_never_through_a_link(tmp_path):
    desk = await Desk(tmp_path).enter()
    for k, title in enumerate(("a\n  set most = 3", "\0", "\x1b[31m", "a\u2028b", "a\\", '<b>"q"</b>', "語", " ", "#")):
        status, told = await desk.say("variant", name=f"v{k}", title=title)
        report = Report()
        load(str(desk.home / told["file"]), report)
        assert status == 200 and report.ok, (title, report.errors)
    (desk.home / "variants" / "away.rules").symlink_to(tmp_path / "away.rules")
    assert (await desk.say("variant", name="away", title="Away"))[0] == 422 and not (tmp_path / "away.rules").exists()


def test_a_file_in_a_folder_that_cannot_be_written_is_for_reading(tmp_path):
    home = shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    found, asked = opened_folder(str(home / "nim.rules"), tmp_path), os.access
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "access", lambda path, how: Path(path) != home and asked(path, how))
        assert {one.name: one.why_not for one in found.listed()}["nim.rules"] == "nobody may write there"
        with pytest.raises(NotOurs):
            found.write("nim.rules", "x", found.read("nim.rules")[1])


@tried
async def test_two_pages_on_two_ports_keep_their_cookies_apart(tmp_path):
    desk = Desk(tmp_path)
    desk.app.server.hosts = frozenset(("table.test:1", "table.test:2"))
    names = set()
    for port in (1, 2):
        base = f"{BASE}:{port}"
        reply = await desk.client.post(f"{base}/edit/enter", json={"key": desk.room.role.link}, headers={"origin": base})
        names.add(reply.headers["set-cookie"].partition("=")[0])
    assert len(names) == 2


@pytest.mark.parametrize(("name", "text", "opened"), [
    ("nim.rules", "gam nim", "nim.rules"), ("nim.rules", "", "nim.rules"), ("nim.rules", 'game nim "N', "nim.rules"),
    ("nim.rules", "game nim \"Nim\" for 2..2 players\nuse seats\nphase x\n  step y(\n", "nim.rules"),
    ("scenarios.rules", 'scenario "x', "scenarios.rules"), ("scenarios.rules", "", "scenarios.rules"),
    ("variants/v.rules", "vari", "variants/v.rules"), ("variants/v.rules", 'variant v "V', "variants/v.rules"),
    ("variants/v.rules", 'variant v "V" of nim\n  set', "variants/v.rules"),
])
def test_what_is_half_typed_opens_again(tmp_path, name, text, opened):
    home = shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    (home / "variants").mkdir(exist_ok=True)
    (home / name).write_text(text, encoding="utf-8")
    found = opened_folder(str(home / name), tmp_path)
    assert found.game == home / "nim.rules" and found.opened == home / opened
    assert opened in {one.name for one in found.listed()}
    if text.startswith("game nim \"Nim\""):
        assert found.title == "Nim" and [path.name for path in found.libraries] == ["seats.rules"]
    with pytest.raises(CannotOpen, match="^there is no game named"):
        opened_folder(str(tmp_path / "empty"), tmp_path)
