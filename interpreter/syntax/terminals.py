"""The grammar in an author's words: which words begin a line, what may begin a value, what a terminal looks like.

In:  the rules and terminals of the parser, and the docstrings of the nodes.
Out: `keywords`, `listed`, `forms`: nothing here is a second copy of grammar.lark; and `attempt`, one try at reading rows of
     text, which gives the Trouble with them if they are no rules.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import product

from attrs import field, frozen
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.syntax.builder import class_name, NODES
from interpreter.syntax.parser_tables import Layout, Misfit, read_parser
from interpreter.text.diagnostic import listed as in_words

LAYOUT = frozenset(["_NL", "_INDENT", "_DEDENT"])
CLOSING = frozenset(["RPAR", "RSQB", "RBRACE"])
MOST_LISTED = 6

# terminals that are not a fixed word; those that only matter to the layout have no words
PLAIN = {
    "FIELD_NAME": "a field such as `cost: 1..5`", "NAME": "a name", "NUMBER": "a number", "STRING": "words in quotes",
    "CLAUSE": "a clause such as `M-062`", "CODE": "a code such as `E0312`", "COMPARE": "a comparison",
    "MEASURE": "a number or a share such as `25%`",
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block", "DOC": "", "$END": "",
}  # fmt: skip

# whole families of beginnings, the largest first, so that a list of fifty verbs becomes two words
FAMILIES = {
    "_decl": "a declaration such as `zone` or `effect`",
    "_edit": "an edit such as `add` or `replace`",
    "_stmt": "a statement such as `set`, `move` or `if`",
    "_scenario_line": "a line with `given`, `start at`, `when` or `then`",
    "_guard": "a guard such as `must` or `never`",
    "expr": "a value",
    "or_test": "a value",
    "range_test": "a value",
    "sum": "a value",
    "postfix": "the name of a thing",
    "type": "a type",
    "names": "a name",
}


@cache
def parser() -> Lark:
    return read_parser()


@cache
def rules() -> dict[str, list[list[str]]]:
    """Each rule's alternatives, as the names of their parts."""
    alternatives: dict[str, list[list[str]]] = {}
    for rule in parser().rules:
        alternatives.setdefault(rule.origin.name, []).append([part.name for part in rule.expansion])
    return alternatives


@cache
def _ends(which: int) -> dict[str, frozenset[str]]:
    """For each rule the terminals it can begin with (0) or end with (-1)."""
    table = rules()
    ends: dict[str, frozenset[str]] = {name: frozenset() for name in table}
    changed = True
    while changed:
        changed = False
        for name, alternatives in table.items():
            parts = (parts[which] for parts in alternatives if parts)
            now = frozenset().union(*(ends.get(part, frozenset([part])) for part in parts))
            if now != ends[name]:
                ends[name], changed = now, True
    return ends


def first(part: str) -> frozenset[str]:
    return _ends(0).get(part, frozenset([part]))


def last(part: str) -> frozenset[str]:
    return _ends(-1).get(part, frozenset([part]))


@cache
def spellings(terminal: str) -> tuple[str, ...]:
    """What an author types for a terminal: `face up` and `face down` for FACE; nothing for NAME and its like."""
    if terminal in PLAIN:
        return ()
    pattern = parser().get_terminal(terminal).pattern
    if pattern.type == "str":
        return (pattern.value,)
    # the part before the first word boundary or continued line is the words themselves
    plain = re.split(r"\\b|\(\[ ", pattern.value)[0].replace("[ ]+", " ").replace("\\", "")
    choices = [part[1:-1].split("|") if part.startswith("(") else [part] for part in re.findall(r"\([^)]*\)|[^(]+", plain)]
    return tuple("".join(choice) for choice in product(*choices))


def is_word(terminal: str) -> bool:
    return any(spelling[:1].isalpha() for spelling in spellings(terminal))


@cache
def _beginnings() -> frozenset[str]:
    """The terminals that can begin a line: all that can follow the end of one."""
    begins = set(first("start"))
    for alternatives in rules().values():
        for parts in alternatives:
            for before, after in zip(parts, parts[1:], strict=False):
                if last(before) & LAYOUT:
                    begins |= first(after)
    return frozenset(begins - LAYOUT)


@cache
def keywords() -> tuple[str, ...]:
    """The words that can begin a line, in alphabetical order; a line of a `define` may also begin with a value."""
    begins = _beginnings() - first("expr") | {"LET", "_OTHERWISE"}
    return tuple(sorted({word for terminal in begins if is_word(terminal) for word in spellings(terminal)}))


@cache
def beginnings() -> frozenset[str]:
    """The first words of `keywords`."""
    return frozenset(word.split()[0] for word in keywords())


@cache
def reserved() -> frozenset[str]:
    """The single words that mean something at the beginning of a line or a value."""
    terminals = _beginnings() | first("expr")
    return frozenset(word for name in terminals if is_word(name) for word in spellings(name) if " " not in word)


