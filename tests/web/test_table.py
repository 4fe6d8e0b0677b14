"""A table over HTTP, without a browser: sitting down, answering once, taking back, bots, and coming back after a crash."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from interpreter.cli.commands.serve import table_to_go_on
from interpreter.observation.view import ONLOOKER
from interpreter.session.transcript import read_file
from interpreter.text.diagnostic import Report
from interpreter.web.picture import Pictures
from tests.web.law_of_bytes import begin, play_and_compare
from tests.web.laying import app_of, laid, Person, some_answer

NIM = "nim"


def tried(test):
    """Runs a test that waits."""
    def run(tmp_path):
        asyncio.run(asyncio.wait_for(test(tmp_path), 120))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def seated(path: Path, game: str, count: int, **words):
    """A table on which everybody sits and the play has begun: the table, the host, the people."""
    table = laid(path / "evening.play", game, count, **words)
    app = app_of(table)
    host, people = Person(app, table, "host"), [Person(app, table, f"s{k}") for k in range(len(table.names))]
    for one, name in zip([host, *people], ["", "Ann", "Bo", "Cy", "Di"], strict=False):
        assert (await one.sit(name)).status_code == 200
    assert (await host.say("start")).status_code == 200
    return table, host, people


async def turn(people, chance: Random) -> int:
    """Everybody who is asked answers: how many answers were taken."""
    taken = 0
    for one in people:
        asked = (await one.state())["asked"]
        if asked is not None:
            taken += (await one.answer(asked, chance)).status_code == 200
    return taken


@tried
async def test_three_play_a_whole_game_and_take_it_home(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 3)
    chance = Random(1)
    assert (await people[0].client.get(people[0].path + "evening.play")).status_code == 409
    while table._phase() == "playing":
        assert await turn(people, chance) > 0
    over = (await people[1].state())["over"]
    assert over["words"].startswith("The play is over.") and len(over["rows"]) == 3
    assert all(one["parts"] for one in (await people[1].say("score")).json()["parts"])
    home = (await people[1].client.get(people[1].path + "evening.play")).text
    assert home == (tmp_path / "evening.play").read_text(encoding="utf-8") and "\nover finished" in home


@tried
async def test_names_are_typed_and_stay(tmp_path):
    table = laid(tmp_path / "evening.play", NIM, 2)
    app = app_of(table)
    ann, bo = Person(app, table, "s0"), Person(app, table, "s1")
    assert (await ann.sit("Ann")).status_code == 200
    assert "called ann already" in (await bo.sit("ann")).json()["error"]
    assert "a name has up to 24 signs" in (await bo.sit("B{o}")).json()["error"]
    assert (await bo.sit("<b>Bo</b>")).status_code == 200
    page = (await ann.client.get(ann.path)).text
    assert "<b>Bo" not in page and "\\u003cb>Bo" in page


@tried
async def test_the_same_answer_twice_does_no_harm(tmp_path):
    table, host, people = await seated(tmp_path, NIM, 2)
    asked = (await people[0].state())["asked"]
    sent = {"q": asked["id"], "option": 0}
    replies = await asyncio.gather(*(people[0].say("answer", **sent) for _ in range(5)))
    said = [next(iter(one.json())) for one in replies]
    assert sorted(said) == ["fine", "late", "late", "late", "late"]
    count = len(table.session.entries)
    assert count == 1
    assert (await people[0].say("answer", **sent)).json() == {"late": "that question is answered already"}
    assert len(table.session.entries) == count


@tried
async def test_two_who_answer_at_the_same_instant_are_both_right(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 3)
    for _ in range(4):
        states = await asyncio.gather(*(one.state() for one in people))
        chance, before = Random(2), len(table.session.entries)
        answers = [one.answer(state["asked"], chance) for one, state in zip(people, states, strict=True) if state["asked"]]
        replies = await asyncio.gather(*answers)
        assert replies and all(one.json() == {"fine": "taken"} for one in replies)
        given = [entry.seat for entry in table.session.entries[before:] if entry.seat >= 0]
        assert len(given) == len(replies)


@tried
async def test_what_is_not_allowed_says_why(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 2)
    asked = (await people[0].state())["asked"]
    assert asked["sort"] == "parts"
    refused = (await people[0].say("answer", q=asked["id"], parts=[[0], [1, 2]])).json()
    assert "refused" in refused and refused["clauses"] and refused["accepted"]
    assert len([one for one in table.session.entries if one.seat == 0]) == 0
    why = (await people[0].say("why", q=asked["id"], parts=[[0, 1], [2]])).json()
    assert why["fine"].startswith("nothing speaks against")
    rule = (await people[0].say("rule", q=asked["id"])).json()
    assert rule["by"].startswith("asked by step") and rule["clauses"]


@tried
async def test_a_thing_that_can_be_in_no_answer_is_shown_and_says_why(tmp_path):
    chance = Random(1)
    for seed in range(20):
        table = laid(tmp_path / f"{seed}.play", "tests/session/fair/fair.rules", 2, seed=seed)
        begin(table)
        for role in ["s0", "s1"] * 6:
            question = table.question(table.seat_of(role))
            asked = table._asked(question.seat) if question is not None else None
            if asked and asked["name"] == "goods" and asked["closed"]:
                said = table.why(role, {"q": asked["id"], "closed": 0})
                assert said[0] == 200 and "not it.frail" in said[1]["refused"] and said[1]["clauses"][0].startswith("F-004")
                assert asked["closed"][0]["card"]["id"] not in [one["card"]["id"] for one in asked["items"]]
                assert table.answer(role, {"q": asked["id"], "closed": 0})[0] == 422
                assert table.why(role, {"q": asked["id"], "closed": len(asked["closed"])})[0] == 422
                return
            if asked:
                table.answer(role, {"q": asked["id"], **some_answer(asked, chance)})
    raise AssertionError("nobody has anything frail")


@tried
async def test_a_seat_is_taken_up_on_another_phone_and_the_old_page_is_told(tmp_path):
    table, host, people = await seated(tmp_path, NIM, 2)
    other = Person(app_of(table), table, "s0")
    await other.sit()
    assert (await people[0].client.get(people[0].path + "state")).status_code == 403
    assert (await other.state())["asked"] is not None
    assert (await people[0].say("answer", q="0.0", option=0)).status_code == 403


@tried
async def test_a_disk_on_which_links_cannot_be_kept_stops_nobody(tmp_path):
    table, host, people = await seated(tmp_path, NIM, 2)
    (tmp_path / "evening.play.seats.new").mkdir()            # where they would be written
    assert (await Person(app_of(table), table, "s1").sit()).status_code == 200
    assert (await host.say("renew", role="s1")).status_code == 200
    state = await people[0].state()
    assert "the links cannot be kept" in state["notice"] and state["asked"]
    assert (await people[0].say("answer", q=state["asked"]["id"], option=0)).json() == {"fine": "taken"}


@tried
async def test_a_seat_is_given_to_a_bot_and_back(tmp_path):
    table, host, people = await seated(tmp_path, NIM, 2)
    assert (await host.say("bot", role="s1", bot="random")).status_code == 200
    for _ in range(2):                           # the row, and how many
        asked = (await people[0].state())["asked"]
        await people[0].say("answer", q=asked["id"], option=0)
    after = await people[0].state()
    assert after.get("over") or after["asked"] is not None and after["seats"][1]["bot"] == "random"
    assert any(entry.seat == 1 for entry in table.session.entries)
    assert (await host.say("bot", role="s1", bot="")).status_code == 200
    assert (await host.say("bot", role="s1", bot="chess")).status_code == 422
    assert (await host.say("bot", role="host", bot="first")).status_code == 422


@tried
async def test_taking_back_asks_those_whom_it_concerns(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 3)
    asked = (await people[0].state())["asked"]
    await people[0].answer(asked, Random(1))
    reply = (await people[1].say("undo", further=False)).json()
    assert reply["fine"] == "Ann has to agree"
    assert (await people[0].state())["proposal"]["mine"] is True
    assert (await people[2].state())["proposal"]["mine"] is False
    assert (await people[2].say("agree", yes=True)).json() == {"late": "nothing is asked any more"}
    assert (await people[0].say("agree", yes=False)).json() == {"fine": "not done"}
    assert (await people[0].state())["asked"] is None
    assert (await people[0].say("undo", further=False)).json() == {"fine": "done"}
    again = (await people[0].state())["asked"]
    assert again["name"] == asked["name"] and again["id"] != asked["id"]
    assert (await people[0].answer(asked, Random(1))).json()["late"]


@tried
async def test_an_answer_is_put_right(tmp_path):
    table, host, people = await seated(tmp_path, NIM, 2)
    asked = (await people[0].state())["asked"]
    await people[0].say("answer", q=asked["id"], option=0)
    lines = (await people[0].say("story")).json()["lines"]
    number = next(one["n"] for one in lines if one["what"] == "answer")
    said = await people[0].say("fix", line=number, value="row[B]")
    assert said.status_code == 409 and "is not one of upper, middle, lower" in said.json()["error"]
    assert (await people[0].say("fix", line=number, value=7)).status_code == 422
    assert (await people[0].say("fix", line=9999, value="2")).status_code == 409
    old = (await people[0].state())["asked"]
    assert (await people[0].say("fix", line=number, value="lower")).json() == {"fine": "done"}
    now = (await people[0].state())["asked"]
    assert table.session.entries[-1].text == "lower" and now["id"] != old["id"]
    assert "late" in (await people[0].say("answer", q=old["id"], option=0)).json()
    table.session.journal.close()
    again = table_to_go_on(None, tmp_path / "evening.play", ())
    assert again.ticket(0) == now["id"]          # a page that comes back answers the question it was put


@tried
async def test_what_was_answered_is_there_after_a_crash_and_phones_come_back(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 3)
    chance = Random(4)
    for _ in range(6):
        await turn(people, chance)
    entries, states = table.session.entries, [await one.state() for one in people]
    table.session.journal.close()                # nothing else is done: as after a crash
    again = table_to_go_on(None, tmp_path / "evening.play", ())
    assert again.session.entries == entries
    app = app_of(again)
    for one, state in zip(people, states, strict=True):
        back = Person(app, again, one.role)
        back.client.cookies = one.client.cookies
        now = await back.state()
        assert (now["asked"], now["table"], now["story"]) == (state["asked"], state["table"], state["story"])
    assert read_file(tmp_path / "evening.play", Report()).heading.seal == again.seal != ""


@pytest.mark.parametrize(("game", "count", "answers"), [("mixtape", 4, 400), ("tall_oaks", 6, 24)])
def test_a_page_is_small(tmp_path, game, count, answers):
    """The first look of anybody, at any time: one page of less than 60 kB with its script, and nothing else to load."""
    async def look():
        table = laid(tmp_path / "evening.play", game, count, seed=3)
        app, most = app_of(table), 0
        people = [Person(app, table, role) for role in table.roles]
        for one in people:
            await one.sit()
        script = await people[0].client.get("/page.js")
        begin(table)
        for part in range(5):
            for one in people:
                page = await one.client.get(one.path)
                assert page.text.count("src=") == 1 and 'rel="icon" href="data:,"' in page.text
                assert "stylesheet" not in page.text
                most = max(most, len(page.content))
            play_and_compare(table, Random(part), answers // 4, 0)
        assert most + int(script.headers["content-length"]) < 60_000
        plain = await people[0].client.get("/page.js", headers={"accept-encoding": "identity"})
        assert plain.content == script.content and "content-encoding" not in plain.headers

    asyncio.run(look())


@pytest.mark.parametrize(("game", "people"), [("tall_oaks", 4), ("mixtape", 3), ("tests/probe/town.rules", 3)])
def test_what_is_drawn_once_is_what_would_be_drawn_anew(game, people, tmp_path):
    table, chance = laid(tmp_path / "evening.play", game, people, seed=2), Random(2)
    begin(table)
    for _ in range(40):
        role = next((one for one in table.roles if one.startswith("s") and table.question(table.seat_of(one))), None)
        if role is None:
            break
        asked = table.state(role)["asked"]
        table.answer(role, {"q": asked["id"], **some_answer(asked, chance)})
        for audience in (ONLOOKER, *range(people)):
            anew = Pictures(table.session.spec, table.begun.faces)
            assert table.pictures.table(table.session, audience) == anew.table(table.session, audience)
    assert table.pictures.drawn
