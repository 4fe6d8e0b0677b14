"""Writes what the docs list from the code: `python -m tests.make_docs`, from the top of a checkout.

In:  the core words, stdlib/, the grammar, and every game in rules/ and tests/.
Out: docs/words.md, docs/grammar.md, rules/README.md, the list of words in docs/language.md, and what the commands in
     README.md and docs/guide/ print. `PAGES` has a function for
     each; tests/test_docs.py compares what they give with what lies there.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from interpreter.core import builtins as core
from interpreter.syntax import ast, terminals
from interpreter.syntax.builder import class_name
from interpreter.syntax.parser import keywords, parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.blocks import printed, ROOT
from tests.make_evening import evening_page
from tests.make_evening_in_tall_oaks import tall_oaks_page
from tests.make_rulings import GAMES, rulings_page
from tests.make_variants import variant_pages

MADE = "<!-- Made by `python -m tests.make_docs`; change what it is made from. -->\n\n"
GRAMMAR = "interpreter/syntax/grammar.lark"

# values and words that are no row of interpreter/core/builtins.py, because they need the table or the rule they stand in
VALUES = {
    "me": "The player whose turn, or whose branch of a simultaneous step, it is.",
    "it": "The thing a filter or a guard looks at.",
    "players": "All seats, in their order.",
    "previous": "In a `route`: the space left by the last step.",
    "none": "Nothing, where something could be.",
    "empty": "A collection with nothing in it; `is empty`.",
    "nobody": "No player, where one could be.",
    "total": "The sum of all scores.",
}
EXTRA = {
    "every_place": ("a kind", "Every component of a kind, wherever it lies."),
    "seats_after": ("a player", "Everybody clockwise, from the left-hand neighbour round to the player."),
    "reachable": ("a player, a space, a route, a number", "The spaces where a journey of the player along the route may end "
                  "that sets out from the space and has exactly so many moves."),
}
# why a word is kept that fewer than two games use
REASONS = {
    "orders": "the best order of a few things cannot be found without going through them all",
    "groups": "the best group of a few things, likewise",
    "links": "a board is a graph, and no rule can see a graph otherwise",
    "reachable": "a search for journeys, as `travel` makes it, without travelling",
    "distance": "a search, and a `define` may not come back to itself",
    "bottom": "the other end of `top`; a rulebook says top and bottom",
    "top": "a pile's end by its name in the rulebook; `first` would read oddly",
    "sorted": "a rule cannot put a list in order by going through it once",
    "max": "the other side of `min`",
    "abs": "cannot be left out where `min` and `max` are there",
    "every_place": "an `always` about conservation needs it",
    "shifted": "a grid's columns and rows are its own, and no rule can see them otherwise",
    "ray": "a walk along a grid ends where it ends, and no value goes on until something holds",
    "lines": "every game of so many in a row on a grid asks for it",
    "lines_through": "the same after one move, without looking at the whole grid",
    "next_to": "directions by their names", "along": "directions by their names",
    "nearest": "belongs to boards, and every game with a chase on a board asks for it",
    "beside": "belongs to boards",
    "clamped": "belongs to tracks; a table of values that stops at its ends is common",
    "all_alike": "belongs to dice",
    "showing": "belongs to dice",
    "pips": "belongs to dice",
    "triangle": "the commonest table of set scoring",
    "counterclockwise_after": "direction of play is a matter of seats, not of one game",
    "counterclockwise_from": "the same, with who begins",
    "none": "the absence of a thing",
    "nobody": "reads better than `none` for a player",
    "previous": "turning round on a route",
    "min": "the smaller of two numbers; without it a rule needs an `if`",
    "last": "the other end of `first`",
    "reversed": "an order the other way round",
    "right_of": "the other side of `left_of`",
    "seats_after": "who sits where cannot be said otherwise; the library's words about seats are made of it",
    "others": "who is left when I am taken away",
}
VERB_REASONS = {
    "do_nothing": "a branch in which nothing is done, and a clause that says so",
    "score_cases": "a score with cases, without a define for it",
    "always": "what must hold, for the tests of every game",
    "announce": "an event without an effect has to be let happen",
    "arrange": "an order is a decision that no series of choices says as plainly",
    "board": "places and the ways between them; no game without a map needs it",
    "define_cases": "a list of cases read from the top, as rulebooks have it",
    "depending": "a case for each value, and a mistake if one is forgotten",
    "event": "what several rules cause and none is the body of",
    "hold": "the only way to say: not now, but when this is done",
    "lower": "the other side of `raise`",
    "may": "yes or no, with what follows from yes below it",
    "may_choose": "one or nothing, without a value for nothing",
    "limit_nesting": "how deep a rule may come back to itself",
    "offer": "free actions belong to no question",
    "order": "which of two triggers comes first, said on purpose and not by a place in the files",
    "pick": "chance among things, where a die is chance among faces",
    "proceed": "an `instead of` that sometimes does not",
    "repeat_times": "so many times, without a name for a number nobody reads",
    "require": "settings that do not go together are refused before play",
    "reveal": "faces shown without anything moving",
    "rule": "a name for a piece of set-up, for variants and messages",
    "route": "exact moves, stops and forbidden ends need a search for journeys",
    "seat": "seats that nobody sits in",
    "split": "one decision with all parts in it; pieces of it would tell too early",
    "strategy": "how a seat that nobody sits at decides",
    "swap": "two zones at once; a third zone to park things would be a lie",
    "table_file": "a printed table that is kept in a spreadsheet",
    "travel": "one journey along a route",
    "trigger": "a rule that waits for another; without it every rule would have to know all others",
    "unencoded": "clauses that no rule can carry out",
    "variant": "a change of a game apart from the game",
}


# ------------------------------------------------------------------ which game uses what


def games() -> dict[str, list[Path]]:
    """Each game's own files of rules: those that come with Rulewright, and those the tests are built on."""
    found = {folder.name: [p for p in sorted(folder.rglob("*.rules"))] for folder in sorted((ROOT / "rules").iterdir())}
    found |= {path.stem: [path] for path in (ROOT / "tests/probe/town.rules", ROOT / "tests/bench/round.rules")}
    return {name: paths for name, paths in found.items() if paths}


