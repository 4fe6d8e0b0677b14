"""A variant to begin with.

In:  Rules, the name of a variant of them, what it is called, the folder it is to lie in.
Out: a file that checks and tests clean as it stands; its comments show an edit of every common sort on things that this game
     has. NoName and Taken say in words why there is none.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from interpreter.lower.symbols import declared, World
from interpreter.project.files import declares_variant, short_name, variant_files
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules

NAME = re.compile(r"[a-z][a-z0-9_]*")
FRAME = """## What is otherwise, in one sentence.
variant {name} "{title}" of {base}
  # One edit below the other; docs/language.md, "Variants", has them all. Here is what {base} has to offer, for instance:
{edits}

  # What shows the change: it should fail without the edits.
  scenario "{title}"
    given players {people}
    # start at ...
    # when {first} answers ... with ...
    then count(players) is {count}
"""


class NoName(Exception):
    """A variant cannot be called so, and why."""


class Taken(Exception):
    """The file is not written, and why."""


def begin(rules: Rules, name: str, title: str, folder: Path) -> Path:
    """Writes the file; the folder is made, where it is not there."""
    if not NAME.fullmatch(name):
        raise NoName(f"`{name}` is no name for a variant: small letters, figures and `_`, a letter first")
    if name == rules.name:
        raise NoName(f"`{name}` is the name of the game; a variant needs one of its own")
    taken = next((path for path in variant_files(rules.path) if declares_variant(path, name)), None)
    path = folder / f"{name}.rules"
    if taken is not None or path.exists():
        raise Taken(f"there is a variant {name} already, in {short_name(taken or path)}")
    try:
        path.parent.mkdir(exist_ok=True)
        text = _text(name, _on_one_line(title) or name.replace("_", " ").capitalize(), rules)
        with path.open("x", encoding="utf-8", newline="\n") as file:     # not through a link that leads elsewhere
            file.write(text)
    except FileExistsError:
        raise Taken(f"there is something at {short_name(path)} already") from None
    except OSError as error:
        raise Taken(f"{path} cannot be written: {error.strerror}") from None
    return path


def _on_one_line(words: str) -> str:
    """Without what can stand in no text of the language: ends of lines, signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())


def _text(name: str, title: str, rules: Rules) -> str:
    people = ["Ann", "Bob", "Cora", "Dan", "Eve", "Fay"] + [f"Seat{k}" for k in range(7, 65)]
    count = rules.people().start
    base = rules.variants[-1] if rules.variants else rules.name
    edits = "\n".join(f"  #   {line}" for line in _edits(declared(rules, Report())))
    seats = sum(1 for seat in declared(rules, Report()).seat_names if seat.automatic)
    named = people[:count]
    return FRAME.format(name=name, title=title.replace('"', "'"), base=base, edits=edits, people=", ".join(named),
                        first=named[0], count=count + seats)


def _edits(world: World) -> Iterator[str]:
    """Edits of the common sorts on what this game has."""
    for option in list(world.options.values())[:1]:
        yield f"set {option.name.text} = {expression(option.first)}"
    yield "add each player has"
    yield "  counter wins: 0..99 = 0"
    for score in list(world.scores.values())[:1]:
        yield f"replace score {score.name.text} = {expression(score.value)}"
    for phase in list(world.phases.values())[:1]:
        step = next((step for _, step in ast.documented(phase.steps)), None)
        if isinstance(step, ast.Step):
            yield f"after step {step.name.text} in {phase.name.text}"
            yield "  ..."
    for effect in [effect for effect in world.effects.values() if effect.gives is None][:1]:
        yield f"around effect {effect.name.text}({', '.join(param.name.text for param in effect.params or ())})"
        yield "  proceed"
    for trigger in list(world.triggers.values())[:1]:
        yield f"remove trigger {trigger.name.text}"
