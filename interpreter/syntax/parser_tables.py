"""The parser's tables: worked out once when the package is built, read back when it runs.

In:  grammar.lark, and grammar.tables if a build has left it here.
Out: `read_parser()`, a Lark parser that knows where every node stands.

Working the tables out takes half a second, reading them a tenth of that. The first line of grammar.tables
says for which grammar, lark and Python they were made and what they sum up to; if anything differs,
or the file is damaged, the tables are worked out anew in memory. The build (.ci/tables.py) runs this
file alone, so it imports nothing but lark and the standard library.
"""

import io
import os
import pickle
import sys
from hashlib import sha256
from pathlib import Path

import lark
from lark import Lark
from lark.exceptions import LarkError
from lark.indenter import DedentError, Indenter

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.tables")
START = ["start", "answer"]


class Misfit(LarkError):
    """A line goes back to an indentation that no open block has; `position` is where its words begin."""

    def __init__(self, position: int):
        super().__init__(position)
        self.position = position


class Layout(Indenter):
    """Indentation as blocks; inside brackets it means nothing."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    # every word is read as a whole, and then it is seen whether it is one of the words that fit; else `tothere` would be
    # `to there` wherever `to` must come next
    always_accept = ("_NL", "NAME")

    def handle_NL(self, token):
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            # Lark's own does not say where
            raise Misfit(token.end_pos) from error


def fingerprint(grammar: Path = GRAMMAR) -> str:
    """What the tables depend on; this file is part of it, because the options stand here."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    parts = [grammar.read_bytes(), Path(__file__).read_bytes(), lark.__version__.encode(), python.encode()]
    return sha256(b"\0".join(parts)).hexdigest()


def compile_grammar(text: str) -> Lark:
    return Lark(
        text,
        start=START,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def write_tables(path: Path = TABLES, grammar: Path = GRAMMAR) -> None:
    """The tables, under a line of fingerprint and checksum; a reader sees the old file or the new, never half."""
    tables = io.BytesIO()
    compile_grammar(grammar.read_text(encoding="utf-8")).save(tables, exclude_options=["postlex"])
    body = tables.getvalue()
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_bytes(f"{fingerprint(grammar)} {sha256(body).hexdigest()}\n".encode() + body)
    beside.replace(path)


def read_parser(path: Path = TABLES, grammar: Path = GRAMMAR) -> Lark:
    """A parser for the grammar, from its tables if they fit, else worked out now."""
    body = _fitting(path, grammar)
    if body is None:
        return compile_grammar(grammar.read_text(encoding="utf-8"))
    # Lark.load takes no options, and the layout is not saved with the tables
    return Lark._load_from_dict(**pickle.loads(body), postlex=Layout())


def _fitting(path: Path, grammar: Path) -> bytes | None:
    """The tables in the file, if they were made for this grammar and are whole."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    wanted = f"{fingerprint(grammar)} {sha256(body).hexdigest()}".encode()
    return body if head == wanted else None


if __name__ == "__main__":
    write_tables()
