"""Outside, an answer is the value itself: how it is written, and how what somebody typed is read.

In:  a Spec, a question, and a value or a text.
Out: `write_value`, the one way a value is written in prompts, plays and the API; `parse_value`, a value or a Trouble.

    a component or space   t07, Ann.pawn, markers[3]     a player      Ann
    a word of an enum      wild                          a number      3
    an alternative         set_out                       yes or no     yes
    some, or an order      [t07, t01]                    a split       [t07, t01], [t02]
    declining              nothing                       a journey     farm, or stop
    a moment               go on                         a free action first_aid, heal(Bo)
    a roll                 3 4                           a shuffle     t05 t01 t12
    a card that the decider cannot see                   one of Bo.hand, number 2 of Bo.row

Everything written is read back as the same value. With a State, a thing whose face the decider does not know is written, and
has to be said, by where it lies, and its id is a Stranger; without one everything goes by its id. What is read may also be
the start of a word, if it fits only one, the `written` form of a thing, or the words of an alternative, in any case. Whether
a value is allowed is for session/refusals.py: it may be any value of the type. Only nature's values are compared with what
can come, since nature is not refused.

`wish_of` reads what no value can say: the words of a `never`.
"""

import re
from collections.abc import Container

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.core.question import Naming, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.observation.view import option_words, Table, Unseen
from interpreter.session.notation import (
    blanks,
    bracketed,
    fold,
    member_type,
    MOST_LISTED,
    names,
    quoted,
    split_commas,
    Trouble,
    value_of,
    word_of,
)
from interpreter.session.wording import meant, told_apart
from interpreter.text.diagnostic import InternalError

COPY = re.compile(r"_\d+$")
DECLINED = ("nothing", "none")
STOP, GO_ON = ("stop", "nothing"), ("go on", "go", "continue")
THING = t.Kind("thing")
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


# ------------------------------------------------------------------ writing


def write_value(spec: Spec, question: Question, value, state: State | None = None) -> str:
    """The value as it is written in prompts, plays and the API; with a State, as its decider may see it."""
    op = spec.plan[question.op]
    called = unseen(spec, question, state) if state is not None else None
    match op:
        case ir.Moment():
            return "go on"
        case ir.Travel() if value == t.NONE:
            return "stop"
        case ir.Choose(may=True) if declines(op, value):
            return "nothing"
        case ir.Choose(told=ir.Told()) if not any(one in (called or ()) for one in flat(value)) and (
                words := told_apart(spec, question, value)):
            return quoted(words)
        case ir.Split():
            return ", ".join(word_of(spec, part, t.element(answer_type(question)) or t.UNKNOWN, called) for part in value)
        case ir.Roll():
            return " ".join(word_of(spec, face, answer_type(question)) for face in value)
    if question.of_nature and question.name == "shuffle":
        return " ".join(word_of(spec, card, cards_type(spec, question)) for card in value)
    if value == t.NONE and isinstance(op, ir.Choose) and not isinstance(question.type, t.Int | t.OrNone):
        return "nothing"
    return word_of(spec, value, answer_type(question), called)


def unseen(spec: Spec, question: Question, state: State) -> dict[int, str]:
    """The things among the options whose faces the decider does not know: thing -> what it is called by where it lies."""
    if question.of_nature or not of_things(spec, question.type):
        return {}
    return by_place(spec, state, question, dict.fromkeys(thing for option in question.options for thing in flat(option)))


def hidden_from(spec: Spec, question: Question, state: State | None) -> frozenset[int]:
    """The things whose faces the decider does not know, wherever they lie; none where the answer is about no things."""
    if state is None or question.of_nature or not of_things(spec, question.type):
        return frozenset()
    table = Table(spec, state, question.seat)
    return frozenset(component.number for component in spec.components if not table.known(component.number))


def by_place(spec: Spec, state: State, question: Question, things) -> dict[int, str]:
    """Those of the things that the decider cannot see, by where they lie: `one of Bo.hand`. Where several are chosen they
    have to be told apart, so there it is by their place in any zone."""
    table, alone, called = Table(spec, state, question.seat), t.element(answer_type(question)) is None, {}
    for thing in things:
        seen = table.seen(thing, THING) if thing >= 0 else None
        if isinstance(seen, Unseen):
            if seen.place is None and not alone and seen.zone >= 0:
                seen = Unseen(seen.zone, state.zones[seen.zone].index(thing))
            called[thing] = option_words(spec, seen, THING)
    return called


def answer_type(question: Question) -> t.Type:
    """The type of an answer; only the order of a pile has none of its own."""
    if question.type is None:
        raise InternalError(f"{question.name} has no type")
    return question.type


