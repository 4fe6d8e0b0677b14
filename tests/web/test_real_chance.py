"""Real dice and cards on phones: the host says what fell, each phone names the cards that its player has drawn."""

from tests.web.law_of_bytes import begin
from tests.web.laying import laid


def test_each_names_the_cards_that_they_have_drawn(tmp_path):
    table = laid(tmp_path / "evening.play", "mixtape", 2, chances=["table"])
    begin(table)
    named, taken = 0, set()
    for _ in range(12):
        if table.question(0) is not None:
            break
        role = next(one for one in ("host", "s0", "s1") if (table.state(one)["chance"] or {}).get("q"))
        chance = table.state(role)["chance"]
        others = [one for one in ("host", "s0", "s1", "table") if one != role]
        assert all(set(table.state(one)["chance"]) == {"waits"} for one in others)
        wrong = next(one for one in others if one != "table")
        assert "late" in table.name_chance(wrong, {"q": chance["q"], "text": "t01"})[1]
        free = [one["text"] for one in chance["cards"] if one["text"] not in taken]
        picked = free[:chance["count"]]
        assert table.name_chance(role, {"q": chance["q"], "text": "no such card"})[0] == 422
        assert table.name_chance(role, {"q": chance["q"], "text": " ".join(picked)})[0] == 200, chance["prompt"]
        assert "late" in table.name_chance(role, {"q": chance["q"], "text": " ".join(picked)})[1]
        taken |= set(picked)
        named += 1
    assert named >= 4 and table.question(0) is not None
    own = next(area for area in table.state("s0")["table"]["areas"] if area["owner"] == 0)
    hand = next(zone for zone in own["zones"] if zone["name"] == "hand")
    assert {card["id"] for card in hand["cards"]} <= taken


def test_the_host_types_dice(tmp_path):
    table = laid(tmp_path / "evening.play", "tall_oaks", 2, chances=["d6=table"])
    begin(table)
    chance = table.state("host")["chance"]
    assert chance["prompt"].startswith("roll") and chance["words"] == ["1", "2", "3", "4", "5", "6"]
    assert table.name_chance("host", {"q": chance["q"], "text": "7 7"})[0] == 422
    assert table.name_chance("host", {"q": chance["q"], "text": " ".join(["3"] * chance["count"])})[0] == 200
    assert any("3" in one["text"] for one in table.state("table")["story"])
