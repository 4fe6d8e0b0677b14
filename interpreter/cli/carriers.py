"""Who carries the work of a command out: processes of this machine (`--jobs`), or a cluster (`--cluster`).

In:  what the command line says.
Out: a Carrier, for as long as the command works; or what is wrong with the cluster is said, and the command ends.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from click.core import ParameterSource

from interpreter.cli.arguments import goes_on
from interpreter.workers import Carrier, Processes


@contextmanager
def carrier(jobs: int | None, cluster: str | None) -> Iterator[Carrier]:
    """So many processes, or one a core; or the cluster."""
    if cluster is None:
        yield Processes(jobs or os.cpu_count() or 1)
        return
    if click.get_current_context().get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--jobs is for this machine and --cluster for others: only one of them can be said")
    from interpreter.cluster.connection import connected, Lost, Misspelt, Unusable
    from interpreter.project.files import files_read

    try:
        with files_read() as read, connected(cluster, read, _tell) as found:
            yield found
    except Misspelt as wrong:
        raise click.UsageError(str(wrong)) from None
    except Unusable as wrong:
        raise click.ClickException(str(wrong)) from None
    except Lost as lost:
        raise click.ClickException(f"{lost}; {goes_on()}") from None


def _tell(words: str) -> None:
    """A line of its own, also where a bar is drawn."""
    click.echo(("\n" if sys.stderr.isatty() else "") + words, err=True)
