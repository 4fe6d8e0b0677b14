"""The language server as an editor meets it: one process, spoken to over stdio, a request each."""

import shutil

import pytest

from interpreter.pipeline import load
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report
from interpreter.verdict import verdict_on
from tests.editor.client import Client, Refused, ROOT


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    shutil.copytree(ROOT / "rules/moths", folder / "moths")
    shutil.copytree(ROOT / "rules/mixtape", folder / "mixtape")
    return folder


@pytest.fixture(scope="module")
def client(home):
    with Client() as one:
        yield one
        assert "Traceback" not in "".join(one.errors)


@pytest.fixture(scope="module")
def moths(client, home):
    """The game, opened and known."""
    uri = client.open(home / "moths/moths.rules")
    client.wait_for("workspace/semanticTokens/refresh")
    return uri


@pytest.fixture(autouse=True)
def as_it_was(client, moths, home):
    """Every test begins with the file as it is on disk."""
    yield
    text = (home / "moths/moths.rules").read_text(encoding="utf-8")
    if client.texts[moths] != text:
        client.change(moths, text)


def labels(client, uri, words):
    """What can stand behind these words."""
    return [one["label"] for one in client.ask("textDocument/completion", client.at(uri, words, len(words)))["items"]]


def edited(client, uri, old, new):
    """The file with other words; gives the version."""
    assert old in client.texts[uri]
    return client.change(uri, client.texts[uri].replace(old, new, 1))


def applied(texts, edit):
    """What files say after a workspace edit."""
    made = {}
    for uri, changes in edit["changes"].items():
        lines = texts(uri).split("\n")
        for one in sorted(changes, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]),
                          reverse=True):
            (a, b), (c, d) = ([one["range"][end][part] for part in ("line", "character")] for end in ("start", "end"))
            lines[a:c + 1] = (lines[a][:b] + one["newText"] + lines[c][d:]).split("\n")
        made[uri] = "\n".join(lines)
    return made


# ------------------------------------------------------------------ what is wrong


def test_a_mistake_in_a_name_is_told_with_the_keystroke_and_can_be_mended(client, moths):
    version = edited(client, moths, "set lit to no\n    set leader", "set litt to no\n    set leader")
    found = client.wait(moths, lambda found: any(one["code"] == "E0201" for one in found), version=version)
    one = next(one for one in found if one["code"] == "E0201")
    assert one["range"]["start"] == {"line": 49, "character": 8} and one["range"]["end"]["character"] == 12
    actions = client.ask("textDocument/codeAction", {"textDocument": {"uri": moths}, "range": one["range"],
                                                     "context": {"diagnostics": [one]}})
    assert actions[0]["title"] == "write `lit`"
    text = applied(client.texts.get, actions[0]["edit"])[moths]
    version = client.change(moths, text)
    client.wait(moths, lambda found: found == [], version=version)


def test_any_number_of_mistakes_in_writing_at_once(client, moths):
    text = client.texts[moths].replace("  shuffle deck", "  shufle deck").replace("define trump() =", "define trump( =")
    version = client.change(moths, text)
    found = client.wait(moths, lambda found: len(found) >= 2, version=version)
    assert {one["range"]["start"]["line"] for one in found} >= {45, 99}


def test_what_the_checks_find_comes_after(client, moths):
    zone = "zone spent: pile of Moth, face up"
    version = edited(client, moths, zone, f"{zone}\nzone unused_one: pile of Moth, face up")
    found = client.wait(moths, lambda found: any("unused_one" in one["message"] for one in found), version=version)
    assert found[0]["range"]["start"]["line"] == 20


def test_a_second_declaration_names_the_place_of_the_first(client, moths):
    version = edited(client, moths, "counter night: 0..nights = 0", "counter night: 0..nights = 0\ncounter night: 0..3 = 0")
    found = client.wait(moths, lambda found: any(one["code"] == "E0209" for one in found), version=version)
    related = next(one for one in found if one["code"] == "E0209")["relatedInformation"]
    assert related[0]["location"]["uri"] == moths and related[0]["location"]["range"]["start"]["line"] == 20


def test_mistakes_in_data_stand_at_their_cell(client, home, moths):
    path = home / "moths/moths.csv"
    uri = client.open(path, path.read_text(encoding="utf-8").replace(",green,", ",grene,", 1))
    found = client.wait(uri, lambda found: found != [])
    line = client.texts[uri].split("\n")[found[0]["range"]["start"]["line"]]
    start, end = found[0]["range"]["start"]["character"], found[0]["range"]["end"]["character"]
    assert line[start:end] == "grene" and "green" in found[0]["message"]
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


