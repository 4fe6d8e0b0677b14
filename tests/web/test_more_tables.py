"""Another table while the server runs, and an evening of several tables that is gone on with."""

from pathlib import Path

import click
import pytest

from interpreter.cli.commands import serve
from interpreter.variant.stack import Asked
from interpreter.web import keys
from interpreter.web.app import application
from interpreter.web.tables import MOST, Tables
from tests.web.law_of_bytes import begin
from tests.web.laying import Person
from tests.web.test_table import tried


def served(
    monkeypatch, game: str | None, folder: Path, players=2, resume=(), tables=1, terminal=False,
    kept: str | None = "evening.play",
) -> Tables:
    """What `serve` would serve."""
    found: list[Tables] = []
    monkeypatch.setattr(serve, "_serve", lambda tables, *rest: found.append(tables))
    monkeypatch.setattr(serve.sys.stdin, "isatty", lambda: terminal, raising=False)
    record = str(folder / kept) if kept is not None and not resume else None
    where = "127.0.0.1", 0, (), False
    asked = Asked(game) if game is not None else None
    serve.serve_tables(asked, (players, None, ()), None, (), (), (), record, resume, where, tables)
    return found[0]


@tried
async def test_a_host_sets_another_table(tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        tables = served(patch, "mixtape", tmp_path, tables=2)
    app = application(tables, ["table.test"])
    host, seat = Person(app, tables.laid[1], "host"), Person(app, tables.laid[1], "s0")
    await host.sit()
    await seat.sit("Ann")
    assert (await host.state())["another"] == [1, 2, 3, 4]
    assert (await seat.say("another", people=3)).status_code == 404
    for people in (0, 5, True, None, "3", [3]):
        assert (await host.say("another", people=people)).status_code == 422
    reply = (await host.say("another", people=3)).json()
    assert (reply["table"], len(tables.laid[3].names)) == (3, 3)
    assert tables.laid[3].path == tmp_path / "evening.3.play" and tables.laid[3].seal != tables.laid[1].seal
    other = Person(app, tables.laid[3], "host")
    assert (await other.sit(key=reply["key"])).status_code == 200
    assert (await host.client.get(other.path + "state")).status_code == 403      # another table's host is nobody here
    assert "Table 3: I Made You a Mixtape" in (await host.client.get("/")).text


def test_no_more_tables_than_a_server_holds(tmp_path, monkeypatch):
    tables = served(monkeypatch, "nim", tmp_path)
    assert all(tables.another(2)[0] == 200 for _ in range(MOST - 1))
    assert tables.another(2)[0] == 409 and len(tables.laid) == MOST


def test_what_the_terminal_would_be_told_is_told_to_the_page(tmp_path, monkeypatch):
    tables = served(monkeypatch, "nim", tmp_path)

    def wrong(*words):
        raise click.UsageError("no folder can be written")

    monkeypatch.setattr(serve, "lay_table", wrong)
    assert tables.another(2) == (409, {"error": "no folder can be written"})


def test_tables_that_are_gone_on_with_keep_their_numbers_and_get_one_more(tmp_path, monkeypatch):
    tables = served(monkeypatch, "nim", tmp_path, tables=3)
    for number in (1, 3):
        begin(tables.laid[number])
        tables.laid[number].session.journal.close()
    kept = tuple(str(tables.laid[number].path) for number in (3, 1))
    again = served(monkeypatch, None, tmp_path, None, kept)
    assert list(again.laid) == [1, 3] and again.laid[3].path.name == "evening.3.play"
    assert again.laid[3].roles["s1"].link == tables.laid[3].roles["s1"].link
    assert again.another(2)[1]["table"] == 4 and again.laid[4].path.name == "evening.3.4.play"
    begin(again.laid[4])
    assert again.laid[4].session.spec.name == "nim"


def test_the_same_command_offers_all_tables_of_the_evening(tmp_path, monkeypatch):
    evenings, said = iter("AB"), []
    monkeypatch.setattr(serve, "state_folders", lambda: [tmp_path])
    monkeypatch.setattr(serve.click, "confirm", lambda words, default: not said.append(words))
    for _ in range(2):
        name = next(evenings)
        monkeypatch.setattr(serve, "places_for", lambda stem, suffix, name=name: iter([tmp_path / f"{stem}-{name}{suffix}"]))
        for table in served(monkeypatch, "nim", tmp_path, tables=2, kept=None).laid.values():
            begin(table)
            table.session.journal.close()
    again = served(monkeypatch, "nim", tmp_path, tables=2, kept=None, terminal=True)
    assert said == ["nim-B.play and nim-B.2.play are not over. Go on?"]
    assert [one.path.name for one in again.laid.values()] == ["nim-B.play", "nim-B.2.play"]
    assert {one.evening for one in again.laid.values()} == {keys.kept(tmp_path / "nim-B.play").evening}
