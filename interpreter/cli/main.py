"""The command `rulewright`: its commands in their order, its exit codes, and the one place where our own faults end.

In:  the words of the command line.
Out: an exit code: 0 all is well, 1 something is wrong in rules or play, 2 the command was used wrongly, 3 our own fault.

The words of each command stand in command_line.py, its work in commands/. They import what they need when they are
called, so that `--help` is quick.
"""

import gc
import sys

import click

from interpreter.cli import command_line, process_limits
from interpreter.cli.storage import Run
from interpreter.text.diagnostic import Fault, Unplayable

FINE, WRONG, USAGE, OURS, INTERRUPTED = 0, 1, 2, 3, 130
SELDOM = 100_000                                  # new things between two looks for garbage
ORDER = (
    "check", "format_", "show", "explain", "rulebook", "diff", "handout", "test", "coverage", "mutate", "simulate", "compare",
    "sweep", "solve", "build", "referee", "serve", "replay", "fix", "score", "new", "list_", "edit", "lsp", "debug",
)


class Commands(click.Group):
    """The commands in the order in which one comes to need them."""

    def list_commands(self, ctx):
        """Not by the alphabet."""
        return list(self.commands)

    def resolve_command(self, ctx, args):
        """A command that does not exist is refused with the nearest that does."""
        from interpreter.text.diagnostic import suggestion

        if args and args[0] not in self.commands and not args[0].startswith("-"):
            help_ = suggestion(args[0], self.commands)
            ctx.fail(f"there is no command `{args[0]}`" + (f"; {help_}" if help_ else ""))
        return super().resolve_command(ctx, args)

    def main(self, args=None, prog_name=None, complete_var=None, standalone_mode=True, bounded=False, **extra):
        """Carries a command out and leaves with its exit code, whoever calls: a shell or a test. `bounded`: this process is the
        command's own, and is held to the limits."""
        if bounded:
            process_limits.begin(sys.argv[1:] if args is None else args)
        run = Run(tuple(sys.argv[1:] if args is None else args))
        sys.exit(_carried_out(run, lambda: super(Commands, self).main(
            args, prog_name or "rulewright", complete_var, standalone_mode=False, obj=run, **extra)))


def _carried_out(run: Run, command) -> int:
    """A command's exit code. Whatever nobody foresaw is our own fault, and ends here and nowhere else."""
    try:
        code = command() or FINE
        for stream in filter(None, (sys.stdout, sys.stderr)):        # what could not be written is noticed here, not later
            stream.flush()
        return code
    except click.UsageError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return INTERRUPTED
    except Fault as fault:
        return _say_fault(fault)
    except Unplayable as refused:
        click.echo(f"this cannot be played: {refused}", err=True)
        return WRONG
    except (process_limits.OverTime, MemoryError) as error:
        return process_limits.stopped(error)
    except BrokenPipeError:                     # nobody reads on: not worth a word
        process_limits.silence(sys.stdout)
        return WRONG
    except OSError as error:
        return process_limits.told(error)
    except Exception as error:  # the one place: see the docstring
        return _our_fault(run, error)


def _say_fault(fault: Fault) -> int:
    from interpreter.cli.arguments import drawn

    click.echo(drawn(fault.diagnostic), err=True)
    return WRONG


def _our_fault(run: Run, error: BaseException) -> int:
    where = run.keep_traceback(error)
    click.echo(f"this is a fault of Rulewright, not of yours; what happened is written in {where}", err=True)
    return OURS


def _say_version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    """The version; and a word, with exit code 1, if another distribution installs a package of the name of ours."""
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import packages_distributions

    from interpreter import __version__

    click.echo(f"rulewright, version {__version__}")
    others = sorted(set(packages_distributions().get("interpreter", ())) - {"rulewright"})
    for name in others:
        click.echo(f"the distribution `{name}` installs a package `interpreter`, as Rulewright does, and each overwrites files "
                   "of the other: give each an environment of its own", err=True)
    ctx.exit(WRONG if others else FINE)


@click.group(cls=Commands, context_settings={"max_content_width": 80, "help_option_names": ["-h", "--help"]},
             epilog="GAME is the name of a game that comes with Rulewright (see `list`) or the path of a rules file.")
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_say_version,
              help="Show the version and exit.")
def rulewright():
    """Rules of tabletop games, written once: checked, played, explained."""


for _name in ORDER:
    rulewright.add_command(process_limits.limited(getattr(command_line, _name)))


def main() -> None:
    """The command as a shell calls it. Among all the classes and rules there is hardly any garbage: it is looked for seldom,
    and not at the end."""
    gc.set_threshold(SELDOM, 20, 20)
    try:
        rulewright(bounded=True)
    finally:
        gc.freeze()