def of_things(spec: Spec, type_: t.Type | None) -> bool:
    """Is the answer about components?"""
    if type_ is None:
        return False
    while (inner := member_type(type_) or getattr(type_, "of", None)) is not None:
        type_ = inner
    return isinstance(type_, t.Kind) and type_.name not in spec.space_kinds()


MOST_WRITTEN = 1000                              # options of which each is written, to see which is the longest
AROUND = 4                                       # bytes between one thing and the next, with brackets


def longest(spec: Spec, question: Question, text: str, state: State) -> int:
    """How many bytes the value of an answer could take, whichever it is; `text` is the one that was given."""
    shuffle, options = question.of_nature and question.name == "shuffle", question.options
    if shuffle or of_things(spec, question.type):
        count = len(options) if shuffle else max(len(flat(option)) for option in options)
        words = {*_ids(spec).values(), *(len(word.encode()) for word in unseen(spec, question, state).values())}
        return max(len(text.encode()), count * (max(words) + AROUND) + AROUND)
    written = options if len(options) <= MOST_WRITTEN else (options[0], options[-1])
    made = (write_value(spec, question, (option,) * question.count if question.name == "roll" else option, state)
            for option in written)
    return max(len(text.encode()), *(len(one.encode()) for one in made))


@derived
def _ids(spec: Spec) -> dict[str, int]:
    """For each kind of thing how many bytes its longest name has."""
    made: dict[str, int] = {}
    for one in spec.components:
        made[one.kind] = max(made.get(one.kind, 0), len(one.id.encode()))
    return made


def flat(value):
    """The single values in a value."""
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, tuple) else [value]


def declines(op, value) -> bool:
    """Is this value of a `may choose` the one that chooses nothing?"""
    return op.may and value == (t.NONE if op.least is None and op.most is None else ())


def cards_type(spec: Spec, question: Question) -> t.Type:
    """The type of the cards in a shuffle: their kind, or any kind if they are of several."""
    kinds = {spec.components[card].kind for card in question.options}
    return t.Kind(kinds.pop() if len(kinds) == 1 else "thing")


def write_offer(spec: Spec, offer: tuple) -> str:
    """A free action: its name, with the member of its `for each` in brackets if it has one."""
    action, member = spec.offers[offer[0]], offer[1]
    if action.each is None:
        return action.name
    return f"{action.name}({word_of(spec, member, t.element(action.each.type) or t.UNKNOWN)})"


# ------------------------------------------------------------------ reading


def parse_value(spec: Spec, question: Question, text: str, state: State | None = None):
    """The value somebody means, or a Trouble. It need not be one of the options."""
    text, op = text.strip(), spec.plan[question.op]
    if question.of_nature:
        return _natures(spec, question, text)
    word = fold(text)
    if isinstance(op, ir.Moment):
        return 0 if word in GO_ON else Trouble(f"`{text[:40]}` is neither `go on` nor a free action")
    if isinstance(op, ir.Travel) and word in STOP:
        return t.NONE
    if isinstance(op, ir.Choose) and word in DECLINED and (op.may or text not in names(spec, answer_type(question)).words):
        return t.NONE if op.least is None and op.most is None else ()
    called = unseen(spec, question, state) if state is not None else {}
    also, hidden = {fold(word): [thing] for thing, word in called.items()}, hidden_from(spec, question, state)
    if isinstance(op, ir.Split):
        return _split(spec, question, op, text, also, hidden)
    if isinstance(op, ir.Menu):
        also = {fold(a.words): [k] for k, a in enumerate(op.alternatives)}
    if len(told := told_so(spec, question, text, called)) == 1:
        return told[0]
    value = value_of(spec, text, answer_type(question), question.options, also, hidden)
    if isinstance(value, Trouble) and isinstance(op, ir.Choose) and op.told is not None:
        begun = told_so(spec, question, text, called, begun=True)
        return begun[0] if len(begun) == 1 else _not_told(spec, question, text, value, begun)
    return value if isinstance(value, Trouble) else settled(question, value)


def told_so(spec: Spec, question: Question, text: str, called: Container[int] = (), begun: bool = False) -> list:
    """The options that the rules tell in these words, or in words that begin so; none with something in it that is `called`
    by its place, since the decider does not know it."""
    return [value for value in meant(spec, question, text, begun) if not any(one in called for one in flat(value))]


def _not_told(spec: Spec, question: Question, text: str, trouble: Trouble, begun: list) -> Trouble:
    """Words that are none of the options', or begin those of several; what stands in brackets is no words."""
    if bracketed(text) is not None:
        return trouble
    shown = ", ".join(write_value(spec, question, option) for option in (begun or question.options)[:MOST_LISTED])
    fits = "the beginning of several options" if begun else "not among the options"
    return Trouble(f"`{text[:40]}` is {fits}", f"say {shown}")


