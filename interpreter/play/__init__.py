"""Playing a game from Python.

A game is loaded by its name or the path of its rules. Its positions are states that can be copied, advanced to the next
pause, and answered; nature (dice, shuffles, picks) is a seat like any other, numbered NATURE. This walks through a game of
Nim, always taking the first option, and then once through the whole of what could follow the first question:

>>> from interpreter.play import Over, load_game
>>> nim = load_game("nim", names=("Ann", "Bo"))
>>> state = nim.start()
>>> pause = nim.advance(state)
>>> question = pause.questions[0]
>>> nim.seats[question.seat], question.name, [nim.words(question, v) for v in nim.legal(question)]
('Ann', 'from_row', ['upper', 'middle', 'lower'])
>>> print(nim.refusal(state, question, 7).accepted)
upper, middle, lower
>>> def ways(state):
...     "How many plays there are from a position on."
...     pause = nim.advance(state)
...     if isinstance(pause, Over):
...         return 1
...     question, found = pause.questions[0], 0
...     for value in nim.legal(question):
...         fork = state.copy()
...         nim.answer(fork, question, value)
...         found += ways(fork)
...     return found
>>> few = load_game("nim", options={"most": 12})
>>> while not isinstance(pause, Over):
...     question = pause.questions[0]
...     nim.answer(state, question, nim.value(question, "3" if question.name == "stones_taken" and 3 in question.options else
...                                           nim.words(question, question.options[-1])))
...     pause = nim.advance(state)
>>> pause.how, [nim.seats[seat] for seat in pause.winners]
('finished', ['Ann'])

A whole play with bots, and many of them:

>>> session = nim.session(seed=7, seats={0: "random", 1: "first"})
>>> session.play().how
'finished'
>>> nim.simulate(20, seed=1).games
20
"""

from interpreter.core.pause import NATURE, Over, Pause, Question, Refusal
from interpreter.core.state import State
from interpreter.play.choosers import CHOOSERS, Chooser, First, Random, Scripted, Take, Told
from interpreter.play.game import Game, NotPlayable, load_game
from interpreter.play.notation import Trouble
from interpreter.play.saving import CannotResume, resume
from interpreter.play.session import Session, fresh_seed
from interpreter.play.simulate import Result, simulate
from interpreter.play.streams import Streams

__all__ = [
    "CHOOSERS", "NATURE", "CannotResume", "Chooser", "First", "Game", "NotPlayable", "Over", "Pause", "Question", "Random",
    "Refusal", "Result", "Scripted", "Session", "State", "Streams", "Take", "Told", "Trouble", "fresh_seed", "load_game",
    "resume", "simulate",
]
