"""Nobody gets in: what comes from elsewhere, with a wrong key, for another's seat, too large or malformed, is told so."""

import asyncio
import json
import re
from random import Random

import httpx
import pytest

from tests.web.laying import app_of, BASE, laid, Person
from tests.web.test_table import seated, tried


@tried
async def test_wrong_and_old_links_open_nothing(tmp_path):
    table, host, people = await seated(tmp_path, "nim", 2)
    stranger = Person(app_of(table), table, "s0")
    for key in ("", "x", table.roles["s1"].link, table.roles["host"].link + "x", "é"):
        reply = await stranger.sit(key=key)
        assert reply.status_code == 403 and "opens nothing here" in reply.json()["error"] and "set-cookie" not in reply.headers
    old = table.roles["s0"].link
    await host.say("renew", role="s0")
    assert (await stranger.sit(key=old)).status_code == 403
    assert (await people[0].client.get(people[0].path + "state")).status_code == 403
    assert (await stranger.sit()).status_code == 200


@tried
async def test_a_link_leaves_no_trace_and_the_cookie_is_the_seats_alone(tmp_path):
    table = laid(tmp_path / "evening.play", "nim", 2)
    one = Person(app_of(table), table, "s0")
    page = await one.client.get(one.path)
    assert table.roles["s0"].link not in page.text                # the key stands behind `#`, which is sent to nobody
    reply = await one.sit("Ann")
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/t/1/s0/" in cookie
    kept = (tmp_path / "evening.play.seats").read_text(encoding="utf-8")
    assert re.search(r"=([\w-]{22});", cookie)[1] not in kept     # of a cookie only its hash is kept
    assert (tmp_path / "evening.play.seats").stat().st_mode & 0o077 == 0


@tried
async def test_anothers_question_cannot_be_answered(tmp_path):
    table, host, people = await seated(tmp_path, "mixtape", 2)
    asked = (await people[0].state())["asked"]
    wrong = Person(app_of(table), table, "s0")
    wrong.client.cookies = people[1].client.cookies               # another's cookie, the path of this seat
    assert (await wrong.answer(asked, Random(1))).status_code == 403
    for word in ("answer", "why", "rule", "agree"):
        assert (await host.say(word, q=asked["id"], option=0)).status_code == 404
    for word in ("start", "bot", "renew", "finish", "links"):
        assert (await people[0].say(word, role="s1", bot="first")).status_code == 404
    assert not any(entry.seat >= 0 for entry in table.session.entries)


@pytest.mark.parametrize("sent", [
    {}, {"option": 99}, {"option": -1}, {"option": True}, {"option": "0"}, {"option": [0]}, {"items": [0, 0]}, {"items": "0"},
    {"parts": [[0], [1], [2]]}, {"parts": 3}, {"parts": [[0, 1], [0, 2]]}, {"closed": 99}, {"offer": 0}, {"closed_offer": 5},
    {"option": None}, {"items": [0.5]}, {"parts": [[{}], [1]]},
])
def test_what_was_not_offered_is_no_answer(tmp_path, sent):
    async def send():
        table, host, people = await seated(tmp_path, "mixtape", 2)
        asked = (await people[0].state())["asked"]
        reply = await people[0].say("answer", q=asked["id"], **sent)
        assert reply.status_code == 422 and (reply.json().get("error") or reply.json().get("refused"))
        assert not any(entry.seat >= 0 for entry in table.session.entries)

    asyncio.run(send())


@tried
async def test_host_and_origin_are_looked_at(tmp_path):
    table, host, people = await seated(tmp_path, "nim", 2)
    one = people[0]
    get, post = one.client.get, one.client.post
    for name in ("evil.test", "table.test.evil.test", "table.test:99", ""):
        assert (await get(one.path, headers={"host": name})).status_code == 421
    for origin in ("http://evil.test", "ftp://table.test", "table.test", "null", "", "http://table.test.evil.test", "http://table.test:1"):
        reply = await post(one.path + "rule", json={}, headers={"origin": origin})
        assert reply.status_code == 403 and reply.json() == {"error": "this comes from another page"}
    assert (await post(one.path + "rule", content=b"{}", headers={"content-type": "text/plain"})).status_code == 415


@tried
async def test_bodies_that_are_large_or_no_json(tmp_path):
    table, host, people = await seated(tmp_path, "nim", 2)
    one, head = people[0], {"content-type": "application/json"}
    for body, status in ((b'{"q":"' + b"x" * 1_000_000 + b'"}', 413), (b"{", 400), (b"[1]", 400), (b"\xff", 400),
                         (b"[" * 16_000, 400), (b"", 400), (b'{"q":"\\ud800"}', 400), (b'{"q":' + b"9" * 9_000 + b"}", 400)):
        reply = await one.client.post(one.path + "answer", content=body, headers=head)
        assert reply.status_code == status and reply.json()["error"] and "Traceback" not in reply.text


WORDS = ("answer", "why", "rule", "agree", "story", "score", "chance", "undo", "fix", "start", "bot", "links", "sit", "nothing")
KEYS = ("q", "option", "items", "parts", "offer", "closed", "closed_offer", "text", "line", "value", "further", "yes", "role",
        "key")
PLAIN = (True, False, None, "", "x", "s0", "host", "random", "0.0", "1.0", "__class__", "\u202e", "é\n", "a" * 300, "{",
         "upper", 1e308, float("nan"), -0.5, 2 ** 70)


def some_value(chance: Random, depth: int = 0):
    """Anything that JSON can say, nested a little."""
    if depth < 3 and chance.random() < 0.25:
        return [some_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if depth < 2 and chance.random() < 0.1:
        return {chance.choice(KEYS): some_value(chance, depth + 1)}
    return chance.randrange(-3, 12) if chance.random() < 0.5 else chance.choice(PLAIN)


@pytest.mark.parametrize(("game", "count", "chances"), [("nim", 2, []), ("mixtape", 2, ["table"])])
def test_whatever_is_sent_gets_a_sentence_and_a_status(tmp_path, game, count, chances):
    async def send():
        table, host, people = await seated(tmp_path, game, count, chances=chances)
        chance, everyone = Random(7), [host, *people]
        for _ in range(150):
            one, word = chance.choice(everyone), chance.choice(WORDS)
            sent = {key: some_value(chance) for key in chance.sample(KEYS, chance.randrange(5))}
            state = await one.state()
            asked, fell = state.get("asked"), state.get("chance")
            if chance.random() < 0.8:
                sent |= {"q": asked["id"]} if asked else {"q": fell["q"]} if fell and "q" in fell else {}
            body = json.dumps(sent).encode()
            reply = await one.client.post(one.path + word, content=body, headers={"content-type": "application/json"})
            assert reply.status_code < 500, (word, sent, reply.text)
            assert reply.status_code == 200 or reply.json().get("error") or reply.json().get("refused")

    asyncio.run(send())


@tried
async def test_paths_that_lead_elsewhere(tmp_path):
    table, host, people = await seated(tmp_path, "nim", 2)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app_of(table)), base_url=BASE)
    for path in ("/../etc/passwd", "/page.js/../../app.py", "/t/1/../../app.py", "/static/page.js", "/t/99/s0/", "/t/x/s0/",
                 "/t/1/s9/", "/t/1/s0/%2e%2e/host/state", "/%2f%2fevil.test/", "/t/-1/s0/", "/t/1/__class__/",
                 "/evening.play.seats", f"/t/{'9' * 5000}/s0/", "/t/01/s0/", "/t/\u0661/s0/", f"/t/1/s{'9' * 5000}/"):
        reply = await client.get(path)
        assert reply.status_code == 404 and "here" in reply.text or "no such table" in reply.text, (path, reply.text)
    assert (await client.get("/t/1/s0/evening.play")).status_code == 403
    assert (await client.get("/t/1/s0/events")).status_code == 403
    assert (await client.get("/t/1/s0/state")).status_code == 403


@tried
async def test_every_answer_has_the_headers_that_keep_pages_to_themselves(tmp_path):
    table, host, people = await seated(tmp_path, "nim", 2)
    one = people[0]
    for path in (one.path, one.path + "state", "/", "/page.js", "/nowhere"):
        head = (await one.client.get(path)).headers
        policy = head["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy
        assert "unsafe" not in policy and "http" not in policy
        assert head["x-content-type-options"] == "nosniff" and head["referrer-policy"] == "no-referrer"
        assert head["cache-control"] == "no-store" and "frame-ancestors 'none'" in policy
        assert "server" not in head


@tried
async def test_a_play_is_not_told_to_an_onlooker(tmp_path):
    """The big screen shows what everybody may see: no hand, and of secret choices nothing before all are done."""
    table, host, people = await seated(tmp_path, "mixtape", 3)
    screen = Person(app_of(table), table, "table")
    await screen.sit()
    state = await screen.state()
    hands = [zone for area in state["table"]["areas"] if area["owner"] >= 0 for zone in area["zones"] if zone["name"] == "hand"]
    assert len(hands) == 3 and all(zone["cards"] == [] and zone["count"] == 3 for zone in hands)
    before = state["story"]
    await people[0].answer((await people[0].state())["asked"], Random(1))
    after = await screen.state()
    assert after["story"] == before and after["seats"][0]["doing"] == "has answered"
    assert (await screen.say("answer", q="0.0", option=0)).status_code == 404