def tree(path: Path) -> ast.File:
    """The tree of a file that is known to be sound."""
    report = Report()
    found = parse(Source(path.name, path.read_text(encoding="utf-8")), report)
    if found is None:
        raise SystemExit(f"{path}: {report.diagnostics[0]}")
    return found


def used() -> dict[str, set[str]]:
    """Each name and each form of line, with the games that use it."""
    found: dict[str, set[str]] = {}
    for game, paths in games().items():
        for node in (node for path in paths for node in ast.walk(tree(path))):
            for word in _said(node):
                found.setdefault(word, set()).add(game)
    return found


def _said(node: ast.Node) -> Iterator[str]:
    yield f"form {type(node).__name__}"
    match node:
        case ast.Apply(name=name):
            yield name.text
        case ast.Name(text) if text in VALUES:
            yield text
        case ast.ThoseBest() | ast.Best():
            yield "total" if "total" in node.span.text else ""


# ------------------------------------------------------------------ docs/words.md


def words_page() -> str:
    """The core words, the words of the library, and the forms of lines, each with the games that use it."""
    users = used()
    rows = [(name, f"`{name}({', '.join(takes)})`", about) for name, takes, about in sorted(_core())]
    values = [(name, f"`{name}`", about) for name, about in VALUES.items()]
    page = [
        "# Words\n",
        "What can be said in a value besides names and operators, and which games say it. A word that fewer than two games",
        "use has a reason, or it would belong into the folder of that game. The [language](language.md) explains the",
        "rest.\n",
        "`town` is the game the tests are built on, `round` the one that speed is measured with.\n",
        "## Values of the core\n", *_table(("word", "what it is"), values, users),
        "## Words of the core\n", *_table(("word", "what it gives"), rows, users),
        "## Words of the library\n",
        "Written in the language itself, in [stdlib/](../stdlib). `use NAME` takes them in.\n",
    ]
    for path in sorted((ROOT / "stdlib").glob("*.rules")):
        page += [f"### {path.stem}\n", *_table(("word", "what it gives"), list(_library(path)), users)]
    page += ["## Lines\n", "The forms of declarations and statements.\n", *_forms(users)]
    return MADE + "\n".join(page).rstrip("\n") + "\n"


def _core() -> Iterator[tuple[str, list[str], str]]:
    for word in core.WORDS.values():
        about, _, example = word.doc.partition(">>>")
        yield word.name, list(word.takes), " ".join(about.split())
    for name, (takes, about) in EXTRA.items():
        yield name, [takes], about


