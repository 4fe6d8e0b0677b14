"""How single values are called outside: one word for each thing a value can be, quotes where a word would not do.

In:  a Spec; a value with its type, or a text somebody typed.
Out: the word for the value; or the value, or a Trouble that says what is wrong with the text.

A word stands without quotes if it holds no blank, comma, quote, `#`, and brackets only around an index, as `markers[3]`,
and is none of the words with a meaning of their own (QUOTED). Everything else is written in double quotes, as in JSON.
Two components of one type that have the same id are told apart as `court["J"]`.
"""

import json
import re
from collections.abc import Iterator

from attrs import frozen

from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.ir.model import Spec
from interpreter.text.diagnostic import nearest

QUOTED = frozenset(("nothing", "none", "stop"))                                     # a thing of this id stands in quotes
YES, NO = ("yes", "y", "true"), ("no", "n", "false")
MOST_DIGITS = 12
MOST_NAMED, MOST_LISTED = 6, 12
BARE = re.compile(r'(?!\[)(?:[^\s,\[\]{}()"#]|\[[^\s,\[\]{}()"#]+\])+')
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^"]')


@frozen
class Trouble:
    """Why a text is no value here; nothing has been asked of the rules yet."""

    what: str
    help: str | None = None

    def __str__(self) -> str:
        return f"{self.what}; {self.help}" if self.help else self.what


@frozen
class Stranger:
    """A thing that somebody named who does not know its face: it is nothing but the word they typed, whatever it may be."""

    word: str


@frozen(eq=False)
class Names:
    """What the values of one type are called: `words` word -> value, `values` the inverse, `folded` any spelling ->
    values."""

    words: dict
    values: dict
    folded: dict


def member_type(type_: t.Type) -> t.Type | None:
    """What lies in a collection of this type; None also for what could not be typed."""
    return None if isinstance(type_, t.Unknown) else t.element(type_)


def fold(text: str) -> str:
    """The text by which names are compared: without case, with one blank for blanks, hyphens and underscores."""
    return re.sub(r"[\s_-]+", " ", text.strip()).casefold()


def quoted(word: str) -> str:
    """The word as it is written: bare where it can be."""
    bare = BARE.fullmatch(word) and word.casefold() not in QUOTED
    return word if bare else json.dumps(word, ensure_ascii=False)


