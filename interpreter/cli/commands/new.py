"""new: a file to begin with.

In:  a name, and the GAME that a variant is of.
Out: a file in the game's `variants` folder (or here, where that cannot be written) that checks and tests clean as it stands.
"""

from pathlib import Path

import click

from interpreter.cli.arguments import opened, WRONG
from interpreter.cli.terminal.screen import open_screen
from interpreter.editor.beginning import begin, NoName, Taken
from interpreter.project.files import short_name


def new_variant(name: str, game, title: str | None) -> int:
    """Writes the file; 1 if there is one already."""
    rules = opened(game)
    inside = rules.path.resolve().is_relative_to(Path.cwd().resolve())
    try:
        path = begin(rules, name, title or "", rules.path.parent / "variants" if inside else Path())
    except NoName as error:
        raise click.UsageError(str(error)) from None
    except Taken as error:
        click.echo(str(error), err=True)
        return WRONG
    said, screen = short_name(path), open_screen()
    screen.say(f"{said} is begun. Write what changes, and look at it with")
    for command in ("check", "test"):
        screen.line(f"  rulewright {command} {said}")
    return 0
