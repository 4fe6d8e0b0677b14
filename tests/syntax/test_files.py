"""Where games and libraries are looked for, and what is said of a file that cannot be read."""

import os

import pytest

from interpreter.project import files
from interpreter.text.diagnostic import Report

GAME = 'game {name} "A game" for 2..2 players\n'


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small installation of ours, with somebody's own folder beside it, where they are."""
    write(tmp_path / "ours/interpreter/pipeline.py", "")
    write(tmp_path / "ours/stdlib/cards.rules", "library cards\n")
    for folder, names in {"chess": ["chess", "blitz"], "go": ["go"]}.items():
        for name in names:
            write(tmp_path / "ours/rules" / folder / f"{name}.rules", f"## A comment.\n{GAME.format(name=name)}")
    write(tmp_path / "ours/rules/chess/scenarios.rules", "library chess_scenarios\n")
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "ours/interpreter")
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def complaint(path):
    report = Report()
    assert files.read_source(path, report) is None
    [found] = report.diagnostics
    return found.code.id, found.message, found.help


# ------------------------------------------------------------------ where


def test_ours_lie_beside_the_package_in_a_checkout_and_inside_it_when_installed(checkout):
    assert files.shipped() == checkout / "ours"
    os.rename(checkout / "ours/rules", checkout / "ours/interpreter/rules")
    assert files.shipped() == checkout / "ours/interpreter"


def test_games_are_the_files_that_say_so(checkout):
    assert files.games() == ["blitz", "chess", "go"]


@pytest.mark.parametrize("name", ["chess", "blitz", "go"])
def test_a_game_of_ours_is_found_by_its_name(checkout, name):
    assert files.find_game(name).stem == name


@pytest.mark.parametrize("name", ["", "checkers", "scenarios", "../chess", "*", "missing.rules", "a" * 5000, "a\0b"])
def test_what_is_no_game_is_not_found(checkout, name):
    assert files.find_game(name) is None


def test_a_game_is_found_by_its_file_and_by_its_folder(checkout, monkeypatch):
    mine = write(checkout / "mine/nim/nim.rules", GAME.format(name="nim"))
    for name in ("nim/nim.rules", "nim", "nim/", "./nim", str(mine), str(mine.parent)):
        assert os.path.samefile(files.find_game(name), mine), name
    monkeypatch.chdir(mine.parent)
    assert os.path.samefile(files.find_game("."), mine)


def test_a_folder_of_ones_own_comes_before_a_game_of_ours_only_if_it_holds_one(checkout):
    (checkout / "mine/go").mkdir()
    assert files.find_game("go") == checkout / "ours/rules/go/go.rules"
    mine = write(checkout / "mine/go/go.rules", GAME.format(name="go"))
    assert os.path.samefile(files.find_game("go"), mine)


def test_a_library_is_looked_for_beside_the_file_then_in_ours_then_among_games(checkout):
    here = write(checkout / "mine/nim/nim.rules", GAME.format(name="nim"))
    assert files.find_library("cards", here) == checkout / "ours/stdlib/cards.rules"
    assert files.find_library("chess", here) == checkout / "ours/rules/chess/chess.rules"
    assert files.find_library("nothing", here) is None
    own = write(here.with_name("cards.rules"), "library cards\n")
    assert files.find_library("cards", here) == own
    assert files.find_library("cards", here.parent) == own


def test_a_library_does_not_find_itself(checkout):
    own = write(checkout / "mine/nim/cards.rules", "library cards\n")
    assert files.find_library("cards", own) == checkout / "ours/stdlib/cards.rules"


@pytest.mark.parametrize("place", ["nim/variants/v.rules", "nim/variants/readings/v.rules", "other/v.rules"])
def test_the_base_of_a_variant_is_found_in_the_folder_above_and_next_door(checkout, place):
    base = write(checkout / "mine/nim/nim.rules", GAME.format(name="nim"))
    assert os.path.samefile(files.find_library("nim", checkout / "mine" / place), base)