def unquoted(text: str) -> str | None:
    """What stands in quotes; None if the text is not one quoted word."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


# ------------------------------------------------------------------ what things are called


@derived
def names(spec: Spec, type_: t.Type) -> Names:
    """All names of the values of a type; empty for numbers."""
    pairs = list(_named(spec, type_))
    ids = [word for word, _, _ in pairs]
    words: dict[str, int] = {}
    folded: dict[str, list[int]] = {}
    for word, value, others in pairs:
        if ids.count(word) > 1 and others:
            word, others = others[0], (word, *others)
        words.setdefault(word, value)
        for spelling in (word, *others):
            folded.setdefault(fold(spelling), [])
            if value not in folded[fold(spelling)]:
                folded[fold(spelling)].append(value)
    return Names(words, {value: word for word, value in words.items()}, folded)


def _named(spec: Spec, type_: t.Type) -> Iterator[tuple]:
    """(word, value, other words for it), the values in their order; the first other word is one nobody else has."""
    match type_:
        case t.Bool():
            yield from (("yes", 1, YES), ("no", 0, NO))
        case t.Enum(members=members):
            yield from ((word, k, ()) for k, word in enumerate(members))
        case t.Seat():
            yield from ((word, k, ()) for k, word in enumerate(spec.seats))
        case t.Place():
            yield from ((zone.label, k, ()) for k, zone in enumerate(spec.zones))
        case t.Kind(name) if name in spec.space_kinds():
            yield from _spaces(spec, name)
        case t.Kind(name):
            mine = [c for c in spec.components if c.kind == name] or spec.components
            yield from ((c.id, c.number, _others(c)) for c in mine)


def _spaces(spec: Spec, kind: str) -> Iterator[tuple]:
    for board in spec.boards.values():
        if board.kind == kind:
            yield from ((word, board.first + k, (f'{board.name}["{word}"]',)) for k, word in enumerate(board.ids))


def _others(component) -> tuple[str, ...]:
    full = f'{component.set}["{component.id}"]'
    return (full, component.written) if component.written and component.written != component.id else (full,)


def word_of(spec: Spec, value, type_: t.Type, called: dict | None = None) -> str:
    """A single value, or a list of them in brackets, as it is written. `called` has other words for some things."""
    inner = t.element(type_)
    if isinstance(value, Stranger):
        return quoted(value.word)
    if isinstance(value, tuple):
        return f"[{', '.join(word_of(spec, member, inner or t.UNKNOWN, called) for member in value)}]"
    if isinstance(type_, t.OrNone | t.Nothing) and value == t.NONE:
        return "none"
    if isinstance(type_, t.OrNone):
        return word_of(spec, value, type_.of, called)
    if called and value in called:
        return called[value]
    if isinstance(type_, t.Bool):
        return "yes" if value else "no"
    word = names(spec, type_).values.get(value)
    return str(int(value)) if word is None else quoted(word)


# ------------------------------------------------------------------ what was meant


def value_of(spec: Spec, text: str, type_: t.Type, likely=(), also: dict | None = None, hidden=frozenset()):
    """The value of this type that a text names, or a Trouble. `likely` are preferred where the text fits several; `also`
    has more names, folded -> values. What is `hidden` from the one who speaks is a Stranger unless `also` names it."""
    text = text.strip()
    if isinstance(type_, t.OrNone):
        return t.NONE if fold(text) in ("none", "nothing") else value_of(spec, text, type_.of, likely, also, hidden)
    inner = member_type(type_)
    if inner is not None:
        return _many(spec, text, inner, likely, also, hidden)
    if isinstance(type_, t.Int):
        return _number(text)
    return _named_value(names(spec, type_), text, type_, likely, also or {}, hidden)


def _number(text: str):
    if re.fullmatch(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}", text):
        return int(text)
    return Trouble(f"`{_short(text)}` is not a number")


def _many(spec: Spec, text: str, inner: t.Type, likely, also, hidden):
    """`[a, b]`; the brackets may be left out, and the commas if no name has a blank in it."""
    inside = bracketed(text)
    parts = split_commas(text if inside is None else inside)
    likely = {member for group in likely if isinstance(group, tuple) for member in group}
    whole = value_of(spec, parts[0], inner, likely, also, hidden) if len(parts) == 1 else None
    if isinstance(whole, Trouble) and len(blanks(parts[0])) > 1:
        parts = blanks(parts[0])
    values = [value_of(spec, part, inner, likely, also, hidden) for part in parts]
    return next((value for value in values if isinstance(value, Trouble)), tuple(values))


def _named_value(known: Names, text: str, type_, likely, also: dict, hidden):
    inside, wanted = unquoted(text), fold(text)
    word = text if inside is None else inside
    if word in known.words and (inside is not None or wanted not in also):
        value = known.words[word]
        return Stranger(word) if value in hidden else value
    if inside is not None:
        return _unknown(known, inside, type_, likely)
    meant = known.folded.get(wanted, ())
    exact = [*_open(meant, hidden), *also.get(wanted, ())]
    starts = [v for word, values in known.folded.items() if word.startswith(wanted) for v in _open(values, hidden)]
    starts += [v for word, values in also.items() if word.startswith(wanted) for v in values]
    if meant and not exact:
        return Stranger(" ".join(text.split()))
    for candidates in (exact, starts if wanted else ()):
        candidates = list(dict.fromkeys(candidates))
        candidates = [value for value in candidates if value in likely] or candidates
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            return _several(known, text, candidates, also)
    return _unknown(known, text, type_, likely)


def _open(values, hidden) -> list:
    """Those that the one who speaks may know."""
    return [value for value in values if value not in hidden]


def _several(known: Names, text: str, candidates, also: dict) -> Trouble:
    placed = {value: word for word, values in also.items() for value in values}
    words = [placed[value] if value in placed else quoted(known.values[value])
             for value in candidates if value in placed or value in known.values]
    words = list(dict.fromkeys(words))
    more = f" and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
    return Trouble(f"`{_short(text)}` can be {', '.join(words[:MOST_NAMED])}{more}", "say which")


def _unknown(known: Names, text: str, type_, likely=()) -> Trouble:
    near = nearest(text[:80], known.words)
    near = f"did you mean `{near}`?" if near else None
    words = [quoted(known.values[value]) for value in likely if isinstance(value, int) and value in known.values]
    if words and isinstance(type_, t.Enum | t.Seat | t.Bool):
        more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
        return Trouble(f"`{_short(text)}` is not one of {', '.join(words[:MOST_LISTED])}{more}", near)
    no = "not" if str(type_).startswith("a ") else "no"
    return Trouble(f"`{_short(text)}` is {no} {type_}", near)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"


# ------------------------------------------------------------------ brackets and commas


def bracketed(text: str) -> str | None:
    """What stands between the brackets, if one pair encloses the whole text."""
    text = text.strip()
    if len(text) < 2 or text[0] + text[-1] not in ("[]", "{}"):
        return None
    depth = 0
    for k, sign in _signs(text):
        depth += (sign in "[{") - (sign in "]}")
        if depth == 0 and k < len(text) - 1:
            return None
    return text[1:-1] if depth == 0 else None


def split_commas(text: str) -> list[str]:
    """The parts between commas that stand in no brackets or quotes; none of an empty text."""
    parts, depth, start = [], 0, 0
    for k, sign in _signs(text):
        depth += (sign in "[{(") - (sign in "]})")
        if sign == "," and depth == 0:
            parts.append(text[start:k].strip())
            start = k + 1
    last = text[start:].strip()
    return [*parts, last] if parts or last else []


def blanks(text: str) -> list[str]:
    """The words between blanks, quoted ones whole; commas count as blanks."""
    return [word for word in re.findall(r'"(?:[^"\\]|\\.)*"|[^\s,"]+', text)]


def without_comment(line: str) -> str:
    """The line up to a `#` that stands in no quotes and after a blank, or at the start."""
    for k, sign in _signs(line):
        if sign == "#" and (k == 0 or line[k - 1].isspace()):
            return line[:k].rstrip()
    return line.rstrip()


def _signs(text: str) -> Iterator[tuple[int, str]]:
    """Every sign with its place; a quoted word counts as one."""
    for sign in TOKEN.finditer(text):
        yield sign.start(), sign.group()[0] if len(sign.group()) == 1 else '"'