def settled(question: Question, value):
    """The option that is the same set, if order means nothing; else the value as it is."""
    if not isinstance(value, tuple) or value in question.options:
        return value
    type_ = answer_type(question)
    wanted = _unordered(value, type_)
    return next((option for option in question.options if _unordered(option, type_) == wanted), value)


def _unordered(value, type_):
    if not isinstance(value, tuple):
        return value
    inner = t.element(type_) or t.UNKNOWN
    members = [_unordered(member, inner) for member in value]
    return tuple(members) if isinstance(type_, t.List) else tuple(sorted(members, key=repr))


def _split(spec: Spec, question: Question, op: ir.Split, text: str, also: dict, hidden):
    """`[a, b], [c]`: as many parts as there are; the last may be left out and is the rest."""
    parts = split_commas(text)
    if len(parts) == 1 and len(op.parts) > 1 and (inside := bracketed(parts[0])) is not None:
        parts = split_commas(inside) if inside.strip().startswith("[") else parts
    inner = t.element(answer_type(question)) or t.UNKNOWN
    things = tuple(thing for part in question.options[0] for thing in part)
    groups = [part if bracketed(part) is not None else f"[{part}]" for part in parts]
    given = [value_of(spec, group, inner, (things,), also, hidden) for group in groups]
    trouble = next((part for part in given if isinstance(part, Trouble)), None)
    if trouble is not None:
        return trouble
    if len(given) == len(op.parts) - 1:
        given.append(tuple(thing for thing in things if not any(thing in part for part in given)))
    if len(given) != len(op.parts):
        shown = ", ".join(f"[{name}]" for name, *_ in op.parts)
        return Trouble(f"there are {len(op.parts)} parts, and {len(given)} are given", f"write {shown}")
    return settled(question, tuple(given))


# ------------------------------------------------------------------ nature


def _natures(spec: Spec, question: Question, text: str):
    """A roll, a shuffle or a pick as it fell on a real table."""
    if isinstance(question, Naming):
        return _named(spec, question, text)
    if question.name == "pick":
        value = value_of(spec, text, answer_type(question), question.options)
        value = value if isinstance(value, Trouble) else settled(question, value)
        return value if isinstance(value, Trouble) or value in question.options else _cannot_come(spec, question, text)
    type_ = answer_type(question) if question.name == "roll" else cards_type(spec, question)
    fell = tuple(value_of(spec, word, type_, question.options) for word in blanks(text))
    trouble = next((item for item in fell if isinstance(item, Trouble)), None)
    if trouble is not None:
        return trouble
    if any(item not in question.options for item in fell):
        return _cannot_come(spec, question, text)
    return _counted(question, fell)


def _named(spec: Spec, question: Naming, text: str):
    """The real cards that somebody sees; of several that look the same any will do."""
    cards: list[int] = []
    for word in blanks(text):
        left = [card for card in question.options if card not in cards]
        value = value_of(spec, word, cards_type(spec, question), left)
        if isinstance(value, Trouble):
            alike = _any_of_them(spec, question, word, left)
            if alike is None:
                return value
            value = alike
        if value in cards or value in question.elsewhere:     # on the table no copy is told from another
            value = next((card for card in left if is_copy(spec, card, value)), value)
        if value in cards:
            return Trouble("a card is named twice")
        if value in question.elsewhere:
            return Trouble(f"{word_of(spec, value, t.Kind(spec.components[value].kind))} {question.elsewhere[value]}")
        cards.append(value)
    if len(cards) != question.count:
        return Trouble(f"{len(cards)} named, and there {'are' if question.count > 1 else 'is'} {question.count}")
    return tuple(cards)


def is_copy(spec: Spec, card: int, other: int) -> bool:
    """Are the two of one row of a data file with `copies`: `plum5` and `plum5_2`?"""
    first, second = spec.components[card], spec.components[other]
    if first.set != second.set or COPY.sub("", first.id) != COPY.sub("", second.id):
        return False
    plain = first.written == first.id and second.written == second.id
    return spec.printed.get(card) == spec.printed.get(other) if plain else first.written == second.written


def _any_of_them(spec: Spec, question: Naming, word: str, left: list):
    """The first of some cards on which the same is written."""
    alike = [card for card in names(spec, cards_type(spec, question)).folded.get(fold(word), ()) if card in left]
    return alike[0] if alike and len({spec.components[card].written for card in alike}) == 1 else None


def _counted(question: Question, fell: tuple):
    if question.name == "roll":
        wanted = f"{question.count} face{'s' if question.count != 1 else ''}"
        if len(fell) == question.count:
            return fell
        return Trouble(f"{len(fell)} given, and {wanted} of `{question.source}` fell")
    if len(set(fell)) < len(fell):
        return Trouble("a card is named twice")
    least = min(question.count, len(question.options))
    return fell if len(fell) >= least else Trouble(f"{len(fell)} named, and {least} of `{question.source}` are needed")


