"""What the tests of this folder share: a small game as a text, and what is said of it.

In:  statements, conditions or values, as they would stand in a rules file.
Out: the sentences.
"""

from interpreter.prose.page import Page
from interpreter.prose.sentences import tell, voice_of
from interpreter.prose.vocabulary import lexicon_of, parameters
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

YARD = """game yard "The yard" for 2..4 players
enum Sort = hay | oats
enum Load = full | half_full
card Sack
  sort: Sort
  weight: 1..9
  torn: yes/no = no
components sacks: Sack, 12
piece Cart
components cart: Cart, one each
die d6 = 1, 2, 3, 4, 5, 6
table worth(sort: Sort): 0..9
  hay -> 2; oats -> 3
option pay: 1..9 = 2  "what a day pays"
option market: open | shut = open  "is anything sold?"
zone barn: pile of Sack, face down
zone spent: heap of Sack, face up
counter day: 0..9 = 0
state opener: Player = first(players)
state current: Player = first(players)
state dry: yes/no = no
state chosen: Sort or none = none
each player has
  zone hand: heap of Sack, seen by owner
  zone bin[Load]: heap of Sack, face up
  counter coins: 0..50 = 0
  state tired: yes/no = no
effect sell(p: Player, sack: Sack)
  move sack to spent
effect count_up(p: Player, many: 0..9)
  raise p.coins by many
effect drawn_again() gives Sack
  give first(barn)
phase week
  step work
    set day to 1
define light(sack: Sack) = sack.weight <= 3
define dear(sack: Sack) = 2 * worth(sack.sort)
define next_one(p: Player) = first(seats_after(p))
event dusk(p: Player)
"""


def parsed(text: str) -> ast.File:
    """A file without mistakes of grammar."""
    report = Report()
    file = parse(Source("yard.rules", text), report)
    assert report.ok and file is not None, report.sorted()
    return file


def effect(lines: str, params: str = "p: Player, sack: Sack") -> tuple[ast.File, ast.Effect]:
    """An effect with these statements, in the yard."""
    below = "".join(f"  {line}\n" for line in lines.strip("\n").split("\n"))
    file = parsed(f"{YARD}effect tried({params})\n{below}")
    return file, file.declarations[-1]


def said(lines: str) -> list[str]:
    """The statements as sentences, with two blanks a step in."""
    file, one = effect(lines)
    page = Page()
    tell(page, parameters(voice_of(lexicon_of(file.declarations)), one.params), one.body)
    return [f"{'  ' * block.level}{block.name} {block.text}".rstrip() if block.name else f"{'  ' * block.level}{block.text}"
            for block in page.blocks]


def condition(text: str) -> str:
    """A condition as a clause."""
    file, one = effect(f"if {text}\n  end turn")
    return parameters(voice_of(lexicon_of(file.declarations)), one.params).holds(one.body[0].branches[0][0])


def value(text: str) -> str:
    """A value as a part of a sentence."""
    file, one = effect(f"give {text}")
    return parameters(voice_of(lexicon_of(file.declarations)), one.params).value(one.body[0].value)