@cache
def statements() -> frozenset[str]:
    """The single words that begin a statement."""
    return frozenset(word for name in first("_stmt") if is_word(name) for word in spellings(name) if " " not in word)


@cache
def forms(word: str) -> tuple[str, ...]:
    """What lines that begin with this word look like, from the nodes' own docstrings."""
    lines = []
    for rule, alternatives in rules().items():
        node = NODES.get(class_name(rule))
        begins = [spelling for terminal in first(rule) for spelling in spellings(terminal)]
        whole = any(last(parts[-1]) & LAYOUT for parts in alternatives if parts)
        if node is None or not whole or rule.startswith("_") or not any(spelling.split()[0] == word for spelling in begins):
            continue
        form = re.split(r"\s{4,}|\n", (node.__doc__ or "").strip())[0].strip()
        if form.split()[0] == word and form not in lines:
            lines.append(form)
    return tuple(lines)


def listed(accepted: Iterable[str], like: str = "") -> str:
    """What may stand somewhere, in an author's words and the most telling first."""
    left = set(accepted)
    # after a value nearly every operator may follow, and none of them is what the author forgot
    if left & {"DOT", "_PLUS", "_AND", "_OR"} and left - _operators():
        left -= _operators()
    if len(left) > 1:
        left -= {"_DEDENT"}
    families = []
    for rule, name in FAMILIES.items():
        begins = first(rule) - {"DOC"}
        if len(begins) > 1 and begins <= left:
            left -= begins
            families.append(name)
    typed = [spelling for terminal in sorted(left) for spelling in spellings(terminal) if terminal != "CITES"]
    typed.sort(key=lambda spelling: (not (like and spelling.startswith(like)), not spelling[0].isalpha()))
    plain = [PLAIN[terminal] for terminal in PLAIN if terminal in left and PLAIN[terminal]]
    cites = ["`cites`"] if "CITES" in left else []
    said = list(dict.fromkeys([*families, *plain, *(f"`{spelling}`" for spelling in typed), *cites]))
    return in_words(said if len(said) <= MOST_LISTED else [*said[: MOST_LISTED - 1], "others"], "or")


@cache
def _operators() -> frozenset[str]:
    """The terminals a value can go on with: everything between two parts of one."""
    layers = ("or_test", "and_test", "comparison", "range_test", "sum", "product", "postfix", "atom", "filtered", "compare")
    between = {part for layer in layers for parts in rules().get(layer, ()) for part in parts[1:]}
    return frozenset(part for part in between if part not in rules() and part != "NAME") - CLOSING


# ------------------------------------------------------------------ one try at reading


UNREADABLE = (UnexpectedInput, Misfit)


@frozen(eq=False, slots=False)
class Trouble:
    """Where reading stopped: row and column from 0, what was found there, and Lark's own report of it."""

    row: int
    column: int
    sort: str                        # a terminal; or CHARACTER, or MISFIT
    text: str
    error: UnexpectedInput | Misfit = field(repr=False)
    brackets: int = 0                # how many are open there

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The terminals that would have done instead."""
        state = getattr(self.error, "interactive_parser", None)
        return frozenset(state.accepts() if state else ())

    @property
    def place(self) -> tuple[int, int]:
        return self.row, self.column


def attempt(rows: list[str], start: str = "start") -> Trouble | None:
    try:
        parser().parse("\n".join(rows) + "\n", start=start)
    except UNREADABLE as error:
        return trouble(error, rows)
    return None


def accepted_after(text: str, start: str = "start") -> frozenset[str]:
    """The terminals that can follow the beginning of a text; none where the beginning itself cannot be read."""
    reading = parser().parse_interactive(text, start=start)
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            if token.type == "_DEDENT" and not token and not text.endswith("\n"):     # the text is over, and its blocks are not
                break
            reading.feed_token(token)
    except UNREADABLE:
        return frozenset()
    return frozenset(reading.accepts())


def trouble(error: UnexpectedInput | Misfit, rows: list[str]) -> Trouble:
    """What Lark raised, as Trouble."""
    match error:
        case Misfit(position=position):
            return Trouble(*_place(position, rows), "MISFIT", "", error)
        case UnexpectedCharacters() as unexpected:
            return Trouble(*_place(unexpected.pos_in_stream or 0, rows), "CHARACTER", str(unexpected.char), unexpected)
        case UnexpectedToken() as unexpected:
            token = unexpected.token
            # the layout's own tokens stand where the line before them ends
            position = token.end_pos if token.type in ("_INDENT", "_DEDENT") else token.start_pos
            layout = parser().options.postlex
            depth = layout.paren_level if isinstance(layout, Layout) else 0
            return Trouble(*_place(position or 0, rows), str(token.type), str(token), unexpected, depth)
    raise error


def _place(position: int, rows: list[str]) -> tuple[int, int]:
    starts = [0]
    for text in rows[:-1]:
        starts.append(starts[-1] + len(text) + 1)
    row = bisect_right(starts, position) - 1
    return row, min(position - starts[row], len(rows[row]))
