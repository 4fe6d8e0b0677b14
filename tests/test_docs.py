"""Docs run: examples are checked and played, made pages are current, commands print what is said, links lead somewhere."""

import random
import re

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.engine.scoring import broken
from interpreter.pipeline import load, prepare
from interpreter.session.strategies import portfolio, proofread_strategies
from interpreter.simulate.playout import simulate
from interpreter.text.diagnostic import draw, Report
from interpreter.variant.stack import Asked
from tests.blocks import blocks, EXAMPLES, HEADING, lay_out, pages, ROOT, whole
from tests.cases import Case, complaints
from tests.cli.running import run
from tests.make_docs import PAGES, without_reason

ALL = list(blocks())
RULES = [block for block in ALL if block.sort == "rules" and HEADING.search(whole(block))]
TESTED = [block for block in RULES if re.search(r"^ *scenario ", block.text, re.MULTILINE)]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("block", RULES, ids=str)
def test_an_example_runs(block, tmp_path):
    path = lay_out(block, tmp_path, ALL)
    case = Case(str(block), whole(block), None)
    report = Report()
    rules = load(Asked(str(path), variants_of(block)), report)
    for people in rules.people() if rules else ():
        check_and_play(rules, people, report, played=not case.marks)
    wanted = {code for _, code, _ in case.marks}
    found = [(d.span.line, d.code.id, d.message) for d in report.diagnostics if d.severity == "error" or d.code.id in wanted]
    assert list(complaints(case, found)) == [], "\n".join(draw(d) for d in report.sorted())


def check_and_play(rules, people, report, played):
    """Checks a game for so many people; with `played`, plays it three times if nothing is wrong."""
    ctx = prepare(rules, people, {}, report)
    for one in proofread_strategies(rules, ctx) if ctx.world.strategies and report.ok else ():
        report.diagnostics.append(one)
    for seed in range(3) if played and report.ok else ():
        play(ctx.spec, random.Random(seed))
    for one in portfolio(rules, ctx, Report()).values() if played and report.ok else ():
        simulate(ctx.spec, 3, 1, (one,) * people)


def play(spec, chance):
    """A play with random answers to its end, in which what always holds does hold."""
    machine = Machine(spec, start(spec))
    for _ in range(10_000):
        pause = machine.advance()
        if isinstance(pause, Over):
            return
        assert [one.about for one in broken(machine)] == []
        for question in pause.questions:
            answer(machine, question, chance)
    raise AssertionError("this play has no end")


def answer(machine, question, chance):
    if question.offers and chance.random() < 0.3:
        machine.take(question, chance.choice(question.offers))
    elif question.of_nature and question.name == "shuffle":
        machine.answer(question, tuple(chance.sample(question.options, len(question.options))))
    elif question.of_nature and question.name == "roll":
        machine.answer(question, tuple(chance.choices(question.options, k=question.count)))
    else:
        machine.answer(question, chance.choice(question.options))


@pytest.mark.parametrize("block", TESTED, ids=str)
def test_scenarios_of_an_example_come_out(block, tmp_path):
    passes(lay_out(block, tmp_path, ALL), *variants_of(block))


def variants_of(block):
    """The variants of an example, which are applied in their order."""
    return tuple(re.findall(r"^variant (\w+)", block.text, re.MULTILINE))


def passes(path, *variants):
    """`rulewright test` has nothing to say against the scenarios of a game."""
    done = run("test", str(path), "--plays", "0", *(word for one in variants for word in ("--with", one)))
    assert done.exit_code == 0, done.stdout + done.stderr


@pytest.mark.parametrize("folder", sorted(p.name for p in EXAMPLES.iterdir()))
def test_the_games_that_examples_are_laid_over_play(folder):
    report = Report()
    rules = load(EXAMPLES / folder, report)
    for people in rules.people():
        check_and_play(rules, people, report, played=True)
    assert report.ok, "\n".join(draw(d) for d in report.sorted())
    passes(EXAMPLES / folder)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_as_it_is_made(page):
    assert (ROOT / page).read_text(encoding="utf-8") == PAGES[page](), "run `python -m tests.make_docs`"


def test_a_word_that_one_game_uses_has_a_reason():
    assert without_reason() == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    targets = [target for target in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []
