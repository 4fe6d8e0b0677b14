"""A command is held to its limits: memory, time of a processor, and streams that are closed or full.

In:  the words of the command line; what the machine refused.
Out: limits on this process and those it starts; an exit code and a line in words.

Commands that play by themselves, or that wait for people or programs, have no limit of time unless `--limit seconds=` says
one: `--plays`, `--games`, `--most` and `--seconds` say how much they do.
"""

import os
import signal
import sys

import click

from interpreter.limits import hold as hold_to, hold_memory, limits, Misspelt, NAMES, read, SETTING

WRONG = 1
UNTIMED = ("test", "coverage", "mutate", "simulate", "compare", "sweep", "solve", "referee", "serve", "edit", "lsp", "debug")


class OverTime(BaseException):
    """The command has used up its seconds. It passes by whoever catches exceptions on the way."""


def begin(words) -> None:
    """Holds this process to the limits, and gives it streams where there are none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:                                   # closed by whoever called
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")    # a sign that this terminal has not
    timed = not any(word in UNTIMED for word in words[:1])
    hold(timed)


def hold(timed: bool) -> None:
    """The limits of memory and time, as they are now."""
    try:
        import resource
    except ImportError:                                      # not on this system
        return
    hold_memory()
    if timed or "seconds=" in os.environ.get(SETTING, ""):
        signal.signal(signal.SIGXCPU, _over_time)
        hold_to(resource.RLIMIT_CPU, limits().seconds)


def _over_time(number, frame) -> None:
    raise OverTime


def stopped(error: BaseException) -> int:
    """What took too long or too much, in words."""
    name, unit = ("seconds", "seconds of a processor") if isinstance(error, OverTime) else ("memory", "megabytes of memory")
    most = getattr(limits(), name)
    del error
    click.echo(f"stopped: this takes more than {most} {unit}; `--limit {name}={most * 4}` lets it go on", err=True)
    return WRONG


def told(error: OSError) -> int:
    """What the machine refused: a disk that is full, a name that is too long, a folder that may not be written."""
    which = f"`{error.filename}`" if error.filename is not None else "a file or the output"
    silence(sys.stdout)
    click.echo(f"{which} cannot be used: {(error.strerror or str(error)).lower()}", err=True)
    return WRONG


def silence(stream) -> None:
    """What is left to be written goes nowhere, so that nothing is said of it when the process ends."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# ------------------------------------------------------------------ --limit


def _raise_limits(ctx, param, said) -> None:
    """Takes the limits that were said, for this process and those it starts."""
    if not said:
        return
    words = ",".join([*filter(None, [os.environ.get(SETTING)]), *said])
    try:
        read(words)
    except Misspelt as error:
        raise click.BadParameter(str(error), ctx, param) from None
    os.environ[SETTING] = words
    if "memory=" in words or "seconds=" in words:
        hold(ctx.info_name not in UNTIMED)


LIMIT = click.option("--limit", metavar="NAME=NUMBER", multiple=True, expose_value=False, is_eager=True, callback=_raise_limits,
                     help=f"Raise (or lower) a limit: {', '.join(NAMES)}.")


def limited(command: click.Command) -> click.Command:
    """The command, and those in it, with `--limit`."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            limited(inner)
        return command
    return LIMIT(command)
