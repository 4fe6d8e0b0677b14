"""A comparison: paired, the same to the last digit however it is shared out or interrupted, and in order of the seeds."""

import pytest
from attrs import evolve

from interpreter import cache
from interpreter.pipeline import load, prepare
from interpreter.simulate.playout import play_once, simulate
from interpreter.simulate.tournament import digest_of_table, Recipe
from interpreter.study import courses, plays
from interpreter.study.comparison import Comparison, DIFFERENT, SAME, Table, Wish
from interpreter.study.courses import OTHER_CHOICES, play_course
from interpreter.study.figures import deal_share, of_ends, shape_of
from interpreter.study.plays import batches, End, ENDS, in_order, Side
from interpreter.study.verdicts import fairness, news, sentence, summary
from interpreter.text.diagnostic import Report
from interpreter.variant.stack import Asked
from interpreter.workers import Processes


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Nothing is left over from another test."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def side(game: str, people: int = 2, seats: tuple[str, ...] = (), **options: str):
    """A side with its shape and Spec."""
    report = Report()
    names = tuple(f"Seat{k + 1}" for k in range(people))
    rules = load(Asked(game), report, people)
    spec = prepare(rules, people, options, report, None, names).spec
    assert report.ok
    seats = seats or ("random",) * people
    recipe = Recipe(Asked(str(rules.path)), people, names, tuple(options.items()), (), seats, False, "reference")
    shape = shape_of(spec)
    return Side(str(options), spec.title, recipe, digest_of_table(rules, spec, seats), shape.people), shape, spec


def compared(wish: Wish, *found, jobs: int = 1) -> Comparison:
    comparison = Comparison([one[0] for one in found], [one[1] for one in found], wish)
    comparison.run(Processes(jobs))
    return comparison


def told(comparison: Comparison) -> list:
    return [line.to_json() for line in [*comparison.table.lines(), *comparison.course_lines(), *comparison.rule_lines()]]


PIG, SHORT = side("pig"), side("pig", goal="50")
WISH = Wish(40, 1, looked_at=12)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(plays, "BATCH", {True: 10, False: 10})


def test_the_ends_are_those_of_simulate():
    comparison = compared(WISH, PIG, SHORT)
    for k, (_, _, spec) in enumerate((PIG, SHORT)):
        result = simulate(spec, 40, 1)
        assert [end.totals for end in comparison.ends[k]] == result.totals
        assert [end.decisions for end in comparison.ends[k]] == [play.decisions for play in result.plays]
        assert [seat.share for seat in comparison.seats(k)] == pytest.approx(result.win_share, abs=1e-4)
    total = comparison.table.lines()[0]
    assert total.base == pytest.approx(sum(map(sum, simulate(PIG[2], 40, 1).totals)) / 80)
    assert total.difference == pytest.approx(total.other - total.base) and total.verdict == DIFFERENT


def test_processes_and_interruptions_change_no_digit(own_cache, monkeypatch):
    whole = compared(WISH, PIG, SHORT)
    assert told(compared(WISH, PIG, SHORT)) == told(whole)                 # now from what was kept
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(own_cache / "others"))
    assert told(compared(WISH, PIG, SHORT, jobs=2)) == told(whole)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(own_cache / "stopped"))
    stopped = Comparison([PIG[0], SHORT[0]], [PIG[1], SHORT[1]], WISH)
    count = []

    def tell(work):
        count.append(work)
        if len(count) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(Processes(), tell)
    assert stopped.plays == 20 and stopped.table.lines()[0].plays == 20
    ran = []
    monkeypatch.setattr(plays, "play", lambda work, usual=plays.play: (ran.append(work), usual(work))[1])
    assert told(compared(WISH, PIG, SHORT)) == told(whole)
    assert len(ran) == len(batches([PIG[0], SHORT[0]], ENDS, 1, 40)) - 5 + 6       # those not kept, and the courses


def test_without_a_cache_it_is_the_same(monkeypatch):
    whole = told(compared(WISH, PIG, SHORT))
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert cache.folder() is None and told(compared(WISH, PIG, SHORT)) == whole


def test_a_larger_comparison_uses_what_a_smaller_one_has_kept(monkeypatch):
    compared(Wish(20, 1), PIG, SHORT)
    ran = []
    monkeypatch.setattr(plays, "play", lambda work, usual=plays.play: (ran.append(work), usual(work))[1])
    compared(Wish(40, 1), PIG, SHORT)
    assert sorted({work.first for work in ran}) == [21, 31]


def test_batches_that_come_in_any_order_are_taken_in_that_of_the_seeds(monkeypatch):
    work = batches([PIG[0], SHORT[0]], ENDS, 1, 30)
    backwards = [(number, [number]) for number in reversed(range(len(work)))]
    monkeypatch.setattr(plays, "carried_out", lambda sort, play, work, carrier: iter(backwards))
    assert [[rows[0] for _, rows in step] for step in in_order(work, Processes())] == [[0, 1], [2, 3], [4, 5]]