def test_a_variant_finds_the_libraries_of_its_game_and_those_with_its_scenarios(checkout):
    mine = write(checkout / "mine/nim/scenarios/usual.rules", "library usual\n")
    words = write(checkout / "mine/nim/words.rules", "library words\n")
    for place in ("nim/variants/v.rules", "nim/variants/readings/v.rules"):
        assert os.path.samefile(files.find_library("usual", checkout / "mine" / place), mine)
        assert os.path.samefile(files.find_library("words", checkout / "mine" / place), words)
    assert files.find_library("usual", checkout / "mine/nim/nim.rules") is None


def test_what_lies_above_is_taken_only_if_it_is_a_game(checkout):
    write(checkout / "mine/nim.rules", "library nim\n")
    assert files.find_library("nim", checkout / "mine/other/v.rules") is None


def test_scenarios_are_those_of_the_game_itself_beside_it_and_in_its_folder(checkout):
    game = write(checkout / "mine/nim/nim.rules", GAME.format(name="nim"))
    assert files.scenario_files(game) == [game]
    beside = write(game.with_name("scenarios.rules"), "")
    two = write(game.parent / "scenarios/two.rules", "")
    one = write(game.parent / "scenarios/one.rules", "")
    write(game.parent / "scenarios/notes.txt", "")
    assert files.scenario_files(game) == [game, beside, one, two]
    assert files.scenario_files(beside) == [beside, one, two]


# ------------------------------------------------------------------ what


@pytest.mark.parametrize("data", [b"a\nb\n", b"\xef\xbb\xbfa\nb\n", b"a\r\nb\r\n", b"a\rb\r"])
def test_text_is_the_same_whatever_the_editor_put_round_it(checkout, data):
    path = write(checkout / "mine/one.rules", data)
    source = files.read_source(path, Report())
    assert (source.name, source.text) == ("one.rules", "a\nb\n")


def test_a_file_is_named_from_here_or_from_where_ours_lie_or_as_given(checkout):
    assert files.short_name(checkout / "mine/nim/nim.rules") == "nim/nim.rules"
    assert files.short_name(checkout / "ours/rules/go/go.rules") == "rules/go/go.rules"
    assert files.short_name(checkout / "elsewhere.rules") == str(checkout / "elsewhere.rules")


def test_a_missing_file_names_its_neighbour(checkout):
    write(checkout / "mine/nimble.rules", "")
    code, message, help = complaint(checkout / "mine/nimbel.rules")
    assert (code, message) == ("E0111", "there is no file `nimbel.rules`")
    assert help == "did you mean `nimble.rules`?"


@pytest.mark.parametrize("name", ["nowhere/a.rules", "file.txt/a.rules", "a\0b.rules"])
def test_a_path_that_leads_nowhere_is_a_missing_file(checkout, name):
    write(checkout / "mine/file.txt", "")
    assert complaint(checkout / "mine" / name)[0] == "E0111"


def test_a_folder_is_no_file(checkout):
    write(checkout / "mine/nim/nim.rules", "")
    assert complaint(checkout / "mine/nim") == ("E0121", "`nim` cannot be read: it is a folder", "it holds `nim.rules`")


def test_a_name_too_long_for_any_file_is_said_so(checkout):
    code, message, _ = complaint(checkout / "mine" / ("a" * 5000))
    assert code == "E0121" and "cannot be opened" in message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever is root may open everything")
def test_a_file_nobody_may_open(checkout):
    path = write(checkout / "mine/secret.rules", "")
    path.chmod(0)
    assert complaint(path)[0] == "E0121"


def test_the_first_line_that_is_not_text_is_named(checkout):
    path = write(checkout / "mine/old.rules", b"game\n## caf\xe9\n")
    assert complaint(path) == ("E0118", "`old.rules` is not text in UTF-8", "line 2 is the first that is not")


def test_a_workbook_is_not_text(checkout):
    code, _, help = complaint(write(checkout / "mine/cards.csv", b"PK\x03\x04 and so on"))
    assert code == "E0118" and "CSV" in help


def test_the_digest_names_the_texts_in_their_order_and_not_their_line_ends(checkout):
    path = write(checkout / "mine/one.rules", b"\xef\xbb\xbfa\r\nb")
    assert files.digest(path) == files.digest("a\nb") == files.digest(b"a\rb")
    assert files.digest("a", "b") != files.digest("b", "a") != files.digest("ba")
    assert files.digest("ab", "") != files.digest("a", "b")
