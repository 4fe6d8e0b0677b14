"""A module that stands alone: what a host without Rulewright has to know of it, as JSON (docs/develop/wasm.md).

In:  a Module, the digest of the rules it was made from.
Out: names and places: of questions and their options, zones, counters, seats, scores.
"""

from typing import Any

from interpreter import ir
from interpreter.core import types as t
from interpreter.engine.compiled import memory_layout as lay
from interpreter.engine.compiled.memory_layout import Layout
from interpreter.engine.compiled.module import Module, shared_zones, STATUSES
from interpreter.engine.compiled.question_functions import option_depth
from interpreter.ir.model import Offer, Spec
from interpreter.ir.sources import piles

FORMAT = 1
ROOM = 1 << 16                            # bytes for answers and results


def described(module: Module, digest: str) -> dict[str, Any]:
    """Everything a host has to know."""
    spec, layout, numbers = module.spec, module.layout, module.numbers
    return {
        "format": FORMAT, "game": spec.name, "title": spec.title, "digest": digest, "options": dict(spec.option_words),
        "seats": list(spec.seats), "automatic": sorted(spec.automatic),
        "statuses": {name.lower(): number for number, name in enumerate(STATUSES)},
        "question": {"seat": lay.Q_SEAT, "ask": lay.Q_OP, "kind": lay.Q_KIND, "branch": lay.Q_BRANCH, "zone": lay.Q_SOURCE,
                     "count": lay.Q_COUNT, "options": lay.Q_OPTIONS, "offers": lay.Q_OFFERS},
        "kinds": ["decision", "roll", "pick", "shuffle"],
        "asks": [_ask(module, spec.plan[number]) for number in module.asks],
        "offers": [{"name": offer.name, "members": _type(spec, _member(offer))} for offer in spec.offers],
        "position": {"from": lay.BLOCK, "end_at": lay.LISTS_TOP},
        "answers": {"at": numbers["OUTSIDE"], "size": ROOM},
        "components": [{"id": one.id, "kind": one.kind} for one in spec.components],
        "places": layout.places, "known": {"at": layout.known, "width": layout.known_width},
        "zones": [_zone(module, number) for number in range(len(spec.zones))],
        "cells": [{"label": cell.label, "at": layout.cell(number), "width": layout.cell_width, "type": _type(spec, cell.type)}
                  for number, cell in enumerate(spec.cells) if cell.name],
        "result": _result(spec, layout, numbers),
    }


def _member(offer: Offer) -> t.Type | None:
    return t.element(offer.each.type) if offer.each is not None else None


def _ask(module: Module, op: ir.Op) -> dict[str, Any]:
    """One place at which somebody is asked: its name, how deep lists lie in an answer, what an answer means, its stream."""
    spec, sources = module.spec, module.sources
    said: dict[str, Any] = {"name": getattr(op, "name", ""), "lists": option_depth(op)}
    match op:
        case ir.Roll(die=die):
            name = spec.dice[die].name
            said |= {"name": name, "type": _type(spec, spec.dice[die].type), "source": sources[f"die {name}"]}
        case ir.Pick(name=name):
            said |= {"type": _type(spec, op.source.type), "source": sources[f"pick {name}"]}
        case ir.Blind():
            asking = spec.plan[op.asks]
            said |= {"name": "unseen card", "lists": option_depth(asking), "type": {"is": "component"},
                     "source": sources["pick unseen card"]}
        case ir.Menu():
            said |= {"type": {"is": "word", "words": [one.name for one in op.alternatives]}, "prompt": op.prompt}
        case ir.May():
            said |= {"type": {"is": "word", "words": ["no", "yes"]}, "prompt": op.prompt}
        case ir.Ask():
            said |= {"type": _type(spec, op.type), "prompt": op.prompt}
    return said


def _type(spec: Spec, type_: t.Type | None) -> dict[str, Any]:
    """What a value of 64 bits means; of a list, what each member means. -1 is none."""
    match type_:
        case t.OrNone(of):
            return _type(spec, of)
        case t.List(of) | t.Set(of):
            return _type(spec, of)
        case t.Enum(members=members):
            return {"is": "word", "words": list(members)}
        case t.Bool():
            return {"is": "word", "words": ["no", "yes"]}
        case t.Seat():
            return {"is": "seat"}
        case t.Kind(name=name) if name not in spec.space_kinds():
            return {"is": "component"}
        case t.Kind() | t.Place() | t.Zone():
            return {"is": "zone"}
    return {"is": "number"}


def _zone(module: Module, number: int) -> dict[str, Any]:
    """Where a zone lies: bits, one for each component from `first` on, or a count and components of 16 bits each."""
    spec, place = module.spec, module.layout.zones[number]
    zone = spec.zones[number]
    said: dict[str, Any] = {"label": zone.label, "owner": zone.owner, "at": place.address, "words": place.words,
                            "first": place.low, "sees": zone.sees & spec.everyone, "counts": zone.counts & spec.everyone}
    if zone.loose >= 0:
        said |= {"source": module.sources[piles(spec)[zone.label]], "unordered_at": module.layout.cell(zone.loose)}
    return said


def _result(spec: Spec, layout: Layout, numbers: dict[str, int]) -> dict[str, Any]:
    """What `store_result` writes, by offsets from where it is told to."""
    return {
        "size": numbers["RESULT_SIZE"], "decisions": 0, "how": 4, "hows": ["", "finished", "won", "limit"], "limit": 8,
        "won": 12, "winners": 24, "scores": numbers["RESULT_SCORES"], "score_names": [one.name for one in spec.scores],
        "criteria": sum(1 for one in spec.winner if one.value is not None),
        "rank": [{"best": str(one.sort), "valued": one.value is not None} for one in spec.winner],
        "lying": numbers["RESULT_LYING"], "lying_zones": [spec.zones[z].label for z in shared_zones(spec)],
    }