# ------------------------------------------------------------------ what can stand here


def test_behind_a_dot_stands_what_the_thing_has(client, moths):
    edited(client, moths, "  raise p.won by 1", "  raise p.\n")
    found = labels(client, moths, "raise p.")
    assert found == ["hand", "pledge", "flown", "won", "points", "kept", "night_points", "total"]
    edited(client, moths, "raise p.\n", "set lit to best.\n")
    assert set(labels(client, moths, "to best.")) == {"hue", "rank", "place"}
    edited(client, moths, "to best.\n", "to (some d in p.flown where d.\n")
    assert set(labels(client, moths, "some d in p.flown where d.")) == {"hue", "rank", "place"}


def test_behind_cites_stand_clauses(client, moths):
    edited(client, moths, "cites L-10", "cites ")
    items = client.ask("textDocument/completion", client.at(moths, "new lamp?\"  cites ", 18))["items"]
    assert "L-10" in [one["label"] for one in items] and all(one["detail"] for one in items)


def test_behind_to_stand_zones(client, moths):
    edited(client, moths, "    move spent to deck", "    move spent to \n")
    found = labels(client, moths, "move spent to ")
    assert {"deck", "lamp", "spent", "me.hand"} <= set(found) and not {"night", "trump", "red", "collect"} & set(found)


def test_a_line_begins_with_statements_and_effects(client, moths):
    edited(client, moths, "    move spent to deck", "    ")
    found = labels(client, moths, "move p.pledge to deck\n    ")
    assert {"move", "set", "if", "collect", "reckon_up"} <= set(found) and not {"zone", "effect"} & set(found)


def test_an_enum_is_compared_with_its_members(client, moths):
    edited(client, moths, "    if led is none", "    if led is ")
    assert {"red", "blue", "green", "gold"} <= set(labels(client, moths, "if led is ")[:5])


# ------------------------------------------------------------------ what it is


def hover(client, uri, words, behind=0):
    found = client.ask("textDocument/hover", client.at(uri, words, behind))
    return found["contents"]["value"] if found else ""


def test_hover_says_what_a_name_is_and_tells_the_line(client, moths):
    said = hover(client, moths, "set lit to no\n    set leader", 5)
    assert "state lit: yes/no = no" in said and "“lit” no longer holds" in said
    assert "best: a Moth" in hover(client, moths, "let best", 5)
    assert "The 1 of a hue blinds the 9" in hover(client, moths, "strength(only", 2)
    assert "(procedure)" in hover(client, moths, "cites L-05", 8)
    assert "R-1" in hover(client, moths, "option nights", 9) and "Ruling" in hover(client, moths, "option nights", 9)
    assert hover(client, moths, "for 3..4 players", 5) == ""


def test_definition_and_references(client, moths, home):
    found = client.ask("textDocument/definition", client.at(moths, "collect(best", 2))
    assert [one["range"]["start"]["line"] for one in found] == [80]
    found = client.ask("textDocument/definition", client.at(moths, "lamp is", 0) if "lamp is" in client.texts[moths] else
                       client.at(moths, "only(lamp)", 6))
    assert found[0]["range"]["start"] == {"line": 18, "character": 5}
    found = client.ask("textDocument/references", {**client.at(moths, "effect reckon_up", 9),
                                                   "context": {"includeDeclaration": True}})
    assert {(one["range"]["start"]["line"]) for one in found if one["uri"] == moths} == {64, 92}
    clause = client.ask("textDocument/definition", client.at(moths, "cites L-05", 8))
    assert clause[0]["uri"].endswith("clauses.tsv")


def test_signature_help(client, moths):
    edited(client, moths, "    if led is none", "    if follows(flying, ")
    found = client.ask("textDocument/signatureHelp", client.at(moths, "if follows(flying, ", 19))
    assert found["signatures"][0]["label"] == "follows(c: Moth, p: Player)" and found["activeParameter"] == 1


# ------------------------------------------------------------------ what changes files