def _library(path: Path) -> Iterator[tuple[str, str, str]]:
    for doc, node in ast.documented(tree(path).declarations):
        if isinstance(node, ast.Define | ast.DefineCases | ast.Effect):
            lines = doc.split("\n")
            about = " ".join(line for line in lines if not line.startswith(("example", "Never faults", "Faults")))
            examples = "".join(f"<br>`{line.partition(': ')[2]}`" for line in lines if line.startswith("example"))
            params = ", ".join(p.name.text for p in node.params or ())
            yield node.name.text, f"`{node.name.text}({params})`", about + examples


def _table(head: tuple[str, ...], rows, users: dict[str, set[str]], reasons: dict = REASONS) -> Iterator[str]:
    yield f"| {' | '.join(head)} | games |"
    yield "|---" * (len(head) + 1) + "|"
    for name, *cells in rows:
        yield f"| {' | '.join(cells)} | {_users(name, users.get(name, set()), reasons)} |"
    yield ""


def _users(name: str, found: set[str], reasons: dict) -> str:
    said = ", ".join(sorted(found))
    if len(found) > 1:
        return said
    return f"{said or 'none yet'}: {reasons.get(name, '')}"


def _forms(users: dict[str, set[str]]) -> Iterator[str]:
    rows = [(form, f"`{shown}`") for form, shown in forms()]
    by_form = {form: users.get(f"form {class_name(form)}", set()) for form, _ in rows}
    yield from _table(("line",), rows, by_form, VERB_REASONS)


def forms() -> Iterator[tuple[str, str]]:
    """The rules of the grammar for declarations and statements, and the words they begin with."""
    seen: dict[str, str] = {}
    for family in ("_decl", "_stmt"):
        for form in (parts[0] for parts in terminals.rules()[family]):
            begins = sorted({word for terminal in terminals.first(form) for word in terminals.spellings(terminal)})
            if form not in ("doc", "call") and begins:
                seen.setdefault(form, ", ".join(begins) + _how(form))
    yield from seen.items()


def _how(form: str) -> str:
    """What tells two forms with the same first word apart."""
    apart = {"table_file": " ... from", "limit_nesting": " nesting", "repeat_times": " ... times",
             "repeat_until": " until", "define_cases": " (in lines)", "score_cases": " (in lines)"}
    return apart.get(form, "")


def without_reason() -> list[str]:
    """The words that fewer than two games use and nobody has given a reason for."""
    page = words_page()
    return re.findall(r"^\| `([^`]*)`.*(?:\w|none yet): \|$", page, re.MULTILINE)


# ------------------------------------------------------------------ docs/grammar.md


def grammar_page() -> str:
    """The grammar for people: what is a word of the language stands in quotes."""
    text = (ROOT / GRAMMAR).read_text(encoding="utf-8")
    head, *parts = re.split(r"^// -+ (.+)\n", text, flags=re.MULTILINE)
    sections = [pair for pair in zip(parts[::2], parts[1::2], strict=True) if pair[0] != "words"]
    page = [
        "# Grammar\n",
        f"How lines are built, made from [{Path(GRAMMAR).name}](../{GRAMMAR}) for people to look things up;",
        "[language](language.md) says what they mean. `|` is *or*, `[x]` *perhaps*, `x*` *any number of times*, `x+` *at",
        "least once*. Words in quotes are typed as they stand. NAME is a name, NUMBER a whole number, STRING words in",
        "quotes, CLAUSE the id of a clause, NEWLINE the end of a line, INDENT and DEDENT the beginning and end of a block",
        "further in.\n",
        *_section("a file", head),
    ]
    for title, body in sections:
        page += _section(title, body)
    return MADE + "\n".join(page).rstrip("\n") + "\n"


def _section(title: str, body: str) -> list[str]:
    lines = [_readable(line) for line in body.strip("\n").split("\n") if not line.startswith("//")]
    return [f"## {title.capitalize()}\n", "```", *"\n".join(lines).strip("\n").split("\n"), "```\n"]


def _readable(line: str) -> str:
    line = re.sub(r" -> \w+", "", line).replace("_end", "line_end")
    line = re.sub(r'(?<!["\w])_?[A-Z][A-Z_]*\b(?!")', lambda found: _plain(found.group()), line)
    return re.sub(r"(?<![\w\"])[_?](?=[a-z])", "", line)


