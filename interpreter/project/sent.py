"""Files sent to another machine, and laid out there as they lie here, so that whatever is read there is what was read here.

In:  what was read (`files_read`), where one is, where the games that come with Rulewright lie.
Out: Sent, which can be sent; `lay_out`, in the process that works there: from then on paths mean what they mean here.

Only what has been read is sent, whatever else lies in the same folders. What was not read here is not looked for there: the
same lookups find the same files, and nothing where there was nothing.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from interpreter.project.files import ELSEWHERE, shipped


@frozen
class Sent:
    """Files by their whole paths, the folder one is in, and that of what comes with Rulewright."""

    files: Mapping[str, bytes]
    folder: str
    shipped: str


def sent(read: Mapping[str, bytes]) -> Sent:
    """What was read, as it is sent."""
    return Sent(dict(sorted(read.items())), os.getcwd(), str(shipped()))


def lay_out(sent: Sent, root: Path) -> None:
    """Writes the files below an empty folder, which is then where this process is, for as long as it lives."""
    ELSEWHERE.root = root = root.resolve()
    for name, data in sent.files.items():
        path = ELSEWHERE.here(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    ELSEWHERE.shipped = ELSEWHERE.here(sent.shipped)
    for folder in (sent.folder, sent.shipped):
        ELSEWHERE.here(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(ELSEWHERE.here(sent.folder))
