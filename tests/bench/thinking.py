"""How well and how fast a player that thinks plays.

    python -m tests.bench.thinking match mixtape search:1000 good --games 100 --jobs 2
    python -m tests.bench.thinking speed mixtape search:200 --decisions 200
    python -m tests.bench.thinking kuhn search:1000 --samples 200

`match` plays each seed twice, with the seats exchanged, and gives the share of wins of the first with its 95 % interval (a
tie is shared; a win with others by the rules is whole), and the same of the second. `speed` gives seconds of a processor a
decision, met in plays against random bots. `kuhn` gives the value of Kuhn poker for the first seat against a best reply, for
how the player answers in each information set (so many times each, with other seeds): -1/18 is the value of the game;
`--plain` keeps it from counting the game out.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from statistics import mean, quantiles
from time import process_time

from attrs import frozen

from interpreter.analysis.enumeration import best_reply, Decision, End, Node, tree
from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.observation.masks import Eyes
from interpreter.pipeline import load, prepare
from interpreter.search.player import effort, is_search, Search
from interpreter.session.bots import chooser
from interpreter.session.strategies import prepared
from interpreter.session.streams import source_of, Streams
from interpreter.simulate.playout import play_once, share_of
from interpreter.text.diagnostic import Report


@frozen
class Match:
    """So many plays: what the first and the second have won."""

    games: int
    won: float
    lost: float


def table(game: str, words: tuple[str, ...], solves: bool = True):
    """A game for two, and who sits at it."""
    report = Report()
    rules = load(game, report, len(words))
    ctx = prepare(rules, len(words), {}, report)
    assert report.ok, report.errors
    who = [Search(ctx.spec, word, effort(word), solves=solves) if is_search(word)
           else word if word in ("random", "first") else prepared(rules, ctx, word, report) for word in words]
    assert report.ok, report.errors
    return ctx.spec, who


def match(game: str, one: str, other: str, games: int, seed: int = 1) -> Match:
    """Each seed twice, with the seats exchanged."""
    spec, (first, second) = table(game, (one, other))
    won = lost = 0.0
    for number in range(seed, seed + games):
        for k in (0, 1):
            over = play_once(spec, number, [first, second] if k == 0 else [second, first]).over
            part = 1 if over.how == "won" else 1 / max(1, len(over.winners))
            won, lost = won + part * (k in over.winners), lost + part * (1 - k in over.winners)
    return Match(2 * games, won, lost)


def seconds(game: str, word: str, decisions: int) -> list[float]:
    """Seconds of a processor for each of so many decisions."""
    spec, (search, _) = table(game, (word, "random"), solves=False)
    taken: list[float] = []
    seed = 0
    while len(taken) < decisions:
        seed += 1
        machine, streams = Machine(spec, start(spec)), Streams(seed)
        thinker, random = search.seated(streams, 0), chooser("random", streams, 1)
        while not isinstance(stop := machine.advance(), Over):
            for question in stop.questions:
                if question.of_nature:
                    branch = machine.branch if machine.state.strands else -1
                    machine.answer(question, streams.nature(question, source_of(spec, question, branch)))
                    continue
                began = process_time()
                choice = (thinker if question.seat == 0 else random).choose(question, Eyes(machine, question))
                if question.seat == 0 and thinker.thought is not None and thinker.thought.question is question:
                    taken.append(process_time() - began)
                if hasattr(choice, "offer"):
                    machine.take(question, choice.offer)
                else:
                    machine.answer(question, choice)
    return taken[:decisions]


def in_kuhn(word: str, samples: int, plain: bool) -> tuple[Fraction, Fraction]:
    """What the first seat is worth where the player sits there and the other replies best, and the other way round."""
    spec, (search, _) = table("kuhn", (word, "random"), solves=not plain)
    answered: dict[int, dict[tuple, dict]] = {0: {}, 1: {}}
    root = tree(spec)
    for sample in range(samples):
        for seat in (0, 1):
            for information, answer in played(search, root, seat, sample):
                counts = answered[seat].setdefault(information, {})
                counts[answer] = counts.get(answer, 0) + 1
    said = {seat: {information: {answer: Fraction(n, sum(counts.values())) for answer, n in counts.items()}
                   for information, counts in sets.items()} for seat, sets in answered.items()}
    return -best_reply(root, 1, said)[0], best_reply(root, 0, said)[0]


def played(search: Search, root: Node, seat: int, sample: int):
    """What the player answers at each of its information sets, on the way of every play there can be."""
    spec, met = search.spec, set()

    def go(node: Node, state, path: tuple) -> None:
        machine = Machine(spec, state.copy())
        stop = machine.advance()
        if isinstance(node, End) or isinstance(stop, Over):
            return
        question = stop.questions[0]
        if isinstance(node, Decision) and node.seat == seat and node.information not in met:
            met.add(node.information)
            number = hash((sample, seat, len(met))) & 0xFFFFFFF
            thinker = search.seated(Streams(number), seat)
            thinker.remembered = node.information[0]
            found.append((node.information, thinker.choose(question, Eyes(machine, question))))
        for way in node.ways:
            after = machine.state.copy()
            beside = Machine(spec, after)
            beside.answer(question, way[0])
            go(way[-1], after, (*path, way[0]))

    found: list = []
    go(root, start(spec), ())
    return found


def _part(game: str, one: str, other: str, seed: int) -> Match:
    return match(game, one, other, 1, seed)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = words.add_subparsers(dest="what", required=True)
    by_match = kinds.add_parser("match")
    for name in ("game", "one", "other"):
        by_match.add_argument(name)
    by_match.add_argument("--games", type=int, default=50)
    by_match.add_argument("--seed", type=int, default=1)
    by_match.add_argument("--jobs", type=int, default=1)
    by_speed = kinds.add_parser("speed")
    for name in ("game", "word"):
        by_speed.add_argument(name)
    by_speed.add_argument("--decisions", type=int, default=100)
    by_kuhn = kinds.add_parser("kuhn")
    by_kuhn.add_argument("word")
    by_kuhn.add_argument("--samples", type=int, default=100)
    by_kuhn.add_argument("--plain", action="store_true")
    args = words.parse_args()
    if args.what == "match":
        seeds = range(args.seed, args.seed + args.games)
        part = partial(_part, args.game, args.one, args.other)
        if args.jobs == 1:
            found = [match(args.game, args.one, args.other, args.games, args.seed)]
        else:
            with ProcessPoolExecutor(args.jobs) as pool:
                found = list(pool.map(part, seeds, chunksize=max(1, args.games // args.jobs)))
        games = sum(one.games for one in found)
        print(f"{args.game}, {games} plays: {args.one} won {share_of(sum(one.won for one in found), games)}, "
              f"{args.other} won {share_of(sum(one.lost for one in found), games)}")
    elif args.what == "speed":
        taken = seconds(args.game, args.word, args.decisions)
        print(f"{args.game}, {args.word}: {mean(taken) * 1000:.1f} ms of a processor a decision, nine of ten in "
              f"{quantiles(taken, n=10)[-1] * 1000:.1f}, at most {max(taken) * 1000:.1f}")
    else:
        first, second = in_kuhn(args.word, args.samples, args.plain)
        print(f"kuhn: the first seat gets {float(first):.4f} where {args.word} sits there and the other replies best, "
              f"{float(second):.4f} the other way round (-1/18 is {-1 / 18:.4f})")
        print(f"{float(second - first) / 2:.4f} off on average")


if __name__ == "__main__":
    main()