def _plain(terminal: str) -> str:
    layout = {"_NL": "NEWLINE", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
    spelled = {"COMPARE": ("<", "<=", ">", ">=")}
    if terminal in layout:
        return layout[terminal]
    words = spelled.get(terminal) or terminals.spellings(terminal)
    quoted = [f'"{word}"' for word in words]
    return terminal if not quoted else quoted[0] if len(quoted) == 1 else f"({' | '.join(quoted)})"


# ------------------------------------------------------------------ rules/README.md


def games_page() -> str:
    """The games that come with Rulewright."""
    page = [
        "# The games\n",
        "One folder a game: `NAME/NAME.rules`, its data files, `scenarios.rules` with its tests, and `plays/` with recorded",
        "plays. No folder holds a program. `rulewright referee NAME` plays one, `rulewright test NAME` runs its scenarios.\n",
        "| game | players | lines | scenarios | plays | |",
        "|---|---|---|---|---|---|",
        *(_game_row(folder) for folder in sorted((ROOT / "rules").iterdir()) if (folder / f"{folder.name}.rules").exists()),
        "",
        "`lines` counts what is neither blank nor a comment. To add a game, add a folder; [your first",
        "game](../docs/guide/first-game.md) shows how one is written.",
        *variant_pages(),
    ]
    return MADE + "\n".join(page).rstrip("\n") + "\n"


def _game_row(folder: Path) -> str:
    path = folder / f"{folder.name}.rules"
    file = tree(path)
    doc, game = next((doc, one) for doc, one in ast.documented(file.declarations) if isinstance(one, ast.Game))
    scenarios = [one for p in folder.rglob("*.rules") for one in ast.walk(tree(p)) if isinstance(one, ast.Scenario)]
    lines = [line.strip() for line in path.read_text(encoding="utf-8").split("\n")]
    rows = [line for line in lines if line and not line.startswith("#")]
    plays = len(list(folder.rglob("*.play")))
    low, _, high = game.players.span.text.partition("..")
    players = low if low == high else f"{low}-{high}"
    about = " ".join(doc.split())
    link = f"[{game.title.text}]({folder.name}/{path.name})"
    return f"| {link} | {players} | {len(rows)} | {len(scenarios)} | {plays} | {about} |"


# ------------------------------------------------------------------ lists in pages that people write


def language_page() -> str:
    """docs/language.md, with the words that begin a line as the grammar has them."""
    return _with("docs/language.md", "keywords", _wrapped(", ".join(f"`{word}`" for word in keywords())))


def _with(page: str, mark: str, made: str) -> str:
    """The page with something made between two marks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    between = f"<!-- {mark} -->\n{made}\n<!-- /{mark} -->"
    return re.sub(rf"<!-- {mark} -->.*<!-- /{mark} -->", lambda _: between, text, flags=re.DOTALL)


def _wrapped(text: str, width: int = 115) -> str:
    lines = [""]
    for piece in text.split(", "):
        if len(lines[-1]) + len(piece) + 2 > width:
            lines.append("")
        lines[-1] += f"{piece}, "
    return "\n".join(line.rstrip() for line in lines).rstrip(",")


# pages whose commands are carried out
SESSIONS = ("README.md", "docs/guide/first-game.md", "docs/guide/from-a-rulebook-to-rules.md",
            "docs/guide/strategies.md", "docs/guide/printing-a-rulebook.md", "docs/guide/variants.md",
            "docs/guide/the-laws.md", "docs/guide/reading-a-counterexample.md", "docs/guide/deep-states.md",
            "docs/guide/debugging.md", "docs/guide/balance.md", "docs/guide/a-player-that-thinks.md",
            "docs/guide/bounds.md", "docs/guide/cluster.md")

PAGES: dict[str, Callable[[], str]] = {
    "docs/words.md": words_page,
    "docs/grammar.md": grammar_page,
    "rules/README.md": games_page,
    "docs/language.md": language_page,
    "docs/guide/an-evening.md": evening_page,
    "docs/guide/an-evening-in-tall-oaks.md": tall_oaks_page,
    **{page: partial(printed, ROOT / page) for page in SESSIONS},
    **{f"rules/{game}/rulings-table.md": partial(rulings_page, game, MADE) for game in GAMES},
}


def main() -> None:
    """Writes every page anew."""
    for name, make in PAGES.items():
        text = make()
        (ROOT / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10))} lines")
    if left := without_reason():
        print("without a reason:", ", ".join(left))


if __name__ == "__main__":
    main()