@pytest.mark.parametrize("words, behind, new, files", [
    ("zone spent", 5, "out_of_game", {"moths.rules", "scenarios.rules"}),
    ("  hue: Hue", 3, "colour", {"moths.rules", "moths.csv", "scenarios.rules"}),
    ("= red |", 3, "crimson", {"moths.rules", "moths.csv", "scenarios.rules"}),
    ("let base", 5, "start", {"moths.rules"}),
    ("counter points", 9, "tally", {"moths.rules", "scenarios.rules"}),
    ("turn fly", 6, "flight", {"moths.rules", "scenarios.rules"}),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_renamed_game_still_checks_and_tests(client, moths, home, tmp_path, words, behind, new, files):
    edit = client.ask("textDocument/rename", {**client.at(moths, words, behind), "newName": new})
    made = applied(lambda uri: open(uri.removeprefix("file://"), encoding="utf-8").read(), edit)
    assert {uri.rsplit("/", 1)[1] for uri in made} <= files and moths in made
    shutil.copytree(home / "moths", tmp_path / "moths")
    for uri, text in made.items():
        (tmp_path / "moths" / uri.rsplit("/", 1)[1]).write_text(text, encoding="utf-8")
    report = Report()
    rules = load(tmp_path / "moths/moths.rules", report)
    assert rules is not None and verdict_on(tmp_path / "moths/moths.rules").found == []
    assert [one.title for one in run_scenarios(rules, report) if not one.passed] == []


def test_a_word_of_the_language_is_refused_as_a_name(client, moths):
    with pytest.raises(Refused, match="cannot be a name"):
        client.ask("textDocument/rename", {**client.at(moths, "zone spent", 6), "newName": "move"})


def test_formatting(client, moths):
    edited(client, moths, "zone spent: pile of Moth, face up", "zone   spent:   pile of Moth,face up")
    changes = client.ask("textDocument/formatting", {"textDocument": {"uri": moths},
                                                     "options": {"tabSize": 2, "insertSpaces": True}})
    assert "zone spent: pile of Moth, face up\n" in changes[0]["newText"]


# ------------------------------------------------------------------ the whole file


def test_symbols_folds_colours_hints(client, moths):
    of = {"textDocument": {"uri": moths}}
    names = [one["name"] for one in client.ask("textDocument/documentSymbol", of)]
    assert names[:4] == ["moths", "Hue", "Moth", "moths"] and "fly" in names
    assert {"startLine": 80, "endLine": 90} in [
        {key: one[key] for key in ("startLine", "endLine")} for one in client.ask("textDocument/foldingRange", of)]
    colours = client.ask("textDocument/semanticTokens/full", of)["data"]
    assert len(colours) % 5 == 0 and len(colours) > 1000
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 200, "character": 0}}
    hints = client.ask("textDocument/inlayHint", {**of, "range": everything})
    assert {one["label"] for one in hints} == {": a Moth", ": 10..20"}
    found = client.ask("workspace/symbol", {"query": "trump"})
    assert [one["name"] for one in found] == ["trump"]
    same = client.ask("textDocument/documentHighlight", client.at(moths, "define trump", 8))
    assert len(same) == 6


def test_scenarios_are_run_from_their_lens(client, home, moths):
    path = home / "moths/scenarios.rules"
    text = path.read_text(encoding="utf-8")
    uri = client.open(path)
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert {one["command"]["title"] for one in lenses} == {"run", "play from here"}
    assert sum(one["command"]["title"] == "run" for one in lenses) == text.count("\nscenario ")
    here = next(one["command"] for one in lenses if one["command"]["title"] == "play from here")
    assert here["command"] == "rulewright.play" and here["arguments"][0].endswith(".rules") and here["arguments"][1] in text
    client.said.clear()
    client.ask("workspace/executeCommand", lenses[0]["command"])
    client.wait_for("workspace/codeLens/refresh")
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert {one["command"]["title"] for one in lenses} == {"passed: run again", "play from here"}


def test_a_variant_shows_what_it_changes(client, home, moths):
    uri = client.open(home / "mixtape/variants/action_tokens.rules")
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    was = [one["command"] for one in lenses if one["command"]["title"] == "what it was"]
    assert len(was) == 3
    shown = [client.ask("workspace/executeCommand", one) for one in was]
    assert [one["text"].split("  ")[0] for one in shown[1:]] == ["step split, everyone at once", "step pass, everyone at once"]
    said = hover(client, uri, "replace step pass", 14)
    assert "it was, in" in said and "step pass, everyone at once" in said and "move me.half[h] to left_of(me)" in said
