"""The table as one audience sees it, as plain data for a page: zones with their cards, counters, tracks, the map.

In:  a session, its faces, and who looks: a seat, or ONLOOKER, who sees what everybody may see.
Out: lists, words and numbers, ready for JSON.

Whatever may be known comes from a Table of observation/view.py, and from nothing else; here it is only given a form. What has
been drawn is kept by all that it was drawn from, so what looks the same to several, or has not changed, is drawn once.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, field

from interpreter.display.things import (
    changed,
    column_groups,
    counters,
    initials,
    laid_out,
    owner_of,
    pegs,
    short_name_of,
    signs_of,
    squares_of,
    standing,
    table_of,
    thing_name,
)
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.observation.view import HIDDEN, Lying, Table
from interpreter.session.session import Session
from interpreter.web.faces import Faces

MOST_CARDS = 40                                  # of a zone that are shown one by one
FEW_ON_TOP = 3                                   # of a pile that belongs to nobody
MOST_DRAWN = 1000                                # pictures that are kept
T = TypeVar("T")


@define(eq=False)
class Pictures:
    """Draws one game; what never changes in a play is worked out once."""

    spec: Spec
    faces: Faces
    tracks: dict[str, list] = field(factory=dict)
    printed: dict[int, dict] = field(factory=dict)                       # by thing, what its face shows
    owned: dict[int, list[int]] = field(init=False, factory=dict)        # by owner, the zones that are laid out
    stood_on: dict[str, list[int]] = field(init=False, factory=dict)     # by space or thing, the zones that lie on it
    labels: set[str] = field(init=False, factory=set)                    # spaces and things on which counters stand
    marked: list[int] = field(init=False, factory=list)                  # things on which counters can stand
    can_be_marked: set[int] = field(init=False, factory=set)             # the same, or on what lies on which
    cells: dict[int, list[int]] = field(init=False, factory=dict)        # by owner, the counters and states that are told
    squares: dict[int, list[int]] = field(init=False, factory=dict)      # by owner, those that stand on a track
    spots: dict[int, tuple[int, ...]] = field(init=False, factory=dict)  # by space, the zones in which something is on it
    drawn: dict[tuple, Any] = field(init=False, factory=dict)

    def __attrs_post_init__(self):
        spec = self.spec
        for z, info in enumerate(spec.zones):
            if laid_out(spec, z):
                self.owned.setdefault(info.owner, []).append(z)
            if info.owner < 0 and "." in info.label:
                self.stood_on.setdefault(info.label.rpartition(".")[0], []).append(z)
        for k, info in enumerate(spec.cells):
            if info.name and _belongs(info, info.owner):
                (self.squares if info.family in spec.tracks else self.cells).setdefault(info.owner, []).append(k)
        labels = {info.label.rpartition(".")[0] for info in spec.cells if info.name and info.owner < 0}
        self.marked = [one.number for one in spec.components if one.id in labels]
        parted = [label.split(".") for label in labels]
        self.labels = {".".join(parts[:k]) for parts in parted for k in range(1, len(parts) + 1)}
        self.can_be_marked = {one.number for one in spec.components if one.id in self.labels}
        for board in spec.boards.values():
            for z in range(board.first, board.last + 1):
                self.spots[z] = (z, *self.stood_on.get(spec.zones[z].label, ()))

    def _once(self, key: tuple, draw: Callable[[], T]) -> T:
        """What is drawn from nothing but what stands in the key."""
        found = self.drawn.get(key)
        if found is None:
            if len(self.drawn) >= MOST_DRAWN:
                self.drawn.clear()
            found = self.drawn[key] = draw()
        return found

    # ---------------------------------------------------------------- what never changes

    def scene(self) -> dict:
        """The game, its seats and its maps."""
        return {"title": self.spec.title, "seats": list(self.spec.seats), "initials": initials(self.spec.seats),
                "maps": [self._map(name) for name in self.spec.maps]}

    def _map(self, name: str) -> dict:
        board, plan = self.spec.boards[name], self.spec.maps[name]
        spaces = []
        for k, ((x, y), names) in enumerate(zip(plan.places, plan.names, strict=True)):
            marks = [number for number, (_, inside) in enumerate(plan.marks) if board.first + k in inside]
            spaces.append({"z": board.first + k, "x": x, "y": y, "id": board.ids[k], "name": names[0] if names else "",
                           "marks": marks})
        links = []
        for a, near in enumerate(board.links, board.first):
            for b in near:
                both = a in board.links[b - board.first]
                if not both or a < b:
                    links.append([a, b, int(both)])
        return {"name": name.replace("_", " "), "columns": board.columns, "spaces": spaces,
                "links": [] if board.columns else links, "marks": [words for words, _ in plan.marks]}

    # ---------------------------------------------------------------- what an audience sees now

    def table(self, session: Session, audience: int) -> dict:
        """What all share, then player by player, the one who looks first."""
        table = table_of(self.spec, session.state, audience)
        runs = Counter(one.facts[0] for one in session.log.lines if one.what == "run" and not one.undone)
        count = len(self.spec.seats)
        first = audience if 0 <= audience < count else 0
        owners = [-1, *((first + k) % count for k in range(count))]
        areas = [area for owner in owners if (area := self._area(table, owner)) is not None]
        return {"where": standing(self.spec, session.state, runs), "areas": areas, "spaces": self._spaces(table),
                "marks": self._marks(table), "lists": self._lists(table)}

    def _area(self, table: Table, owner: int) -> dict | None:
        spec = self.spec
        own = self.owned.get(owner, [])
        groups = column_groups(table, owner) if any(spec.zones[z].shape == "column" for z in own) else []
        grouped = {z for zones in groups for z in zones}
        zones, empty = [], []
        for z in own:
            if z in grouped:
                continue
            lying = table.lying(z)
            if lying.count == 0:
                empty.append(short_name_of(table, z).replace("_", " "))
            else:
                zones.append(self.zone(table, z, lying))
        told = self.cells.get(owner, ())
        cells = self._once(("cells", owner, *map(table.cell, told)), lambda: [
            {"name": name, "value": spec.words(value, info.type), "of": pegs(info.type, value)}
            for name, info, value in counters(table, lambda one: True, told)])
        columns = [[self.zone(table, z, table.lying(z)) for z in group] for group in groups]
        made = {"owner": owner, "cells": cells, "zones": zones, "columns": columns,
                "tracks": self._tracks(table, owner), "empty": empty if owner in (-1, table.seat) else []}
        return made if any(made[part] for part in ("cells", "zones", "columns", "tracks", "empty")) or owner >= 0 else None

    def zone(self, table: Table, z: int, lying: Lying) -> dict:
        """A zone: its cards as far as they are known, how many there are, which of them join."""
        marks = tuple(tuple(changed(table, self.spec.components[one].id))
                      for one in (*lying.things, *lying.loose) if one in self.can_be_marked)
        signs = "".join(signs_of(table, z)) if self.spec.zones[z].family in self.spec.joins else ""
        return self._once(("zone", z, lying, marks, signs), lambda: self._zone(table, z, lying, signs))

    def _zone(self, table: Table, z: int, lying: Lying, signs: str) -> dict:
        info = self.spec.zones[z]
        cards: list = [self.card(table, one) for one in lying.things]
        if not info.ordered:
            cards = _counted([self.card(table, one) for one in (*lying.things, *lying.loose) if one != HIDDEN])
        else:
            last = max((k for k, one in enumerate(lying.things) if one != HIDDEN), default=-1)
            cards = cards[:last + 1]
        most = FEW_ON_TOP if info.shape == "pile" and info.owner < 0 else MOST_CARDS
        if info.shape == "column":
            most = len(cards)
        return {"name": short_name_of(table, z).replace("_", " "), "shape": info.shape, "kind": info.kind or "piece",
                "count": lying.count, "cards": cards[:most], "signs": signs,
                "loose": [self.card(table, one) for one in lying.loose] if info.ordered else []}

    def card(self, table: Table, thing: int) -> dict | None:
        """A card with its counters as they are now; None for one whose face is not known."""
        if thing == HIDDEN:
            return None
        if thing not in self.printed:
            self.printed[thing] = self._printed(thing)
        made = self.printed[thing]
        marks = changed(table, str(made["id"]))
        return {**made, "marks": marks} if marks else dict(made)

    def _printed(self, thing: int) -> dict:
        """What never changes of a card."""
        one, face = self.spec.components[thing], self.faces.of(thing)
        made: dict = {"id": one.id, "title": face.title}
        if face.corner:
            made["corner"] = face.corner
        if face.colour >= 0:
            made["colour"] = face.colour
        if face.lines:
            made["lines"] = list(face.lines)
        seat = owner_of(self.spec, thing)
        if seat >= 0:
            made["seat"] = seat
        return made

    def _tracks(self, table: Table, owner: int) -> list[dict]:
        found = []
        for k in self.squares.get(owner, ()):
            info = self.spec.cells[k]
            if table.cell(k) is None:
                continue
            if info.family not in self.tracks:
                track = self.spec.tracks[info.family]
                self.tracks[info.family] = [list(one) for one in squares_of(track, Machine(self.spec, table.state))]
            name = info.label.rpartition(".")[2].replace("_", " ")
            found.append({"name": name, "at": table.cell(k), "squares": self.tracks[info.family]})
        return found

    # ---------------------------------------------------------------- boards

    def _spaces(self, table: Table) -> dict[str, list[dict]]:
        """On maps: what is on each space where something is, people first."""
        found: dict[str, list[dict]] = {}
        for name in self.spec.maps:
            board = self.spec.boards[name]
            for z in range(board.first, board.last + 1):
                there = self._there(table, z)
                if there:
                    found[str(z)] = there
        return found

    def _there(self, table: Table, z: int) -> list[dict]:
        things = tuple([one for zone in self.spots[z] if table.inside(zone) for one in table.lying(zone).things])
        label = self.spec.zones[z].label
        marks = tuple(changed(table, label)) if label in self.labels else ()
        if not things and not marks:
            return []
        return self._once(("there", things, marks), lambda: self._on_it(things, marks))

    def _on_it(self, things: tuple[int, ...], marks: tuple[str, ...]) -> list[dict]:
        people = [{"seat": seat, "words": self.spec.seats[seat]} for one in things
                  if one != HIDDEN and (seat := owner_of(self.spec, one)) >= 0]
        others = Counter("face down" if one == HIDDEN else thing_name(self.spec, one) for one in things
                         if one == HIDDEN or owner_of(self.spec, one) < 0)
        said = [{"words": words.replace("_", " "), "count": count} for words, count in others.items()]
        return [*people, *said, *({"words": words, "count": 1} for words in marks)]

    def _lists(self, table: Table) -> list[dict]:
        """Boards without a map: the spaces where something is."""
        found = []
        for board in self.spec.boards.values():
            if board.name in self.spec.maps:
                continue
            rows = []
            for z in range(board.first, board.last + 1):
                there = self._there(table, z)
                if there:
                    rows.append([self.spec.zones[z].label, there])
            if rows:
                found.append({"name": board.name, "rows": rows})
        return found

    def _marks(self, table: Table) -> list[list]:
        """Counters on cards and pieces that are not as at first, of those that lie in no zone shown card by card."""
        rows = []
        for number in self.marked:
            one = self.spec.components[number]
            said = changed(table, one.id)
            z = table.state.places[one.number] if said and table.known(one.number) else -1
            if z >= 0 and not laid_out(self.spec, z):
                rows.append([one.id.replace("_", " "), said])
        return rows


def _counted(cards: list[dict | None]) -> list[dict | None]:
    """Of things that only a number tells apart, as `Stone[3]`, one with how many there are."""
    made: dict[str, dict] = {}
    for one in cards:
        if one is None:
            continue
        name = str(one["id"]).partition("[")[0]
        alike = json.dumps({**one, "id": name}) if name != one["id"] else str(one["id"])
        if alike in made:
            made[alike]["times"] = made[alike].get("times", 1) + 1
        else:
            made[alike] = dict(one)
    return list(made.values())


def _belongs(info, owner: int) -> bool:
    return info.owner == owner and (owner >= 0 or "." not in info.label)