def _cannot_come(spec: Spec, question: Question, text: str) -> Trouble:
    if question.name == "shuffle":
        return Trouble(f"not all of `{text[:40]}` lie in `{question.source}` in an unknown order")
    shown = ", ".join(word_of(spec, option, answer_type(question)) for option in dict.fromkeys(question.options[:12]))
    return Trouble(f"`{text[:40]}` cannot come of `{question.source}`", f"it gives {shown}")


# ------------------------------------------------------------------ free actions and letters


def parse_offer(spec: Spec, question: Question, text: str):
    """The free action somebody means, (offer, member), open or not; or a Trouble."""
    name, _, member = text.strip().partition("(")
    likely = [number for number, _ in question.offers]
    by_name: dict[str, int] = {}
    for offer in spec.offers:
        by_name.setdefault(fold(offer.name), offer.number)
        by_name.setdefault(fold(offer.prompt), offer.number)
    wanted = fold(name)
    starts = [number for word, number in by_name.items() if wanted and word.startswith(wanted)]
    numbers = [by_name[wanted]] if wanted in by_name else starts
    numbers = [n for n in dict.fromkeys(numbers) if n in likely] or list(dict.fromkeys(numbers))
    if len(numbers) != 1:
        return Trouble(f"`{text.strip()[:40]}` is no free action" if not numbers else f"`{name}` can be several free actions")
    return _member(spec, question, spec.offers[numbers[0]], member.strip().removesuffix(")"))


def _member(spec: Spec, question: Question, action, text: str):
    if action.each is None:
        return (action.number, t.NONE) if not text else Trouble(f"`{action.name}` is for nobody in particular")
    members = [member for number, member in question.offers if number == action.number]
    if not text:
        if len(members) == 1:
            return action.number, members[0]
        return Trouble(f"`{action.name}` for which?", f"write {action.name}(...)")
    value = value_of(spec, text, t.element(action.each.type) or t.UNKNOWN, members)
    return value if isinstance(value, Trouble) else (action.number, value)


def letter(k: int) -> str:
    """The letter of the k-th option of a shown list: a, b, ... z, aa, ab ..."""
    shown = ""
    while k >= 0:
        shown, k = ALPHABET[k % 26] + shown, k // 26 - 1
    return shown


def by_letter(question: Question, text: str):
    """The option that a letter, or its number from 1, of the shown list stands for; None if it is no such."""
    word = text.strip().lower()
    if word.isascii() and word.isdigit() and len(word) < 7:
        k = int(word) - 1
    elif word and len(word) < 4 and all(sign in ALPHABET for sign in word):
        k = 0
        for sign in word:
            k = k * 26 + ALPHABET.index(sign) + 1
        k -= 1
    else:
        return None
    return question.options[k] if 0 <= k < len(question.options) else None


# ------------------------------------------------------------------ wishes that no value can say


LEAST_TELLING = 4
COMMON = frozenset({                     # words that begin many a sentence, or name what any game has
    "already", "another", "both", "card", "cards", "each", "from", "into", "last", "more", "neither", "none", "number",
    "only", "other", "pile", "piece", "pieces", "player", "players", "somebody", "take", "than", "that", "their", "them",
    "there", "these", "this", "those", "three", "what", "when", "where", "which", "with", "without", "your",
})


def wish_of(machine: Machine, question: Question, text: str) -> ir.Guard | None:
    """The `never` whose words these are, or the only one that begins so, or has the first word of a sentence in it."""
    wishes = [guard for guard in getattr(machine.spec.plan[question.op], "guards", ()) if guard.wish]
    wanted = fold(text.strip().strip('"'))
    words = wanted.split()
    same = [guard for guard in wishes if fold(guard.wish) == wanted]
    starts = [guard for guard in wishes if len(words) > 1 and fold(guard.wish).startswith(wanted)]
    meant = same or starts
    if not meant and len(words) > 1 and _telling(machine, question, words[0]):
        meant = [guard for guard in wishes if words[0] in _words(guard.wish)]
    return meant[0] if len(meant) == 1 or same else None


def _telling(machine: Machine, question: Question, word: str) -> bool:
    """May a sentence begin with this word to mean the wish that has it? No small word, and none that begins an answer."""
    spec = machine.spec
    if len(word) < LEAST_TELLING or word in COMMON:
        return False
    answers = [write_value(spec, question, option, machine.state) for option in question.options]
    return not any(word in _words(text) for text in (*answers, *spec.seats, *{c.kind for c in spec.components}))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))


__all__ = [
    "Trouble", "answer_type", "by_letter", "letter", "names", "parse_offer", "parse_value", "quoted", "settled", "write_offer",
    "write_value",
]