def test_it_stops_when_it_is_precise_enough(monkeypatch):
    from interpreter.study import comparison as module

    monkeypatch.setattr(module, "FEWEST", 20)
    found = compared(Wish(400, 1, precise=60.0), PIG, SHORT)
    assert found.enough and found.plays < 400
    assert found.widest <= 60.0
    assert not compared(Wish(40, 1, precise=0.01), PIG, SHORT).enough


def test_a_game_against_itself_is_the_same_in_every_play():
    comparison = compared(WISH, PIG, PIG)
    assert {line.verdict for line in comparison.table.lines()} == {SAME}
    assert not comparison.different() and "none" in summary(comparison.table.lines(), comparison.plays)


def test_a_figure_that_one_side_lacks_is_told_without_a_difference():
    shape = PIG[1]
    table = Table([of_ends(shape), of_ends(evolve(shape, scores=()))], 0.05, 10)
    end = End("won", (0,), ((7, 3),), (7, 3), 4)
    table.add([[end, end], [end, end]])
    line = next(line for line in table.lines() if line.figure.key == "total")
    assert (line.base, line.other, line.difference) == (5.0, None, None)
    assert "has no such thing" in sentence(line, "it")


# ------------------------------------------------------------------ the course of a play


GAMES = [("pig", 2), ("nim", 2), ("moths", 3), ("kuhn", 2)]


@pytest.mark.parametrize("game", GAMES, ids=[game for game, _ in GAMES])
def test_a_course_is_that_of_the_play(game):
    _, shape, spec = side(*game)
    for seed in range(3):
        seen, played = play_course(spec, seed, seed, ("random",) * game[1]), play_once(spec, seed)
        assert (tuple(seen.totals), seen.decisions) == (played.over.totals, played.decisions)
        assert sum(seen.won) == pytest.approx(1.0 if played.over.winners else 0.0)
        assert seen.options >= 2 * seen.decisions and set(seen.rules) <= {*shape.rules, "setup", "play"}
        assert seen.settled is None or 0 <= seen.settled <= 1


def test_turns_and_rounds_of_pig():
    seen = play_course(PIG[2], 1, 1, ("random", "random"))
    assert seen.turns == seen.rules["pig_turn"] and seen.rounds == -(-seen.turns // 2)


def test_the_same_deal_with_other_choices_deals_the_same_cards():
    _, _, spec = side("moths", 3)
    first, again, other = (play_course(spec, 5, seed, ("random",) * 3) for seed in (5, 5, 5 + OTHER_CHOICES))
    assert first.to_data() == again.to_data() != other.to_data()
    settled = [play_course(spec, 5, seed, ("first",) * 3).to_data() for seed in (5, 6)]
    assert settled[0] == settled[1]                                        # who never draws lots has no other choices


def test_luck_is_all_where_choices_are_none_and_little_where_the_deal_is_none():
    deals = [([a, 4 - a], [a, 4 - a]) for a in (0, 1, 3, 4)]
    assert deal_share(deals).share == 1.0
    crossed = [([a, 0], [b, 0]) for a in (0, 4) for b in (0, 4)]
    assert deal_share(crossed).share == 0.0
    assert sum(deal_share(deals).parts) == pytest.approx(4.0)


def test_who_led_and_when():
    looks = [(0, [5, 0]), (4, [5, 7]), (6, [9, 7]), (10, [9, 12])]
    assert courses._changes([stand for _, stand in looks]) == 3
    assert courses._settled(looks, (1,), 10) == (1.0, 5)
    assert courses._settled([(0, [0, 0]), (10, [3, 1])], (0,), 10) == (0.0, 0)


def test_skill_is_told_from_seats(monkeypatch):
    nim = side("nim", 2)
    found = compared(Wish(10, 1, skill=("first", "random"), skill_games=20), nim, nim)
    line = found.skill.lines()[0]
    assert line.figure.key == "skill" and found.skill.plays == 20 and line.verdict == SAME
    wins = 0
    for start, seat in ((1, 0), (6, 1), (11, 0), (16, 1)):
        who = tuple("first" if k == seat else "random" for k in range(2))
        wins += sum(play.over.winners == (seat,) for play in simulate(nim[2], 5, start, who).plays)
    assert line.base == wins / 20


# ------------------------------------------------------------------ in words


def test_sentences():
    comparison = compared(WISH, PIG, SHORT)
    lines = {line.figure.key: line for line in comparison.table.lines()}
    assert sentence(lines["total"], "short").startswith("total, all seats: ")
    assert "less, " in sentence(lines["total"], "short") and sentence(lines["total"], "short").endswith("a real difference")
    assert "no difference shown" in sentence(lines["wins:Seat1"], "short")
    assert "the same in every play" in sentence(lines["nobody"], "short")
    assert [line.figure.key for line in news(list(lines.values()))].count("total:Seat1") == 0
    assert "no seat is shown" in fairness(comparison.seats(0)) and fairness([]) == "there is one seat only"
